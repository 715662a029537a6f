"""Text from a record is data: nothing in it, nor in the name of a file, commands the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.greedy import choose
from nmbr9.rules.record import dumps, loads
from tests.cli.commands import nmbr9
from tests.tiers import first

EVIL = "Ada\x1b[2J\x1b]0;title\x07\r\x9b31m\u202e"
COMMANDS = "\x1b\x07\r\x9b\u202e"


def evil_game(rounds: int) -> Game:
    game = Game.new(Options(players=2), seed=3, names=[EVIL, "Ben"])
    for _ in range(rounds):
        for player in range(2):
            game = game.apply(player, choose(game, player))
    return game


@pytest.fixture(params=first(1, [20, 2]))
def record(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    path = tmp_path / "evil.json"
    path.write_text(dumps(evil_game(request.param)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("as_json", [[], ["--json"]])
@pytest.mark.parametrize("command", ["show", "replay", "notation", "legal"])
def test_a_name_commands_no_terminal(command: str, as_json: list[str], record: str) -> None:
    ran = nmbr9(command, record, *as_json)
    assert ran.code == 0
    assert not set(COMMANDS) & set(ran.out + ran.err)


@pytest.mark.rest
@pytest.mark.parametrize("as_json", first(1, [[], ["--json"]], rest=0))
def test_a_name_in_an_analysis_commands_no_terminal(as_json: list[str], record: str) -> None:
    ran = nmbr9("analyse", record, "--seconds", "0", *as_json)
    assert ran.code == 0
    assert "Ada" in ran.out
    assert not set(COMMANDS) & set(ran.out + ran.err)


def test_names_come_back_unharmed(record: str) -> None:
    """What is shown differently is still said: JSON and the notation spell it out."""
    game = loads(Path(record).read_text(encoding="utf-8"))
    assert json.loads(nmbr9("replay", record, "--json").out)["players"][0]["name"] == EVIL
    text = nmbr9("notation", record).out
    assert loads(nmbr9("notation", "-", "--json", typed=text).out) == game


def test_the_game_in_the_terminal_shows_names_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "game.json"
    path.write_text(dumps(evil_game(1)), encoding="utf-8")
    ran = nmbr9("play", "--terminal", "--file", str(path), typed="others\nplace\nquit\n")
    assert ran.code == 0
    assert "Ada\ufffd[2J" in ran.out
    assert not set(COMMANDS) & set(ran.out + ran.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "no\x1b[2J such"],
        ["show", "{record}", "--svg", "{folder}/\x9b.svg", "--json"],
        ["show", "{record}", "--svg", "no\x1b[2J/such.svg"],
        ["data", "export", "--database", "\x9b2J"],
        ["--\x1b[2J"],
        ["\x1b[2J"],
    ],
)
def test_the_name_of_a_file_commands_no_terminal(
    arguments: list[str], record: str, tmp_path: Path
) -> None:
    ran = nmbr9(*(word.format(record=record, folder=tmp_path) for word in arguments))
    assert not set(COMMANDS) & set(ran.out + ran.err)
