"""Taking a seat in a match that others made."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from nmbr9.match.commands import join
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.protocol.host import Arrival, Newcomer
from nmbr9.protocol.ids import hash_of, new_token
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.protocol.requests.house import Player

GiveToken = Callable[[str, str, str], Awaitable[bool]]
"""Lets a token open the seat that a player has in a match; tells whether they have one."""


async def take_seat(
    live: LiveMatch, player: Player, seat: int | None, give_token: GiveToken
) -> tuple[int, str]:
    """Give a player a seat and a new token for it; whoever has one gets a new token only.

    Raises: Refused; Unavailable.
    """
    for _ in range(2):
        sits_down, token = _SitsDown(player.id, seat), new_token()
        newcomer = player if isinstance(player, Newcomer) else None
        await live.change(sits_down, Arrival(player.id, player.name, hash_of(token), newcomer))
        is_given = sits_down.is_new and live.keeps_arrivals
        is_given = is_given or await give_token(live.match.id, player.id, token)
        taken = live.match.seat_of(player.id)
        if is_given and taken is not None:
            return taken, token
        # The seat was freed meanwhile, perhaps by a host at another process.
        await live.read_again()
    raise Refused(Refusal.NOT_SEATED, "expected a seat that stays yours, got one that was freed")


class _SitsDown:
    """Decides on a seat for a player, and remembers whether it is a new one."""

    def __init__(self, player: str, seat: int | None) -> None:
        self._player, self._seat = player, seat
        self.is_new = False

    def __call__(self, match: Match) -> list[Event]:
        self.is_new = match.seat_of(self._player) is None
        return [join(match, self._player, self._seat, time.time())] if self.is_new else []
