"""Running `nmbr9` in this process, as fast as a function call and as strict as a shell."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest import mock

from nmbr9.cli.main import main


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


def nmbr9(*arguments: str, typed: str | bytes = "") -> Ran:
    """Run a command line and return its exit code and what it printed."""
    content = typed.encode("utf-8", "surrogateescape") if isinstance(typed, str) else typed
    out, err, into = _Stream(), _Stream(), _Stream(content)
    code = 0
    with (
        mock.patch.object(sys, "argv", ["nmbr9", *arguments]),
        mock.patch.object(sys, "stdin", into),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
    return Ran(code, out.text(), err.text())
