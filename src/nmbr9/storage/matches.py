"""Matches: a header, its events and its seats. The events of running ones go through `journal`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from nmbr9.rules.errors import shown
from nmbr9.storage.database import Database
from nmbr9.storage.errors import NotFound
from nmbr9.storage.event_json import Body, event_of, event_row, from_text, to_text
from nmbr9.storage.listings import Listing, row_of
from nmbr9.storage.tables import events as events_table
from nmbr9.storage.tables import listings, matches, seats

__all__ = ["MatchRow", "SeatRow", "create_match", "load_match"]

LONGEST_ID = 40


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
) -> None:
    """Store a new match with its first events; its length is their number.

    With a listing strangers find it.

    Raises: StorageError, when the id or a token exists, or a player or the contest does not.
    """
    with database.write() as connection:
        insert_match(connection, row, events, [seat._asdict() for seat in seats])
        if listing is not None:
            connection.execute(insert(listings), row_of(row.id, listing))


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
    with database.read() as connection:
        return events_from(connection, id, start)


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
    query = select(seats.c.player).where(seats.c.match == id, seats.c.token_hash == token_hash)
    found = database.ask(query)
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
    query = (
        select(matches.c.id)
        .where(
            matches.c.id.between(beginning, last),
            matches.c.id.startswith(beginning, autoescape=True),
            matches.c.finished.is_(None),
        )
        .order_by(matches.c.created.desc())
    )
    return [row.id for row in database.ask(query)]


def insert_match(
    connection: Connection, row: MatchRow, events: Sequence[Body], seat_rows: Iterable[Body]
) -> None:
    """Write a match within somebody's transaction; seats are rows of the table without a match."""
    connection.execute(
        insert(matches),
        {
            **row._asdict(),
            "setup": to_text(row.setup),
            "played": None if row.played is None else to_text(row.played),
            "length": len(events),
            **compared(row.setup if row.played is None else row.played),
        },
    )
    if rows := [event_row(row.id, seq, event) for seq, event in enumerate(events)]:
        connection.execute(insert(events_table), rows)
    if taken := [{"match": row.id, **seat} for seat in seat_rows]:
        connection.execute(insert(seats), taken)


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
    rows = connection.execute(
        select(events_table.c.body, events_table.c.player)
        .where(events_table.c.match == id, events_table.c.seq >= start)
        .order_by(events_table.c.seq)
    )
    return [event_of(row.body, row.player if with_players else None) for row in rows]
