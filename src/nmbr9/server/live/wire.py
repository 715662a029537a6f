"""The server's end of a WebSocket: uvicorn's, with a short way for what is frequent.

A placement is one frame in and five out. Through ASGI each of those out wakes a task and passes a
dozen functions; here it goes from where it is made to the transport, without which a placement
costs 11 % more processor time (median of six pairs of `benchmarks.optimisations`, from none to a
third). What is rare stays as it was: handshake, control frames, fragments and the end. Only
`outbox_of` leads here, and whoever neither reads nor answers is cut off here.
"""

from __future__ import annotations

from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from nmbr9.server.live.outbox import MOST_WAITING, STATE

MOST_UNHEARD = 8
"""Frames of a client that may wait before no more is read from it. To stop reading after each one,
as uvicorn does, asks the operating system twice for every frame."""

_WHOLE_TEXT = 0x81
"""The first byte of a text in one frame (RFC 6455, 5.2)."""


class Wire(WebSocketsSansIOProtocol):
    """One connection; to the application also the `Outbox` of its client.

    Only without compression: what is written here passes no extension.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unsent: list[bytes] = []
        """Frames of this step of the event loop: a change and an answer go out together."""

    async def run_asgi(self) -> None:
        """Offer the outbox to the application while it runs."""
        self.scope["state"][STATE] = self
        try:
            await super().run_asgi()
        finally:
            # The two would keep each other in memory.
            del self.scope["state"][STATE]

    # --- the outbox --------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """See `Outbox`."""
        if self.transport.is_closing():
            return 0
        return sum(map(len, self._unsent)) + self.transport.get_write_buffer_size()

    def write(self, text: str) -> None:
        """See `Outbox`."""
        data = text.encode()
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(_head(len(data)) + data)

    def stop(self) -> None:
        """See `Outbox`; else it would stay in memory for as long as the client likes."""
        self._flush()
        if not self.close_sent and self.waiting:
            self.transport.abort()

    def _flush(self) -> None:
        frames, self._unsent = self._unsent, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    # --- what uvicorn does, in between -------------------------------------------------------

    async def send(self, message: ASGISendEvent) -> None:
        """Send what ASGI says, a close for instance, behind what was written."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        """Say goodbye behind what was written."""
        self._flush()
        super().shutdown()

    def keepalive_timeout(self) -> None:
        """Let go of who is silent, also if there is something unsent: they will not take it."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping; the application hears of none, and could not see that too many wait."""
        super().handle_ping()
        if self.waiting > MOST_WAITING:
            self.transport.abort()

    def handle_text(self, event: Frame) -> None:
        """Hand a text to the application, and read on unless too many wait."""
        if event.fin and not self.close_sent and self.queue.qsize() < MOST_UNHEARD:
            try:
                text = bytes(event.data).decode()
            except UnicodeDecodeError:
                pass  # For which uvicorn closes the connection, below.
            else:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().handle_text(event)


def _head(length: int) -> bytes:
    """Return what stands before a text of so many bytes."""
    if length < 126:
        return bytes((_WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")
