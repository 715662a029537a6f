"""One connection over HTTP: counted before it is parsed, and not left waiting for what never comes.

uvicorn reads headers without an end and waits for them for ever. Here an address has so many
connections, and each has some seconds and some bytes for what comes before a request is understood.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from functools import cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from nmbr9.server.access.networks import Crowds, network_of
from nmbr9.server.settings import from_environment
from nmbr9.server.workers.neighbours import STATE, Neighbours, match_asked_for

HEAD_SECONDS = 10.0
"""For the headers, from the connection on or from the first byte of another request."""
BODY_SECONDS = 30.0
"""For the rest of a request."""
MOST_HEAD_BYTES = 32_768
"""Of a request line and headers; browsers send some hundred, with all cookies a few thousand."""


class Counted:
    """How many connections each address has in this process."""

    def __init__(self, most: int | None, crowds: Crowds) -> None:
        """Allow each so many; None where all come from one proxy."""
        self._most, self._crowds = most, crowds
        self._count: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """Count one more, unless there are too many; return whether it may stay."""
        is_full = self._most is not None and self._count[address] >= self._most
        if is_full and address not in self._crowds:
            return False
        self._count[address] += 1
        return True

    def go(self, address: str) -> None:
        """Count one less."""
        self._count[address] -= 1
        if self._count[address] <= 0:
            del self._count[address]


@cache
def counted() -> Counted:
    """Return what counts the connections of this process, by the settings that `run` left it."""
    settings = from_environment()
    most = None if settings.trusts_proxy else settings.connections_per_address
    return Counted(most, Crowds(settings.crowds))


class Connection(HttpToolsProtocol):
    """uvicorn's, with limits. A WebSocket leaves it with its handshake, and is counted as such."""

    def __init__(self, *args: Any, begun_with: bytes = b"", **kwargs: Any) -> None:
        """Serve a new connection, or one that another process has read something of."""
        super().__init__(*args, **kwargs)
        self._begun_with = begun_with
        self._address: str | None = None
        """Where it comes from, as long as it counts."""
        self._deadline: asyncio.TimerHandle | None = None
        self._head_bytes = self._header_bytes = 0
        """What has come before the headers were complete, and how much of it is headers."""
        self._is_in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection; one too many is closed without a word."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        address = network_of(peer[0]) if isinstance(peer, tuple) else "unknown"
        if not counted().come(address):
            transport.abort()
            return
        self._address = address
        self._wait(HEAD_SECONDS)
        if self._begun_with:
            self._read(self._begun_with)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Read on, unless what is asked for belongs to another process."""
        if not self._is_passed_on(data):
            self._read(data)

    def _is_passed_on(self, data: bytes) -> bool:
        """Whether the process took the connection over that has the match which is asked for."""
        neighbours: Neighbours | None = self.app_state.get(STATE)
        if neighbours is None or not self._is_between_requests:
            return False
        match = match_asked_for(data)
        if match is None:
            return False
        # A copy of it travels; ours is closed without a word to the other end.
        copy = os.dup(self.transport.get_extra_info("socket").fileno())
        try:
            is_passed_on = neighbours.pass_on(match, copy, data)
        finally:
            os.close(copy)
        if is_passed_on:
            self._leave()
            self.transport.abort()
        return is_passed_on

    @property
    def _is_between_requests(self) -> bool:
        cycle: Any = self.cycle  # uvicorn's types say that there always is one.
        is_answered = cycle is None or cycle.response_complete
        is_silent = not (self._head_bytes or self.transport.get_write_buffer_size())
        return self._is_in_head and is_answered and is_silent and not self.transport.is_closing()

    def _read(self, data: bytes) -> None:
        """Read on, unless there are headers without end."""
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._deadline is None:
                self._wait(HEAD_SECONDS)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > MOST_HEAD_BYTES:
            self._give_up()

    def on_message_begin(self) -> None:
        """Begin to read another request."""
        self._header_bytes = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; all of one request may have come at once.

        Raises: ValueError, which uvicorn answers with 400.
        """
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > MOST_HEAD_BYTES:
            raise ValueError("expected shorter headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._is_in_head, self._head_bytes = False, 0
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing; between requests uvicorn's own limit counts."""
        super().on_message_complete()
        self._is_in_head = True
        self._stop_waiting()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._stop_waiting()
        self.transport.abort()

    def _leave(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            counted().go(self._address)
            self._address = None
