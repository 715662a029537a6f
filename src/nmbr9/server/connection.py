"""One viewer of one match: what they were told, and what they are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nmbr9.match.match import Match
from nmbr9.server import frames, telling
from nmbr9.server.line import MOST_WAITING, Line
from nmbr9.server.telling import Telling, Told


class Connection:
    """Makes the frames for one line. Those with parts are numbered, so that gaps are seen."""

    def __init__(
        self, match: str, player: str | None, line: Line, on_end: Callable[[], None]
    ) -> None:
        self.match = match
        self.player = player
        """The person whom this viewer has shown to be; which seat is theirs the match knows."""
        self._seat: int | None = None
        """The seat that was theirs the last time something was shown."""
        self.is_ended = False
        """Whether it is to be closed; nothing more is sent then."""
        self._line, self._on_end = line, on_end
        self._known: dict[str, Told] | None = None
        self._n = 0

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
        self._write(telling.frame(type, self._n, parts))

    def forget(self) -> None:
        """Send everything the next time."""
        self._known = None

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        self._write(frames.write(frame))

    def _write(self, text: str) -> None:
        """Send a text; whoever lets too much wait is cut off."""
        if self.is_ended:
            return
        if self._line.waiting > MOST_WAITING:
            self.end()
        else:
            self._line.write(text)

    def beat(self) -> None:
        """Send a heartbeat."""
        self.send(frames.ping(self._n))

    def end(self) -> None:
        """Send nothing more, and let the connection be closed."""
        if not self.is_ended:
            self.is_ended = True
            self._on_end()
