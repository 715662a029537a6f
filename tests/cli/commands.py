"""Running `nmbr9` in this process, as fast as a function call and as strict as a shell."""

from __future__ import annotations

import contextlib
import io
import signal
import subprocess
import sys
from dataclasses import dataclass
from unittest import mock

from nmbr9.cli.main import run


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class _Stream(io.TextIOWrapper):
    """A stream of bytes with the methods of a real one."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", write_through=True)

    def text(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8")


def started(*arguments: str) -> subprocess.Popen[str]:
    """Start a command line in a process of its own, which an interrupt reaches.

    Whoever runs the tests in the background may have told them, and so their children, to ignore
    interrupts; a terminal does not.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "nmbr9", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a group of its own, to interrupt as a terminal does
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )


def unboxed(text: str) -> str:
    """A message without the frame around it."""
    return " ".join(text.replace("│", " ").split())


def nmbr9(*arguments: str, typed: str | bytes = "") -> Ran:
    """Run a command line and return its exit code and what it printed."""
    content = typed.encode("utf-8", "surrogateescape") if isinstance(typed, str) else typed
    out, err, into = _Stream(), _Stream(), _Stream(content)
    with (
        mock.patch.object(sys, "argv", ["nmbr9", *arguments]),
        mock.patch.object(sys, "stdin", into),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run()
    return Ran(code, out.text(), err.text())
