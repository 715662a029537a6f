"""The terminal game: whole games, refusals, trials, saving and going on."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from nmbr9 import Game, Options, Take, Token, Variant
from nmbr9.cli.terminal.controls import BY_KEY, BY_WORD, COMMANDS, run_key, run_line
from nmbr9.cli.terminal.screen import draw_end, draw_session
from nmbr9.cli.terminal.session import Session
from nmbr9.rules.record import loads
from nmbr9.whole_files import write_whole
from tests.cli.commands import nmbr9, unboxed
from tests.tiers import first


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path / "nmbr9" / "games"


def session_of(options: Options, seed: int = 1) -> Session:
    return Session(Game.new(options, seed=seed), lambda game: None)


def screen(session: Session) -> str:
    console = Console(width=140, file=io.StringIO(), record=True)
    console.print(draw_session(session, 140))
    return console.export_text()


def test_a_whole_game_by_lines(data_folder: Path) -> None:
    ran = nmbr9("play", "--terminal", "--seed", "4", "--json", typed="next\n\n" * 20)
    assert ran.code == 0
    record = json.loads(ran.out)
    assert len(record["actions"]) == 20
    assert f"{record['scores'][0]} points" in ran.err
    (saved,) = data_folder.glob("*.json")
    assert loads(saved.read_bytes()).to_record() == record


def test_a_refusal_gives_the_reason_and_changes_nothing() -> None:
    session = session_of(Options())
    run_line(session, "")
    game = session.game
    number = game.table.revealed[0]
    run_line(session, f"{number}u@40,40")
    run_line(session, "")
    assert session.game is game
    assert "must touch a tile on level 0 (rule 2.5)" in session.message
    assert "does not fit" in screen(session)


def test_a_trial_can_be_taken_back_and_a_placement_cannot() -> None:
    session = session_of(Options())
    first = session.trial
    for line in ("turn", "right", "down", "back", "turn"):
        run_line(session, line)
    assert session.trial != first
    run_line(session, "undo")
    assert session.trial == first
    run_line(session, "")
    placed = session.game.players[0].display.pieces
    run_line(session, "undo")
    assert session.game.players[0].display.pieces == placed


def test_turning_leaves_a_tile_where_it_is() -> None:
    session = session_of(Options())
    run_line(session, "")
    run_line(session, "next")
    before = session.trial
    for _ in range(4):
        run_key(session, "e")
    assert session.trial == before
    run_key(session, "e")
    run_key(session, "q")
    assert session.trial == before


def test_the_first_tile_stays_at_the_origin() -> None:
    session = session_of(Options())
    for key in ("e", "right", "down", "q", "e"):
        run_key(session, key)
        assert session.trial is not None
        assert not session.trial.violations(session.game, 0)


def test_tokens_that_are_not_in_play_are_not_talked_about() -> None:
    session = session_of(Options())
    run_line(session, "")
    number = session.game.table.revealed[0]
    run_line(session, f"{number}u@1,1^1")
    assert "+" not in screen(session).split("does not fit")[0].splitlines()[-1]
    assert "not in play" not in screen(session)


@pytest.mark.rest
def test_a_game_alone_is_compared_with_the_best_before(data_folder: Path) -> None:
    assert "Your first game" in nmbr9("play", "--terminal", "--seed", "1", typed="\n" * 20).out
    good = nmbr9("play", "--terminal", "--seed", "1", typed="next\n\n" * 20).out
    assert "A new personal record! Your best was" in good
    assert "Your best so far:" in nmbr9("play", "--terminal", "--seed", "2", typed="\n" * 20).out


def test_a_small_screen_keeps_its_head() -> None:
    session = session_of(Options())
    for _ in range(7):
        run_line(session, "")
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(draw_session(session, 80, height=24))
    lines = console.export_text().splitlines()
    assert lines[0].startswith("Round 8")
    assert len(lines) <= 24


def test_other_displays_can_be_looked_at() -> None:
    session = session_of(Options(2))
    run_line(session, "")
    assert "╭" not in screen(session)
    run_key(session, "o")
    assert "╭" in screen(session)


def test_spots_are_listed_and_walked() -> None:
    session = session_of(Options())
    run_line(session, "")
    legal = len(session.legal())
    run_line(session, "spots")
    assert "possible here" in screen(session)
    seen = set()
    for _ in range(legal):
        run_key(session, "tab")
        assert session.trial is not None
        seen.add(session.trial.action(session.game, 0))
    assert seen == set(session.legal())
    run_line(session, "3")
    assert session.message == f"Spot 3 of {legal}."
    run_line(session, "9999")
    assert f"1 to {legal}" in session.message


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("players", first(1, [1, 3]))
def test_every_variant_with_every_module_can_be_played(variant: Variant, players: int) -> None:
    """Whoever types the plain commands gets to the end, whatever is in play."""
    options = Options(players, variant, True, True, tuple(Token))
    session = session_of(options)
    used: set[str] = set()
    for step in range(3000):
        if session.game.is_over:
            break
        if step % 20 == 0:
            screen(session)
        useful = [c for c in COMMANDS if c.is_useful(session) and c.word not in ("help", "levels")]
        state = session.game.players[session.player]
        if session.held is None and not state.turn.is_settled:
            word = ("take", "reject", "0", "1")[step % 4]
        elif session.held is None:
            word = ("filler", "lift", "reserved", "done")[step % 4]
        else:
            word = ("next", "place", "flip", "reserve", "next", "place", "undo")[step % 7]
        before = session.game
        run_line(session, word)
        if session.game is not before:
            used.add(session.game.actions[-1].do)
        # Open cards are chosen by their digit, which is no command.
        assert useful or any(isinstance(action, Take) for action in before.legal_actions(0))
    assert session.game.is_over
    assert {"place", "done"} <= used
    console = Console(width=140, file=io.StringIO(), record=True)
    console.print(draw_end(session.game))
    assert session.game.names[0] in console.export_text()


def test_every_command_can_be_typed_and_pressed_at_any_time() -> None:
    """No command is a trap: with nothing held, in mid-turn, at the end of the game."""
    for options in (Options(2, special_tokens=tuple(Token), gap_fillers=True), Options()):
        session = session_of(options)
        for _ in range(4):
            for word in BY_WORD:
                assert run_line(session, word)
            for key in BY_KEY:
                assert run_key(session, key)
        assert not run_line(session, "quit")
        assert not run_key(session, "escape")


def test_the_minute_of_a_prompted_player_runs_out() -> None:
    now = 0.0
    session = Session(Game.new(Options(2), seed=1), lambda game: None, now=lambda: now)
    run_line(session, "prompt")
    assert "Nobody waits" in session.message
    run_line(session, "")
    run_line(session, "prompt")
    assert "one minute" in session.message
    now = 59.0
    assert not session.check_clock()
    assert session.seconds_left == pytest.approx(1.0)
    now = 60.0
    assert session.check_clock()
    assert session.game.table.round_number == 2
    assert "rule 2.12" in session.message


def test_players_may_go_in_any_order() -> None:
    session = session_of(Options(3))
    run_line(session, "switch")
    assert session.player == 1
    run_line(session, "")
    assert session.game.actions[0].player == 1
    assert session.player == 0


def test_a_game_is_resumed_and_a_new_one_keeps_the_old(data_folder: Path) -> None:
    nmbr9("play", "--terminal", "--seed", "4", typed="\n\n\nquit\n")
    (first,) = data_folder.glob("*.json")
    ran = nmbr9("play", "--terminal", "--json", typed="\n")
    assert len(json.loads(ran.out)["actions"]) == 4
    nmbr9("play", "--terminal", "--new", typed="\nquit\n")
    assert len(list(data_folder.glob("*.json"))) == 2
    assert len(loads(first.read_bytes()).actions) == 4


def test_bots_play_in_the_seats_after_the_people(data_folder: Path) -> None:
    flags = ("--seed", "4", "--names", "Ada", "--bots", "greedy,random")
    ran = nmbr9("play", "--terminal", *flags, "--json", typed="\n\n\n")
    record = json.loads(ran.out)
    assert record["names"] == ["Ada", "greedy (bot)", "random (bot)"]
    assert len(record["actions"]) == 9
    # The saved game knows its bots again.
    ran = nmbr9("play", "--terminal", "--json", typed="\n")
    assert len(json.loads(ran.out)["actions"]) == 12


def test_typing_what_is_no_text_is_answered() -> None:
    ran = nmbr9("play", "--terminal", "--seed", "4", typed=b"\xff\xfe\nquit\n")
    assert ran.code == 0
    assert "expected an action such as" in ran.out


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    ran = nmbr9("play", "--terminal", "--bots", "deep", typed="")
    assert ran.code == 2
    assert "expected a bot of random, greedy" in ran.err


def test_an_existing_file_is_not_overwritten_by_a_new_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert (
        nmbr9("play", "--terminal", "--file", str(path), "--players", "2", typed="quit\n").code == 0
    )
    before = path.read_bytes()
    ran = nmbr9("play", "--terminal", "--file", str(path), "--players", "3", typed="quit\n")
    assert ran.code == 2
    assert path.read_bytes() == before
    path.write_text("{}", encoding="utf-8")
    ran = nmbr9("play", "--terminal", "--file", str(path), typed="\n")
    assert ran.code == 1
    assert path.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    "flags",
    [
        ["--players", "0"],
        ["--players", "7"],
        ["--players", "5", "--variant", "level-to-level"],
        ["--variant", "chess"],
        ["--modules", "wings"],
        ["--tokens", "gap,gap"],
        ["--tokens", "7"],
        ["--tokens", "sword"],
        ["--names", "Ada,Ben"],
    ],
)
def test_options_that_do_not_exist_together_are_refused(flags: list[str]) -> None:
    ran = nmbr9("play", "--terminal", *flags, typed="quit\n")
    assert (ran.code, ran.out) == (2, "")
    assert "expected" in ran.err
    assert "got" in ran.err


def test_a_save_that_fails_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_refuses_is_told_and_the_game_goes_on() -> None:
    def refuse(game: Game) -> None:
        raise OSError(28, "No space left on device")

    session = Session(Game.new(Options(), seed=1), refuse)
    run_line(session, "")
    assert "NOT SAVED" in session.message
    assert len(session.game.actions) == 1


@pytest.mark.rest
def test_killing_the_game_leaves_a_whole_save(tmp_path: Path) -> None:
    """kill -9 at some instant while actions are being saved, ten times."""
    for run in range(10):
        path = tmp_path / f"game{run}.json"
        command = [sys.executable, "-m", "nmbr9", "play", "--terminal", "--file", str(path)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdin is not None
            process.stdin.write(b"\n" * 15)
            process.stdin.flush()
            deadline = time.monotonic() + 30
            while not path.exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.02 * run)
            process.send_signal(signal.SIGKILL)
        game = loads(path.read_bytes())
        assert not game.is_over
        assert len(game.actions) <= 15


def test_starting_tiles_of_ones_own_come_from_a_file(tmp_path: Path, data_folder: Path) -> None:
    shapes = [["XXX", "X.."], ["XX", "XX", ".X"]]
    file, saved = tmp_path / "tiles.json", tmp_path / "game.json"
    file.write_text(json.dumps(shapes))
    told = nmbr9(
        *("play", "--terminal", "--players", "2", "--starting-tiles", str(file)),
        *("--seed", "3", "--file", str(saved)),
        typed="quit\n",
    )
    assert (told.code, told.err) == (0, "")
    record = json.loads(saved.read_text())
    assert record["options"]["starting_tiles"] is True
    assert sorted(record["starting_tiles"]) == sorted(shapes)
    assert "seed" not in record, "the seed alone would deal other tiles"
    # Whatever reads the record draws its shapes.
    drawn = nmbr9("show", str(saved), "--svg", str(tmp_path / "game.svg"))
    assert drawn.code == 0
    assert "starting tile" in nmbr9("show", str(saved)).out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "expected a file of starting tiles, got"),
        ("{", "expected JSON"),
        ("[]", "expected 1 to 6 starting tiles, got 0"),
        ('[["X.X"]]', "squares of starting tile A to hang together"),
        ('[["XXXXXXX"]]', "expected starting tile A in 6 by 6 cells, got 7 by 1"),
        ('[["x"]]', "expected starting tile A as rows of X and ."),
        ('[["X"]]', "expected a starting tile for each of 2 players, got 1"),
    ],
)
def test_a_file_of_other_things_is_refused(
    tmp_path: Path, data_folder: Path, content: str | None, words: str
) -> None:
    file = tmp_path / "tiles.json"
    if content is not None:
        file.write_text(content)
    told = nmbr9("play", "--terminal", "--players", "2", "--starting-tiles", str(file))
    assert told.code == 2
    assert words in unboxed(told.err)
    assert "Traceback" not in told.err
