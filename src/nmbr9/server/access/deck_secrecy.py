"""Who may look at the game of a contest: its cards are a secret to those who will still play it."""

from __future__ import annotations

import time

from nmbr9.match.contest import Entry, is_closed, sees_cards
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import Player
from nmbr9.server.database_thread import HasDatabase, ask
from nmbr9.storage.contests import EntryRow, entry_of, find_contest, unfinished_decks


async def check_may_look(hub: HasDatabase, match: Match, player: Player | None) -> None:
    """Refuse a game of a contest to those who have not finished their own: they would see cards.

    Raises: Denied.
    """
    if match.setup.contest is not None:
        await _check_has_seen(hub, match.setup.contest, player)
    if await _is_playing(hub, match.setup, player):
        raise _running()


def _running() -> Denied:
    return Denied(403, "contest/running", "play this deck to the end first")


async def _check_has_seen(hub: HasDatabase, contest: str, player: Player | None) -> None:
    """Refuse those to whom the cards of a contest are still a secret, or should be.

    Raises: Denied.
    """
    row = await ask(hub, find_contest, contest)
    if row is None:
        return
    own = None
    if player is not None:
        own = await ask(hub, entry_of, contest, player.id)
    entry = None if own is None else entry_from(own)
    if sees_cards(entry, row.closes, time.time()):
        return
    if entry is None or entry.finished is None:
        raise _running()
    raise Denied(
        403, "contest/not-ranked", "your game is not ranked: wait until the contest is over"
    )


def entry_from(row: EntryRow) -> Entry:
    """Return what counts of an entry that is stored, but for a running game's points."""
    is_helped = bool(row.helped) or row.practice is not None
    return Entry(row.score or 0, 0, row.finished, is_helped)


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
