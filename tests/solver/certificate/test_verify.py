"""Certificates of proofs: right ones pass, and every kind of lie is found."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from nmbr9.solver.any_order.arrangements import arrangements
from nmbr9.solver.any_order.free_order import FreeOrder
from nmbr9.solver.any_order.proof_folder import ProofFolder
from nmbr9.solver.certificate.plain_bags import PlainBags
from nmbr9.solver.certificate.plain_levels import arrangements_of, can_carry
from nmbr9.solver.certificate.reader import Certificate, CertificateError
from nmbr9.solver.certificate.verify import check_states, verify
from nmbr9.solver.certificate.writer import write_certificate
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
    checks = verify(Certificate(path), sample)
    return next((check.what for check in checks if not check.is_right), None)


def about(arrays: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(arrays["about"].tobytes())
    return read


def told(arrays: dict[str, Any], **changes: object) -> dict[str, Any]:
    changed = {**about(arrays), **changes}
    return {**arrays, "about": np.frombuffer(json.dumps(changed).encode(), np.uint8)}


@pytest.mark.long
def test_a_right_certificate_passes(tmp_path: Path, arrays: dict[str, Any]) -> None:
    np.savez(tmp_path / "c.npz", allow_pickle=False, **arrays)
    ran = nmbr9("verify-proof", str(tmp_path / "c.npz"), "--sample", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["right"]
    claim = "no display of the 6 tiles 1, 3, 4, 5, 6, 7 has more than 24 points"
    assert json.loads(ran.out)["claim"] == claim
    ran = nmbr9("verify-proof", str(tmp_path / "c.npz"), "--sample", "1")
    assert ran.out.splitlines()[:2] == [f"claim: {claim}", "right: a legal display has 24 points"]


@pytest.mark.parametrize(
    ("cards", "tiles"), [([4], "the tile 4"), ([*range(10)] * 2, "all 20 tiles")]
)
def test_the_claim_names_the_tiles(
    tmp_path: Path, arrays: dict[str, Any], cards: list[int], tiles: str
) -> None:
    np.savez(tmp_path / "c.npz", allow_pickle=False, **told(arrays, cards=cards, levels={}))
    claim = Certificate(tmp_path / "c.npz").claim
    assert claim == f"no display of {tiles} has more than 24 points"


def test_a_wrong_score_is_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    lied = told(arrays, target=about(arrays)["target"] + 1)
    assert first_wrong(tmp_path / "c.npz", lied) == "a legal display has 25 points"


def test_a_missing_number_of_levels_is_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    levels = about(arrays)["levels"]
    levels.popitem()
    said = first_wrong(tmp_path / "c.npz", told(arrays, levels=levels))
    assert said == "every possible number of levels is there"


def test_missing_states_are_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    levels = about(arrays)["levels"]
    number = next(int(n) for n, counts in levels.items() if len(counts) > 2)
    name = f"{number}-{number - 2}"
    levels[str(number)][1] = 0
    fewer = {
        **told(arrays, levels=levels),
        f"states-{name}": arrays[f"states-{name}"][:0],
        f"scores-{name}": arrays[f"scores-{name}"][:0],
    }
    path = tmp_path / "c.npz"
    np.savez(path, allow_pickle=False, **fewer)
    random, certificate = Random(0), Certificate(path)
    checks = list(check_states(certificate, number, 40, random))
    assert not checks[0].is_right


@pytest.mark.long
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
        Certificate(path)
    ran = nmbr9("verify-proof", str(tmp_path / "nothing"))
    assert ran.code == 1
    assert "expected a certificate of a proof, got another kind of file" in ran.err


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


def refused(path: Path, arrays: dict[str, Any]) -> str:
    """Return what is said about a certificate that is refused, before anything else is."""
    np.savez(path, allow_pickle=False, **arrays)
    ran = nmbr9("verify-proof", str(path), "--sample", "1")
    assert (ran.code, ran.out) == (1, "")
    return ran.err.strip()


@pytest.mark.parametrize("missing", ["about", "place", "lies_on", "states-3-1", "scores-3-1"])
def test_a_certificate_that_lacks_an_array_is_refused(
    tmp_path: Path, arrays: dict[str, Any], missing: str
) -> None:
    lacking = {name: array for name, array in arrays.items() if name != missing}
    said = f"nmbr9: expected a certificate of a proof, got a file without '{missing}'"
    assert refused(tmp_path / "c.npz", lacking) == said


@pytest.mark.parametrize("missing", ["format", "cards", "target", "record", "levels"])
def test_a_certificate_that_does_not_tell_something_is_refused(
    tmp_path: Path, arrays: dict[str, Any], missing: str
) -> None:
    left = {key: value for key, value in about(arrays).items() if key != missing}
    lacking = {**arrays, "about": np.frombuffer(json.dumps(left).encode(), np.uint8)}
    said = f"nmbr9: expected a certificate of a proof, got a file without '{missing}'"
    assert refused(tmp_path / "c.npz", lacking) == said


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", "nmbr9-proof/9", "format 'nmbr9-proof/1', got 'nmbr9-proof/9'"),
        ("cards", 3, "a list of cards, got 3"),
        ("cards", [], "1 to 20 cards, got 0"),
        ("cards", [1, 12], "cards of 0 to 9, got 12"),
        ("cards", ["1"], "cards of 0 to 9, got '1'"),
        ("cards", [1, 1, 1], "at most 2 cards of each number, got 3 of 1"),
        ("target", "24", "a target of 0 to 10000, got '24'"),
        ("target", 10**30, f"a target of 0 to 10000, got {10**30}"),
        ("target", True, "a target of 0 to 10000, got True"),
        ("record", None, "a record as an object, got None"),
        ("levels", [[], []], "levels as an object, got [[], []]"),
        ("levels", {"0": []}, "1 to 10 levels, got '0'"),
        ("levels", {"many": []}, "1 to 10 levels, got 'many'"),
        ("levels", {"2": 5}, "a list of at most 2 counts for 2 levels, got 5"),
        ("levels", {"1": [1, 0]}, "a list of at most 1 counts for 1 levels, got [1, 0]"),
        ("levels", {"2": [1, "x"]}, "a count of 0 to 1000000000, got 'x'"),
    ],
)
def test_a_certificate_that_tells_nonsense_is_refused(
    tmp_path: Path, arrays: dict[str, Any], key: str, value: object, said: str
) -> None:
    lied = told(arrays, **{key: value})
    assert refused(tmp_path / "c.npz", lied) == f"nmbr9: expected {said}"


def test_states_of_other_cards_are_refused(tmp_path: Path, arrays: dict[str, Any]) -> None:
    said = refused(tmp_path / "c.npz", told(arrays, cards=[1, 3, 4, 5, 6, 8]))
    assert said.startswith("nmbr9: expected parts of the cards in 'states-")


KEYS = 4
"""The last word of a state."""


@pytest.mark.parametrize(
    ("name", "broken", "said"),
    [
        ("about", np.zeros(3, np.uint8), "JSON in 'about', got something else"),
        ("about", np.frombuffer(b"[]", np.uint8), "'about' as an object, got []"),
        ("place", np.zeros(7, np.int32), "'place' of shape (59049,), got (7,)"),
        ("place", np.zeros(3**10), "signed integers in 'place', got float64"),
        ("lies_on", np.zeros(9, np.int8), "'lies_on' of shape (9, 9), got (9,)"),
        ("lies_on", np.zeros((9, 8), np.int8), "'lies_on' of shape (9, 9), got (9, 8)"),
        ("lies_on", np.int8(1), "'lies_on' of shape (0, 0), got ()"),
        ("lies_on", np.zeros((2, 2), np.int8), "at least for 'place', got (2, 2)"),
    ],
)
def test_broken_arrays_are_refused(
    tmp_path: Path, arrays: dict[str, Any], name: str, broken: object, said: str
) -> None:
    told = refused(tmp_path / "c.npz", {**arrays, name: broken})
    assert told.startswith("nmbr9: expected ")
    assert told.endswith(said)


def broken_states(states: Any, scores: Any) -> dict[str, tuple[Any, Any]]:
    """Return states and scores with one fault each, by what is said about it."""
    count = len(states)
    strange, empty, foreign = states.copy(), states.copy(), states.copy()
    strange[0, 0] = 60 << 12
    empty[0, :KEYS] = -1
    foreign[0, KEYS] = 0o7777777777 << 30
    return {
        f"shape ({count}, 5), got ({count}, 4)": (states[:, :4], scores),
        f"shape ({count}, 5), got ({5 * count},)": (states.ravel(), scores),
        f"shape ({count}, 5), got ({count - 1}, 5)": (states[1:], scores),
        f"shape ({count},), got ({count}, 1)": (states, scores[:, np.newaxis]),
        f"shape ({count},), got ({count - 1},)": (states, scores[1:]),
        "got float64": (states.astype(float), scores),
        "got uint64": (states.astype(np.uint64), scores),
        "got <U1": (states, np.full(count, "x")),
        "got shape 60": (strange, scores),
        "got none": (empty, scores),
        "got others in state 0": (foreign, scores),
    }


def test_broken_states_are_refused(tmp_path: Path, arrays: dict[str, Any]) -> None:
    name = next(name[7:] for name in arrays if name.startswith("states-") and len(arrays[name]))
    names = f"states-{name}", f"scores-{name}"
    faults = broken_states(*(arrays[name] for name in names))
    for said, broken in faults.items():
        told = refused(tmp_path / "c.npz", {**arrays, **dict(zip(names, broken, strict=True))})
        assert told.startswith("nmbr9: expected "), said
        assert told.endswith(said)


def test_states_that_end_too_soon_are_found(tmp_path: Path, arrays: dict[str, Any]) -> None:
    """Levels that are not there have no states: that is wrong, not a fault of the file."""
    levels = {number: counts[:1] for number, counts in about(arrays)["levels"].items()}
    said = first_wrong(tmp_path / "c.npz", told(arrays, levels=levels))
    assert str(said).endswith("levels: no state is left at the end")
    checks = list(verify(Certificate(tmp_path / "c.npz"), 1))
    assert "pairs of bags" in checks[-1].what


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_a_damaged_archive_is_refused(tmp_path: Path, arrays: dict[str, Any], cut: float) -> None:
    """Bytes are overwritten where the arrays are, not where the archive lists them."""
    path = tmp_path / "c.npz"
    np.savez_compressed(path, allow_pickle=False, **arrays)
    content = bytearray(path.read_bytes())
    first = int(cut * content.index(b"PK\x01\x02"))
    content[first : first + 8] = b"damaged!"
    path.write_bytes(content)
    ran = nmbr9("verify-proof", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert "expected a certificate of a proof, got a damaged file" in ran.err


def test_another_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("about", "{}")
    ran = nmbr9("verify-proof", str(path))
    said = "nmbr9: expected a certificate of a proof, got a file without 'about'"
    assert (ran.code, ran.out, ran.err.strip()) == (1, "", said)
