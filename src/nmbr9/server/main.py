"""Running the server: one process or several on one address."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from nmbr9.bots.guests.roster import roster
from nmbr9.protocol.frames import MOST_BYTES
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.server import logs
from nmbr9.server.app import create_app
from nmbr9.server.garbage import keep_pauses_short
from nmbr9.server.live.wire import Wire
from nmbr9.server.settings import Settings, from_environment, to_environment
from nmbr9.server.starting.open_files import raise_file_limit
from nmbr9.server.starting.sole_server import check_address, holding, is_listened_to
from nmbr9.storage.database import open_database

GRACE_SECONDS = 5
"""How long a stopping server waits for what is under way."""
BACKLOG = 2048
KEEP_ALIVE_SECONDS = 65
"""How long a connection without a request stays open: longer than proxies and clients keep theirs,
else the server closes one just when it is used again, and a request is lost."""
PING_SECONDS, PONG_SECONDS = 10, 6
"""How often a socket is asked whether anybody is there, and how long the answer may take: with the
moment that a page has to come again, others see within 20 seconds that a line is cut."""
UNREAD_SECONDS = 60
"""How long what was sent may wait to be read: then the operating system forgets the connection. One
that was closed with something unsent would stay for ever otherwise."""

LOG = logging.getLogger(__name__)


class CannotListen(Nmbr9Error, OSError):
    """An address that the server cannot have."""


def app() -> FastAPI:
    """Return the application of a worker, with the settings that `run` left it."""
    logs.configure()
    application = create_app(from_environment())
    keep_pauses_short()
    return application


def listening(settings: Settings) -> socket.socket:
    """Return a socket at the server's address.

    Another server may have the same address at the same time, where the system can do that: a new
    one can start before the old one stops, and no player finds the door closed.

    Raises: CannotListen.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # On Windows it would let others in at our address.
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # The sockets that are made at this door inherit it.
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
        if family == socket.AF_INET6 and settings.is_lan:
            # Both versions at one door, whatever this system does by itself.
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        door.bind((settings.host, settings.port))
        door.set_inheritable(True)
    except OSError as error:
        door.close()
        host = f"[{settings.host}]" if family == socket.AF_INET6 else settings.host
        raise CannotListen(
            f"expected a free address, got {host}:{settings.port}: {error.strerror}; "
            "--port 0 takes one that is free"
        ) from None
    return door


def _http() -> type[asyncio.Protocol] | Literal["auto"]:
    """Return what reads HTTP: ours, where the parser is that it builds on."""
    try:
        from nmbr9.server.connection import Connection
    except ImportError:  # no httptools, as on Windows
        return "auto"
    return Connection


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        "nmbr9.server.main:app",
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        http=_http(),
        ws=Wire,
        ws_max_size=4 * MOST_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=BACKLOG,
        server_header=False,
        proxy_headers=False,
    )


def run(settings: Settings, door: socket.socket, tell: Callable[[], None] | None = None) -> None:
    """Serve until told to stop; the socket is closed then. `tell` is called when it is listened to.

    Raises: StorageError, when the database cannot be opened; AnotherServer; UnknownBot or
        BotFailed.
    """
    host, port = door.getsockname()[:2]
    with door, holding(settings, f"{host}:{port}"):
        check_address(settings)
        # Here, so that a wrong address, or a bot that fails, is one sentence and not a traceback of
        # every worker.
        open_database(settings.database).close()
        roster(settings.bots)
        os.environ.update(to_environment(settings))
        config = _config(settings)
        logs.configure()
        raise_file_limit()
        if tell is not None:
            threading.Thread(target=_tell_when_listening, args=(door, tell), daemon=True).start()
        # When it has stopped, uvicorn sends itself the signal again: that is no failure.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        if settings.workers == 1:
            uvicorn.Server(config).run(sockets=[door])
        else:
            _run_several(config, door)


def _run_several(config: uvicorn.Config, door: socket.socket) -> None:
    """Serve with several processes, each of which has matches of its own where that is possible."""
    if sys.platform != "linux" or isinstance(config.http, str):
        Multiprocess(config, sockets=[door]).run()
        return
    from nmbr9.server.workers.supervisor import Supervisor

    with tempfile.TemporaryDirectory(prefix="nmbr9-") as folder:
        Supervisor(config, [door], Path(folder)).run()


def _tell_when_listening(door: socket.socket, tell: Callable[[], None]) -> None:
    if is_listened_to(door):
        tell()
