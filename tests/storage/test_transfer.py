"""Export, import, copies and backups."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from nmbr9.storage import transfer
from nmbr9.storage.contests import create_contest, enter, entries, find_contest
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.journal import Append, Journal
from nmbr9.storage.matches import SeatRow, create_match, load_events, load_match
from nmbr9.storage.tables import metadata
from nmbr9.storage.transfer import backup, copy_database, export_matches, import_matches
from tests.storage.examples import (
    add_match,
    add_player,
    contest_row,
    finish,
    joined,
    match_row,
    step,
)


def fill(database: Database) -> None:
    """A finished match of two, a finished contest entry, and a running match."""
    add_player(database, "id-of-ada", "Ada")
    add_player(database, "id-of-bob", "Bob")
    create_contest(database, contest_row())
    seats = [SeatRow(0, "id-of-ada", "hash-0"), SeatRow(1, "id-of-bob", "hash-1")]
    events = [joined("id-of-ada", 0), joined("id-of-bob", 1), step(0)]
    create_match(database, match_row("a", players=2), events, seats)
    finish(database, "a", 200.5, 80, 95, length=3)
    own = [SeatRow(0, "id-of-ada", "hash-2")]
    enter(database, "daily-1", "id-of-ada", match_row("b"), [joined("id-of-ada")], own)
    finish(database, "b", 300.5, 70, length=1)
    add_match(database, "running", events=2)


def rows_of(database: Database) -> dict[str, list[Any]]:
    with database.read() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in metadata.sorted_tables
        }


@pytest.mark.parametrize("page", [1, 2, 100])
def test_finished_matches_survive_the_way_to_the_other_engine(
    database: Database,
    other_engine: str,
    new_url: Callable[[str], str],
    page: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transfer, "PAGE", page)
    fill(database)
    exported = list(export_matches(database))
    assert [line["match"]["id"] for line in exported] == ["a", "b"]

    other = open_database(new_url(other_engine))
    text = json.loads(json.dumps(exported))
    assert import_matches(other, text) == 2
    assert import_matches(other, text) == 0
    assert list(export_matches(other)) == exported
    row, events, seats = load_match(other, "a")
    assert (row.finished, row.length) == (200.5, 3)
    assert events == [joined(None, 0), joined(None, 1), step(0)]
    assert seats == [SeatRow(0, None, None), SeatRow(1, None, None)]
    assert find_contest(other, "daily-1") == contest_row()
    assert [(entry.player, entry.score) for entry in entries(other, "daily-1")] == [(None, 70)]
    other.close()


def test_an_export_names_nobody(database: Database) -> None:
    fill(database)
    text = json.dumps(list(export_matches(database)))
    assert "hash" not in text
    assert "ada" not in text.lower()
    assert "bob" not in text.lower()


GOOD: dict[str, Any] = {
    "match": {"id": "x", "created": 1, "finished": 2.5, "setup": {}},
    "contest": None,
    "events": [{"do": "place"}],
    "seats": [{"seat": 0, "score": 5}],
}


def test_a_good_line_is_good(database: Database) -> None:
    assert import_matches(database, [GOOD]) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (None, "line 2: expected an object as 'a match', got None"),
        ({"match": 3}, "line 2: expected an object as 'match', got 3"),
        ({"match": {**GOOD["match"], "id": ""}}, "line 2: expected an id as 'id', got ''"),
        ({"match": {**GOOD["match"], "id": "a\0b"}}, "line 2: expected an id as 'id'"),
        ({"match": {**GOOD["match"], "finished": None}}, "expected a time as 'finished'"),
        ({"match": {**GOOD["match"], "created": float("nan")}}, "a time as 'created', got nan"),
        ({"match": {**GOOD["match"], "setup": []}}, "expected an object as 'setup', got \\[\\]"),
        ({"events": {}}, "expected a list of objects as 'events', got {}"),
        ({"events": ["place"]}, "expected an object as 'one of events', got 'place'"),
        ({"seats": [{"seat": True, "score": 5}]}, "a whole number as 'seat', got True"),
        ({"seats": [{"seat": 0, "score": 2**40}]}, "as 'score', got 1099511627776"),
        ({"seats": GOOD["seats"] * 2}, "line 2: expected data that fits what is stored"),
        ({"contest": {"id": "c"}}, "expected a kind as 'kind', got None"),
        (
            {"contest": {**contest_row()._asdict(), "entered": 7}},
            "line 2: expected data that fits what is stored",
        ),
    ],
)
def test_a_malformed_line_is_named_and_leaves_nothing(
    database: Database, change: dict[str, Any] | None, message: str
) -> None:
    first = {**GOOD, "match": {**GOOD["match"], "id": "first"}}
    bad = None if change is None else {**GOOD, **change}
    with pytest.raises(StorageError, match=message):
        import_matches(database, [first, bad])
    assert load_match(database, "first")[0].length == 1
    with pytest.raises(NotFound):
        load_match(database, "x")
    assert find_contest(database, "daily-1") is None


def test_a_copy_in_the_other_engine_has_everything(
    database: Database,
    other_engine: str,
    new_url: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transfer, "COPIED_AT_ONCE", 2)
    fill(database)
    other = open_database(new_url(other_engine))
    assert copy_database(database, other) == 3
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
    copy.write_text("an older file")
    stored = 0
    for _ in range(5):
        journal.append(Append("m", stored, (step(stored), step(stored + 1)))).result(10)
        stored += 2
        acknowledged = stored
        for _ in range(20):
            journal.append(Append("m", stored, (step(stored),)))
            stored += 1
        backup(database, copy)
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
