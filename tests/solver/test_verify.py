"""Certificates of proofs: right ones pass, and every kind of lie is found."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from nmbr9.solver.arrangements import arrangements
from nmbr9.solver.certificate import write_certificate
from nmbr9.solver.free_order import FreeOrder
from nmbr9.solver.plain_bags import PlainBags
from nmbr9.solver.plain_levels import arrangements_of, can_carry
from nmbr9.solver.proof_folder import ProofFolder
from nmbr9.solver.verify import Certificate, CertificateError, check_states, verify
from tests.cli.commands import nmbr9

CARDS = (1, 3, 4, 5, 6, 7)


@pytest.fixture(scope="module")
def arrays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The certificate of a small proof that needs shapes."""
    folder = tmp_path_factory.mktemp("proof")
    order = FreeOrder(CARDS)
    kept = ProofFolder(folder, CARDS)
    *_, best = order.find(is_wide=False)
    *_, proof = order.prove(best, None, kept)
    assert proof.best.is_proved
    write_certificate(folder / "c.npz", order, proof, kept.checkpoints(proof.target))
    with np.load(folder / "c.npz") as stored:
        return {name: stored[name] for name in stored.files}


def first_wrong(path: Path, arrays: dict[str, Any], sample: int = 1) -> str | None:
    np.savez(path, allow_pickle=False, **arrays)
    return next((check.what for check in verify(path, sample) if not check.is_right), None)


def told(arrays: dict[str, Any], **changes: object) -> dict[str, Any]:
    about = {**json.loads(arrays["about"].tobytes()), **changes}
    return {**arrays, "about": np.frombuffer(json.dumps(about).encode(), np.uint8)}


def test_a_right_certificate_passes(tmp_path: Path, arrays: dict[str, Any]) -> None:
    np.savez(tmp_path / "c.npz", allow_pickle=False, **arrays)
    ran = nmbr9("verify-proof", str(tmp_path / "c.npz"), "--sample", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["right"]


def test_a_wrong_score_is_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    about = json.loads(arrays["about"].tobytes())
    lied = told(arrays, target=about["target"] + 1)
    assert first_wrong(tmp_path / "c.npz", lied) == "a legal display has 25 points"


def test_a_missing_number_of_levels_is_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    levels = json.loads(arrays["about"].tobytes())["levels"]
    levels.popitem()
    said = first_wrong(tmp_path / "c.npz", told(arrays, levels=levels))
    assert said == "every possible number of levels is there"


def test_missing_states_are_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    levels = json.loads(arrays["about"].tobytes())["levels"]
    number = next(int(n) for n, counts in levels.items() if len(counts) > 2)
    name = f"{number}-{number - 2}"
    fewer = {
        **arrays,
        f"states-{name}": arrays[f"states-{name}"][:0],
        f"scores-{name}": arrays[f"scores-{name}"][:0],
    }
    path = tmp_path / "c.npz"
    np.savez(path, allow_pickle=False, **fewer)
    random, certificate = Random(0), Certificate(path)
    checks = list(check_states(certificate, number, 40, random))
    assert not checks[0].is_right


def test_possible_relations_called_impossible_are_found(
    tmp_path: Path, arrays: dict[str, Any]
) -> None:
    lied = {**arrays, "lies_on": np.zeros_like(arrays["lies_on"])}
    assert "pairs of bags" in str(first_wrong(tmp_path / "c.npz", lied, 6))
    ran = nmbr9("verify-proof", str(tmp_path / "c.npz"), "--sample", "6")
    assert ran.code == 1
    assert "WRONG" in ran.out


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.npz"
    path.write_text("no certificate", "utf-8")
    with pytest.raises(CertificateError, match="expected a certificate"):
        list(verify(path, 1))
    ran = nmbr9("verify-proof", str(tmp_path / "nothing"))
    assert ran.code == 1
    assert "expected a certificate of a proof: got another kind of file" in ran.err


def test_the_plain_twin_agrees_about_arrangements() -> None:
    for numbers in [(1, 7), (8, 9), (1, 1)]:
        plain = arrangements_of(numbers)
        # Two tiles of one number count once here and once for each of them there.
        assert len({frozenset(tiles) for tiles in plain}) >= len(arrangements(numbers)) / 2
    assert not can_carry((0, 2, 0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 1, 0, 0))
    assert can_carry((0, 0, 0, 0, 0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 0, 0, 0, 1, 0))
    # Half of 36 cells: at best two 8s and two cells of a 9, which are worth 0.9 each.
    none = np.zeros((0, 0), np.int64)
    bags = PlainBags((8, 8, 9, 9), none, none)
    assert bags.hope(bags.total, 2) == 17


@pytest.mark.parametrize("missing", ["about", "place", "states", "scores", "record"])
def test_a_certificate_that_lacks_something_is_refused(
    tmp_path: Path, arrays: dict[str, Any], missing: str
) -> None:
    lacking = {name: array for name, array in arrays.items() if not name.startswith(missing)}
    if missing == "record":
        lacking = told(arrays, record=None)
    np.savez(tmp_path / "c.npz", allow_pickle=False, **lacking)
    ran = nmbr9("verify-proof", str(tmp_path / "c.npz"))
    assert (ran.code, ran.out) == (1, "")
    assert "expected a certificate of a proof" in " ".join(ran.err.split())
