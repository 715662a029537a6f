"""Who may look at the game of a contest: its cards are a secret to those who will still play it."""

from __future__ import annotations

import time

from nmbr9.match.contest import is_closed
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import Player
from nmbr9.server.database_thread import HasDatabase, ask
from nmbr9.storage.contests import entry_of, find_contest, unfinished_decks


async def check_may_look(hub: HasDatabase, match: Match, player: Player | None) -> None:
    """Refuse a game of a contest to those who have not finished their own: they would see cards.

    Raises: Denied.
    """
    contest = match.setup.contest
    is_secret = contest is not None and not await has_seen_deck(hub, contest, player)
    if is_secret or await _is_playing(hub, match.setup, player):
        raise Denied(403, "contest/running", "play this deck to the end first")


async def has_seen_deck(hub: HasDatabase, contest: str, player: Player | None) -> bool:
    """Whether the cards of a contest are no secret to a player any more.

    Whoever is in the middle of it is not shown them when it closes either.
    """
    row = await ask(hub, find_contest, contest)
    if row is None:
        return True
    own = None
    if player is not None:
        own = await ask(hub, entry_of, contest, player.id)
    return is_closed(row.closes, time.time()) if own is None else own.finished is not None


async def _is_playing(hub: HasDatabase, setup: Setup, player: Player | None) -> bool:
    """Whether a player is in the middle of a contest with this very deck.

    Other games may have it too: the one that a challenge was made from, for instance.
    """
    if player is None:
        return False
    decks = await ask(hub, unfinished_decks, player.id)
    return any(deck.get("salt") == setup.salt for deck in decks)


async def check_may_reuse(hub: HasDatabase, setup: Setup) -> None:
    """Refuse to play the deck of an open contest elsewhere: its cards would get out.

    Raises: Refused.
    """
    if setup.contest is None:
        return
    row = await ask(hub, find_contest, setup.contest)
    if row is not None and not is_closed(row.closes, time.time()):
        raise Refused(
            Refusal.CONTEST_OPEN, "expected a deck of no open contest, got one that others play"
        )
