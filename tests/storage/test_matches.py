"""Headers, events and seats of matches."""

from __future__ import annotations

import pytest

from nmbr9.storage.database import Database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.matches import (
    SeatRow,
    create_match,
    finished_match_ids,
    give_token,
    load_events,
    load_match,
    player_by_seat_token,
)
from tests.storage.examples import add_match, add_player, finish, joined, match_row, step


def test_a_match_comes_back_as_it_was_stored(database: Database) -> None:
    add_player(database, "ada")
    row = match_row("m", players=2, created=1753948800.123456)
    events = [joined("ada"), joined(None, 1), step(0), {"text": "ü \0 \ud800 😀", "deep": [[1.5]]}]
    seats = [SeatRow(0, "ada", "hash 0"), SeatRow(1, None, None)]
    create_match(database, row, events, seats)
    assert load_match(database, "m") == (row._replace(length=4), events, seats)


def test_events_are_read_from_a_number_on(database: Database) -> None:
    add_match(database, events=12)
    assert load_events(database, "m", 10) == [step(10), step(11)]
    assert load_events(database, "m", 12) == []
    assert load_events(database, "nothing", 0) == []


def test_what_is_not_there_is_not_found(database: Database) -> None:
    with pytest.raises(NotFound, match="expected the id of a match, got 'nothing'"):
        load_match(database, "nothing")


def test_an_id_is_used_once(database: Database) -> None:
    add_match(database, events=1)
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        add_match(database, events=2)
    assert load_match(database, "m")[0].length == 1


def test_a_seat_needs_a_player_who_exists(database: Database) -> None:
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        add_match(database, seats=[SeatRow(0, "nobody", None)])
    with pytest.raises(NotFound):
        load_match(database, "m")


def test_a_player_is_found_by_the_token_of_their_seat(database: Database) -> None:
    for player in ("ada", "ben"):
        add_player(database, player)
    add_match(database, "m", seats=[SeatRow(0, "ada", "a"), SeatRow(1, "ben", None)])
    assert player_by_seat_token(database, "m", "a") == "ada"
    assert player_by_seat_token(database, "m", "b") is None
    assert player_by_seat_token(database, "another", "a") is None
    assert give_token(database, "m", "ben", "b")
    assert player_by_seat_token(database, "m", "b") == "ben"
    assert load_match(database, "m")[2][1] == SeatRow(1, "ben", "b")
    assert not give_token(database, "m", "cy", "c")
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        give_token(database, "m", "ben", "a")


def test_finished_matches_are_listed_newest_first(database: Database) -> None:
    for id, at in (("a", 300.0), ("b", 500.0), ("c", None), ("d", 400.0)):
        add_match(database, id)
        if at is not None:
            finish(database, id, at, 10)
    everything = [("b", 500.0), ("d", 400.0), ("a", 300.0)]
    assert finished_match_ids(database, before=None, limit=10) == everything
    assert finished_match_ids(database, before=None, limit=2) == everything[:2]
    assert finished_match_ids(database, before=400.0, limit=2) == everything[2:]
