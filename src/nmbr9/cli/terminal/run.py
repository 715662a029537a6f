"""The two loops of the terminal game: single keys on a terminal, lines otherwise."""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future, wait
from functools import partial

from rich.console import Console

from nmbr9.cli.terminal.commands import run_key, run_line
from nmbr9.cli.terminal.keys import drop_keys, key_mode, read_key
from nmbr9.cli.terminal.screen import draw_end, draw_session
from nmbr9.cli.terminal.session import Session
from nmbr9.cli.terminal.thinking import Actions

CLOCK_SECONDS = 0.5
"""How often the clock of a prompted player is looked at."""
THINKING_SECONDS = 0.1
"""How often it is looked whether a bot has thought."""
LONG_THOUGHT = 3
"""Seconds after which one wants to know why."""
TYPING_KEY = ":"
LEAVING_KEYS = ("ctrl-c", "ctrl-d")


def play_with_keys(session: Session, console: Console) -> None:
    """Play until the game is over or the player leaves, one key at a time."""
    session.wait = partial(_watch_thinking, session, console)
    goes_on = _bots_went_on(session)
    while goes_on and not session.game.is_over:
        console.clear()
        console.print(draw_session(session, console.width, console.height))
        key = _next_key(session)
        if key is None:
            continue
        session.message = ""
        drawn = session.game.table.drawn
        try:
            goes_on = _typed_line(session, console) if key == TYPING_KEY else run_key(session, key)
        except Left:
            goes_on = False
        if session.game.table.drawn != drawn:
            # Meant for the card before: nobody has seen this one yet.
            drop_keys()
    if session.game.is_over:
        console.clear()
        console.print(draw_end(session.game))


class Left(Exception):
    """The player leaves while a bot thinks."""


def _bots_went_on(session: Session) -> bool:
    try:
        session.go_on()
    except Left:
        return False
    return True


def _watch_thinking(session: Session, console: Console, bot: str, thought: Future[Actions]) -> None:
    """Say who thinks, and for how long; keys are not for this moment, except the one to leave.

    Raises: Left.
    """
    began, told = time.monotonic(), ""
    with key_mode():
        while not thought.done():
            seconds = int(time.monotonic() - began)
            words = thinking_words(bot, seconds)
            if words != told:
                session.message, told = words, words
                console.clear()
                console.print(draw_session(session, console.width, console.height))
            if read_key(THINKING_SECONDS) in LEAVING_KEYS:
                raise Left
    session.message = ""


def thinking_words(bot: str, seconds: int) -> str:
    """Return what is said while a bot thinks."""
    if seconds < LONG_THOUGHT:
        return f"{bot} is thinking"
    return f"{bot} is thinking, {seconds} s; before its first move on a machine it gets ready"


def _next_key(session: Session) -> str | None:
    """Return the next key, or None when the clock has changed what is to be seen."""
    with key_mode():
        while True:
            key = read_key(CLOCK_SECONDS)
            if key is not None or session.check_clock() or session.seconds_left is not None:
                return key


def _typed_line(session: Session, console: Console) -> bool:
    """Let the player type a line in the middle of playing with keys."""
    try:
        return run_line(session, console.input("notation: "))
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


def _tell_thinking(console: Console, bot: str, thought: Future[Actions]) -> None:
    """Say who thinks, unless it is over at once."""
    wait([thought], timeout=THINKING_SECONDS)
    if not thought.done():
        console.print(thinking_words(bot, 0))
    wait([thought])
