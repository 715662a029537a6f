"""The game on a real terminal: it never freezes without a word, and forgets no tile."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nmbr9 import Game, Options, Take, Variant
from nmbr9.cli.terminal.bot_process import new_thinker
from nmbr9.cli.terminal.opponents import bot_name
from nmbr9.cli.terminal.session import Session
from nmbr9.rules.record import dumps, loads
from tests.cli.commands import nmbr9

PATIENCE = 180
ENTER, STOP, CTRL_C = "\r", "\x1b", "\x03"


class Terminal:
    """A screen of our own with a game on it."""

    def __init__(self, handle: int, process: subprocess.Popen[bytes]) -> None:
        self._handle = handle
        self.process = process
        self.seen = ""

    def type(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def wait_for(self, words: str) -> None:
        """Read until words are on the screen; what came before them is forgotten."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.seen:
            assert time.monotonic() < deadline, self.seen[-2000:]
            if select.select([self._handle], [], [], 1.0)[0]:
                self.seen += os.read(self._handle, 10_000).decode("utf-8", "replace")
        self.seen = self.seen.split(words, 1)[1]


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "nmbr9", "play", "--terminal", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def actions_in(path: Path) -> list[int]:
    return [action.player for action in loads(path.read_bytes()).actions]


def cold(tmp_path: Path) -> dict[str, str]:
    """An environment in which nothing is compiled yet."""
    return {"NUMBA_CACHE_DIR": str(tmp_path / "nothing compiled")}


@pytest.mark.long
def test_keys_hammered_while_a_bot_thinks_place_nothing_unseen(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--bots", "strong", "--file", str(path), **cold(tmp_path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER)
        screen.wait_for("strong is thinking")
        assert actions_in(path) == [0], "stored before the bot is asked"
        screen.type(ENTER * 30)
        screen.wait_for("Round 2")
        screen.type(STOP)
        screen.wait_for("Saved in")
    assert actions_in(path) == [0, 1]


@pytest.mark.rest
def test_a_game_that_is_killed_while_a_bot_thinks_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ("--bots", "strong", "--file", str(path))
    with terminal(*arguments, **cold(tmp_path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER)
        screen.wait_for("strong is thinking")
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait()
    assert actions_in(path) == [0]
    with terminal("--file", str(path)) as screen:
        screen.wait_for("strong is thinking")
        screen.wait_for("Round 2")
        screen.type(STOP)
        screen.wait_for("Saved in")
        assert screen.process.wait(PATIENCE) == 0
    assert actions_in(path) == [0, 1]


def test_keys_typed_ahead_are_dropped_when_a_new_card_comes(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--file", str(path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER * 3)  # in one piece: all of it is there before the first is read
        screen.wait_for("Round 2")
        screen.type(STOP)
        screen.wait_for("Saved in")
        assert screen.process.wait(PATIENCE) == 0
    assert actions_in(path) == [0]


def test_a_key_that_is_held_down_places_one_tile(tmp_path: Path) -> None:
    """It comes thirty times a second, also after the next card: nobody has seen that by then."""
    path = tmp_path / "game.json"
    with terminal("--file", str(path)) as screen:
        screen.wait_for("fits on level 0")
        for _ in range(40):
            screen.type(ENTER)
            time.sleep(1 / 30)
        screen.wait_for("Round 2")
        screen.type(STOP)
        screen.wait_for("Saved in")
        assert screen.process.wait(PATIENCE) == 0
    assert actions_in(path) == [0]


def test_a_line_can_be_typed_between_keys(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--seed", "7", "--file", str(path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(":")
        screen.wait_for("notation: ")
        screen.type("8r@0,0" + ENTER)
        screen.wait_for("8r@0,0  fits on level 0")
        screen.type(ENTER)
        screen.wait_for("Round 2")
        screen.type(STOP)
        screen.wait_for("Saved in")
    assert actions_in(path) == [0]


def test_two_at_one_keyboard_see_their_own_display_before_they_place(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--players", "2", "--file", str(path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER * 2)
        screen.wait_for("Player 1 0 (has placed)")
        screen.type(STOP)
        screen.wait_for("Saved in")
    assert actions_in(path) == [0]


def test_leaving_while_a_bot_thinks_keeps_the_placement(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--bots", "strong", "--file", str(path), **cold(tmp_path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER)
        screen.wait_for("strong is thinking")
        screen.type(CTRL_C)
        screen.wait_for("Saved in")
        screen.wait_for("nmbr9: interrupted in round 1")
        assert screen.process.wait(PATIENCE) == 130
    assert actions_in(path) == [0]


def test_ctrl_c_on_ones_own_turn_is_an_interrupt_that_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with terminal("--file", str(path)) as screen:
        screen.wait_for("fits on level 0")
        screen.type(ENTER)
        screen.wait_for("Round 2")
        screen.type(CTRL_C)
        screen.wait_for("Saved in")
        screen.wait_for("nmbr9: interrupted in round 2")
        assert screen.process.wait(PATIENCE) == 130
    assert actions_in(path) == [0]


def test_a_tile_can_be_placed_before_anything_is_compiled() -> None:
    """Neither the compiler nor NumPy is loaded in the process with the screen."""
    script = (
        "import sys; from nmbr9.cli.main import run;"
        "sys.argv = ['nmbr9', 'play', '--terminal', '--bots', 'strong,careful']; run();"
        "print([name for name in ('numba', 'numpy', 'sqlalchemy') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", f"if __name__ == '__main__':\n    {script}"],
        input="quit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_decision_without_a_choice_is_not_asked() -> None:
    """The first card of Level to Level is the only one: everybody takes it."""
    saved: list[Game] = []
    game = Game.new(Options(variant=Variant.LEVEL_TO_LEVEL), seed=1)
    session = Session(game, saved.append)
    session.go_on()
    assert session.game.actions == (Take(0, 0),)
    assert saved == [session.game]
    assert session.held is not None


def test_every_action_is_stored_before_the_next_bot_is_asked() -> None:
    saved: list[Game] = []
    asked: list[int] = []
    names = ["Ada", bot_name("greedy"), bot_name("random")]
    with new_thinker() as thinker:
        session = Session(Game.new(Options(players=3), seed=1, names=names), saved.append, thinker)
        session.wait = lambda bot, thought: asked.append(len(saved[-1].actions))
        session.confirm()
    assert asked == [1, 2]
    assert [len(game.actions) for game in saved] == [1, 2, 3]


def test_lines_tell_what_bots_did(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    names = ["Ada", bot_name("greedy")]
    game = Game.new(Options(players=2), seed=1, names=names)
    # Left in the middle of a round: it is the bot's turn.
    game = game.apply(0, game.legal_actions(0)[0])
    path.write_text(dumps(game), encoding="utf-8")
    ran = nmbr9("play", "--terminal", "--file", str(path), typed="quit\n")
    assert "greedy (bot): " in ran.out
    assert actions_in(path) == [0, 1]
