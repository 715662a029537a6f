"""The processes of one server on one machine: every match has a home among them.

Whichever process takes a connection, it passes it on to the home of the match that the connection
asks for. All processes work out the same order of homes for a match, so nothing has to be agreed
on; where the first does not answer, the next one is its home. Nothing but speed depends on it:
every process can serve every match.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

STATE = "neighbours"
"""Under this name in the state of the application, as connections see it."""

MOST_BYTES = 65_536
"""What is passed on with a connection: the beginning of a request. Longer ones are served here."""

_MATCH_IN = re.compile(rb"[A-Z]{3,7} [^ ?]*/(?:ws|api/matches)/([A-Za-z0-9-]{1,40})[/? ]")

Take = Callable[[socket.socket, bytes], None]
"""Takes over a connection, and what has been read from it."""


def match_asked_for(data: bytes) -> str | None:
    """Return the match in the request line that some bytes begin with.

    >>> match_asked_for(b"GET /nmbr9/ws/abc234 HTTP/1.1"), match_asked_for(b"GET /ws HTTP/1.1")
    ('abc234', None)
    """
    found = _MATCH_IN.match(data)
    return None if found is None else found[1].decode()


def homes(match: str, count: int) -> Sequence[int]:
    """Return the processes in the order in which a match belongs to them."""

    def rank(index: int) -> bytes:
        return hashlib.blake2b(f"{index} {match}".encode(), digest_size=8).digest()

    return sorted(range(count), key=rank)


class Neighbours:
    """The other processes, as one of them sees them, over sockets in a folder that they share."""

    def __init__(self, folder: Path, own: int, count: int, take: Take) -> None:
        """Begin to take over connections, in the thread of the running event loop."""
        self._folder, self._own, self._count, self._take = folder, own, count, take
        self._loop = asyncio.get_running_loop()
        self._ways: dict[int, socket.socket] = {}
        """To those whom something was passed on to."""
        self._heard: set[socket.socket] = set()
        """From those who pass something on."""
        path = self._path(own)
        path.unlink(missing_ok=True)  # Left by the process that had our place, and died.
        self._door = _seqpacket()
        self._door.bind(str(path))
        self._door.listen(count)
        self._loop.add_reader(self._door, self._come)

    def pass_on(self, match: str, descriptor: int, data: bytes) -> bool:
        """Pass on a connection to the home of a match; False when it is to be served here."""
        if len(data) > MOST_BYTES:
            return False
        for home in homes(match, self._count):
            if home == self._own:
                return False
            try:
                socket.send_fds(self._way(home), [data], [descriptor])
            except BlockingIOError:
                # It has more to do than it can take; here the match is served as well.
                return False
            except OSError:
                self._forget(home)
            else:
                return True
        return False

    def _way(self, home: int) -> socket.socket:
        """Return the way to a process.

        Raises: OSError, when it is not there.
        """
        way = self._ways.get(home)
        if way is None:
            way = _seqpacket()
            try:
                way.connect(str(self._path(home)))
            except OSError:
                way.close()
                raise
            self._ways[home] = way
            # Nothing is ever said on it: it can be read only when the process is gone.
            self._loop.add_reader(way, self._forget, home)
        return way

    def _forget(self, home: int) -> None:
        way = self._ways.pop(home, None)
        if way is not None:
            self._loop.remove_reader(way)
            way.close()

    def _path(self, index: int) -> Path:
        return self._folder / str(index)

    def _come(self) -> None:
        with suppress(BlockingIOError):
            way, _ = self._door.accept()
            way.setblocking(False)
            self._heard.add(way)
            self._loop.add_reader(way, self._hear, way)

    def _hear(self, way: socket.socket) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(way, MOST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if not data:
            self._leave(way)
        # None where this process has too many open files already: the other end is told nothing.
        for descriptor in descriptors:
            self._take(socket.socket(fileno=descriptor), data)

    def _leave(self, way: socket.socket) -> None:
        self._loop.remove_reader(way)
        self._heard.discard(way)
        way.close()

    def close(self) -> None:
        """Take over nothing more; the others notice."""
        self._loop.remove_reader(self._door)
        self._door.close()
        with suppress(OSError):
            os.unlink(self._path(self._own))
        for way in tuple(self._heard):
            self._leave(way)
        for home in tuple(self._ways):
            self._forget(home)


def _seqpacket() -> socket.socket:
    it = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    it.setblocking(False)
    return it
