"""The game in the browser: a server on this machine for as long as somebody plays."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from dataclasses import replace
from http.client import HTTPException
from urllib.parse import quote

import typer

from nmbr9.cli.output.invitation import invite_to

HOST = "127.0.0.1"
WAIT_SECONDS = 20.0
"""How long the page waits for the server before it is opened all the same."""
WARMUP_AFTER_SECONDS = 5.0
"""When the bots are compiled: not while the page is opening."""


def play(port: int | None, bots: str = "", *, is_lan: bool = False) -> None:
    """Serve until interrupted, and open the page as soon as it can be seen; `bots` are added.

    Nothing but this machine itself is listened to, unless `is_lan` asks for the local network.

    Raises: StorageError, when the games cannot be kept; CannotListen.
    """
    from nmbr9.bots.guests.naming import split_names
    from nmbr9.server.local_network import ANY_HOST, own_names
    from nmbr9.server.main import listening, run
    from nmbr9.server.settings import from_environment

    settings = from_environment()
    settings = replace(
        settings,
        host=ANY_HOST if is_lan else HOST,
        hosts=(*own_names(), *settings.hosts),
        is_lan=is_lan,
        workers=1,
        # At home nobody takes anything from anybody.
        quotas=settings.quotas if is_lan else 0.0,
        newcomers_per_address=settings.newcomers_per_address if is_lan else 0,
    )
    if port is not None:
        settings = replace(settings, port=port)
    if bots:
        settings = replace(settings, bots=split_names(bots))
    path = settings.base[:-1]
    address = f"http://{HOST}:{settings.port}{path}"
    if settings.port and _is_ours(address):
        if is_lan:
            _check_is_for_others(address)
            invite_to(settings.port, settings.base)
        _show(address, "is already open at")
        return
    if settings.port and port is None and _is_taken(settings.port):
        settings = replace(settings, port=0)
    door = listening(settings)
    port = door.getsockname()[1]
    address = f"http://{HOST}:{port}{path}"
    if is_lan:
        invite_to(port, settings.base)
    threading.Thread(target=_show_when_ready, args=(address,), daemon=True).start()
    threading.Thread(target=_warm_up, daemon=True).start()
    logging.disable(logging.INFO)  # A player wants to know where the page is, and nothing else.
    with suppress(KeyboardInterrupt):
        run(settings, door)


def _show_when_ready(address: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not _is_ours(address) and time.monotonic() < deadline:
        time.sleep(0.02)
    _show(address, "is at", "Ctrl+C ends it.")


def _show(address: str, where: str, end: str = "") -> None:
    """Say where the page is and open it, if there is a screen to open it on."""
    print(f"The game {where} {address} {end}".rstrip(), flush=True)
    if has_display():
        webbrowser.open(address)
    else:
        print(
            "There is no screen to open it on: go there in a browser of this machine, "
            "or play here with nmbr9 play --terminal",
            file=sys.stderr,
            flush=True,
        )


def has_display() -> bool:
    """Whether a browser can be opened: elsewhere only the address is told."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _is_ours(address: str) -> bool:
    """Whether a server of ours answers at an address."""
    with (
        suppress(OSError, ValueError, HTTPException),
        urllib.request.urlopen(f"{address}/healthz", timeout=2) as it,
    ):
        told = json.load(it)
        return isinstance(told, dict) and told.get("status") == "ok"
    return False


def _check_is_for_others(address: str) -> None:
    """End with a sentence if the game that is open already is for this machine only."""
    asked = f"{address}/api/invitation?link={quote(address, safe='')}/"
    with suppress(OSError, ValueError), urllib.request.urlopen(asked, timeout=2) as it:
        if json.load(it)["reach"] != "loopback":
            return
    print(
        f"nmbr9: expected no game at {address}, got one that only this machine can open: end it, "
        "or take another --port",
        file=sys.stderr,
    )
    raise typer.Exit(1)


def _is_taken(port: int) -> bool:
    """Whether some other program has a port."""
    import socket

    with socket.socket() as trial:
        return trial.connect_ex((HOST, port)) == 0


def _warm_up() -> None:
    """Compile the bots in the background, so that the first game against one does not wait."""
    time.sleep(WARMUP_AFTER_SECONDS)
    quiet = subprocess.DEVNULL
    gentle = ["nice", "-n", "19"] if sys.platform != "win32" else []
    with suppress(OSError):
        subprocess.run(
            [*gentle, sys.executable, "-m", "nmbr9", "warmup"],
            stdout=quiet,
            stderr=quiet,
            check=False,
        )
