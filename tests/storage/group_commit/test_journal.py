"""Group commit: what is acknowledged is stored, once and in order, and nothing else matters."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nmbr9.match.store import Receipt
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import Conflict, NotFound, StorageError, Unavailable
from nmbr9.storage.group_commit.journal import Append, Finish, Journal, Seated
from nmbr9.storage.matches import SeatRow, load_events, load_match, player_by_seat_token
from nmbr9.storage.players import PlayerRow, player_by_token
from tests.postgresql import PostgreSQL
from tests.storage.conftest import OpenTwo
from tests.storage.examples import add_match, add_player, step

ROOT = Path(__file__).parents[3]


class HeldJournal(Journal):
    """A journal whose batches begin when told, so that a test decides what is in one."""

    def __init__(self, database: Database, **settings: Any) -> None:
        self.gate = threading.Event()
        super().__init__(database, **settings)

    def _next_batch(self) -> list[Any]:
        self.gate.wait()
        return super()._next_batch()

    def close(self) -> None:
        self.gate.set()
        super().close()


@pytest.fixture
def journal(database: Database) -> Iterator[HeldJournal]:
    held = HeldJournal(database)
    yield held
    held.close()


def one(match: str, length: int, *numbers: int) -> Append:
    return Append(match, length, tuple(step(number) for number in numbers))


def numbers_of(database: Database, match: str = "m") -> list[int]:
    return [event["number"] for event in load_events(database, match, 0)]


def outcome(receipt: Receipt) -> str:
    try:
        receipt.result(10)
    except StorageError as error:
        return type(error).__name__
    return "stored"


def test_appends_of_one_batch_are_stored_in_order(database: Database, journal: HeldJournal) -> None:
    add_match(database, "m")
    add_match(database, "n")
    receipts = [journal.append(one("m", i, i)) for i in range(20)]
    receipts += [journal.append(one("n", 0, 7, 8, 9)), journal.append(one("n", 3, 10))]
    assert not any(receipt.done() for receipt in receipts)
    journal.gate.set()
    assert {outcome(receipt) for receipt in receipts} == {"stored"}
    assert numbers_of(database, "m") == list(range(20))
    assert numbers_of(database, "n") == [7, 8, 9, 10]
    assert [load_match(database, match)[0].length for match in "mn"] == [20, 4]
    assert (journal.batches, journal.appended) == (1, 22)
    assert journal.last_batch_seconds > 0


def test_a_batch_has_an_end(database: Database) -> None:
    add_match(database)
    journal = HeldJournal(database, max_batch=4)
    receipts = [journal.append(one("m", i, i)) for i in range(10)]
    journal.close()
    assert [outcome(receipt) for receipt in receipts] == ["stored"] * 10
    assert journal.batches == 3


def test_a_conflict_does_not_touch_the_rest_of_the_batch(
    database: Database, journal: HeldJournal
) -> None:
    for match in ("a", "b", "c"):
        add_match(database, match, events=2)
    receipts = [
        journal.append(item)
        for item in (one("a", 2, 2), one("b", 1, 99), one("c", 2, 2), one("a", 3, 3))
    ]
    journal.gate.set()
    assert [outcome(each) for each in receipts] == ["stored", "Conflict", "stored", "stored"]
    assert [numbers_of(database, match) for match in "abc"] == [[0, 1, 2, 3], [0, 1], [0, 1, 2]]
    with pytest.raises(Conflict, match="expected 1 events of b in store, got 2"):
        receipts[1].result()


def test_what_builds_on_a_refused_append_is_refused(
    database: Database, journal: HeldJournal
) -> None:
    """Even where its length fits what is stored: it was made for another past."""
    add_match(database, events=5)
    receipts = [journal.append(one("m", 3, 93, 94)), journal.append(one("m", 5, 95))]
    journal.gate.set()
    assert [outcome(each) for each in receipts] == ["Conflict", "Conflict"]
    assert numbers_of(database) == [0, 1, 2, 3, 4]
    assert outcome(journal.append(one("m", 5, 5))) == "stored"


def test_what_builds_on_a_refused_append_is_refused_in_the_next_batch(
    database: Database,
) -> None:
    add_match(database, events=5)
    journal = HeldJournal(database, max_batch=1)
    receipts = [journal.append(one("m", 3, 93, 94)), journal.append(one("m", 5, 95))]
    journal.gate.set()
    assert [outcome(each) for each in receipts] == ["Conflict", "Conflict"]
    assert outcome(journal.append(one("m", 5, 5))) == "stored"
    journal.close()


def test_what_builds_on_a_refused_append_is_refused_even_if_its_length_fits(
    database: Database, journal: HeldJournal
) -> None:
    """Another process may have stored as many events as the append that failed."""
    add_match(database)
    journal.gate.set()
    stored = journal.append(one("m", 0, 1))
    assert outcome(stored) == "stored"
    refused = journal.append(one("m", 0, 7))
    assert outcome(refused) == "Conflict"
    assert outcome(journal.append(one("m", 1, 8)._replace(after=refused))) == "Conflict"
    assert outcome(journal.append(one("m", 1, 2)._replace(after=stored))) == "stored"
    assert numbers_of(database) == [1, 2]


def test_an_append_to_no_match_is_not_found(database: Database, journal: HeldJournal) -> None:
    journal.gate.set()
    with pytest.raises(NotFound, match="expected the id of a match, got 'nothing'"):
        journal.append(one("nothing", 0, 1)).result(10)


@pytest.mark.parametrize("id", ["\ud800", "nul \0 in it"])
def test_an_impossible_append_does_not_touch_the_rest_of_the_batch(
    database: Database, journal: HeldJournal, id: str
) -> None:
    add_match(database)
    bad, good = journal.append(one(id, 0, 1)), journal.append(one("m", 0, 0))
    journal.gate.set()
    with pytest.raises(StorageError):
        bad.result(10)
    assert outcome(good) == "stored"


def test_events_that_are_not_json_are_refused_at_once(journal: HeldJournal) -> None:
    with pytest.raises(StorageError, match="expected what JSON can say"):
        journal.append(Append("m", 0, ({"at": float("nan")},)))


def test_the_end_is_stored_with_the_last_events(database: Database, journal: HeldJournal) -> None:
    add_match(database, seats=[SeatRow(0, None, None), SeatRow(1, None, None)], players=2)
    end = Finish(200.125, (80, 95))
    good = journal.append(Append("m", 0, (step(0),), end))
    journal.gate.set()
    good.result(10)
    row, events, _ = load_match(database, "m")
    assert (row.length, row.finished, events) == (1, 200.125, [step(0)])
    with database.read() as connection:
        rows = connection.exec_driver_sql("SELECT score FROM seats ORDER BY seat")
        assert [row.score for row in rows] == [80, 95]


def test_seats_change_hands_with_the_events(database: Database, journal: HeldJournal) -> None:
    for player in ("ada", "ben"):
        add_player(database, player)
    seats = [SeatRow(0, "ada", "a"), SeatRow(1, "ben", "b"), SeatRow(2, None, None)]
    add_match(database, seats=seats, players=3)
    moves = (Seated(1, None), Seated(2, "ben"), Seated(0, None))
    journal.append(Append("m", 0, (step(0),), seated=moves))
    wrong = journal.append(Append("m", 7, (step(0),), seated=(Seated(2, None),)))
    journal.gate.set()
    assert outcome(wrong) == "Conflict"
    expected = [SeatRow(0, None, None), SeatRow(1, None, None), SeatRow(2, "ben", None)]
    assert load_match(database, "m")[2] == expected


def test_a_refused_end_is_not_stored(database: Database, journal: HeldJournal) -> None:
    add_match(database)
    journal.gate.set()
    wrong = journal.append(Append("m", 4, (step(0),), Finish(200.0, (80,))))
    assert outcome(wrong) == "Conflict"
    assert load_match(database, "m")[0].finished is None


def test_closing_writes_what_is_queued(database: Database) -> None:
    add_match(database)
    journal = HeldJournal(database)
    receipts = [journal.append(one("m", i, i)) for i in range(5)]
    journal.close()
    assert all(receipt.done() for receipt in receipts)
    assert numbers_of(database) == [0, 1, 2, 3, 4]
    with pytest.raises(Unavailable, match="got a closed one"):
        journal.append(one("m", 5, 5)).result(1)
    journal.close()


def test_who_does_not_want_to_wait_any_longer_is_told(
    database: Database, journal: HeldJournal
) -> None:
    add_match(database)
    receipt = journal.append(one("m", 0, 0))
    with pytest.raises(TimeoutError):
        receipt.result(0.01)
    journal.gate.set()
    assert outcome(receipt) == "stored"


def test_nothing_is_acknowledged_before_it_is_committed(
    database: Database, journal: HeldJournal, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen with the eyes of another connection, at the moment the receipt is answered."""
    add_match(database)
    seen: list[list[int]] = []
    other = open_database(url)

    class Watched(Receipt):
        def set_result(self, result: None) -> None:
            seen.append(numbers_of(other))
            super().set_result(result)

    monkeypatch.setattr("nmbr9.storage.group_commit.journal.Receipt", Watched)
    journal.append(one("m", 0, 0))
    journal.gate.set()
    journal.close()
    assert seen == [[0]]
    other.close()


