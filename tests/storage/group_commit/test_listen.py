"""Hearing of other processes' appends through PostgreSQL."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, StorageError, Unavailable
from nmbr9.storage.group_commit.channel import Leaving
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.group_commit.listen import Listener
from nmbr9.storage.players import delete_player, log_out
from tests.postgresql import PostgreSQL
from tests.storage.examples import add_match, add_player, step

LOST = ("lost", 0)


@pytest.fixture
def database(new_url: Callable[[str], str]) -> Iterator[Database]:
    opened = open_database(new_url("postgresql"))
    yield opened
    opened.close()


@pytest.fixture
def news(database: Database) -> Iterator[queue.Queue[tuple[str, int]]]:
    heard: queue.Queue[tuple[str, int]] = queue.Queue()
    listener = Listener(
        database, lambda *it: heard.put(it), lambda: heard.put(LOST), lambda *it: heard.put(it)
    )
    yield heard
    listener.close()


def append(database: Database, *items: Append) -> None:
    journal = Journal(database)
    receipts = [journal.append(item) for item in items]
    journal.close()
    assert all(receipt.done() for receipt in receipts)


def test_every_append_is_heard(database: Database, news: queue.Queue[tuple[str, int]]) -> None:
    add_match(database, "a match", events=3)
    add_match(database, "n")
    append(database, Append("a match", 3, (step(3), step(4))))
    assert news.get(timeout=10) == ("a match", 5)
    append(database, Append("n", 0, (step(0),)))
    assert news.get(timeout=10) == ("n", 1)


def test_a_refused_append_is_not_heard(
    database: Database, news: queue.Queue[tuple[str, int]]
) -> None:
    add_match(database, "m")
    append(database, Append("m", 8, (step(8),)), Append("nothing", 0, (step(0),)))
    append(database, Append("m", 0, (step(0),)))
    assert news.get(timeout=10) == ("m", 1)


def test_whoever_logs_out_or_is_deleted_is_heard_once_it_is_stored(
    database: Database, news: queue.Queue[tuple[str, object]]
) -> None:
    add_player(database, "ada")
    log_out(database, "ada")
    assert news.get(timeout=10) == ("ada", Leaving.LOGGED_OUT)
    delete_player(database, "ada")
    assert news.get(timeout=10) == ("ada", Leaving.FORGOTTEN)
    with pytest.raises(NotFound):
        log_out(database, "ada")
    add_match(database)
    append(database, Append("m", 0, (step(0),)))
    assert news.get(timeout=10) == ("m", 1)


def test_what_others_say_on_the_channel_is_passed_by(
    database: Database, news: queue.Queue[tuple[str, int]]
) -> None:
    with database.connect_apart() as connection:
        for payload in ("", "hello", "hello you", " 3", " forgotten", "m 3"):
            connection.execute("SELECT pg_notify('nmbr9', %s)", [payload])
    assert news.get(timeout=10) == ("m", 3)
    assert news.empty()


def test_a_restart_is_reported_once_and_news_go_on(
    postgresql: PostgreSQL, database: Database, news: queue.Queue[tuple[str, int]]
) -> None:
    add_match(database)
    postgresql.restart()
    assert news.get(timeout=20) == LOST
    append(database, Append("m", 0, (step(0),)))
    assert news.get(timeout=10) == ("m", 1)
    assert news.empty()


@pytest.mark.rest
def test_a_listener_can_be_closed_while_the_server_is_away(
    postgresql: PostgreSQL, database: Database
) -> None:
    calls: list[object] = []
    listener = Listener(
        database, lambda *it: calls.append(it), lambda: calls.append(LOST), lambda *_: None
    )
    postgresql.stop()
    try:
        listener.close()
        with pytest.raises(Unavailable, match="expected the database to answer"):
            Listener(database, lambda *_: None, lambda: None, lambda *_: None)
    finally:
        postgresql.start()
    assert calls == []


@pytest.mark.rest
def test_a_mistake_of_the_caller_does_not_end_the_listening(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    heard: queue.Queue[int] = queue.Queue()

    def fails_first(_match: str, length: int) -> None:
        heard.put(length)
        if length == 1:
            raise KeyError("a mistake")

    listener = Listener(database, fails_first, lambda: None, lambda *_: None)
    add_match(database)
    append(database, Append("m", 0, (step(0),)))
    assert heard.get(timeout=10) == 1
    append(database, Append("m", 1, (step(1),)))
    assert heard.get(timeout=10) == 2
    listener.close()
    assert "a listener failed" in caplog.text


def test_sqlite_has_nothing_to_listen_to(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "test.db"))
    with pytest.raises(StorageError, match="expected PostgreSQL to listen to, got sqlite:///"):
        Listener(database, lambda *_: None, lambda: None, lambda *_: None)
    database.close()
