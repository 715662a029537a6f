"""Copies of whole databases: backups, and moves to another engine."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from nmbr9.storage import copies
from nmbr9.storage.copies import Contents, backup, copy_database, move_database
from nmbr9.storage.database import Database, open_database, open_existing
from nmbr9.storage.errors import StorageError
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.matches import load_events, load_match
from nmbr9.storage.tables import metadata
from tests.storage.examples import add_match, add_player, fill, step


def rows_of(database: Database) -> dict[str, list[Any]]:
    with database.read() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in metadata.sorted_tables
        }


def test_a_copy_in_the_other_engine_has_everything(
    database: Database,
    other_engine: str,
    new_url: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(copies, "COPIED_AT_ONCE", 2)
    fill(database)
    other = open_database(new_url(other_engine))
    assert copy_database(database, other) == Contents(matches=3, players=2)
    assert rows_of(other) == rows_of(database)
    with pytest.raises(StorageError, match="expected an empty database to copy to, got"):
        copy_database(database, other)
    other.close()


def test_a_backup_taken_while_others_write_is_complete(
    new_url: Callable[[str], str], tmp_path: Path
) -> None:
    database = open_database(new_url("sqlite"))
    fill(database)
    add_match(database, "m")
    journal = Journal(database)
    copy = tmp_path / "copies of today" / "copy.sqlite3"
    copy.parent.mkdir()
    stored = 0
    for _ in range(5):
        journal.append(Append("m", stored, (step(stored), step(stored + 1)))).result(10)
        stored += 2
        acknowledged = stored
        for _ in range(20):
            journal.append(Append("m", stored, (step(stored),)))
            stored += 1
        assert backup(database, copy) == Contents(matches=4, players=2)
        assert [file.name for file in copy.parent.iterdir()] == [copy.name]
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        opened = open_database(str(copy))
        events = load_events(opened, "m", 0)
        assert events == [step(number) for number in range(len(events))]
        assert len(events) >= acknowledged
        assert load_match(opened, "m")[0].length == len(events)
        assert load_match(opened, "a") == load_match(database, "a")
        opened.close()
    journal.close()
    database.close()


def test_a_backup_that_cannot_be_written_says_so(
    new_url: Callable[[str], str], tmp_path: Path
) -> None:
    database = open_database(new_url("sqlite"))
    with pytest.raises(StorageError, match="expected to write a backup to "):
        backup(database, tmp_path / "nowhere" / "copy.sqlite3")
    database.close()


def test_postgresql_has_its_own_backup(new_url: Callable[[str], str], tmp_path: Path) -> None:
    database = open_database(new_url("postgresql"))
    with pytest.raises(StorageError, match="use pg_dump"):
        backup(database, tmp_path / "copy")
    database.close()


@pytest.fixture
def filled(new_url: Callable[[str], str]) -> Database:
    opened = open_database(new_url("sqlite"))
    fill(opened)
    opened.close()
    return opened


ALL = Contents(matches=3, players=2)


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_a_source_is_never_made(engine: str, new_url: Callable[[str], str]) -> None:
    url = new_url(engine)
    with pytest.raises(StorageError, match="expected a database of nmbr9, got "):
        open_existing(url)
    # Twice: the first try left nothing that the second takes for a database.
    with pytest.raises(StorageError, match="expected a database of nmbr9, got "):
        open_existing(url)
    open_database(url).close()
    open_existing(url).close()


@pytest.mark.parametrize("content", [b"", b"no database", "of another program"])
def test_a_file_of_others_is_no_source_and_no_target(
    content: bytes | str, filled: Database, tmp_path: Path
) -> None:
    path = tmp_path / "other"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE matches (id)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="expected a database of nmbr9, got "):
        open_existing(str(path))
    with pytest.raises(StorageError, match="--force replaces it"):
        backup(filled, path)
    with pytest.raises(StorageError, match="--force replaces it"):
        move_database(filled, str(path))
    assert path.read_bytes() == before
    assert backup(filled, path, force=True) == ALL
    assert move_database(filled, str(path), force=True) == ALL
    assert rows_of(open_existing(str(path))) == rows_of(filled)


def test_a_move_replaces_matches_only_by_force(filled: Database, tmp_path: Path) -> None:
    path = tmp_path / "target.sqlite3"
    with closing(open_database(str(path))) as target:
        add_player(target, "somebody else")
    with pytest.raises(StorageError, match="expected an empty database to copy to, got players"):
        move_database(filled, str(path))
    assert copies.move_database(filled, str(path), force=True) == ALL
    assert sorted(file.name for file in tmp_path.iterdir() if "target" in file.name) == [path.name]


def test_force_empties_the_other_engine_in_one_transaction(
    filled: Database, new_url: Callable[[str], str]
) -> None:
    url = new_url("postgresql")
    assert move_database(filled, url) == ALL
    with pytest.raises(StorageError, match="expected an empty database to copy to, got "):
        move_database(filled, url)
    assert move_database(filled, url, force=True) == ALL


def test_a_database_is_not_copied_over_itself(filled: Database, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(filled.path)
    for path in (filled.path, link):
        with pytest.raises(StorageError, match="expected another file than the database itself"):
            backup(filled, path, force=True)
        with pytest.raises(StorageError, match="expected another file than the database itself"):
            move_database(filled, str(path), force=True)
    assert load_match(filled, "a")


def test_a_target_that_somebody_uses_is_left_alone(filled: Database, tmp_path: Path) -> None:
    """A log beside it would be applied to the copy and spoil it."""
    used = open_database(str(tmp_path / "used.sqlite3"))
    add_player(used)
    for force in (False, True):
        with pytest.raises(StorageError, match="expected a file that nobody uses, got "):
            backup(filled, used.path, force=force)
    used.close()
    assert backup(filled, used.path) == ALL
    assert rows_of(open_existing(str(used.path))) == rows_of(filled)


def test_an_interrupted_move_leaves_nothing_beside_its_target(
    filled: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it comes: while a connection is made nobody can close it yet."""
    (folder := tmp_path / "target").mkdir()
    made: list[Database] = []

    def interrupted(url: str) -> Database:
        made.append(open_database(url))
        made[0].engine.connect().exec_driver_sql("SELECT 1 FROM matches")
        raise KeyboardInterrupt

    monkeypatch.setattr(copies, "open_database", interrupted)
    with pytest.raises(KeyboardInterrupt):
        move_database(filled, str(folder / "moved.sqlite3"))
    assert list(folder.iterdir()) == []
    made[0].close()


def test_a_new_copy_follows_the_umask_and_an_old_one_keeps_its_mode(
    filled: Database, tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    backup(filled, old)
    old.chmod(0o600)
    usual = os.umask(0o002)
    try:
        backup(filled, old)
        backup(filled, new)
    finally:
        os.umask(usual)
    assert (old.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (0o600, 0o664)
