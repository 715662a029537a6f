"""Taking finished games out and in, moving a whole database, and backing one up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select

from nmbr9.storage.bodies import Body
from nmbr9.storage.contests import contest_in, insert_contest
from nmbr9.storage.database import Database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.lines import Line, parse_line
from nmbr9.storage.matches import events_from, insert_match, match_row
from nmbr9.storage.tables import entries, matches, metadata, seats

PAGE = 100
"""Matches read in one transaction: a long export must not keep the database from cleaning up."""
COPIED_AT_ONCE = 1000
"""Rows held in memory when a database is copied."""


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


def copy_database(source: Database, target: Database) -> int:
    """Copy everything into an empty database, such as from SQLite to PostgreSQL.

    Returns: how many matches that were.

    Raises: StorageError; the target stays empty then.
    """
    with source.read() as old, target.write() as new:
        for table in metadata.sorted_tables:
            if new.execute(select(table).limit(1)).first() is not None:
                raise StorageError(f"expected an empty database to copy to, got {table} in it")
        for table in metadata.sorted_tables:
            rows = old.execution_options(yield_per=COPIED_AT_ONCE).execute(select(table))
            for part in rows.mappings().partitions():
                new.execute(insert(table), [dict(row) for row in part])
        count: int = new.execute(select(func.count()).select_from(matches)).scalar_one()
        return count


def backup(database: Database, path: Path) -> None:
    """Write a copy of a SQLite database as it is now, while others read and write it.

    The copy is one file, complete or not there; an older file at the path is replaced.

    Raises: StorageError; for PostgreSQL always.
    """
    if database.is_postgresql:
        raise StorageError("expected a SQLite database, got PostgreSQL: use pg_dump to back it up")
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with (
            closing(sqlite3.connect(database.path)) as source,
            closing(sqlite3.connect(aside)) as target,
        ):
            source.backup(target)  # in one step: several would start again at each write
            target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        _sync(aside)
        aside.replace(path)
        _sync(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"expected to write a backup to {path}, got {error}") from error
    finally:
        aside.unlink(missing_ok=True)


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
        },
        "contest": contest,
        "events": events_from(connection, match.id, 0, with_players=False),
        "seats": [{"seat": each.seat, "score": each.score} for each in sat],
    }


def _imported(database: Database, line: Line) -> bool:
    match = line.match
    with database.write() as connection:
        if connection.execute(select(matches.c.id).where(matches.c.id == match.id)).first():
            return False
        if line.contest is not None:
            insert_contest(connection, line.contest)
        insert_match(connection, match, line.events, line.seats)
        if line.entered is not None:
            entry = {"match": match.id, "seat": line.entered, "contest": match.contest}
            connection.execute(insert(entries), entry)
    return True


def _sync(path: Path) -> None:
    """Have the operating system write a file or the list of a folder to the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows has no such thing
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
