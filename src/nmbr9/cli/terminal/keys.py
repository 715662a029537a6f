"""Reading single keys from a terminal."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SEQUENCES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b[Z": "backtab",
    "\x1b": "escape",
    "\t": "tab",
    "\r": "enter",
    "\n": "enter",
    "\x04": "ctrl-d",
    "": "ctrl-d",
}
CTRL_C = "\x03"
ESCAPE_SECONDS = 0.05
"""How long the rest of an escape sequence may take to arrive."""


def can_read_keys() -> bool:
    """Whether stdin is a terminal that can be read key by key."""
    if not sys.stdin.isatty():
        return False
    try:
        import termios
    except ImportError:  # Windows: lines are typed instead
        return False
    return bool(termios)


@contextmanager
def key_mode() -> Iterator[None]:
    """Switch the terminal to single keys, and back whatever happens."""
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        # Not the default, which throws away what was typed ahead.
        tty.setcbreak(handle, termios.TCSADRAIN)
        # Ctrl-C arrives as a key: no moment in which a game is being saved is interrupted.
        mode = termios.tcgetattr(handle)
        mode[3] &= ~termios.ISIG
        termios.tcsetattr(handle, termios.TCSADRAIN, mode)
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


@contextmanager
def line_mode() -> Iterator[None]:
    """Let a line be typed and seen in the middle of `key_mode`."""
    import termios

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    mode = termios.tcgetattr(handle)
    mode[3] |= termios.ICANON | termios.ECHO | termios.ISIG
    try:
        termios.tcsetattr(handle, termios.TCSADRAIN, mode)
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def read_key(timeout: float) -> str | None:
    """Return the name of the next key, or None when none came in time.

    Raises: KeyboardInterrupt, for the key that means it everywhere.
    """
    handle = sys.stdin.fileno()
    if not select.select([handle], [], [], timeout)[0]:
        return None
    text = os.read(handle, 1).decode("utf-8", "replace")
    if text == CTRL_C:
        raise KeyboardInterrupt
    if text == "\x1b":
        while select.select([handle], [], [], ESCAPE_SECONDS)[0] and len(text) < 8:
            text += os.read(handle, 1).decode("utf-8", "replace")
            if text in SEQUENCES or (text[-1].isalpha() and text[-1] != "O"):
                break
    return SEQUENCES.get(text, text)
