"""A disk that forgets what was not synced, below processes that believe it is an ordinary one.

`forgetful.c` notes what a process writes below a folder and when it syncs. When the process has
been killed, `forget` puts there what a disk may hold after the power has failed: everything up to
the last sync of each file that was complete, and of what came later any sectors in any order.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.machine import C_COMPILER, leave_out

SOURCE = Path(__file__).with_name("forgetful.c")
HEAD = struct.Struct("8sQQQ")
SECTOR = 512
"""What a disk writes whole or not at all."""


class Line(NamedTuple):
    """Something that was done to a file."""

    kind: str
    path: Path
    at: int
    data: bytes


class ForgetfulDisk:
    """A folder and what a disk below it would have kept."""

    def __init__(self, place: Path) -> None:
        if shutil.which("gcc") is None:
            leave_out(C_COMPILER)
        self.folder = place / "disk"
        self.folder.mkdir()
        self._log = place / "writes"
        self._library = place / "forgetful.so"
        command = ["gcc", "-O2", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"]
        subprocess.run([*command, str(self._library), str(SOURCE), "-ldl"], check=True)
        self._kept: dict[Path, bytearray] = {}
        self.forgotten = 0
        """Sectors that were written and are gone."""

    @property
    def environment(self) -> dict[str, str]:
        """Of one process that has this disk; of one at a time."""
        return {
            "LD_PRELOAD": str(self._library),
            "FORGETFUL_FOLDER": str(self.folder),
            "FORGETFUL_LOG": str(self._log),
        }

    def keep(self) -> None:
        """Take what is in the folder for written long ago."""
        self._kept = {path: bytearray(path.read_bytes()) for path in self.folder.iterdir()}

    def forget(self, random: Random) -> None:
        """Lose what a failure of power may lose; the process has been killed."""
        lines = list(self._lines())
        durable: dict[Path, int] = defaultdict(int)
        for line in lines:
            if line.kind == "sync":
                durable[line.path] = line.at
        for number, line in enumerate(lines):
            if line.kind != "sync":
                # That a file is gone is written in its folder.
                synced = line.path.parent if line.kind == "unlink" else line.path
                self._redo(line, random if number >= durable[synced] else None)
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for path, content in self._kept.items():
            path.write_bytes(content)
        self._log.unlink()

    def _lines(self) -> Iterator[Line]:
        told = self._log.read_bytes()
        start = 0
        while start < len(told):
            kind, at, length, path_length = HEAD.unpack_from(told, start)
            word = kind.rstrip(b"\0").decode()
            start += HEAD.size
            path = Path(told[start : start + path_length].decode())
            start += path_length
            data = told[start : start + length]
            assert len(data) == length
            start += length
            yield Line(word, path, at, data)

    def _redo(self, line: Line, chance: Random | None) -> None:
        """Do something again; with a chance each sector of it is there or is not."""
        if line.kind == "unlink":
            if chance is None or chance.random() < 0.5:
                self._kept.pop(line.path, None)
            return
        content = self._kept.setdefault(line.path, bytearray())
        if line.kind == "cut":
            if chance is None or chance.random() < 0.5:
                del content[line.at :]
                content.extend(bytes(line.at - len(content)))
            return
        assert line.kind == "write"
        first, end = line.at, line.at + len(line.data)
        while first < end:
            last = min(end, (first // SECTOR + 1) * SECTOR)
            if chance is None or chance.random() < 0.5:
                if len(content) < last:
                    content.extend(bytes(last - len(content)))
                content[first:last] = line.data[first - line.at : last - line.at]
            else:
                self.forgotten += 1
            first = last
