"""What each command prints, and with which exit code it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.greedy import choose
from nmbr9.rules.notation import format_game
from nmbr9.rules.record import dumps
from tests.cli.commands import nmbr9, started


def played(rounds: int, players: int = 2) -> Game:
    game = Game.new(Options(players=players), seed=11, names=["Ada", "Ben"][:players])
    for _ in range(rounds):
        for player in range(players):
            game = game.apply(player, choose(game, player))
    return game


@pytest.fixture
def running(tmp_path: Path) -> str:
    path = tmp_path / "running.json"
    path.write_text(dumps(played(7)), encoding="utf-8")
    return str(path)


@pytest.fixture
def finished(tmp_path: Path) -> str:
    path = tmp_path / "finished.json"
    path.write_text(dumps(played(20)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("numbers", "count"),
    [("0", 2), ("0 1", 168), ("9 9", 352), ("8 9 7", 18824), ("1 1 1", 28096)],
)
def test_perft_counts(numbers: str, count: int) -> None:
    assert nmbr9("perft", *numbers.split()).out == f"{count}\n"
    ran = nmbr9("perft", *numbers.split(), "--json")
    assert json.loads(ran.out) == {"numbers": [int(n) for n in numbers.split()], "count": count}


@pytest.mark.parametrize("wrong", [["10"], ["x"], ["-1"], ["1", "1.5"], [], ["٣"], ["1" * 5000]])
def test_perft_refuses_what_is_no_tile(wrong: list[str]) -> None:
    ran = nmbr9("perft", *wrong)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err


def test_legal_lists_what_the_engine_lists(running: str) -> None:
    game = played(7)
    ran = nmbr9("legal", running, "--player", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out) == [action.to_dict() for action in game.legal_actions(1)]
    lines = nmbr9("legal", running, "--player", "1").out.splitlines()
    assert lines == [str(action) for action in game.legal_actions(1)]


def test_legal_says_why_there_is_nothing(finished: str) -> None:
    ran = nmbr9("legal", finished, "--json")
    assert (ran.code, ran.out) == (0, "[]\n")
    assert "the game is over" in ran.err


def test_legal_refuses_a_player_who_is_not_there(running: str) -> None:
    ran = nmbr9("legal", running, "--player", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "expected a player of 0 to 1, got 2" in ran.err


def test_replay_tells_scores_and_winner(finished: str) -> None:
    game = played(20)
    ran = nmbr9("replay", finished, "--json")
    told = json.loads(ran.out)
    assert told["scores"] == game.scores
    assert told["is_over"] is True
    assert game.outcome is not None
    assert told["winners"] == list(game.outcome.winners)
    assert [sum(level["points"] for level in p["levels"]) for p in told["players"]] == game.scores
    text = nmbr9("replay", finished).out
    assert "Ada" in text
    assert str(game.scores[0]) in text


def test_replay_refuses_a_false_score(finished: str, tmp_path: Path) -> None:
    record = json.loads(Path(finished).read_text(encoding="utf-8"))
    record["scores"][0] += 1
    path = tmp_path / "false.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    ran = nmbr9("replay", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert f"expected {played(20).scores}, got {record['scores']}" in ran.err


def test_a_game_is_read_from_stdin_and_in_both_forms(running: str) -> None:
    game = played(7)
    text = nmbr9("notation", running).out
    assert text == format_game(game)
    assert json.loads(nmbr9("notation", "-", "--json", typed=text).out) == game.to_record()


def test_show_draws_every_level_and_can_go_back(running: str) -> None:
    text = nmbr9("show", running).out
    assert "Ada" in text
    assert "level 0" in text
    told = json.loads(nmbr9("show", running, "--at", "3", "--json").out)
    assert [len(display) for display in told["displays"]] == [2, 1]
    assert nmbr9("show", running, "--at", "99").code == 2


def test_show_writes_a_picture(running: str, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    assert nmbr9("show", running, "--svg", str(path)).code == 0
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert nmbr9("show", running, "--svg", str(tmp_path / "\0")).code == 2
    assert nmbr9("show", running, "--svg", str(tmp_path / "no" / "game.svg")).code == 2
    assert not (tmp_path / "no").exists()


def test_a_missing_file_is_wrong_usage(tmp_path: Path) -> None:
    for command in ("replay", "show", "legal", "notation"):
        ran = nmbr9(command, str(tmp_path / "nothing.json"))
        assert ran.code == 2
        assert "expected a file that can be read" in ran.err


def test_version_and_help() -> None:
    assert nmbr9("--version").out.startswith("nmbr9 ")
    ran = nmbr9("--help")
    assert ran.code == 0
    assert all(word in ran.out for word in ("play", "legal", "replay", "show", "perft"))


def test_a_reader_that_leaves_early_is_no_error(running: str) -> None:
    command = f"'{sys.executable}' -m nmbr9 legal '{running}' | head -n 1"
    ran = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True)
    assert ran.stdout.count("\n") == 1
    assert "Traceback" not in ran.stderr


@pytest.mark.rest
def test_interrupting_ends_with_130() -> None:
    """Ctrl-C during a long count: no traceback, and the exit code of an interrupt."""
    with started("perft", *"9988776") as process:
        time.sleep(3.0)  # long enough to be counting, also on a busy machine
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
