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
from types import FrameType, TracebackType
from typing import Any

EXIT_CODE = 130
PATIENCE_SECONDS = 1.0
"""Keys are hit twice, and held down: for so long after an interrupt others mean the same one, and
what was reached can be printed. Later ones end that, too."""
AGAIN_AFTER_SECONDS = 0.02
OWNS_MEMORY = "llvmlite.binding"
"""Frees memory outside Python and then notes that it has: in between it must not be left, or the
memory is freed once more and the process aborted."""


class Interrupted(Exception):
    """The work was interrupted, and what was reached has been printed and written."""


class _Interrupts:
    """The interrupts of this process: it has one keyboard."""

    def __init__(self) -> None:
        self.were_asked_for = False
        self._last: float | None = None
        """When one was raised, or arrived where it ends the work."""

    def receive(self, _signal: int, frame: FrameType | None) -> None:
        """Raise an interrupt, unless it is the last one once more or must come a little later."""
        self.were_asked_for = True
        # Libraries log what became of their work, tracebacks included: that is our line to say.
        if logging := sys.modules.get("logging"):
            logging.disable()
        if self._last is not None and time.monotonic() - self._last <= PATIENCE_SECONDS:
            return
        if _is_in(OWNS_MEMORY, frame):
            self.swallowed()
            return
        self._last = time.monotonic()
        raise KeyboardInterrupt

    def swallowed(self) -> None:
        """Interrupt once more, after the code that must not raise has been left."""
        self._last = None
        again = threading.Timer(AGAIN_AFTER_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()

    def arrived(self) -> None:
        """Take others for the same one, such as one that is still to come again."""
        self._last = time.monotonic()


def _is_in(package: str, frame: FrameType | None) -> bool:
    """Whether a function of the package runs, or has called what runs."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(package):
            return True
        frame = frame.f_back
    return False


_interrupts = _Interrupts()


def were_asked_for() -> bool:
    """Whether there was an interrupt, so that any failure now may be its doing."""
    return _interrupts.were_asked_for


def arrived() -> None:
    """Say that an interrupt ends the work now: for a moment others mean the same one."""
    _interrupts.arrived()


def heed() -> None:
    """Let interrupts of this process arrive as KeyboardInterrupt in the end, wherever they come up.

    Who started us may have decided that interrupts are not for us; then nothing changes.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    usual = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            _interrupts.swallowed()
        elif not _interrupts.were_asked_for:
            usual(unraisable)

    sys.unraisablehook = hook
    signal.signal(signal.SIGINT, _interrupts.receive)


def ignore() -> None:
    """Let no interrupt come between what is left: everything is said, the process only ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where one came up in text that is executed, as when a dataclass is made, `python -m` remembers
    # it although it was caught, and ends by the signal instead of with our exit code. Executing
    # other text makes it forget.
    exec("")


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
        if self.is_interrupted:
            _interrupts.arrived()
        return self.is_interrupted

    def end(self, reached: str) -> None:
        """Say how far the work has come, if it was interrupted.

        Raises: Interrupted.
        """
        if self.is_interrupted:
            raise Interrupted(reached)
