"""Storing new matches, and taking seats in them."""

from __future__ import annotations

import time
from collections.abc import Sequence

from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.host import Newcomer
from nmbr9.protocol.ids import CODE_LENGTH, hash_of, new_match_id, new_token
from nmbr9.protocol.requests.house import Player
from nmbr9.protocol.seating import first_events
from nmbr9.server.live.listing import listing_of
from nmbr9.storage.database import Database
from nmbr9.storage.matches import (
    MatchRow,
    SeatRow,
    create_match,
    unfinished_ids_with,
)


def rows_of(
    match: str, setup: Setup, people: list[str], tokens: list[str], now: float
) -> tuple[MatchRow, list[SeatRow]]:
    """Return what is stored of a new match besides its events."""
    row = MatchRow(match, now, setup.to_dict(), setup.contest, 0, None)
    seats = []
    for seat in range(setup.options.players):
        player = people[seat] if seat < len(people) else None
        token = hash_of(tokens[seat]) if seat < len(tokens) else None
        seats.append(SeatRow(seat, player, token))
    return row, seats


def free_match_id(database: Database) -> str:
    """Return an id for a match whose code leads to no other that waits."""
    while True:
        id = new_match_id()
        if not unfinished_ids_with(database, id[:CODE_LENGTH]):
            return id


def open_match(
    database: Database,
    setup: Setup,
    host: Player,
    others: Sequence[str],
    bots: Sequence[str],
    known: frozenset[str] = frozenset(),
) -> tuple[str, list[str]]:
    """Make a match in which people and bots have their seats; return its id and their tokens.

    `known` are the names of the bots there are. A host who is new is stored with the match.

    Raises: Refused; Unavailable.
    """
    now, people = time.time(), [host.id, *others]
    tokens = [new_token() for _ in people]
    events = first_events(setup, people, bots, known, now)
    row, seats = rows_of(free_match_id(database), setup, people, tokens, now)
    store_match(database, row, setup, events, seats, host if isinstance(host, Newcomer) else None)
    return row.id, tokens


def store_match(
    database: Database,
    row: MatchRow,
    setup: Setup,
    events: Sequence[Event],
    seats: list[SeatRow],
    newcomer: Newcomer | None = None,
) -> None:
    """Store a new match, and who makes it."""
    match = Match.new(row.id, setup).after(*events)
    bodies = [event.to_dict() for event in events]
    people = [] if newcomer is None else [newcomer._asdict()]
    create_match(database, row, bodies, seats, listing_of(match), people)