def appender(url: str, writer: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-m", "tests.storage.appender", url, "m", writer]
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, str(count)], cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def test_a_killed_process_loses_nothing_that_was_acknowledged(database: Database, url: str) -> None:
    add_match(database)
    process = appender(url, "victim", 1_000_000)
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(100)]
    process.kill()
    with process:
        rest = process.stdout.read()  # communicate() would miss what was read ahead above
    told += [int(line) for line in rest.split("\n")[:-1]]
    assert told == list(range(len(told)))
    database.close()

    again = open_database(url)
    stored = numbers_of(again)
    assert stored == list(range(len(stored)))  # none twice, none missing
    assert len(stored) >= len(told) >= 100
    assert load_match(again, "m")[0].length == len(stored)
    again.close()


def test_two_processes_can_append_to_one_match(database: Database, url: str) -> None:
    count = 30
    add_match(database)
    processes = {name: appender(url, name, count) for name in ("ada", "bob")}
    for process in processes.values():
        told, errors = process.communicate(timeout=120)
        assert errors == ""
        assert told.split() == [str(number) for number in range(count)]
    events = load_events(database, "m", 0)
    for name in processes:
        mine = [event["number"] for event in events if event["by"] == name]
        assert mine == list(range(count))
    assert load_match(database, "m")[0].length == 2 * count


