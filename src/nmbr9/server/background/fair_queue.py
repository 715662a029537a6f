"""Turns for work that takes long: nobody gets more of them by asking for more.

Those who wait are in two lines: people at a table, whom a bot keeps from playing on, and everybody
else. In a line the addresses take turns, and at an address its players do, so that who asks a
thousand times waits behind everybody who asks once. What nobody wants any more when its turn comes
is dropped.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from nmbr9.protocol.host import Dropped, Waiting

SPARED = 4
"""Every so many turns go to those who are at no table: tables without end may be one person's."""


class _Place(NamedTuple):
    """A place in a line."""

    who: Waiting
    turn: asyncio.Future[None]


class FairQueue:
    """Hands out turns, some at once. Everything happens in the event loop's thread."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._given = 0
        self._tables, self._others = _Line(), _Line()

    @asynccontextmanager
    async def turn(self, who: Waiting) -> AsyncIterator[None]:
        """Wait for a turn, and have it.

        Raises: Dropped, when the turn came and nobody waited any more.
        """
        place = _Place(who, asyncio.get_running_loop().create_future())
        (self._tables if who.is_at_table else self._others).add(place)
        self._give()
        try:
            await place.turn
            yield
        finally:
            if not place.turn.cancelled() and place.turn.done() and not place.turn.exception():
                self._free += 1
            place.turn.cancel()
            self._give()

    def _give(self) -> None:
        """Give turns to those who are next, as long as there are any."""
        while self._free and (place := self._next()):
            if place.turn.done():
                continue  # Cancelled: whoever waited here has gone.
            if place.who.is_wanted():
                self._free -= 1
                self._given += 1
                place.turn.set_result(None)
            else:
                place.turn.set_exception(Dropped("expected somebody who waits, got nobody"))

    def _next(self) -> _Place | None:
        lines = [self._tables, self._others]
        if self._given % SPARED == SPARED - 1:
            lines.reverse()
        return lines[0].pop() or lines[1].pop()


class _Line:
    """Places by address and player, those first whose last turn was longest ago."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[_Place]]] = OrderedDict()

    def add(self, place: _Place) -> None:
        players = self._addresses.setdefault(place.who.address, OrderedDict())
        players.setdefault(place.who.player, deque()).append(place)

    def pop(self) -> _Place | None:
        """Take out and return who is next, if anybody is."""
        if not self._addresses:
            return None
        address, players = self._addresses.popitem(last=False)
        player, places = players.popitem(last=False)
        place = places.popleft()
        if places:
            players[player] = places
        if players:
            self._addresses[address] = players
        return place
