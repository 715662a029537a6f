"""`nmbr9 solve`: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.solver.any_order.proof_folder import ProofFolder, usual_folder
from nmbr9.solver.known_deck.first_display import first_display
from tests.cli.commands import nmbr9, started, unboxed
from tests.tiers import first

DECK = "3,7,1,0,9,4,4,8,2,6,5,1,9,0,7,3,8,2,5,6"


def test_a_short_deck_is_proved_and_replays(tmp_path: Path) -> None:
    ran = nmbr9("solve", "--deck", "4,2,9,7", "--json", "--record", str(tmp_path / "best.json"))
    assert ran.code == 0
    solution = json.loads(ran.out)
    assert (solution["score"], solution["bound"], solution["proved"]) == (9, 9, True)
    assert "9 points after" in ran.err
    replayed = nmbr9("replay", str(tmp_path / "best.json"), "--json")
    assert json.loads(replayed.out)["scores"] == [9]
    assert json.loads((tmp_path / "best.json").read_text("utf-8")) == solution["record"]


def test_it_draws_the_display() -> None:
    ran = nmbr9("solve", "--deck", "9 9 8 8")
    assert ran.code == 0
    assert "level 1:" in ran.out
    assert ran.out.endswith("16 points, proved best\n")


def test_bad_decks_are_refused() -> None:
    for deck, message in [("4,2,x", "got 'x'"), ("", "got 0"), (",".join("1" * 41), "got 41")]:
        ran = nmbr9("solve", "--deck", deck)
        assert ran.code == 2
        assert message in ran.err
    assert nmbr9("solve", "--deck", "1,2", "--seconds", "nan").code == 2
    ran = nmbr9("solve", "--deck", "1,2", "--record", "/no/such/folder/file")
    assert ran.code == 2
    assert "expected a file in a folder that exists" in unboxed(ran.err)
    assert "points" not in ran.err, "refused before the search"


def test_a_free_order_is_proved_and_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    certificate = tmp_path / "proof.npz"
    arguments = ("solve", "--free", "--cards", "8,8,9,9", "--json")
    ran = nmbr9(*arguments, "--prove", "--certificate", str(certificate))
    assert ran.code == 0
    solution = json.loads(ran.out)
    assert (solution["score"], solution["bound"], solution["proved"]) == (16, 16, True)
    assert "2 levels: bags allow no more than 16" in ran.err
    assert nmbr9("verify-proof", str(certificate), "--sample", "1").code == 0
    again = nmbr9(*arguments, "--prove", "--target", "15")
    assert json.loads(again.out)["score"] == 16
    assert json.loads(nmbr9(*arguments).out)["score"] == 16


@pytest.mark.long
def test_a_proof_for_a_target_that_is_not_reached_keeps_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    arguments = ("solve", "--free", "--cards", "8,8,9,9", "--prove", "--json")
    kept = ProofFolder(usual_folder((8, 8, 9, 9)), (8, 8, 9, 9))
    nmbr9(*arguments, "--target", "99")
    assert not kept.is_searched, "a display that nobody searched for is no beginning for a proof"
    assert json.loads(nmbr9(*arguments).out)["score"] == 16
    assert kept.is_searched
    certificate = tmp_path / "proof.npz"
    ran = nmbr9(*arguments, "--target", "99", "--certificate", str(certificate))
    assert json.loads(ran.out)["score"] == 16
    assert "no certificate: expected a display of 99 points, got one of 16" in ran.err
    assert not certificate.exists()
    again = nmbr9(*arguments)
    assert again.err.startswith("16 points after")
    assert json.loads(again.out)["proved"]


@pytest.mark.parametrize("content", first(1, [b"PK\x03\x04 cut off", b""]))
def test_damaged_relations_are_found_anew(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "relations.npz"
    damaged.write_bytes(content)
    monkeypatch.setattr("nmbr9.solver.any_order.relation_cache._path", lambda: damaged)
    ran = nmbr9("solve", "--free", "--cards", "8,8,9,9", "--json")
    assert json.loads(ran.out)["score"] == 16


def test_a_display_is_printed_also_when_its_record_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / ".aside"))

    monkeypatch.setattr("nmbr9.cli.output.files.write_whole", full)
    ran = nmbr9("solve", "--deck", "4,2,9,7", "--record", str(tmp_path / "best.json"))
    assert ran.code == 1
    assert "9 points, proved best" in ran.out
    assert "No space left on device" in ran.err
    assert "aside" not in ran.err


def test_a_display_is_there_before_anything_is_compiled() -> None:
    cards = [int(card) for card in DECK.split(",")]
    first = first_display(cards, 262)
    assert [piece.tile for piece in first.pieces] == [NumberTile(card) for card in cards]
    assert first.game.scores == [first.score]
    assert first.score > 20


def test_flags_that_do_not_go_together_are_refused() -> None:
    for arguments in [
        (),
        ("--deck", "1", "--free"),
        ("--deck", "1", "--prove"),
        ("--deck", "1", "--cards", "1"),
        ("--free", "--target", "3"),
        ("--free", "--cards", "1,12"),
    ]:
        assert nmbr9("solve", *arguments).code == 2, arguments


@pytest.mark.rest
def test_twenty_cards_are_searched_until_the_time_is_used() -> None:
    ran = nmbr9("solve", "--deck", DECK, "--seconds", "1.5", "--json")
    assert ran.code == 0
    solution = json.loads(ran.out)
    assert solution["cpu_seconds"] >= 1.4
    assert solution["score"] >= 126  # The first beam's, which takes milliseconds.
    assert solution["score"] < solution["bound"] <= 262  # Less where the order was bounded in time.
    assert not solution["proved"]
    assert len(solution["record"]["actions"]) == 20
    assert solution["record"]["scores"] == [solution["score"]]


def test_a_run_without_time_still_searches_its_first_beam() -> None:
    """So does one that spends its time on compiling."""
    ran = nmbr9("solve", "--deck", DECK, "--seconds", "0", "--json")
    assert json.loads(ran.out)["score"] == 126


def test_an_interrupt_prints_the_best_so_far() -> None:
    process = started("solve", "--deck", DECK, "--seconds", "600", "--json")
    assert process.stderr is not None
    assert "points after" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert json.loads(out)["score"] > 0


@pytest.mark.parametrize("how", [(), ("--prove",)])
def test_a_free_order_without_time_still_has_a_display(
    how: tuple[str, ...], tmp_path: Path
) -> None:
    """The relations of a bag take half a minute, and the time may be over before they are found."""
    folder = ("--folder", str(tmp_path)) if how else ()
    ran = nmbr9("solve", "--free", *how, *folder, "--seconds", "0", "--json")
    assert ran.code == 0
    solution = json.loads(ran.out)
    # A proof may not begin with what it is about.
    assert 90 < solution["score"] < solution["bound"] == (570 if how else 262)
    assert solution["record"]["scores"] == [solution["score"]]
