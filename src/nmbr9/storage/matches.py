"""Matches: a header, its events and its seats. The events of running ones go through `journal`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Insert, bindparam, insert, select, update

from nmbr9.rules.errors import shown
from nmbr9.storage.database import Database
from nmbr9.storage.errors import NotFound
from nmbr9.storage.event_json import Body, event_of, event_row, from_text, to_text
from nmbr9.storage.listings import Listing, row_of
from nmbr9.storage.tables import events as events_table
from nmbr9.storage.tables import listings, matches, players, seats

__all__ = ["MatchRow", "SeatRow", "create_match", "load_match"]

LONGEST_ID = 40

# Built once: to build a statement takes longer than to carry it out.
ADD_MATCH, ADD_SEATS, ADD_EVENTS = insert(matches), insert(seats), insert(events_table)
ADD_LISTING, ADD_PLAYER = insert(listings), insert(players)
_EVENTS_FROM = (
    select(events_table.c.body, events_table.c.player)
    .where(events_table.c.match == bindparam("of_match"), events_table.c.seq >= bindparam("first"))
    .order_by(events_table.c.seq)
)
_BY_TOKEN = select(seats.c.player).where(
    seats.c.match == bindparam("of_match"), seats.c.token_hash == bindparam("of_token")
)
_UNFINISHED = (
    select(matches.c.id)
    .where(
        matches.c.id.between(bindparam("first"), bindparam("last")), matches.c.finished.is_(None)
    )
    .order_by(matches.c.created.desc())
)


class SeatRow(NamedTuple):
    """Who sits where."""

    seat: int
    player: str | None
    token_hash: str | None


class MatchRow(NamedTuple):
    """The header of a match."""

    id: str
    created: float
    setup: Body
    contest: str | None
    length: int
    """How many events are stored."""
    finished: float | None
    played: Body | None = None
    """The setup that was played, where it is another than the one that the events begin with."""


def create_match(
    database: Database,
    row: MatchRow,
    events: Sequence[Body],
    seats: Sequence[SeatRow],
    listing: Listing | None = None,
    newcomers: Sequence[Body] = (),
) -> None:
    """Store a new match with its first events; its length is their number.

    With a listing strangers find it. Newcomers are rows of players who are stored with it.

    Raises: StorageError, when the id or a token exists, or a player or the contest does not.
    """
    with database.write_directly() as transaction:
        if newcomers:
            transaction.each(ADD_PLAYER, newcomers)
        for statement, rows in _inserts(row, events, [seat._asdict() for seat in seats]):
            transaction.each(statement, rows)
        if listing is not None:
            transaction.each(ADD_LISTING, [row_of(row.id, listing)])


def load_match(database: Database, id: str) -> tuple[MatchRow, list[Body], list[SeatRow]]:
    """Return header, events and seats of a match, all as of the same moment.

    Raises: NotFound.
    """
    with database.read() as connection:
        found = connection.execute(select(matches).where(matches.c.id == id)).one_or_none()
        if found is None:
            raise NotFound(f"expected the id of a match, got {shown(id)}")
        taken = connection.execute(
            select(seats.c.seat, seats.c.player, seats.c.token_hash)
            .where(seats.c.match == id)
            .order_by(seats.c.seat)
        )
        return match_row(found), events_from(connection, id, 0), [SeatRow(*row) for row in taken]


def load_events(database: Database, id: str, start: int) -> list[Body]:
    """Return the events of a match from number `start` on; none for a match that is not there."""
    rows = database.ask(_EVENTS_FROM, {"of_match": id, "first": start})
    return [event_of(row.body, row.player) for row in rows]


def give_token(database: Database, id: str, player: str, token_hash: str) -> bool:
    """Let a token open the seat that a player has; return whether they have one.

    Raises: StorageError, when the token exists.
    """
    with database.write() as connection:
        changed = connection.execute(
            update(seats)
            .where(seats.c.match == id, seats.c.player == player)
            .values(token_hash=token_hash)
        )
        return changed.rowcount > 0


def player_by_seat_token(database: Database, id: str, token_hash: str) -> str | None:
    """Return the player of a match whose seat a token opens."""
    found = database.ask(_BY_TOKEN, {"of_match": id, "of_token": token_hash})
    return found[0].player if found else None


def finished_match_ids(
    database: Database, *, before: float | None, limit: int
) -> list[tuple[str, float]]:
    """Return ids and ends of finished matches, newest first; `before` pages on."""
    query = select(matches.c.id, matches.c.finished).where(matches.c.finished.is_not(None))
    if before is not None:
        query = query.where(matches.c.finished < before)
    query = query.order_by(matches.c.finished.desc(), matches.c.id).limit(limit)
    return [(row.id, row.finished) for row in database.ask(query)]


def newest_matches(database: Database, limit: int) -> list[MatchRow]:
    """Return the headers of matches, running and finished, newest first."""
    query = select(matches).order_by(matches.c.created.desc(), matches.c.id).limit(limit)
    return [match_row(row) for row in database.ask(query)]


def unfinished_ids_with(database: Database, beginning: str) -> list[str]:
    """Return the ids of unfinished matches that begin so, newest first."""
    # Within these bounds lie all ids of lower-case letters and digits that begin so, in whatever
    # order a database sorts: so it need not look at every id.
    last = beginning + "z" * (LONGEST_ID - len(beginning))
    rows = database.ask(_UNFINISHED, {"first": beginning, "last": last})
    return [row.id for row in rows if row.id.startswith(beginning)]


def insert_match(
    connection: Connection, row: MatchRow, events: Sequence[Body], seat_rows: Iterable[Body]
) -> None:
    """Write a match within somebody's transaction; seats are rows of the table without a match."""
    for statement, rows in _inserts(row, events, seat_rows):
        connection.execute(statement, rows)


def _inserts(
    row: MatchRow, events: Sequence[Body], seat_rows: Iterable[Body]
) -> Iterator[tuple[Insert, list[Body]]]:
    """Yield what writes a match: statements, each with its rows, in which no column is left out."""
    header = {
        **row._asdict(),
        "setup": to_text(row.setup),
        "played": None if row.played is None else to_text(row.played),
        "length": len(events),
        "last_open": None,
        **compared(row.setup if row.played is None else row.played),
    }
    yield ADD_MATCH, [header]
    if rows := [event_row(row.id, seq, event) for seq, event in enumerate(events)]:
        yield ADD_EVENTS, rows
    if taken := [{"match": row.id, "score": None, "helped": None, **seat} for seat in seat_rows]:
        yield ADD_SEATS, taken


def compared(setup: Body) -> dict[str, Any]:
    """Return what records and statistics go by, taken out of the setup that was played."""
    options = setup.get("options")
    count = options.get("players") if isinstance(options, dict) else None
    key = setup.get("options_key")
    return {
        "options_key": key if isinstance(key, str) else None,
        "players": count if isinstance(count, int) else None,
    }


def match_row(found: Any) -> MatchRow:
    """Return the header that a row of the table `matches` holds."""
    return MatchRow(
        found.id,
        found.created,
        from_text(found.setup),
        found.contest,
        found.length,
        found.finished,
        None if found.played is None else from_text(found.played),
    )


def events_from(
    connection: Connection, id: str, start: int, *, with_players: bool = True
) -> list[Body]:
    """Return the events of a match from number `start` on; without players, nobody is named."""
    rows = connection.execute(_EVENTS_FROM, {"of_match": id, "first": start})
    return [event_of(row.body, row.player if with_players else None) for row in rows]
