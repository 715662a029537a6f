"""Making matches and taking seats, for HTTP and for rematches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from secrets import SystemRandom

from nmbr9.match.commands import join
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import BotSeated, Event, Joined, Started
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.rules import chance
from nmbr9.rules.options import Options
from nmbr9.rules.starting_shapes import Rows
from nmbr9.server.hosting import HostedMatch
from nmbr9.server.hub import Hub
from nmbr9.server.ids import CODE_LENGTH, hash_of, new_match_id, new_token
from nmbr9.server.listing import listing_of
from nmbr9.server.shapes import OptionsBody
from nmbr9.server.thinking import BOT_NAMES
from nmbr9.storage.database import Database
from nmbr9.storage.matches import (
    MatchRow,
    SeatRow,
    create_match,
    give_token,
    unfinished_ids_with,
)

CHANCE: Random = SystemRandom()
"""Cards are shuffled by the operating system's generator: nobody can compute the next deck."""


def new_setup(
    options: Options,
    *,
    is_hidden: bool = True,
    is_listed: bool = False,
    contest: str | None = None,
    shapes: tuple[Rows, ...] = (),
) -> Setup:
    """Return a setup with cards nobody knows.

    Raises: OptionsError, when starting tiles of one's own do not suit the options.
    """
    return Setup.new(
        options, CHANCE, is_hidden=is_hidden, contest=contest, is_listed=is_listed, shapes=shapes
    )


def setup_for(body: OptionsBody, *, is_hidden: bool, is_listed: bool) -> Setup:
    """Return a setup with what somebody chose, and cards nobody knows.

    Raises: OptionsError.
    """
    options = body.options()
    if body.draw_tokens:
        options = drawn_options(options, body.draw_tokens)
    return new_setup(options, is_hidden=is_hidden, is_listed=is_listed, shapes=body.shapes())


def drawn_options(options: Options, tokens: int) -> Options:
    """Return options with so many special tokens drawn at random (5.1)."""
    return replace(options, special_tokens=chance.drawn_tokens(CHANCE, tokens))


def first_events(setup: Setup, people: list[str], bots: list[str], now: float) -> list[Event]:
    """Return how a match begins: people and bots sit down; with all seats taken it starts.

    Raises: Refused.
    """
    seats = setup.options.players
    if len(people) + len(bots) > seats:
        raise Refused(Refusal.SEAT_TAKEN, f"expected at most {seats} players, got more")
    events: list[Event] = [
        Joined(at=now, seat=seat, player=player) for seat, player in enumerate(people)
    ]
    for seat, bot in enumerate(bots, len(people)):
        if bot not in BOT_NAMES:
            known = ", ".join(sorted(BOT_NAMES))
            raise Refused(Refusal.NO_SUCH_BOT, f"expected a bot of {known}, got {bot!r}")
        events.append(BotSeated(at=now, seat=seat, bot=bot))
    if len(events) == seats:
        # Nobody else is to come: the first card can be turned up at once.
        events.append(Started(at=now))
    return events


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


async def free_match_id(database: Database) -> str:
    """Return an id for a match whose code leads to no other that waits."""
    while True:
        id = new_match_id()
        if not await asyncio.to_thread(unfinished_ids_with, database, id[:CODE_LENGTH]):
            return id


async def open_match(
    database: Database, setup: Setup, people: list[str], bots: list[str]
) -> tuple[str, list[str]]:
    """Make a match in which people and bots have their seats; return its id and their tokens.

    Raises: Refused; Unavailable.
    """
    now, id = time.time(), await free_match_id(database)
    tokens = [new_token() for _ in people]
    events = first_events(setup, people, bots, now)
    row, seats = rows_of(id, setup, people, tokens, now)
    await _store(database, row, setup, events, seats)
    return id, tokens


async def _store(
    database: Database, row: MatchRow, setup: Setup, events: Sequence[Event], seats: list[SeatRow]
) -> None:
    match = Match.new(row.id, setup)
    for event in events:
        match = match.after(event)
    bodies = [event.to_dict() for event in events]
    await asyncio.to_thread(create_match, database, row, bodies, seats, listing_of(match))


async def take_seat(
    hub: Hub, hosted: HostedMatch, player: str, seat: int | None
) -> tuple[int, str]:
    """Give a player a seat and a new token for it; whoever has one gets a new token only.

    Raises: Refused; Unavailable.
    """
    for _ in range(2):
        await hosted.change(lambda match: _joining(match, player, seat))
        token = new_token()
        is_given = await asyncio.to_thread(
            give_token, hub.database, hosted.match.id, player, hash_of(token)
        )
        taken = hosted.match.seat_of(player)
        if is_given and taken is not None:
            return taken, token
        # The seat was freed meanwhile, perhaps by a host at another process.
        await hosted.read_again()
    raise Refused(Refusal.NOT_SEATED, "expected a seat that stays yours, got one that was freed")


def _joining(match: Match, player: str, seat: int | None) -> list[Event]:
    if match.seat_of(player) is not None:
        return []
    return [join(match, player, seat, time.time())]


async def open_rematch(hub: Hub, match: Match, *, same_deck: bool) -> str:
    """Make another match for the same people and bots; it waits for its host to start it."""
    setup = match.setup
    if not same_deck:
        setup = new_setup(
            setup.options,
            is_hidden=setup.is_hidden,
            is_listed=setup.is_listed,
            shapes=setup.shapes,
        )
    people = [None if seat.is_away else seat.player for seat in match.seats]
    now, id = time.time(), await free_match_id(hub.database)
    events: list[Event] = []
    for index, (seat, player) in enumerate(zip(match.seats, people, strict=True)):
        if player is not None:
            events.append(Joined(at=now, seat=index, player=player))
        elif seat.bot is not None:
            events.append(BotSeated(at=now, seat=index, bot=seat.bot))
    setup = replace(setup, contest=None)
    row = MatchRow(id, now, setup.to_dict(), None, 0, None)
    seats = [SeatRow(index, player, None) for index, player in enumerate(people)]
    await _store(hub.database, row, setup, events, seats)
    return id
