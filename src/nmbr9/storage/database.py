"""Opening a database: a SQLite file, or PostgreSQL by URL."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    create_engine,
    event,
    inspect,
    make_url,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from nmbr9.extras import load_extra
from nmbr9.folders import data_folder
from nmbr9.storage.errors import NotFound, StorageError, plain_errors
from nmbr9.storage.group_commit.raw_sql import Compiler, Direct
from nmbr9.storage.migrate import upgrade
from nmbr9.storage.tables import health

if TYPE_CHECKING:
    import psycopg

    OwnConnection = psycopg.Connection[tuple[object, ...]]

__all__ = ["open_database"]

BUSY_SECONDS = 10.0
"""How long a write to SQLite waits for another process's."""
LOG_TRIES = 20
CONNECT_SECONDS = 5
SILENCE_MILLISECONDS = 10_000
"""After how long without a sign of life a connection to PostgreSQL counts as broken."""

IDLE_SECONDS = 0.1
"""After how long in the pool a connection to PostgreSQL is asked whether it still stands: less than
any server needs to start again."""

LOG_PAGES = 10_000
"""How long SQLite's log may get before a commit has to shorten it, in pages: usually the journal's
`Checkpointer` has moved nearly all of it by then."""
OUR_TABLES = ("alembic_version", "matches", "players")
"""What tells a database of ours from those of other programs."""
# A write takes its lock at the start: one that has read first could not get it any more.
BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
PRAGMAS = (
    "foreign_keys = ON",
    "synchronous = FULL",  # a commit is on the disk, not only with the operating system
    "secure_delete = ON",  # what is deleted is overwritten: a person's name must not stay
    f"wal_autocheckpoint = {LOG_PAGES}",
)


class Database:
    """An open database: what every other module of `storage` takes first. Safe between threads."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_postgresql = url.get_backend_name() == "postgresql"
        self.path = Path(url.database or "")
        """The file, for SQLite."""
        self.engine = _postgresql_engine(url) if self.is_postgresql else _sqlite_engine(url)
        # sqlite3 would begin transactions of its own after that; SQLite's cost next to nothing.
        alone = {"isolation_level": "AUTOCOMMIT"} if self.is_postgresql else {}
        self._asked_once = self.engine.execution_options(**alone)
        self._compiler = Compiler(self.engine.dialect)
        # SQLite has one writer. Its own way to wait is to sleep and try again, which under load
        # may go on for long; threads of one process wait here instead.
        self._writer = nullcontext() if self.is_postgresql else threading.Lock()

    @classmethod
    def at(cls, text: str) -> Database:
        """Return the database at a URL or, for SQLite, a path; nothing is opened or made yet.

        Raises: StorageError; MissingExtra, for PostgreSQL where its driver is not installed.
        """
        return cls(_parsed(text))

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    def ask(self, query: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """Return the rows that a single query finds; several that belong together are for `read`.

        One statement sees one moment by itself. A transaction around it would be two more messages
        to PostgreSQL and back, which on a busy machine take longer than the query.

        Raises: StorageError.
        """
        with plain_errors(), self._asked_once.connect() as connection:
            return connection.execute(query, values).all()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Yield a connection whose queries all see the same moment.

        Raises: StorageError.
        """
        with plain_errors(), self.engine.connect() as connection:
            if self.is_postgresql:
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that is committed at the end, durably.

        Raises: StorageError; nothing is written then.
        """
        with (
            plain_errors(),
            self._writer,
            self.engine.connect().execution_options(nmbr9_writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def write_directly(self) -> Iterator[Direct]:
        """Yield a transaction like that of `write`, quicker, for fewer kinds of statements.

        Raises: StorageError; nothing is written then.
        """
        with plain_errors(), self._writer, closing(self.engine.raw_connection()) as connection:
            try:
                with closing(connection.cursor()) as cursor:
                    if not self.is_postgresql:
                        cursor.execute(BEGIN_TO_WRITE)
                    yield Direct(cursor, self._compiler)
                connection.commit()
            except BaseException as error:
                # Also the way to roll back: nobody has to find out whether the connection is well.
                connection.invalidate(error)
                raise

    def check(self) -> None:
        """Write next to nothing, to see whether the database keeps it: a full disk can be read.

        Raises: StorageError.
        """
        with self.write() as connection:
            connection.execute(update(health).values(checked=time.time()))

    def connect_apart(self) -> OwnConnection:
        """Return a connection of its own to PostgreSQL, each statement of which commits.

        Raises: psycopg.Error.
        """
        import psycopg

        _, arguments = self.engine.dialect.create_connect_args(self.url)
        return psycopg.connect(**{**_connect_arguments(self.url), **arguments}, autocommit=True)

    def empty_log(self) -> None:
        """Move what is in SQLite's log to its place, so that nothing older stays in the log.

        Somebody who reads for long can keep it from being emptied: it is then tried a few times
        more, without holding up the writers, and otherwise left to be overwritten by and by.
        """
        for _ in range(LOG_TRIES):
            with self._writer, closing(sqlite3.connect(self.path, timeout=0.1)) as connection:
                try:
                    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                except sqlite3.OperationalError:
                    busy = True
            if not busy:
                return
            time.sleep(0.1)

    def close(self) -> None:
        """Close the connections that nobody uses at the moment."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Return the database at a URL or, for SQLite, a path; its tables are brought up to date.

    Raises: StorageError; MissingExtra, for PostgreSQL where its driver is not installed.
    """
    database = Database.at(url)
    try:
        if not database.is_postgresql:
            _prepare_file(database.path)
        with database.write() as connection:
            upgrade(connection)
    except StorageError as error:
        database.close()
        raise type(error)(f"cannot open the database {database}: {error}") from error
    return database


def open_existing(url: str) -> Database:
    """Return the database at a URL or path as `open_database` does, but never make one.

    Raises: NotFound, when there is no such file; StorageError, also for a file or database that
    nmbr9 has not made; MissingExtra.
    """
    database = Database.at(url)
    try:
        if not database.is_postgresql and not database.path.is_file():
            raise NotFound(f"expected a database of nmbr9, got no file {database.path}")
        if not (_has_our_tables(database) if database.is_postgresql else is_ours(database.path)):
            raise StorageError(f"expected a database of nmbr9, got {database}, which is none")
    finally:
        database.close()
    return open_database(url)


def is_ours(path: Path) -> bool:
    """Whether a file is a SQLite database that nmbr9 has made; nothing is written to it.

    Raises: StorageError, when the file cannot be read.
    """
    asked = ", ".join("?" * len(OUR_TABLES))
    query = f"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ({asked})"
    try:
        # mode=ro: a file that is not there, or is empty, must stay so.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as it:
            return bool(it.execute(query, OUR_TABLES).fetchone()[0] == len(OUR_TABLES))
    except sqlite3.OperationalError as error:
        raise StorageError(f"expected a file that can be read, got {path}: {error}") from error
    except sqlite3.DatabaseError:  # no file of SQLite at all
        return False


def is_blank(path: Path) -> bool:
    """Whether a file holds nothing: empty, or left by who was interrupted before the first table.

    Raises: StorageError, when the file cannot be read.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as it:
            return it.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    except sqlite3.OperationalError as error:
        raise StorageError(f"expected a file that can be read, got {path}: {error}") from error
    except sqlite3.DatabaseError:
        return False


