"""Whose line is cut, and for how long: others see it, and need not wait for ever.

What is noted in the match is the same for all processes of a server. One of them notes that
somebody has left who was with it; another one that has them with it notes that they are back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from nmbr9.match.device import device_of
from nmbr9.match.events import Event
from nmbr9.match.happenings import devices, lines_back, lines_cut
from nmbr9.match.match import Match
from nmbr9.protocol.host import Host

GRACE_SECONDS = 3.0
"""How long a page may take to come again, when it is loaded anew for instance."""
RESTART_SECONDS = 15.0
"""How long everybody may take to come after a match was loaded, when a server was restarted."""
LONG_SECONDS = 30.0
"""After how long others may let a bot play for somebody whose line is cut."""

Change = Callable[[Callable[[Match], Sequence[Event]]], Coroutine[Any, Any, None]]


class Presence:
    """Follows the lines of those who play a match, as far as this process sees them."""

    def __init__(
        self, host: Host, change: Change, here: Callable[[], Iterable[str | None]]
    ) -> None:
        """`change` changes the match; `here` tells the players of those who watch it."""
        self._host, self._change, self._here = host, change, here
        self._gone_since: dict[int, float] = {}
        """Seats whose line is cut; by a clock that nobody sets, so not the time of the event."""
        self._has_looked = False

    @property
    def long_gone(self) -> frozenset[int]:
        """The seats whose line has been cut for so long that others may call a bot."""
        until = time.monotonic() - LONG_SECONDS
        return frozenset(seat for seat, since in self._gone_since.items() if since <= until)

    def follow(self, match: Match) -> None:
        """Take in a state; whoever is here and counts as gone is back."""
        gone = [index for index, seat in enumerate(match.seats) if seat.is_gone]
        now = time.monotonic()
        self._gone_since = {seat: self._gone_since.get(seat, now) for seat in gone}
        if gone and lines_back(match, self._devices_here, now):
            self._host.start(
                self._change(lambda newest: lines_back(newest, self._devices_here, time.time()))
            )

    def came(self, match: Match, player: str | None) -> None:
        """Somebody has come; the first who plays waits for the others no longer than is fair.

        Onlookers wait for nobody, and may be the only ones at this process.
        """
        self.follow(match)
        if self._has_looked or match.seat_of(player) is None:
            return
        self._has_looked = True
        if len(devices(match)) > 1:
            everybody = {seat.player for seat in match.seats if seat.is_person}
            self._look(everybody, RESTART_SECONDS)

    def left(self, player: str | None) -> None:
        """Somebody has gone; give them some time to come again."""
        if player is not None and device_of(player) not in self._devices_here:
            self._look({player}, GRACE_SECONDS)

    @property
    def _devices_here(self) -> frozenset[str]:
        return frozenset(device_of(player) for player in self._here() if player is not None)

    def _look(self, players: Iterable[str | None], seconds: float) -> None:
        """Look in a while which of some people are here."""
        if not self._host.has_lines:
            return

        def absent(match: Match) -> Sequence[Event]:
            here = self._devices_here
            left = {who for who in players if who is None or device_of(who) not in here}
            return lines_cut(match, left, time.time())

        self._host.ring(seconds, lambda: self._host.start(self._change(absent)))
