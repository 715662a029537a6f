"""One statement for what nearly every batch is: it stores the same as the usual way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from nmbr9.storage.database import Database, open_database
from nmbr9.storage.event_json import event_row
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.group_commit.listen import Listener
from nmbr9.storage.group_commit.one_statement import OneStatement
from nmbr9.storage.matches import load_events, load_match
from tests.storage.examples import add_match, step

NASTY = {"do": "joined", "player": "ada", "text": 'quotes " and \\ and {braces}, NULL, é'}


@pytest.fixture
def at_postgresql(new_url: Callable[[str], str]) -> Iterator[Database]:
    opened = open_database(new_url("postgresql"))
    yield opened
    opened.close()


def test_only_matches_of_the_expected_length_grow(at_postgresql: Database) -> None:
    statement = OneStatement(at_postgresql)
    for match in ("a", "b", "c"):
        add_match(at_postgresql, match, events=2)
    events = {"a": [NASTY, step(3)], "b": [step(1)], "nowhere": [step(0)]}
    lengths = {"a": (2, 4), "b": (1, 2), "nowhere": (0, 1), "c": (2, 2)}
    rows = [
        event_row(match, lengths[match][0] + number, event)
        for match, those in events.items()
        for number, event in enumerate(those)
    ]
    assert statement.store(lengths, rows) == {"a", "c"}
    assert load_events(at_postgresql, "a", 2) == [NASTY, step(3)]
    grown = [load_match(at_postgresql, match)[0].length for match in "abc"]
    assert grown == [4, 2, 2]
    statement.close()


def test_a_batch_of_events_is_one_statement_that_others_hear_of(
    at_postgresql: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, is_complete = set[tuple[str, int]](), Event()

    def hear(match: str, length: int) -> None:
        heard.add((match, length))
        if len(heard) == 2:
            is_complete.set()

    for match in "ab":
        add_match(at_postgresql, match)
    listener = Listener(at_postgresql, hear, lambda: None, lambda *_: None)
    journal = Journal(at_postgresql)
    monkeypatch.delattr(Database, "write_directly")
    receipts = [journal.append(Append(match, 0, (step(0), step(1)))) for match in "ab"]
    for receipt in receipts:
        receipt.result(10)
    assert is_complete.wait(10)
    assert heard == {("a", 2), ("b", 2)}
    journal.close()
    listener.close()


def test_a_connection_that_was_closed_while_nobody_played_is_made_again(
    at_postgresql: Database,
) -> None:
    add_match(at_postgresql)
    journal = Journal(at_postgresql)
    journal.append(Append("m", 0, (step(0),))).result(10)
    at_postgresql.close()  # The others are of no interest here.
    with at_postgresql.connect_apart() as other:
        ended = other.execute(
            b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            b" WHERE pid <> pg_backend_pid() AND datname = current_database()"
        ).fetchall()
        assert ended
        # Until the last of them is gone, and has said so.
        alive = b"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        give_up = time.monotonic() + 20
        while other.execute(alive).fetchone() != (1,):
            assert time.monotonic() < give_up, "they stay"
    journal.append(Append("m", 1, (step(1),))).result(10)
    assert load_match(at_postgresql, "m")[0].length == 2
    journal.close()


@pytest.mark.parametrize(
    ("meanwhile", "stored"),
    [(b"last_open = 7", {"m"}), (b"length = length + 1", set[str]())],
    ids=["something else", "it grew"],
)
def test_a_match_that_was_locked_is_looked_at_again(
    at_postgresql: Database, meanwhile: bytes, stored: set[str]
) -> None:
    add_match(at_postgresql, events=2)
    statement = OneStatement(at_postgresql)
    rows = [event_row("m", 2, step(2))]
    with ThreadPoolExecutor(1) as thread, at_postgresql.connect_apart() as other:
        other.execute(b"BEGIN")
        other.execute(b"UPDATE matches SET " + meanwhile)
        storing = thread.submit(statement.store, {"m": (2, 3)}, rows)
        waiting = b"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        give_up = time.monotonic() + 20
        with at_postgresql.connect_apart() as third:
            while third.execute(waiting).fetchone() == (0,):
                assert time.monotonic() < give_up, "nobody waits"
        other.execute(b"COMMIT")
        assert storing.result(20) == stored
    assert len(load_events(at_postgresql, "m", 0)) == 2 + len(stored)
    statement.close()
