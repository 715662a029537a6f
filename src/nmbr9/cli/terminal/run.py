"""The two loops of the terminal game: single keys on a terminal, lines otherwise."""

from __future__ import annotations

import sys

from rich.console import Console

from nmbr9.cli.terminal.commands import run_key, run_line
from nmbr9.cli.terminal.keys import key_mode, read_key
from nmbr9.cli.terminal.screen import draw_end, draw_session
from nmbr9.cli.terminal.session import Session

CLOCK_SECONDS = 0.5
"""How often the clock of a prompted player is looked at."""
TYPING_KEY = ":"


def play_with_keys(session: Session, console: Console) -> None:
    """Play until the game is over or the player leaves, one key at a time."""
    goes_on = True
    while goes_on and not session.game.is_over:
        console.clear()
        console.print(draw_session(session, console.width, console.height))
        key = _next_key(session)
        if key is None:
            continue
        session.message = ""
        goes_on = _typed_line(session, console) if key == TYPING_KEY else run_key(session, key)
    if session.game.is_over:
        console.clear()
        console.print(draw_end(session.game))


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
