"""A program that is asked line by line: with limits, and ended with everything it started."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from nmbr9.bots.guests.messages import BotFailed
from nmbr9.rules.errors import shown

KEEPER = Path(__file__).with_name("keeper.py")
MOST_MEMORY = 1 << 30
"""Bytes that each process of a bot may use."""
MOST_FILE = 1 << 26
"""Bytes of each file that it may write."""
MOST_LINE = 1 << 16
"""Bytes of an answer; an action takes a hundred."""
MOST_COMPLAINT = 300
"""Bytes of what it last wrote to standard error that are kept, to say what went wrong."""
ENDING_SECONDS = 10.0
"""How long the keeper may take to end everything on a busy machine."""
_KEPT_VARIABLES = ("PATH", "TZ")


def bare_environment() -> dict[str, str]:
    """Return what a bot's program gets of our environment: where programs are, and no secret."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return {**kept, "LANG": "C.UTF-8"}


class _Ending(NamedTuple):
    """What the keeper tells; see there."""

    code: int | None
    left: int
    crowd: int

    @property
    def how(self) -> str:
        if self.code is None or self.code < 0:
            return f"was killed by signal {-(self.code or 0)}"
        return f"ended with exit code {self.code}"


class Program:
    """A running program. `end` it, or it ends with this process."""

    def __init__(self, command: Sequence[str], **more: str) -> None:
        """Start a command; `more` are variables besides those of the bare environment.

        Raises: BotFailed.
        """
        if os.name != "posix":
            raise BotFailed("expected Linux, macOS or the like for a bot's process, got Windows")
        if shutil.which(command[0]) is None:
            raise BotFailed(f"expected a program to run, got {shown(command[0])}, which is none")
        self._lifeline, theirs = socket.socketpair()
        limits = map(str, (theirs.fileno(), MOST_MEMORY, MOST_FILE))
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), *limits, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**bare_environment(), **more},
                pass_fds=(theirs.fileno(),),
                # An interrupt at the terminal is for us: we end it then.
                start_new_session=True,
            )
        self._buffer = b""
        self._complaint = b""
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        for pipe in (stdin, stdout, stderr):
            os.set_blocking(pipe.fileno(), False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Return the one line that answers another.

        Raises: BotFailed, when none comes in time, or more than an answer, or it has ended.
        """
        if self._buffer:
            raise BotFailed(f"expected one line for each question, got {_text(self._buffer)} more")
        stdin, stdout, stderr = self._stdin, self._stdout, self._stderr
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = deadline - time.monotonic()
                ready = [key.fileobj for key, _ in selector.select(max(0.0, left))]
                if not ready and left <= 0:
                    raise BotFailed(f"expected an answer within {seconds:.1f} s, got none")
                if stderr in ready and not self._heard_complaint(stderr.fileno()):
                    selector.unregister(stderr)
                if stdout in ready:
                    self._read(stdout.fileno())
                elif stdin in ready:
                    line = self._written(stdin.fileno(), line)
                    if not line:
                        selector.unregister(stdin)
                if left <= 0:
                    raise BotFailed(f"expected an answer within {seconds:.1f} s, got none")
        answer, _, self._buffer = self._buffer.partition(b"\n")
        return answer

    def _written(self, pipe: int, line: bytes) -> bytes:
        """Write what the pipe takes; return the rest."""
        try:
            return line[os.write(pipe, line[: 1 << 16]) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            return b""  # It reads no more; whether it has ended is to be read, too.

    def _read(self, pipe: int) -> None:
        data = os.read(pipe, MOST_LINE)
        self._buffer += data
        if not data:
            raise BotFailed(f"expected an answer, got {self._ending()}")
        if b"\n" not in self._buffer and len(self._buffer) > MOST_LINE:
            raise BotFailed(
                f"expected a line of at most {MOST_LINE} bytes, got {_text(self._buffer)} and more"
            )

    def _heard_complaint(self, pipe: int) -> bool:
        """Keep the end of what it writes to standard error; return whether there may be more."""
        data = os.read(pipe, MOST_LINE)
        self._complaint = (self._complaint + data)[-MOST_COMPLAINT:]
        return bool(data)

    def _ending(self) -> str:
        """Return how it ended, and the last line of what it had to say about it."""
        ended = self._told(ENDING_SECONDS)
        if ended is None:
            return "the end of its output"
        if ended.crowd:
            return f"{ended.crowd} processes, which are too many"
        with suppress(BlockingIOError):
            while self._heard_complaint(self._stderr.fileno()):
                pass
        words = self._complaint.decode(errors="replace").strip().splitlines()
        return f"a program that {ended.how}" + (f", saying {words[-1]!r}" if words else "")

    def _told(self, seconds: float) -> _Ending | None:
        """Return what the keeper tells of the end; None if there is none within some seconds."""
        self._lifeline.settimeout(seconds)
        try:
            return _Ending(**json.loads(self._lifeline.recv(1024)))
        except (TimeoutError, ValueError):
            return None

    def close_input(self, seconds: float) -> None:
        """Let it end by itself, as a program should when its input ends.

        Raises: BotFailed, when it does not, or leaves processes behind.
        """
        with suppress(BrokenPipeError):
            self._stdin.close()
        ended = self._told(seconds)
        if ended is None:
            raise BotFailed(
                f"expected it to end when its input ends, got it running {seconds:.1f} s later"
            )
        if ended.left:
            raise BotFailed(
                f"expected no process left behind when it ends, got {ended.left} that went on"
            )

    def end(self) -> None:
        """End it and everything it started."""
        self._lifeline.close()
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(BrokenPipeError):
                pipe.close()


def _text(data: bytes) -> str:
    return shown(data[:100].decode(errors="replace"))
