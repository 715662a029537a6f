"""Contests and their entries, also when everybody comes at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar
from uuid import uuid4

import pytest
from sqlalchemy import insert

from nmbr9.storage.contests import (
    EntryRow,
    contests,
    create_contest,
    enter,
    entries,
    entry_of,
    find_contest,
    unfinished_decks,
)
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.matches import SeatRow, insert_match, load_match
from nmbr9.storage.players import statistics
from nmbr9.storage.tables import metadata
from tests.storage.examples import add_match, add_player, contest_row, finish, match_row, step


def test_a_contest_comes_back_as_it_was_stored(database: Database) -> None:
    row = contest_row()._replace(closes=99.5)
    assert find_contest(database, row.id) is None
    assert create_contest(database, row)
    assert find_contest(database, row.id) == row


def test_the_first_contest_with_an_id_stays(database: Database) -> None:
    assert create_contest(database, contest_row(created=1.0))
    assert not create_contest(database, contest_row(created=2.0))
    found = find_contest(database, "daily-1")
    assert found is not None
    assert found.created == 1.0


def test_contests_are_listed_by_kind_newest_first(database: Database) -> None:
    for id, day in (("a", "2026-07-01"), ("b", "2026-07-03"), ("c", "2026-07-02")):
        create_contest(database, contest_row(id, day))
    for id, created in (("x", 1.0), ("y", 2.0)):
        create_contest(database, contest_row(id, None, kind="arena", created=created))
    assert [row.id for row in contests(database, "daily", limit=2)] == ["b", "c"]
    assert [row.id for row in contests(database, "daily", before_day="2026-07-03", limit=9)] == [
        "c",
        "a",
    ]
    assert [row.id for row in contests(database, "arena", limit=9)] == ["y", "x"]


def enter_alone(database: Database, player: str, match: str, created: float = 1.0) -> str:
    row = match_row(match, created=created)
    return enter(database, "daily-1", player, row, [step(0)], [SeatRow(0, player, None)])


def enter_with_any_id(database: Database, player: str) -> str:
    return enter_alone(database, player, str(uuid4()))


def test_a_player_enters_once(database: Database) -> None:
    create_contest(database, contest_row())
    add_player(database, "ada")
    assert enter_alone(database, "ada", "first") == "first"
    assert enter_alone(database, "ada", "second") == "first"
    row, events, _ = load_match(database, "first")
    assert (row.contest, row.length, events) == ("daily-1", 1, [step(0)])
    with pytest.raises(NotFound):
        load_match(database, "second")


def test_entries_are_ranked(database: Database) -> None:
    create_contest(database, contest_row())
    results = {
        "ada": (80, 30.0),
        "bob": (95, 40.0),
        "cy": (80, 20.0),
        "dee": None,
        "eve": (-3, 9.0),
    }
    for player, result in results.items():
        add_player(database, player)
        enter_alone(database, player, f"of {player}")
        if result:
            finish(database, f"of {player}", result[1], result[0], length=1)
    ranked = entries(database, "daily-1")
    assert [entry.player for entry in ranked] == ["bob", "cy", "ada", "eve", "dee"]
    assert ranked[0]._replace(length=0) == EntryRow(
        "bob", "of bob", 95, 40.0, 1.0, False, name="Ada"
    )
    assert ranked[-1]._replace(length=0) == EntryRow(
        "dee", "of dee", None, None, 1.0, name="Ada", helped=None
    )
    assert entries(database, "daily-1", limit=2) == ranked[:2]
    assert entries(database, "nothing") == []
    assert entry_of(database, "daily-1", "cy") == ranked[1]
    assert entry_of(database, "daily-1", "nobody") is None
    assert unfinished_decks(database, "dee") == [contest_row().setup]
    assert unfinished_decks(database, "ada") == []


def test_the_game_that_a_contest_is_made_from_is_an_entry(database: Database) -> None:
    add_player(database, "ada")
    add_match(database, "old", seats=[SeatRow(0, "ada", None)])
    finish(database, "old", 5.0, 60)
    create_contest(database, contest_row()._replace(origin="old"))
    assert [(row.player, row.match, row.score) for row in entries(database, "daily-1")] == [
        ("ada", "old", 60)
    ]
    assert enter_alone(database, "ada", "new") == "old"
    with pytest.raises(NotFound):
        load_match(database, "new")


def test_the_seat_of_the_entry_counts(database: Database) -> None:
    create_contest(database, contest_row())
    add_player(database, "ada")
    seats = [SeatRow(0, None, None), SeatRow(1, "ada", None)]
    enter(database, "daily-1", "ada", match_row("m", players=2), [], seats)
    finish(database, "m", 5.0, 60, 70)
    assert entries(database, "daily-1")[0].score == 70


def test_an_entry_needs_a_contest_and_a_player_in_a_seat(database: Database) -> None:
    add_player(database, "ada")
    with pytest.raises(NotFound, match="expected the id of a contest, got 'daily-1'"):
        enter_alone(database, "ada", "m")
    create_contest(database, contest_row())
    with pytest.raises(StorageError, match="expected the player 'ada' in a seat"):
        enter(database, "daily-1", "ada", match_row(), [], [SeatRow(0, None, None)])
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        enter_alone(database, "nobody", "m")
    assert entries(database, "daily-1") == []
    with pytest.raises(NotFound):
        load_match(database, "m")


T = TypeVar("T")


def at_once(databases: Sequence[Database], act: Callable[[Database], T]) -> list[T]:
    """What the same act gives on several databases, all at the same time."""
    start = threading.Barrier(len(databases))

    def run(database: Database) -> T:
        start.wait(10)
        return act(database)

    with ThreadPoolExecutor(len(databases)) as pool:
        return list(pool.map(run, databases))


def test_of_two_who_create_a_contest_one_is_first(database: Database, url: str) -> None:
    other = open_database(url)
    for day in range(20):
        row = contest_row(f"daily-{day}")
        made = at_once([database, other], partial(create_contest, row=row))
        assert sorted(made) == [False, True]
    other.close()


def test_of_two_entries_of_one_player_one_is_kept(database: Database, url: str) -> None:
    create_contest(database, contest_row())
    other = open_database(url)
    for number in range(20):
        player = f"player {number}"
        add_player(database, player)
        ids = at_once([database, other], partial(enter_with_any_id, player=player))
        assert ids[0] == ids[1]
    assert len(entries(database, "daily-1")) == 20
    assert statistics(database)["matches"] == 20
    other.close()


def test_an_entry_waits_for_one_that_is_being_made(database: Database, url: str) -> None:
    """The other one is written but not committed: it cannot be seen, only waited for."""
    create_contest(database, contest_row())
    add_player(database, "ada")
    other = open_database(url)
    has_begun = threading.Event()

    def enter_second() -> str:
        has_begun.set()
        return enter_alone(other, "ada", "second")

    with ThreadPoolExecutor(1) as pool:
        with database.write() as connection:
            seat = {"seat": 0, "player": "ada"}
            insert_match(connection, match_row("first"), [], [seat])
            entry = {"match": "first", "contest": "daily-1", **seat}
            connection.execute(insert(metadata.tables["entries"]), entry)
            second = pool.submit(enter_second)
            assert has_begun.wait(20)
            assert not second.done()
        assert second.result(20) == "first"
    with pytest.raises(NotFound):
        load_match(database, "second")
    other.close()
