"""The way out to one client: a text is handed over at once, and sent as the client reads."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

STATE = "outbox"
"""Under this name in the state of a socket a server offers an outbox of its own."""

MOST_WAITING = 1 << 19
"""Bytes that may wait for a slow reader before the connection is given up."""


class Outbox(Protocol):
    """What takes texts for one client, in order and without waiting."""

    @property
    def waiting(self) -> int:
        """About how many bytes the client has not taken yet."""

    def write(self, text: str) -> None:
        """Send a text behind those before it; to one who has gone, nothing."""

    def stop(self) -> None:
        """Give up what the client has not taken, because the connection is over."""


def outbox_of(websocket: WebSocket) -> Outbox:
    """Return the outbox that the server offers (see `wire`); over plain ASGI, one with a queue."""
    offered: Outbox | None = getattr(websocket.state, STATE, None)
    return _QueuedOutbox(websocket) if offered is None else offered


class _QueuedOutbox:
    """Texts wait here while the ones before them are sent by a task."""

    def __init__(self, websocket: WebSocket) -> None:
        self.waiting = 0
        self._socket = websocket
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send())

    def write(self, text: str) -> None:
        self.waiting += len(text)
        self._queue.put_nowait(text)

    def stop(self) -> None:
        self._sender.cancel()

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._queue.get()
                await self._socket.send_text(text)
                self.waiting -= len(text)