def _has_our_tables(database: Database) -> bool:
    with database.read() as connection:
        return all(map(inspect(connection).has_table, OUR_TABLES))


def default_database_url() -> str:
    """Return where matches are kept unless somebody says otherwise."""
    chosen = os.environ.get("NMBR9_DATABASE")
    path = data_folder() / "nmbr9.sqlite3"
    return chosen or URL.create("sqlite", database=str(path)).render_as_string()


def _parsed(text: str) -> URL:
    wanted = "expected a path, sqlite:///path or postgresql://user@host/name"
    if "://" not in text:
        if not text or text == ":memory:":
            raise StorageError(f"{wanted}, got {text!r}")
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The text may hold a password: it is not repeated.
        raise StorageError(f"{wanted}, got a URL that cannot be read") from None
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:" or url.host:
            raise StorageError(f"{wanted}, got a URL without a path")
        return url
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        load_extra("postgres")
        return url.set(drivername="postgresql+psycopg")
    raise StorageError(f"{wanted}, got a URL that begins with {url.drivername!r}")


def _connect_arguments(url: URL) -> dict[str, object]:
    """Return what every connection to PostgreSQL says, where the URL does not say it itself."""
    arguments: dict[str, object] = {
        "application_name": "nmbr9",
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": SILENCE_MILLISECONDS,
        "keepalives_idle": 5,
        "keepalives_interval": 5,
        "keepalives_count": 2,
    }
    return {name: value for name, value in arguments.items() if name not in url.query}


def _postgresql_engine(url: URL) -> Engine:
    engine = create_engine(url, connect_args=_connect_arguments(url))

    def put_back(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["idle_since"] = time.monotonic()

    def taken(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        # After a restart of the server, reads find a fresh connection and do not fail. To ask each
        # time (pool_pre_ping) would double the messages of a short query.
        idle_since = record.info.get("idle_since")
        if idle_since is None or time.monotonic() - idle_since < IDLE_SECONDS:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError(str(error)) from error

    event.listen(engine, "checkin", put_back)
    event.listen(engine, "checkout", taken)
    return engine


def _sqlite_engine(url: URL) -> Engine:
    # isolation_level None: sqlite3 begins no transactions of its own, `begin` below does.
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})

    def connected(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("nmbr9_writes")
        connection.exec_driver_sql(BEGIN_TO_WRITE if writes else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine


def _prepare_file(path: Path) -> None:
    """Make the file, if there is none, and let readers and a writer work at the same time in it.

    The mode is kept in the file. Changing it needs the file for oneself and, unlike other
    statements, does not wait for it: several processes may start at once.

    Raises: StorageError.
    """
    try:
        if path.parent == data_folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
            mode = _write_ahead(connection)
    except OSError as error:
        raise StorageError(
            f"expected a folder to write to, got {error.strerror}: {error.filename}; "
            "NMBR9_DATABASE=path chooses another file"
        ) from error
    except (sqlite3.Error, ValueError) as error:
        raise StorageError(f"expected a SQLite file that can be written, got {error}") from error
    if mode != "wal":
        raise StorageError(f"expected a disk for SQLite's write-ahead log, got the mode {mode!r}")


def _write_ahead(connection: sqlite3.Connection) -> str:
    """Ask for the write-ahead log until nobody is in the way; return the mode that came of it."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
        time.sleep(0.02)
