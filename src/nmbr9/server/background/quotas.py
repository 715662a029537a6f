"""How much of what costs much one person may ask for in a minute and in a day."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nmbr9.protocol.host import Waiting
from nmbr9.server.access.limits import Buckets

MINUTE, DAY = 60.0, 86_400.0
FAMILY = 4
"""So many times what a player may ask for is what an address may: a few people share one."""


class Quota(NamedTuple):
    """What one player may ask for."""

    in_minute: int
    in_day: int


BOT_TURNS = Quota(240, 20_000)
"""A game alone against five bots has a hundred turns of theirs. Beyond that others come first."""
HINTS = Quota(20, 500)
ANALYSES = Quota(6, 100)
REPLAYS = Quota(30, 1000)
NEW_MATCHES = Quota(20, 1000)
"""Also games in contests, and contests."""
NEW_GUESTS = Quota(15, 250)
"""Who is new has no quota yet: that of the address counts, so four times as many."""


class Quotas:
    """Counts one kind of thing, for each player and each address."""

    def __init__(
        self,
        quota: Quota,
        times: float,
        is_crowd: Callable[[str], bool],
        *,
        of_players: bool = True,
    ) -> None:
        """Allow so many times the usual; 0 is no limit at all.

        `is_crowd` knows addresses behind which many people are: there only players are counted, if
        they are anywhere, and those who are nobody yet together.
        """
        self._is_limited, self._is_crowd = times > 0, is_crowd
        self._players = _both(quota, times) if of_players else ()
        self._addresses = _both(quota, FAMILY * times)

    def take(self, who: Waiting) -> bool:
        """Whether somebody may have one more; if so it counts."""
        if not self._is_limited or not who.address:
            return True
        counted: list[tuple[Buckets, str]] = []
        if who.player:
            counted += [(buckets, f"{who.address} {who.player}") for buckets in self._players]
        is_nobody = bool(self._players) and not who.player
        if is_nobody or not self._is_crowd(who.address):
            counted += [(buckets, who.address) for buckets in self._addresses]
        taken: list[tuple[Buckets, str]] = []
        for buckets, key in counted:
            if not buckets.take(key):
                for before, its in taken:
                    before.give_back(its)
                return False
            taken.append((buckets, key))
        return True


def _both(quota: Quota, times: float) -> tuple[Buckets, Buckets]:
    minute, day = times * quota.in_minute, times * quota.in_day
    return Buckets(minute / MINUTE, minute), Buckets(day / DAY, day)
