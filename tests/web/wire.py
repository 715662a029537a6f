"""The wire between a browser and a server: what comes over it is counted, headers and all."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Page

from tests.server.serving import SECONDS

FIRST_VISIT_BYTES = 130_000
"""From opening the page to the first tile."""
SECOND_VISIT_BYTES = 5_000

PLAY = """
  const look = () => {
    const play = document.querySelector('.btn.huge');
    if (play && !window.clicked) { window.clicked = performance.now(); play.click(); }
    if (document.querySelector('.art-ghost:not([hidden]) .dg')) window.tile = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""Presses Play as soon as it is there, quicker than a person; notes when a tile is shown."""


def seconds_to_first_tile(page: Page, address: str) -> float:
    """Open the page in a new tab and play."""
    page.add_init_script(PLAY)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.tile")
    return float(page.evaluate("window.tile")) / 1000


class Wire:
    """An address that leads to a server. The browser would not count what its workers ask for."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.bytes = 0
        """What the server has sent."""
        self._sockets = [self._door]
        self._threads = [Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._door.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += (browser, server)
                for way in ((browser, server, False), (server, browser, True)):
                    self._threads.append(Thread(target=self._carry, args=way, daemon=True))
                    self._threads[-1].start()

    def _carry(self, source: socket.socket, target: socket.socket, is_counted: bool) -> None:
        with suppress(OSError):
            while some := source.recv(65_536):
                self.bytes += len(some) * is_counted
                target.sendall(some)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in self._sockets:
            one.close()

    def since(self, before: int) -> int:
        """How much came since then, once nothing comes any more."""
        last = -1
        while last != self.bytes:
            last = self.bytes
            time.sleep(1)
        return last - before


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    wire = Wire(port)
    try:
        wait_until_compressed(wire.address)
        wire.bytes = 0
        yield wire
    finally:
        wire.close()


def wait_until_compressed(address: str) -> None:
    """Wait until a new server has made its files as small as it can."""
    deadline = time.monotonic() + SECONDS
    path = re.findall(r'src="([^"]+)"', httpx.get(address, follow_redirects=True).text)[0]
    while time.monotonic() < deadline:
        answer = httpx.get(urljoin(address, path), headers={"Accept-Encoding": "br"})
        if answer.headers.get("content-encoding") == "br":
            return
        time.sleep(0.05)
    raise AssertionError("expected compressed files, got none")
