"""Which process of a server has a connection, by what the system tells of open sockets."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TRIES = 20


def holder_of(port: int, pids: Iterable[int]) -> int:
    """The process that has the other end of the connection from a port of this machine.

    While it is on its way from one process to another, nobody or both have it: it is asked again.
    """
    while True:
        inode = _inode(port)
        holders = [pid for pid in pids if inode in _inodes(pid)]
        if len(holders) == 1:
            return holders[0]


def _inode(port: int) -> str:
    """The system tells its sockets page by page: while others come and go, it may leave one out."""
    for _ in range(TRIES):
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if int(fields[2].split(":")[1], 16) == port:
                return fields[9]
        time.sleep(0.05)
    raise AssertionError(f"expected a connection from port {port}, got none")


def _inodes(pid: int) -> set[str]:
    links = []
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # Closed meanwhile.
            links.append(os.readlink(entry))
    return {link[8:-1] for link in links if link.startswith("socket:[")}
