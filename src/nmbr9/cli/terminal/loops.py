"""The two loops of the terminal game: single keys on a terminal, lines otherwise."""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future, wait
from functools import partial

from rich.console import Console, RenderableType

from nmbr9.cli.terminal.bot_process import Thought
from nmbr9.cli.terminal.controls import QUIT_KEYS, run_key, run_line
from nmbr9.cli.terminal.keys import key_mode, line_mode, read_key
from nmbr9.cli.terminal.screen import draw_end, draw_session
from nmbr9.cli.terminal.session import Session

CLOCK_SECONDS = 0.5
"""How often the clock of a prompted player is looked at."""
THINKING_SECONDS = 0.1
"""How often it is looked whether a bot has thought."""
SEEN_SECONDS = 0.3
"""How long no key must come before a new card counts as seen: a key held down comes more often."""
LONG_THOUGHT = 3
"""Seconds after which one wants to know why."""
TYPING_KEY = ":"
LEAVING_KEY = "ctrl-d"


def play_with_keys(session: Session, console: Console) -> None:
    """Play until the game is over or the player leaves, one key at a time."""
    session.wait = partial(_watch_thinking, session, console)
    try:
        with key_mode():
            session.go_on()
            _play_turns(session, console, was_typed_ahead=_dropped_keys(0))
    except Left:
        return
    if session.game.is_over:
        _draw(console, draw_end(session.game))


def _play_turns(session: Session, console: Console, *, was_typed_ahead: bool) -> None:
    goes_on, asked = True, None if was_typed_ahead else _question(session)
    while goes_on and not session.game.is_over:
        _draw(console, draw_session(session, console.width, console.height))
        if asked != _question(session):
            asked = _question(session)
            _dropped_keys(SEEN_SECONDS)
        key = _next_key(session)
        if key is None:
            continue
        session.message = ""
        goes_on = _typed_line(session, console) if key == TYPING_KEY else run_key(session, key)


def _question(session: Session) -> tuple[int, int, int]:
    """Return whose decision is asked for, and about which card."""
    table = session.game.table
    return table.round_number, table.drawn, session.player


def _dropped_keys(quiet_seconds: float) -> bool:
    """Drop keys until none comes for so long: they are not meant for what is new on the screen.

    Returns: whether there were any.
    Raises: Left.
    """
    were_any = False
    while (key := read_key(quiet_seconds)) is not None:
        were_any = True
        if key in QUIT_KEYS:
            raise Left
    return were_any


def _draw(console: Console, drawing: RenderableType) -> None:
    with console:  # in one piece: there is no moment with an empty screen
        console.clear()
        console.print(drawing)


class Left(Exception):
    """The player leaves at a moment at which other keys do nothing."""


def _watch_thinking(session: Session, console: Console, bot: str, thought: Future[Thought]) -> None:
    """Say who thinks, and for how long; keys are not for this moment, except the one to leave.

    Raises: Left.
    """
    began, told = time.monotonic(), ""
    while not thought.done():
        seconds = int(time.monotonic() - began)
        words = thinking_words(bot, seconds)
        if words != told:
            session.message, told = words, words
            _draw(console, draw_session(session, console.width, console.height))
        if read_key(THINKING_SECONDS) == LEAVING_KEY:
            raise Left
    session.message = ""


def thinking_words(bot: str, seconds: int) -> str:
    """Return what is said while a bot thinks."""
    if seconds < LONG_THOUGHT:
        return f"{bot} is thinking"
    return f"{bot} is thinking, {seconds} s; before its first move on a machine it gets ready"


def _next_key(session: Session) -> str | None:
    """Return the next key, or None when the clock has changed what is to be seen."""
    while True:
        key = read_key(CLOCK_SECONDS)
        if key is not None or session.check_clock() or session.seconds_left is not None:
            return key


def _typed_line(session: Session, console: Console) -> bool:
    """Let the player type a line in the middle of playing with keys."""
    try:
        with line_mode():
            line = console.input("notation: ")
        return run_line(session, line)
    except (EOFError, KeyboardInterrupt):
        session.message = "Nothing typed."
        return True


def play_with_lines(session: Session, console: Console) -> None:
    """Play until the game is over or the lines end, one line at a time."""
    session.wait = partial(_tell_thinking, console)
    session.go_on()
    while not session.game.is_over:
        console.print(draw_session(session, console.width))
        console.print("> ", end="")
        line = sys.stdin.readline()
        session.check_clock()
        session.message = ""
        if not line or not run_line(session, line):
            break
    if session.game.is_over:
        console.print(draw_end(session.game))


def _tell_thinking(console: Console, bot: str, thought: Future[Thought]) -> None:
    """Say who thinks, unless it is over at once."""
    wait([thought], timeout=THINKING_SECONDS)
    if not thought.done():
        console.print(thinking_words(bot, 0))
    wait([thought])
