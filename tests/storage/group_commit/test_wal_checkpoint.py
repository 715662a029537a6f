"""SQLite's log is moved to its place beside the writer."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from nmbr9.storage.database import open_database
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.group_commit.wal_checkpoint import Checkpointer
from tests.storage.examples import add_match, step


def events_without_log(database: Path, copy: Path) -> int:
    """How many events the file has by itself."""
    shutil.copyfile(database, copy)
    with closing(sqlite3.connect(copy)) as connection:
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


def test_what_is_committed_soon_is_in_the_file_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, checkpoint = threading.Event(), Checkpointer._checkpoint

    def when_looked(self: Checkpointer) -> None:
        looked.wait()
        checkpoint(self)

    monkeypatch.setattr(Checkpointer, "_checkpoint", when_looked)
    path = tmp_path / "games.sqlite3"
    database = open_database(str(path))
    add_match(database, "m")
    database.empty_log()
    journal = Journal(database)
    journal.append(Append("m", 0, (step(1), step(2)))).result(10)
    at_once = events_without_log(path, tmp_path / "copy.sqlite3")
    looked.set()
    deadline = time.monotonic() + 20
    while (stored := events_without_log(path, tmp_path / "copy.sqlite3")) < 2:
        assert time.monotonic() < deadline, "the log stays where it is"
        time.sleep(0.05)
    assert (at_once, stored) == (0, 2)
    journal.close()
    database.close()
