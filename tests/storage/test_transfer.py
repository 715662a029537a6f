"""Export and import."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from nmbr9.storage import transfer
from nmbr9.storage.contests import entries, find_contest
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.matches import SeatRow, load_match
from nmbr9.storage.transfer import export_matches, import_matches
from tests.storage.examples import contest_row, fill, joined, step
from tests.tiers import first


@pytest.mark.parametrize("page", first(1, [2, 1, 100]))
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
