"""One viewer of one match: what they were told, and what is still to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from nmbr9.match.match import Match
from nmbr9.server import frames, telling
from nmbr9.server.telling import Telling, Told

MOST_WAITING = 100
"""Frames that may wait for a slow reader before the connection is given up."""


class Connection:
    """A queue of frames to one socket. Frames with parts are numbered, so that gaps are seen."""

    def __init__(self, match: str, player: str | None, on_end: Callable[[], None]) -> None:
        self.match = match
        self.player = player
        """The person whom this viewer has shown to be; which seat is theirs the match knows."""
        self._seat: int | None = None
        """The seat that was theirs the last time something was shown."""
        self.is_ended = False
        """Whether it is to be closed; nothing more is queued then."""
        self._on_end = on_end
        self._known: dict[str, Told] | None = None
        self._n = 0
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def show(self, match: Match, lookout: Telling, names: Mapping[str, str]) -> None:
        """Send what changed since the last time; the first time, and at another seat, everything.

        Whoever lost their seat looks on from then on, and sees no more than that.
        """
        seat = match.seat_of(self.player)
        if seat != self._seat:
            self.forget()
            self._seat = seat
        after = lookout.parts(match, seat, names)
        if self._known is None:
            self._tell("state", telling.everything(after))
        elif changed := telling.changes(self._known, after):
            self._tell("changed", changed)
        self._known = after

    def _tell(self, type: str, parts: dict[str, str]) -> None:
        self._n += 1
        self._queue_text(telling.frame(type, self._n, parts))

    def forget(self) -> None:
        """Send everything the next time."""
        self._known = None

    def send(self, frame: dict[str, Any]) -> None:
        """Queue a frame."""
        self._queue_text(frames.write(frame))

    def _queue_text(self, text: str) -> None:
        """Queue what is to be sent; whoever lets too much wait is cut off."""
        if self.is_ended:
            return
        if self._queue.qsize() >= MOST_WAITING:
            self.end()
        else:
            self._queue.put_nowait(text)

    def beat(self) -> None:
        """Send a heartbeat."""
        self.send(frames.ping(self._n))

    def end(self) -> None:
        """Let the sender stop, with what waits unsent."""
        if self.is_ended:
            return
        self.is_ended = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)
        self._on_end()

    async def next_text(self) -> str | None:
        """Return the next frame to send, None when this connection is to be closed."""
        return await self._queue.get()
