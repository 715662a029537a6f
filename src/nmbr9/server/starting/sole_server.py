"""One server for a file of SQLite, and one database for an address: a second one is refused.

Two servers on one file would both have its matches in memory, and neither would hear of what the
other stores. Two with different databases at one address would take turns in answering.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from typing import IO

from nmbr9.rules.errors import Nmbr9Error
from nmbr9.server.settings import Settings
from nmbr9.storage.database import Database

ASKING_SECONDS = 2.0
POSTGRESQL_PORT = 5432
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""Where a server that listens everywhere is found on this machine."""


class AnotherServer(Nmbr9Error, OSError):
    """A server that is there already, where there can be one only."""


def identity_of(database: str) -> str:
    """Return a text that is the same for servers on one database, and tells nobody which it is.

    Raises: StorageError, for what is no database.
    """
    at = Database.at(database)
    if at.is_postgresql:
        url = at.url
        # A folder of sockets, for instance, can be told in the query only.
        host = url.host or url.query.get("host", "")
        place = f"{host} {url.port or url.query.get('port', POSTGRESQL_PORT)} {url.database}"
    else:
        place = str(at.path.resolve())
    at.close()
    return sha256(place.encode()).hexdigest()[:16]


def check_address(settings: Settings) -> None:
    """Refuse an address at which a server with another database answers, or anything else.

    One with the same database may be there: it is stopped when the new one has begun.

    Raises: AnotherServer.
    """
    if settings.port == 0:
        return
    host = ANY_ADDRESS.get(settings.host, settings.host)
    try:
        socket.create_connection((host, settings.port), ASKING_SECONDS).close()
    except OSError:
        return  # nobody is there
    told = _told_at(host, settings.port)
    place = f"{settings.host}:{settings.port}"
    if told is None:
        raise AnotherServer(
            f"expected a free address, got {place}, where something listens that is no nmbr9 "
            "or does not answer; --port 0 takes one that is free"
        )
    # An older version does not tell which database it has.
    if told.get("database", identity_of(settings.database)) != identity_of(settings.database):
        raise AnotherServer(
            f"expected no server at {place}, or one with the same database, got one with another: "
            "stop it, or take another --port"
        )


def _told_at(host: str, port: int) -> dict[str, object] | None:
    """Return what a server of ours tells of its health; None from anything else."""
    with (
        suppress(OSError, ValueError, HTTPException),
        closing(HTTPConnection(host, port, timeout=ASKING_SECONDS)) as connection,
    ):
        connection.request("GET", "/healthz")
        told = json.loads(connection.getresponse().read(10_000))
        if isinstance(told, dict) and ("status" in told or "code" in told):
            return told
    return None


@contextmanager
def holding(settings: Settings, address: str) -> Iterator[None]:
    """Have a file of SQLite for oneself; with `takes_over`, as soon as the server before has ended.

    The lock ends with the process, however it ends. Whoever only reads asks for none.

    Raises: AnotherServer; StorageError.
    """
    database = Database.at(settings.database)
    database.close()
    if database.is_postgresql:
        yield
        return
    path = database.path.resolve()
    try:
        # Created like the database beside it; never removed, or two could hold two of them.
        file = path.with_name(f"{path.name}-server").open("a+", encoding="utf-8")
    except OSError:
        yield  # Where nothing can be written the database says so itself.
        return
    with file:
        if _lock(file, waits=False):
            _sign(file, address)
        elif settings.takes_over:
            threading.Thread(target=_take_over, args=(file, address), daemon=True).start()
        else:
            file.seek(0)
            raise AnotherServer(
                f"expected a file that no server has, got {path}, which {_shown(file)} has: stop "
                "it, or take another --database; --take-over starts beside one that is stopped next"
            )
        yield


def _take_over(file: IO[str], address: str) -> None:
    with suppress(OSError, ValueError):  # It was closed: this server has ended first.
        _lock(file, waits=True)
        _sign(file, address)


def _sign(file: IO[str], address: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(f"{address} (process {os.getpid()})")
    file.flush()


def _shown(file: IO[str]) -> str:
    text = file.read(200)
    return f"the server at {text}" if text.isprintable() and text else "another server"


if os.name == "posix":
    from fcntl import LOCK_EX, LOCK_NB, lockf

    def _lock(file: IO[str], *, waits: bool) -> bool:
        """Whether this process has the file for itself now; its children never do."""
        try:
            lockf(file, LOCK_EX if waits else LOCK_EX | LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        return True

else:

    def _lock(file: IO[str], *, waits: bool) -> bool:
        """Say yes: on other systems nobody is refused."""
        return True


def is_listened_to(door: socket.socket) -> bool:
    """Return True once a process of ours listens at a socket, False when it was closed before."""
    while True:
        try:
            if door.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return True
        except OSError:
            return False
        time.sleep(0.01)
