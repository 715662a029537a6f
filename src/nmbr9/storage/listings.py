"""The list of matches that strangers may join or watch, for the start page.

A row for each match whose host wants it to be found. It is written together with the events that
change it and is gone when the match is over, or when nobody is there any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from nmbr9.match.errors import EventError
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.database import Database
from nmbr9.storage.event_json import Body, from_text, to_text
from nmbr9.storage.tables import listings, matches, players, seats
from nmbr9.storage.upsert import inserted


class State(StrEnum):
    """What strangers can do at a table."""

    OPEN = "open"
    """Sit down."""
    FULL = "full"
    """Nothing, until it starts."""
    RUNNING = "running"
    """Watch."""
    GONE = "gone"
    """Nothing any more: it is taken out of the list."""


class Listing(NamedTuple):
    """What the list says of a match."""

    state: State
    since: float
    """How long it waits or is played: seconds since 1970."""
    host: int | None
    """The host's seat."""
    options: Body
    has_own_shapes: bool
    seats: int
    open: int
    """How many of them are free."""


class ListedRow(NamedTuple):
    """A match in the list."""

    match: str
    host: str | None
    """The host's name."""
    listing: Listing


def row_of(match: str, listing: Listing) -> dict[str, Any]:
    """Return the row of the table for a match."""
    data = listing._asdict()
    return {
        **data,
        "match": match,
        "state": str(listing.state),
        "options": to_text(data["options"]),
    }


def _replacing(make: Any) -> Any:
    statement = make(listings)
    names = [column.name for column in listings.columns if not column.primary_key]
    changed = {name: statement.excluded[name] for name in names}
    return statement.on_conflict_do_update(index_elements=["match"], set_=changed)


SET_LISTING = {True: _replacing(postgresql.insert), False: _replacing(sqlite.insert)}
"""Writes a row in the place of the one that is there, if any; by whether it is PostgreSQL."""
REMOVE_LISTING = delete(listings).where(listings.c.match == bindparam("of_match"))

MOST_OF_PERSON, MOST_OF_SOURCE = 2, 4
FIRST_LOOKED_AT, MOST_LOOKED_AT = 60, 5_000
"""Rows of which those are chosen that are told; more where somebody fills the list."""

# Chosen before anything is joined to them: as long as PostgreSQL has not counted the rows, it
# believes that there are few, and looks up the host of each before it sorts them.
_NEWEST = (
    select(listings)
    .where(listings.c.state == bindparam("in_state"), listings.c.since >= bindparam("in_it_since"))
    .order_by(listings.c.since.desc(), listings.c.match)
    .limit(bindparam("at_most"))
    .subquery()
)
_LISTED = (
    select(_NEWEST, players.c.name, seats.c.player.label("person"))
    .join_from(
        _NEWEST,
        seats,
        (seats.c.match == _NEWEST.c.match) & (seats.c.seat == _NEWEST.c.host),
        isouter=True,
    )
    .join(players, players.c.id == seats.c.player, isouter=True)
    .order_by(_NEWEST.c.since.desc(), _NEWEST.c.match)
)


def list_again(database: Database, match: str, listing: Listing) -> None:
    """List a match that was taken out because nobody was there; one that is listed stays so."""
    with database.write() as connection:
        # The match first, as the journal does (see `journal._locked_lengths`).
        connection.execute(
            select(matches.c.id).where(matches.c.id == match).with_for_update()
        ).all()
        inserted(connection, listings, row_of(match, listing))


def remove_listing(database: Database, match: str) -> None:
    """Take a match out of the list."""
    with database.write() as connection:
        connection.execute(REMOVE_LISTING, {"of_match": match})


def listed(
    database: Database,
    state: State,
    *,
    since: float,
    limit: int,
    source_of: Callable[[str], str | None] = lambda match: None,
) -> list[ListedRow]:
    """Return matches in a state, those first that are in it for the shortest time.

    Of each person there are at most two, and of each source four, so that nobody fills the list.
    `source_of` tells where somebody came from who made a match, if that is known.
    """
    shown: list[ListedRow] = []
    for at_most in (FIRST_LOOKED_AT, MOST_LOOKED_AT):
        asked = {"in_state": str(state), "in_it_since": since, "at_most": at_most}
        found = database.ask(_LISTED, asked)
        shown = _chosen(found, limit, source_of)
        if len(shown) == limit or len(found) < at_most:
            break
    return shown


def _chosen(
    rows: Sequence[Any], limit: int, source_of: Callable[[str], str | None]
) -> list[ListedRow]:
    shown: list[ListedRow] = []
    seen: Counter[tuple[str, str | None]] = Counter()
    for found in rows:
        person, source = ("person", found.person), ("source", source_of(found.match))
        if (found.person is not None and seen[person] >= MOST_OF_PERSON) or (
            source[1] is not None and seen[source] >= MOST_OF_SOURCE
        ):
            continue
        row = _listed_row(found)
        if row is not None:
            seen[person] += 1
            seen[source] += 1
            shown.append(row)
        if len(shown) == limit:
            break
    return shown


def _listed_row(found: Any) -> ListedRow | None:
    try:
        options = from_text(found.options)
    except EventError as error:
        DAMAGE.note(f"the listing of match {found.match}", error)
        return None
    listing = Listing(
        State(found.state),
        found.since,
        found.host,
        options,
        found.has_own_shapes,
        found.seats,
        found.open,
    )
    return ListedRow(found.match, found.name, listing)
