"""A WebSocket client that does no more than a benchmark needs.

Client and server share two cores: with a full client library, 2,000 sockets cost more than the
server that is to be measured.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, PING, PONG, CLOSE = 0x1, 0x9, 0xA, 0x8


class LeanSocket(asyncio.Protocol):
    """One connection; texts that arrive are handed on as bytes."""

    def __init__(self, host: str, path: str, received: Callable[[bytes], None]) -> None:
        self._host, self._path, self._received = host, path, received
        self._buffer = bytearray()
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take the answer to the handshake apart from what follows, then frame after frame."""
        self._buffer += data
        if not self.opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(self._buffer[:12])
            del self._buffer[: end + 4]
            if status != b"HTTP/1.1 101":
                self.opened.set_exception(ConnectionError(f"expected a WebSocket, got {status!r}"))
                return
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Handle the first frame in the buffer, if it is there whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return False
        kind, payload = buffer[0] & 0xF, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == TEXT:
            self._received(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._transport.close()
        return True

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        head = (
            bytes((0x80 | kind, 0x80 | length))
            if length < 126
            else (bytes((0x80 | kind, 0x80 | 126)) + length.to_bytes(2, "big"))
        )
        # Masked with zeros: the server must unmask all the same.
        self._transport.write(head + bytes(4) + payload)

    @property
    def is_closed(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        """Say goodbye."""
        self._write(CLOSE, b"")
        self._transport.close()


async def connected(address: str, path: str, received: Callable[[bytes], None]) -> LeanSocket:
    """Return an open connection to a path of a server at http://host:port."""
    url = urlsplit(address)
    assert url.hostname is not None, address
    assert url.port is not None, address
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: LeanSocket(url.netloc, path, received), url.hostname, url.port
    )
    await socket.opened
    return socket
