"""`nmbr9 solve`: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.commands import nmbr9


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
