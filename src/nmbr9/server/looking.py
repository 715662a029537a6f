"""Who may look at the game of a contest: its cards are a secret to those who will still play it."""

from __future__ import annotations

import asyncio

from nmbr9.match.match import Match
from nmbr9.server.errors import Denied
from nmbr9.server.hub import Hub
from nmbr9.storage.contests import entries, find_contest
from nmbr9.storage.players import PlayerRow


async def check_may_look(hub: Hub, match: Match, player: PlayerRow | None) -> None:
    """Refuse a game of a contest to those who have not finished their own: they would see cards.

    Raises: Denied.
    """
    contest = match.setup.contest
    if contest is not None and not await has_seen_deck(hub, contest, player):
        raise Denied(403, "contest/running", "play this deck to the end first")


async def has_seen_deck(hub: Hub, contest: str, player: PlayerRow | None) -> bool:
    """Whether the cards of a contest are no secret to a player any more."""
    row = await asyncio.to_thread(find_contest, hub.database, contest)
    if row is None or hub.is_closed(row.closes):
        return True
    if player is None:
        return False
    played = await asyncio.to_thread(entries, hub.database, contest)
    return any(entry.finished is not None and entry.player == player.id for entry in played)
