"""`nmbr9 solve`: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.cli.commands import nmbr9, started

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
    assert "can be written" in ran.err


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


def test_twenty_cards_are_searched_until_the_time_is_used() -> None:
    ran = nmbr9("solve", "--deck", DECK, "--seconds", "1.5", "--json")
    assert ran.code == 0
    solution = json.loads(ran.out)
    assert solution["cpu_seconds"] >= 1.4
    assert solution["score"] >= 126  # The first beam's, which takes milliseconds.
    assert solution["bound"] == 262
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
    assert 90 < solution["score"] < solution["bound"] == 262
    assert solution["record"]["scores"] == [solution["score"]]