@pytest.mark.rest
def test_appends_go_on_after_postgresql_was_restarted(
    postgresql: PostgreSQL, new_url: Callable[[str], str]
) -> None:
    database = open_database(new_url("postgresql"))
    add_match(database)
    journal = Journal(database)
    assert outcome(journal.append(one("m", 0, 0))) == "stored"
    postgresql.kill()
    try:
        started = time.monotonic()
        for _ in range(10):
            assert outcome(journal.append(one("m", 1, 1))) == "Unavailable"
        assert time.monotonic() - started < 20
    finally:
        postgresql.start()
    assert outcome(journal.append(one("m", 1, 1))) == "stored"
    journal.close()
    assert numbers_of(database) == [0, 1]
    database.close()


@pytest.mark.rest
def test_a_connection_that_breaks_in_the_middle_is_unavailable(
    postgresql: PostgreSQL, new_url: Callable[[str], str]
) -> None:
    """The server ends while the batch waits for a match that somebody else has locked."""
    database = open_database(new_url("postgresql"))
    add_match(database)
    journal = Journal(database)
    with postgresql_lock(database):
        receipt = journal.append(one("m", 0, 0))
        until_somebody_waits(database)
        assert not receipt.done()
        behind = journal.append(one("m", 1, 1))
        postgresql.kill()
        try:
            assert outcome(receipt) == "Unavailable"
            assert outcome(behind) in ("Unavailable", "Conflict")
        finally:
            postgresql.start()
    assert outcome(journal.append(one("m", 0, 0))) == "stored"
    journal.close()
    database.close()


class postgresql_lock:  # noqa: N801
    """Somebody else's transaction that holds the match `m`, and may end by a broken connection."""

    def __init__(self, database: Database) -> None:
        self._connection = database.connect_apart()

    def __enter__(self) -> None:
        self._connection.execute("BEGIN")
        self._connection.execute("SELECT 1 FROM matches WHERE id = 'm' FOR UPDATE")

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def until_somebody_waits(database: Database) -> None:
    """Return as soon as a connection of the database waits for somebody else's lock."""
    with database.connect_apart() as connection:
        waiting = b"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        give_up = time.monotonic() + 20
        while connection.execute(waiting).fetchone() == (0,):
            assert time.monotonic() < give_up, "nobody waits"
            time.sleep(0.01)


def test_a_busy_sqlite_file_is_unavailable_and_then_works_again(on_one_file: OpenTwo) -> None:
    database, other = on_one_file(0.1)
    add_match(database)
    journal = Journal(database)
    with other.write():
        assert outcome(journal.append(one("m", 0, 0))) == "Unavailable"
    assert outcome(journal.append(one("m", 0, 0))) == "stored"
    journal.close()


def test_what_waits_for_a_database_that_is_away_fails_with_the_first(on_one_file: OpenTwo) -> None:
    """Otherwise each batch would wait in its turn, and the queue would grow meanwhile."""
    database, other = on_one_file(1)
    add_match(database)
    journal = HeldJournal(database, max_batch=1)
    receipts = [journal.append(one("m", i, i)) for i in range(20)]
    with other.write():
        started = time.monotonic()
        journal.gate.set()
        assert {outcome(receipt) for receipt in receipts} == {"Unavailable"}
        assert time.monotonic() - started < 10, "each waited in its turn, 20 s in all"
    errors = {id(receipt.exception()) for receipt in receipts}
    assert len(errors) == 20
    journal.close()


def test_who_sits_down_is_stored_with_it_or_not_at_all(
    database: Database, journal: HeldJournal
) -> None:
    add_match(database, "m")
    ben = {"id": "ben", "name": "Ben", "created": 1.0, "token_hash": "of ben"}
    eve = {"id": "eve", "name": "Eve", "created": 1.0, "token_hash": "of eve"}
    sat = journal.append(
        Append("m", 0, (step(0),), seated=(Seated(0, "ben", "opens"),), newcomer=ben)
    )
    late = journal.append(
        Append("m", 0, (step(0),), seated=(Seated(0, "eve", "other"),), newcomer=eve)
    )
    journal.gate.set()
    assert [outcome(sat), outcome(late)] == ["stored", "Conflict"]
    assert journal.batches == 1
    assert player_by_token(database, "of ben") == PlayerRow("ben", "Ben", 1.0)
    assert player_by_token(database, "of eve") is None
    assert player_by_seat_token(database, "m", "opens") == "ben"
    # Whoever is there next has another token.
    assert (
        outcome(journal.append(Append("m", 1, (step(1),), seated=(Seated(0, None),)))) == "stored"
    )
    assert player_by_seat_token(database, "m", "opens") is None
