"""One viewer of one match: what they were told, and what they are sent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from nmbr9.match.match import Match
from nmbr9.protocol import frames, view_frames
from nmbr9.protocol.frames import Json
from nmbr9.protocol.view_cache import EncodedParts, ViewCache


class Viewer(ABC):
    """Makes the frames for one client. Those with parts are numbered, so that gaps are seen."""

    def __init__(self, json: Json, player: str | None = None) -> None:
        self.player = player
        """The person whom this viewer has shown to be; which seat is theirs the match knows."""
        self.address = ""
        """Where they are, for hosts that let people take turns."""
        self.json = json
        self._seat: int | None = None
        """The seat that was theirs the last time something was shown."""
        self._known: EncodedParts | None = None
        self._n = 0

    @abstractmethod
    def write(self, text: str) -> None:
        """Send a text behind those before it, without waiting."""

    @abstractmethod
    def end(self) -> None:
        """Send nothing more; whoever wants to see more has to come again."""

    def show(self, match: Match, views: ViewCache, names: Mapping[str, str]) -> None:
        """Send what changed since the last time; the first time, and at another seat, everything.

        Whoever lost their seat looks on from then on, and sees no more than that.
        """
        seat = match.seat_of(self.player)
        if seat != self._seat:
            self._known, self._seat = None, seat
        before, after = self._known, views.parts(match, seat, names)
        self._known = after
        if before is None:
            type, parts = "state", view_frames.everything(after)
        else:
            type, parts = "changed", view_frames.changes(before, after)
        if parts:
            self._n += 1
            self.write(view_frames.frame(type, self._n, parts))

    def forget(self) -> None:
        """Send everything the next time."""
        self._known = None

    def send(self, frame: Mapping[str, Any]) -> None:
        """Send a frame."""
        self.write(self.json.write(frame))

    def beat(self) -> None:
        """Send a heartbeat."""
        self.send(frames.ping(self._n))
