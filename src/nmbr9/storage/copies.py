"""Copies of a whole database: a backup of a SQLite file, or everything into another database.

The source is only read, and the target changes at once and last: a mistyped name, a full disk or an
interrupt costs neither.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select

from nmbr9.storage.database import Database, is_ours, open_database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.tables import health, matches, metadata, players
from nmbr9.whole_files import replacing

__all__ = ["backup"]

COPIED_AT_ONCE = 1000
"""Rows held in memory when a database is copied."""

TABLES = [table for table in metadata.sorted_tables if table is not health]
"""What a copy takes along: every database is healthy or not by itself, and has a row of its own."""


class Contents(NamedTuple):
    """How much a copy holds, or was removed: for people to compare with what they expected."""

    matches: int
    players: int

    def __str__(self) -> str:
        return f"{_counted(self.matches, 'match', 'matches')} and " + _counted(
            self.players, "player", "players"
        )


def backup(database: Database, path: Path, *, force: bool = False) -> Contents:
    """Write a copy of a SQLite database as it is now, while others read and write it.

    The copy is one file, complete or not there. An older copy at the path is replaced, another
    file only by `force`.

    Raises: StorageError; for PostgreSQL always.
    """
    if database.is_postgresql:
        raise StorageError("expected a SQLite database, got PostgreSQL: use pg_dump to back it up")
    _check_target(database, path, force)
    try:
        with (
            replacing(path) as aside,
            closing(sqlite3.connect(database.path)) as source,
            closing(sqlite3.connect(aside)) as target,
        ):
            source.backup(target)  # in one step: several would start again at each write
            target.execute("PRAGMA journal_mode = DELETE")  # one file, no log beside it
            return Contents(_rows_of(target, matches), _rows_of(target, players))
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"expected to write a backup to {path}, got {_reason(error)}") from error


def move_database(source: Database, url: str, *, force: bool = False) -> Contents:
    """Copy everything to the database at a URL or path, such as from SQLite to PostgreSQL.

    It must be new or empty, unless by `force`: what is in it is replaced then.

    Raises: StorageError; the target stays as it was then.
    """
    target = Database.at(url)
    if target.is_postgresql:
        with closing(open_database(url)) as opened:
            return copy_database(source, opened, force=force)
    path = target.path
    _check_target(source, path, force)
    if not force and path.exists():
        with closing(open_database(url)) as opened, opened.read() as connection:
            _check_empty(connection)
    try:
        with replacing(path) as aside, _logs_removed(aside):
            with closing(open_database(str(aside))) as opened:
                contents = copy_database(source, opened)
            _leave_log(aside)
            return contents
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"expected to write a database to {path}, got {_reason(error)}"
        ) from error


def copy_database(source: Database, target: Database, *, force: bool = False) -> Contents:
    """Copy everything into an open database, which must be empty unless by `force`.

    Raises: StorageError; the target stays as it was then.
    """
    with source.read() as old, target.write() as new:
        if not force:
            _check_empty(new)
        for table in reversed(TABLES):
            new.execute(delete(table))
        for table in TABLES:
            rows = old.execution_options(yield_per=COPIED_AT_ONCE).execute(select(table))
            for part in rows.mappings().partitions():
                new.execute(insert(table), [dict(row) for row in part])
        counts = [
            new.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (matches, players)
        ]
        return Contents(*counts)


def _check_target(source: Database, path: Path, force: bool) -> None:
    """Refuse to replace what is in use, or what is no database of ours.

    Raises: StorageError.
    """
    if not path.exists():
        return
    if not path.is_file():
        raise StorageError(f"expected the name of a file, got {path}")
    if not source.is_postgresql and path.samefile(source.path):
        raise StorageError(f"expected another file than the database itself, got {path}")
    if not is_ours(path) and not force:
        raise StorageError(
            f"expected a new file or a database of nmbr9 to replace, got {path}, "
            "which is neither: --force replaces it"
        )
    # A log would be taken for that of the file which comes to its place, and spoil it.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and not (is_ours(path) and _leave_log(path)):
        raise StorageError(f"expected a file that nobody uses, got {path} with {log.name} beside")


def _check_empty(connection: Connection) -> None:
    for table in TABLES:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise StorageError(
                f"expected an empty database to copy to, got {table} in it: --force replaces them"
            )


def _leave_log(path: Path) -> bool:
    """Move SQLite's log into its file and remove it; False when others use the file."""
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    except sqlite3.OperationalError:
        return False
    return str(mode) == "delete"


@contextmanager
def _logs_removed(path: Path) -> Iterator[None]:
    """Remove in the end what SQLite keeps beside a file whose connections nobody has closed.

    An interrupt may come where a connection is just being opened, or handed back.
    """
    try:
        yield
    finally:
        for kind in ("wal", "shm", "journal"):
            path.with_name(f"{path.name}-{kind}").unlink(missing_ok=True)


def _reason(error: OSError | sqlite3.Error) -> str:
    # The name of the file aside would tell nobody anything.
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _rows_of(connection: sqlite3.Connection, table: Table) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0])


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
