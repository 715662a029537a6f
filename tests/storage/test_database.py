"""Opening databases, and their tables."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from nmbr9.storage.database import Database, default_database_url, open_database
from nmbr9.storage.errors import StorageError, Unavailable
from nmbr9.storage.matches import load_match
from nmbr9.storage.tables import metadata
from tests.postgresql import PostgreSQL
from tests.storage.examples import add_match


def test_the_steps_lead_to_the_tables(database: Database) -> None:
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_what_is_stored_is_there_after_opening_again(database: Database, url: str) -> None:
    add_match(database, events=3)
    database.close()
    again = open_database(url)
    assert load_match(again, "m")[0].length == 3
    again.close()


@pytest.mark.rest
def test_processes_can_open_a_new_database_at_the_same_time(
    engine: str, new_url: Callable[[str], str]
) -> None:
    url = new_url(engine)
    script = (
        "import sys; from nmbr9.storage.database import open_database;"
        "print('ready', flush=True); sys.stdin.readline(); open_database(sys.argv[1]).close()"
    )
    command = [sys.executable, "-W", "error", "-c", script, url]
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(4)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")


def test_a_database_of_a_newer_nmbr9_is_refused(database: Database, url: str) -> None:
    with database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match="an older one, got a newer one"):
        open_database(url)


def test_sqlite_waits_for_the_disk_checks_links_and_overwrites(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "plain path.db"))
    with database.read() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in (
                "journal_mode",
                "synchronous",
                "foreign_keys",
                "busy_timeout",
                "secure_delete",
            )
        }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10_000,
        "secure_delete": 1,
    }
    database.close()


def test_a_read_sees_one_moment(database: Database) -> None:
    with database.read() as connection:
        count = text("SELECT count(*) FROM matches")
        assert connection.execute(count).scalar_one() == 0
        add_match(database)
        assert connection.execute(count).scalar_one() == 0


def test_a_single_query_takes_no_transaction(postgresql: PostgreSQL) -> None:
    """Within a transaction that began with a message of its own the two times differ."""
    is_alone = text("SELECT transaction_timestamp() = statement_timestamp() AS is_alone")
    with closing(open_database(postgresql.new_database())) as database:
        for _ in range(3):
            assert database.ask(is_alone)[0].is_alone
            with database.read() as connection:
                assert not connection.execute(is_alone).scalar_one()
                level = connection.exec_driver_sql("SHOW transaction_isolation").scalar_one()
                assert level == "repeatable read"
            with database.write() as connection:
                assert not connection.execute(is_alone).scalar_one()


def test_a_write_that_fails_leaves_nothing(database: Database) -> None:
    def half() -> None:
        with database.write() as connection:
            connection.execute(
                text("INSERT INTO contests VALUES ('c', 'daily', '', 1, 1, '{}', '')")
            )
            raise KeyError

    with pytest.raises(KeyError):
        half()
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM contests")).scalar_one() == 0


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "got ''"),
        (":memory:", "got ':memory:'"),
        ("sqlite://", "got a URL without a path"),
        ("sqlite:///:memory:", "got a URL without a path"),
        ("sqlite://host/path", "got a URL without a path"),
        ("mysql://u:secret@h/n", "begins with 'mysql'"),
        ("postgresql+asyncpg://u:secret@h/n", "begins with 'postgresql.asyncpg'"),
        ("postgresql://u:secret@h:port/n", "got a URL that cannot be read"),
        ("://", "got a URL that cannot be read"),
        (
            "sqlite:////nowhere/at/all.db",
            "expected a SQLite file that can be written, got unable to open",
        ),
        ("/nowhere/at/all.db", "expected a SQLite file that can be written, got unable to open"),
        ("postgresql://u:secret@/n?host=/nowhere", "expected the database to answer, got"),
        ("postgresql://u:secret@127.0.0.1:1/n", "expected the database to answer, got"),
        ("postgresql://u:secret@127.0.0.1:1/n?sslmode=odd", "got"),
    ],
)
def test_a_bad_url_gives_one_sentence(url: str, message: str) -> None:
    with pytest.raises(StorageError, match=message) as caught:
        open_database(url)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    with pytest.raises(StorageError, match="file is not a database"):
        open_database(str(path))
    assert path.read_text().startswith("Dear Ada")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="unable to open database file"):
        open_database(str(tmp_path))


def test_the_default_is_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NMBR9_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = default_database_url()
    assert url == f"sqlite:///{tmp_path}/data/nmbr9/nmbr9.sqlite3"
    open_database(url).close()
    assert (tmp_path / "data" / "nmbr9" / "nmbr9.sqlite3").exists()


def test_the_default_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NMBR9_DATABASE", "postgresql://h/n")
    assert default_database_url() == "postgresql://h/n"


def test_a_busy_file_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nmbr9.storage.database.BUSY_SECONDS", 0.1)
    database = open_database(str(tmp_path / "test.db"))
    with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="got database is locked"):
            add_match(database)
        other.execute("ROLLBACK")
    add_match(database)
    database.close()


def test_opening_waits_for_another_process_that_makes_the_file(tmp_path: Path) -> None:
    """Whoever asks for the write-ahead log while somebody writes is told no at once."""
    path = tmp_path / "test.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("CREATE TABLE something (id)")
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.3, other.execute, ["COMMIT"])
        release.start()
        open_database(str(path)).close()
        release.join()


def test_text_that_cannot_be_stored_is_refused(database: Database) -> None:
    with pytest.raises(StorageError, match="expected what a database can store"):
        add_match(database, "\ud800")
    with pytest.raises(StorageError, match="expected what JSON can say"):
        add_match(database, setup={"a set": {1, 2}})


def test_a_name_for_a_database_can_be_a_url_of_either_kind(
    new_url: Callable[[str], str],
) -> None:
    url = new_url("postgresql").replace("postgresql://", "postgres://")
    database = open_database(url)
    assert database.is_postgresql
    database.close()


def test_a_connection_in_use_is_not_asked_before_each_query_whether_it_stands(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was: two messages to PostgreSQL and back for every short query of the start page."""
    database = open_database(postgresql.new_database())
    pings: list[bool] = []
    ping = database.engine.dialect.do_ping

    def counted(connection: DBAPIConnection) -> bool:
        pings.append(True)
        return ping(connection)

    monkeypatch.setattr(database.engine.dialect, "do_ping", counted)
    monkeypatch.setattr("nmbr9.storage.database.IDLE_SECONDS", 60.0)
    for _ in range(3):
        assert database.ask(text("SELECT 1")) == [(1,)]
    assert pings == []
    monkeypatch.setattr("nmbr9.storage.database.IDLE_SECONDS", 0.0)
    assert database.ask(text("SELECT 1")) == [(1,)]
    assert pings == [True]
    database.close()


@pytest.mark.rest
def test_reads_go_on_after_postgresql_was_restarted(
    postgresql: PostgreSQL, new_url: Callable[[str], str]
) -> None:
    database = open_database(new_url("postgresql"))
    add_match(database)
    postgresql.restart()
    assert load_match(database, "m")[0].id == "m"
    database.close()
