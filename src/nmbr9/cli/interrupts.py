"""Ctrl-C: at any moment one line and exit code 130, and what was reached is not lost.

An interrupt is an exception that may come up anywhere: also inside libraries that make another
error of it, as a compiler does, and inside callbacks and finalizers, whose exceptions Python only
prints. Here it is remembered until it has arrived where it ends the work.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

EXIT_CODE = 130
PATIENCE_SECONDS = 1.0
"""Keys are hit twice, and held down: for so long after an interrupt others mean the same one, and
what was reached can be printed. Later ones end that, too."""
AGAIN_AFTER_SECONDS = 0.02


class Interrupted(Exception):
    """The work was interrupted, and what was reached has been printed and written."""


class _Interrupts:
    """The interrupts of this process: it has one keyboard."""

    def __init__(self) -> None:
        self.asked_at: float | None = None

    def receive(self, _signal: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.asked_at is None or now - self.asked_at > PATIENCE_SECONDS:
            self.asked_at = now
            raise KeyboardInterrupt

    def send_again(self) -> None:
        """Interrupt once more, after the code that must not raise has been left."""
        self.asked_at = None
        again = threading.Timer(AGAIN_AFTER_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()


_interrupts = _Interrupts()


def were_asked_for() -> bool:
    """Whether there was an interrupt, so that any failure now may be its doing."""
    return _interrupts.asked_at is not None


@contextmanager
def heeded() -> Iterator[None]:
    """Let interrupts arrive as KeyboardInterrupt in the end, wherever they come up first.

    Who started us may have decided that interrupts are not for us; then nothing changes.
    """
    usual, usual_hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    if (
        usual is not signal.default_int_handler
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def hook(swallowed: Any) -> None:
        if swallowed.exc_type is not None and issubclass(swallowed.exc_type, KeyboardInterrupt):
            _interrupts.send_again()
        else:
            usual_hook(swallowed)

    _interrupts.asked_at = None
    sys.unraisablehook = hook
    signal.signal(signal.SIGINT, _interrupts.receive)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        sys.unraisablehook = usual_hook


class Work:
    """Long work in a `with` block, which an interrupt ends: what follows tells what was reached.

    `end` belongs after that, and lets the command end with the exit code of an interrupt.
    """

    def __init__(self) -> None:
        self.is_interrupted = False

    def __enter__(self) -> Work:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        if kind is None:
            return False
        self.is_interrupted = issubclass(kind, KeyboardInterrupt) or (
            were_asked_for() and issubclass(kind, Exception)
        )
        return self.is_interrupted

    def end(self, reached: str) -> None:
        """Say how far the work has come, if it was interrupted.

        Raises: Interrupted.
        """
        if self.is_interrupted:
            raise Interrupted(reached)
