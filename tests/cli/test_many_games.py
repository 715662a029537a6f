"""Files of many games, and the games that are kept on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.greedy import choose
from nmbr9.cli.input.saved_games import games_folder, new_save, save
from nmbr9.match.events import Acted, Event, Joined, Started
from nmbr9.match.setup import Setup
from nmbr9.rules.record import dumps, loads
from nmbr9.storage.database import Database, default_database_url, open_database
from nmbr9.storage.matches import SeatRow, create_match
from tests.cli.commands import nmbr9, unboxed
from tests.cli.test_commands import played
from tests.storage.examples import add_match, match_row

COMMANDS = ["replay", "show", "legal", "notation"]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


GAMES = [played(rounds) for rounds in (3, 7, 20)]


@pytest.fixture
def lines() -> str:
    Path("games.jsonl").write_text("\n".join(map(dumps, GAMES)), encoding="utf-8")
    return "games.jsonl"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reads_a_file_of_many_games(command: str, lines: str) -> None:
    """Empty lines do not matter; each game is told as if it was alone, on a line of its own."""
    ran = nmbr9(command, lines, "--json")
    assert ran.code == 0
    alone = [nmbr9(command, "-", "--json", typed=dumps(game)).out for game in GAMES]
    assert ran.out == "".join(alone)
    assert (
        nmbr9(command, "-", "--json", typed=Path(lines).read_text(encoding="utf-8")).out == ran.out
    )


def test_what_notation_writes_is_read_again(lines: str) -> None:
    again = nmbr9("notation", lines, "--json").out
    assert list(map(loads, again.splitlines())) == GAMES


def test_a_wrong_line_is_named_and_those_before_are_told(lines: str) -> None:
    text = dumps(GAMES[0]) + dumps(GAMES[1]).replace('"do": "place"', '"do": "dance"', 1)
    Path(lines).write_text(text, encoding="utf-8")
    ran = nmbr9("replay", lines, "--json")
    assert (ran.code, len(ran.out.splitlines())) == (1, 1)
    assert ran.err.startswith("nmbr9: games.jsonl, line 2: actions[0].do: expected one of ")


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_without_a_record_is_refused(text: str) -> None:
    Path("empty.jsonl").write_text(text)
    ran = nmbr9("replay", "empty.jsonl")
    assert (ran.code, ran.err) == (
        1,
        "nmbr9: empty.jsonl: expected a record on each line, got none\n",
    )


def test_a_record_over_several_lines_is_still_one() -> None:
    text = json.dumps(GAMES[0].to_record(), indent=1)
    assert loads(nmbr9("notation", "-", "--json", typed=text).out) == GAMES[0]


def test_a_picture_is_of_one_game(lines: str) -> None:
    ran = nmbr9("show", lines, "--svg", "a.svg")
    assert ran.code == 2
    assert "expected a file with one game, got several in games.jsonl" in unboxed(ran.err)
    assert not Path("a.svg").exists()


def test_a_simulation_writes_what_the_others_read() -> None:
    arguments = ["simulate", "--bots", "random", "--games", "3", "--seed", "4"]
    assert nmbr9(*arguments, "--records", "games.jsonl").code == 0
    assert nmbr9(*arguments, "--records", "folder").code == 0
    told = [json.loads(line) for line in nmbr9("replay", "games.jsonl", "--json").out.splitlines()]
    assert [each["seed"] for each in told] == [4, 5, 6]
    texts = [path.read_text("utf-8") for path in sorted(Path("folder").iterdir())]
    assert Path("games.jsonl").read_text("utf-8") == "".join(texts)
    assert nmbr9(*arguments, "--records", "games.jsonl").code == 0, "an older one is replaced"


def test_a_simulation_writes_over_nothing_else() -> None:
    Path("diary.jsonl").write_text('{"dear": "diary"}\n')
    ran = nmbr9("simulate", "--bots", "random", "--games", "1", "--records", "diary.jsonl")
    assert ran.code == 2
    assert "expected --records to be a new file or one of records" in unboxed(ran.err)
    assert Path("diary.jsonl").read_text() == '{"dear": "diary"}\n'


@pytest.mark.rest
def test_many_games_need_no_more_memory_than_few() -> None:
    """Read from a pipe, so that nothing can be kept by looking at the file again."""
    script = (
        "import resource, sys; from nmbr9.cli.main import run;"
        "sys.argv = ['nmbr9', 'replay', '-', '--json']; run();"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )

    def used(count: int) -> int:
        ran = subprocess.run(
            [sys.executable, "-c", script],
            input=dumps(GAMES[2]) * count,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.count("\n") == count
        return int(ran.stderr)

    assert used(300) < used(10) + 5_000 * (1024 if sys.platform == "darwin" else 1)


def finish(game: Game) -> Game:
    while not game.is_over:
        game = game.apply(0, choose(game, 0))
    return game


@pytest.fixture
def kept() -> Game:
    """A game of the terminal, and two of the browser, of which one is running."""
    game = finish(Game.new(Options(), seed=5))
    save(new_save(datetime(2026, 11, 17, 9, 30)), game)
    with closing(open_database(default_database_url())) as database:
        add_match(database, "runningmatch", setup=SETUP.to_dict(), created=200.0)
        add_finished_match(database, "finishedmatch")
    return game


SETUP = Setup.new(Options(), Random(1))


def add_finished_match(database: Database, id: str) -> None:
    events: list[Event] = [Joined(at=1.0, seat=0), Started(at=2.0)]
    events += [Acted(at=3.0, action=action) for action in finish(SETUP.new_game()).actions]
    row = match_row(id, setup=SETUP.to_dict(), finished=4.0)
    create_match(database, row, [each.to_dict() for each in events], [SeatRow(0, None, None)])


def test_games_of_terminal_and_browser_are_listed(kept: Game) -> None:
    told = json.loads(nmbr9("games", "--json").out)
    assert [(game["name"], game["where"], game["is_over"]) for game in told] == [
        ("2026-11-17-093000", "terminal", True),
        ("runningmatch", "browser", False),
        ("finishedmatch", "browser", True),
    ]
    assert told[0]["scores"] == kept.scores
    assert told[1]["scores"] is None
    assert told[2]["scores"] == finish(SETUP.new_game()).scores
    out = nmbr9("games").out
    assert "2026-11-17-093000" in out
    assert "runningmatch" in out


def test_a_damaged_saved_game_is_told_and_hides_no_other(kept: Game) -> None:
    damaged = games_folder() / "2026-11-18-101500.json"
    damaged.write_text(dumps(kept)[:200], encoding="utf-8")
    ran = nmbr9("games", "--json")
    assert json.loads(ran.out)[0]["name"] == "2026-11-17-093000"
    assert (ran.code, ran.err) == (0, f"nmbr9: expected a saved game in {damaged}, left out\n")
    assert damaged.exists()


def test_nothing_is_kept_and_nothing_is_made(tmp_path: Path) -> None:
    ran = nmbr9("games")
    assert (ran.code, ran.out) == (0, "no games yet: nmbr9 play begins one\n")
    assert json.loads(nmbr9("games", "--json").out) == []
    assert not (tmp_path / "data").exists()


def test_commands_take_a_kept_game_by_its_name(kept: Game) -> None:
    assert json.loads(nmbr9("replay", "2026-11-17-093000", "--json").out)["scores"] == kept.scores
    assert loads(nmbr9("notation", "finishedmatch", "--json").out) == finish(SETUP.new_game())
    ran = nmbr9("play", "--terminal", "--file", "2026-11-17-093000")
    assert "holds a finished game" in unboxed(ran.out)


def test_a_running_match_keeps_its_secret(kept: Game) -> None:
    ran = nmbr9("notation", "runningmatch")
    assert (ran.code, ran.out) == (2, "")
    assert "still played in the browser" in unboxed(ran.err)


def test_a_name_of_nothing_is_wrong_usage(kept: Game) -> None:
    ran = nmbr9("replay", "nosuchgame")
    assert ran.code == 2
    assert "expected a file that can be read" in unboxed(ran.err)
