"""Bots of one's own on the command line: classes, entry points and programs, good and bad."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from nmbr9.bots.registry import BOTS
from nmbr9.rules.record import loads
from tests.bots.guests.programs import TIDY, TOWER, bad_bot, running, wait_until_gone
from tests.cli.commands import nmbr9, unboxed
from tests.tiers import first

TWIN = """
from nmbr9.bots.greedy import greedy_action

class Twin:
    name, version, summary = "twin", 1, "greedy by another name"

    def choose(self, view, random, seconds):
        print("talking while it thinks")
        return greedy_action(view)

class Faulty(Twin):
    name = "faulty"

    def choose(self, view, random, seconds):
        return super().choose(view, random, seconds) if view.table.drawn % 2 else 1 // 0

class Greedy(Twin):
    name = "Greedy"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands run in, with a module of bots that is importable nowhere else."""
    (tmp_path / "twin_bots.py").write_text(TWIN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "twin_bots", raising=False)
    return tmp_path


def scores(*arguments: str) -> list[tuple[object, object]]:
    ran = nmbr9("simulate", *arguments, "--json")
    assert (ran.code, ran.err.count("forfeits")) == (0, 0), ran.err
    return [(each["bot"], each["mean"]) for each in json.loads(ran.out)]


def test_a_class_plays_in_simulate_as_the_bot_that_it_copies(folder: Path) -> None:
    (_, one), (name, other) = scores("--bots", "greedy,twin_bots:Twin", "--games", "3")
    assert (name, other) == ("twin", one)


def test_several_processes_play_with_a_class_as_well(folder: Path) -> None:
    alone = scores("--bots", "twin_bots:Twin", "--games", "4")
    assert scores("--bots", "twin_bots:Twin", "--games", "4", "--jobs", "2") == alone


def test_the_example_in_another_language_plays(tmp_path: Path) -> None:
    told = scores("--bots", TOWER, "--games", "2", "--records", str(tmp_path / "games.jsonl"))
    assert [name for name, _ in told] == ["tower"]
    games = [loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [game.names for game in games] == [("tower v1",)] * 2
    assert all(game.is_over for game in games)


@pytest.mark.rest
def test_the_example_in_another_language_plays_a_hundred_games(tmp_path: Path) -> None:
    told = scores("--bots", TOWER, "--games", "100", "--records", str(tmp_path / "games.jsonl"))
    assert [name for name, _ in told] == ["tower"]
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert len(lines) == 100
    assert all(loads(line).is_over for line in lines)


def test_what_a_class_fails_to_answer_greedy_plays(folder: Path) -> None:
    ran = nmbr9("simulate", "--bots", "greedy,twin_bots:Faulty", "--games", "1", "--json")
    greedy, faulty = json.loads(ran.out)
    assert (ran.code, faulty["mean"]) == (0, greedy["mean"])
    assert (
        "10 of 20 moves of faulty: faulty forfeits a move to greedy: expected an action, got "
        "ZeroDivisionError: integer division or modulo by zero"
    ) in ran.err


def test_an_installed_package_offers_bots_by_name(folder: Path) -> None:
    package = folder / "twins-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: twins\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[nmbr9.bots]\ndouble = twin_bots:Twin\n")
    sys.path.insert(0, str(folder))
    listed = json.loads(nmbr9("bots", "--json").out)
    assert [bot["name"] for bot in listed] == [*BOTS, "double"]
    assert listed[-1]["summary"] == "a bot of your own, twin_bots:Twin"
    assert "twin_bots" not in sys.modules
    assert "double" in nmbr9("bots").out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "nobody",
            f"expected a bot of {', '.join(BOTS)}, or MODULE:CLASS, or",
        ),
        ("no_such_module:Bot", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("twin_bots:Nobody", "has no attribute 'Nobody'"),
        ("os:sep", "expected os:sep to have name, version and choose, got no name"),
        ("twin_bots:Greedy", "expected a bot with a name of its own, got 'Greedy', one of ours"),
        ("process:", "expected process:COMMAND, got 'process:'"),
        ("process:'", "No closing quotation"),
        ("process:no-such-program", "expected a program to run, got 'no-such-program'"),
        ("twin_bots:Twin,twin_bots:Twin", "expected each of --bots once, got twin twice"),
    ],
)
def test_a_wrong_name_is_wrong_usage(folder: Path, typed: str, sentence: str) -> None:
    ran = nmbr9("simulate", "--bots", typed, "--games", "1")
    assert (ran.code, ran.out) == (2, "")
    assert sentence in unboxed(ran.err)


def test_a_class_plays_in_the_terminal_and_comes_back_to_its_game(folder: Path) -> None:
    flags = ("play", "--terminal", "--file", str(folder / "game.json"))
    ran = nmbr9(*flags, "--bots", "twin_bots:Twin", "--seed", "1", typed="\n")
    assert ran.code == 0, ran.err
    assert "twin (bot): " in unboxed(ran.out)
    assert "twin not here: you play for them" in unboxed(nmbr9(*flags, typed="").out)
    back = nmbr9(*flags, "--bots", "twin_bots:Twin", typed="\n")
    assert back.code == 0, back.err
    assert "twin (bot): " in unboxed(back.out)
    other = nmbr9(*flags, "--bots", "greedy", typed="")
    assert (other.code, "where greedy has no seat" in unboxed(other.err)) == (2, True)


def test_a_crash_in_the_terminal_is_a_sentence(folder: Path) -> None:
    flags = ("play", "--terminal", "--file", str(folder / "game.json"), "--seed", "1")
    ran = nmbr9(*flags, "--bots", bad_bot("crashing"), typed="\n")
    assert ran.code == 0, ran.err
    assert "crashing forfeits a move to greedy" in unboxed(ran.out)
    wait_until_gone("crashing")


# --- check-bot ---------------------------------------------------------------------------------

WRONG = {
    "cheating": "expected a legal action, got 9u@50,50^7: expected the tile of this turn",
    "killed": "expected an answer, got a program that was killed by signal 9",
    "silent": "expected an answer within 2.1 s, got none",
    "babbling": "expected a line of at most 65536 bytes, got 'blah blah",
    "slow": "expected an answer within 2.1 s, got none",
    "forking": "processes, which are too many",
    "crashing": "got a program that ended with exit code 1, saying 'ZeroDivisionError: no idea'",
    # What was too much has come already when the next question is asked, or not yet.
    "talkative": "expected one line for each question | question 2, got one to 1",
    "greedy-for-memory": "saying 'MemoryError'",
    "multiplying": "processes, which are too many",
    "deaf": "expected an answer within 2.1 s, got none",
    "rambling": "expected a message of type 'action', got 'thinking about it'",
    "cheating-for-others": "expected an action of player 0, got one of 1",
}


@pytest.mark.parametrize("how", first(2, WRONG))
def test_check_bot_says_in_a_sentence_what_is_wrong(how: str) -> None:
    ran = nmbr9("check-bot", bad_bot(how), "--seconds", "0.1", "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert told["problem"].startswith(f"{how} in round ")
    assert any(sentence in told["problem"] for sentence in WRONG[how].split(" | "))
    assert ran.err == f"nmbr9: {told['problem']}\n"
    assert running(how) == []


@pytest.mark.rest
@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("newer", "expected protocol 1, got 2"),
        (
            "nameless",
            "expected a bot's name of 1 to 24 visible characters without , : / and \\, "
            "got '\\u202e'",
        ),
        ("lingering", "expected it to end when its input ends, got it running 10.0 s later"),
    ],
)
def test_check_bot_says_what_is_wrong_before_and_after_the_games(how: str, sentence: str) -> None:
    ran = nmbr9("check-bot", bad_bot(how), "--seconds", "0.1")
    assert (ran.code, ran.err) == (1, f"nmbr9: {sentence}\n")
    wait_until_gone(how)


def test_check_bot_refuses_an_unknown_name() -> None:
    ran = nmbr9("check-bot", "nobody")
    assert (ran.code, "or process:COMMAND, got 'nobody'" in unboxed(ran.err)) == (2, True)


@pytest.mark.rest
@pytest.mark.parametrize("typed", ["random", "greedy", TIDY, TOWER])
def test_check_bot_has_nothing_against_good_bots(typed: str) -> None:
    check_passes(typed)


@pytest.mark.long
@pytest.mark.parametrize("typed", [name for name in BOTS if name not in ("random", "greedy")])
def test_check_bot_has_nothing_against_ours(typed: str) -> None:
    check_passes(typed)


def check_passes(typed: str) -> None:
    ran = nmbr9("check-bot", typed, "--seconds", "1")
    assert ran.code == 0, ran.err
    assert ran.out.count(" points in ") == 18
    assert ran.out.splitlines()[-1].startswith("nothing wrong in 18 games; slowest of ")
