"""Taking finished games out and in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, insert, select

from nmbr9.storage.contests import contest_in, insert_contest
from nmbr9.storage.database import Database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.event_json import Body
from nmbr9.storage.exported_match import ExportedMatch, parse_line
from nmbr9.storage.matches import events_from, insert_match, match_row
from nmbr9.storage.tables import entries, matches, seats

PAGE = 100
"""Matches read in one transaction: a long export must not keep the database from cleaning up."""


def export_matches(database: Database) -> Iterator[Body]:
    """Yield each finished match as JSON-ready data, without tokens and without players.

    The keys are ``match``, ``contest``, ``events`` and ``seats``; docs/storage.md shows one.
    """
    last = ""
    while True:
        with database.read() as connection:
            rows = connection.execute(
                select(matches)
                .where(matches.c.id > last, matches.c.finished.is_not(None))
                .order_by(matches.c.id)
                .limit(PAGE)
            ).all()
            page = [_exported(connection, row) for row in rows]
        yield from page
        if len(page) < PAGE:
            return
        last = rows[-1].id


def import_matches(database: Database, lines: Iterable[object]) -> int:
    """Store matches that `export_matches` gave; return how many were new.

    Matches whose id exists are passed by. Each match is stored whole or not at all.

    Raises: StorageError, naming the line, counted from 1; the lines before it are stored.
    """
    count = 0
    for number, data in enumerate(lines, start=1):
        try:
            count += _imported(database, parse_line(data))
        except StorageError as error:
            raise type(error)(f"line {number}: {error}") from error
    return count


def _exported(connection: Connection, row: Any) -> Body:
    match = match_row(row)
    sat = connection.execute(
        select(seats.c.seat, seats.c.score).where(seats.c.match == match.id).order_by(seats.c.seat)
    )
    contest = None
    if match.contest is not None:
        found = contest_in(connection, match.contest)
        entered = connection.execute(
            select(entries.c.seat).where(entries.c.match == match.id)
        ).scalar_one_or_none()
        contest = {**(found._asdict() if found else {}), "entered": entered}
    return {
        "match": {
            "id": match.id,
            "created": match.created,
            "finished": match.finished,
            "setup": match.setup,
            **({} if match.played is None else {"played": match.played}),
        },
        "contest": contest,
        "events": events_from(connection, match.id, 0, with_players=False),
        "seats": [{"seat": each.seat, "score": each.score} for each in sat],
    }


def _imported(database: Database, exported: ExportedMatch) -> bool:
    match = exported.match
    with database.write() as connection:
        if connection.execute(select(matches.c.id).where(matches.c.id == match.id)).first():
            return False
        if exported.contest is not None:
            insert_contest(connection, exported.contest)
        insert_match(connection, match, exported.events, exported.seats)
        if exported.entered is not None:
            entry = {"match": match.id, "seat": exported.entered, "contest": match.contest}
            connection.execute(insert(entries), entry)
    return True
