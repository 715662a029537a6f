"""Taking a seat in a match that others made."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from nmbr9.match.commands import join
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.protocol.ids import new_token
from nmbr9.protocol.live_match import LiveMatch

GiveToken = Callable[[str, str, str], Awaitable[bool]]
"""Lets a token open the seat that a player has in a match; tells whether they have one."""


async def take_seat(
    live: LiveMatch, player: str, seat: int | None, give_token: GiveToken
) -> tuple[int, str]:
    """Give a player a seat and a new token for it; whoever has one gets a new token only.

    Raises: Refused; Unavailable.
    """
    for _ in range(2):
        await live.change(lambda match: _joining(match, player, seat))
        token = new_token()
        is_given = await give_token(live.match.id, player, token)
        taken = live.match.seat_of(player)
        if is_given and taken is not None:
            return taken, token
        # The seat was freed meanwhile, perhaps by a host at another process.
        await live.read_again()
    raise Refused(Refusal.NOT_SEATED, "expected a seat that stays yours, got one that was freed")


def _joining(match: Match, player: str, seat: int | None) -> list[Event]:
    if match.seat_of(player) is not None:
        return []
    return [join(match, player, seat, time.time())]
