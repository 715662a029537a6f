"""Players, their history and their end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from nmbr9.storage.contests import create_contest, enter, entries
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.group_commit.journal import Append, Finish, Journal
from nmbr9.storage.matches import SeatRow, create_match, load_match
from nmbr9.storage.players import (
    PlayerRow,
    best_scores,
    companions_of,
    create_player,
    delete_player,
    history,
    leave_history,
    names_of,
    player_by_token,
    rename,
    statistics,
)
from nmbr9.storage.tables import metadata
from tests.storage.examples import (
    add_match,
    add_player,
    contest_row,
    finish,
    joined,
    match_row,
    setup_of,
    step,
)


def test_a_player_is_found_by_the_token(database: Database) -> None:
    row = PlayerRow("ada", "Ada Łoś", 50.25)
    create_player(database, row, "hash")
    assert player_by_token(database, "hash") == row
    assert player_by_token(database, "other") is None
    with pytest.raises(StorageError, match="expected data that fits what is stored"):
        create_player(database, row._replace(id="bob"), "hash")


def test_names_can_be_asked_for_and_changed(database: Database) -> None:
    add_player(database, "ada", "Ada")
    add_player(database, "bob", "Bob")
    rename(database, "bob", "Robert")
    assert names_of(database, ["ada", "bob", "nobody"]) == {"ada": "Ada", "bob": "Robert"}
    assert names_of(database, []) == {}
    with pytest.raises(NotFound, match="expected the id of a player, got 'nobody'"):
        rename(database, "nobody", "Somebody")


def sit(database: Database, id: str, player: str, created: float, **more: Any) -> None:
    add_match(database, id, created=created, seats=[SeatRow(0, player, None)], **more)


def test_the_history_is_newest_first_and_has_pages(database: Database) -> None:
    add_player(database, "ada")
    add_player(database, "bob")
    sit(database, "a", "ada", 1.0)
    sit(database, "b", "ada", 3.0)
    sit(database, "c", "ada", 2.0)
    sit(database, "d", "bob", 4.0)
    finish(database, "c", 9.0, 77)
    assert [played.match for played in history(database, "ada")] == ["b", "c", "a"]
    (played,) = history(database, "ada", before=3.0, limit=1)
    assert played == ("c", 0, 9.0, 2.0, 77, setup_of(), None, False, False)


def test_the_history_tells_which_games_are_of_others_too(database: Database) -> None:
    add_player(database, "ada")
    add_player(database, "bob")
    bot = SeatRow(1, None, None)
    for number, other in enumerate([bot, SeatRow(1, "bob", None)]):
        add_match(database, f"m{number}", created=number, seats=[SeatRow(0, "ada", None), other])
    assert [played.has_others for played in history(database, "ada")] == [True, False]


def test_records_are_kept_alone_and_for_each_set_of_options(database: Database) -> None:
    add_player(database, "ada")
    add_player(database, "bob")
    games = [
        ("a", "ada", setup_of(1, "basic"), 80),
        ("b", "ada", setup_of(1, "basic"), 90),
        ("c", "ada", setup_of(1, "basic"), 90),
        ("d", "ada", setup_of(1, "all"), 70),
        ("e", "ada", setup_of(2, "basic"), 120),
        ("f", "bob", setup_of(1, "basic"), 130),
        ("g", "ada", {"options": {"players": 1}}, 140),
    ]
    for number, (id, player, setup, score) in enumerate(games):
        sit(database, id, player, 1.0, setup=setup)
        finish(database, id, 10.0 + number, score)
    sit(database, "running", "ada", 1.0)
    sit(database, "helped", "ada", 1.0, setup=setup_of(1, "basic"))
    journal = Journal(database)
    journal.append(Append("helped", 0, (), Finish(9.0, (150,), frozenset({0})))).result(5)
    journal.close()
    assert best_scores(database, "ada") == {"basic": (90, "b"), "all": (70, "d")}
    assert best_scores(database, "nobody") == {}


def test_statistics(database: Database) -> None:
    empty = {"matches": 0, "finished": 0, "events": 0, "players": 0, "contests": 0, "scores": {}}
    assert statistics(database) == empty
    add_player(database)
    create_contest(database, contest_row())
    add_match(database, "a", events=3)
    add_match(database, "b", events=1)
    add_match(database, "c", setup=setup_of(1, "all"))
    finish(database, "a", 10.0, 80, length=3)
    finish(database, "b", 10.0, 95, length=1)
    assert statistics(database) == {
        "matches": 3,
        "finished": 2,
        "events": 4,
        "players": 1,
        "contests": 1,
        "scores": {"basic": {"displays": 2, "mean": 87.5, "best": 95}},
    }


def everything_in(database: Database) -> str:
    """All that queries can see and, with SQLite, every byte of its files."""
    with database.read() as connection:
        found = [str(list(connection.execute(select(table)))) for table in metadata.sorted_tables]
    if not database.is_postgresql:
        files = sorted(database.path.parent.glob(f"{database.path.name}*"))
        found += [file.read_bytes().decode("latin-1") for file in files]
    return "".join(found)


def test_nothing_of_a_deleted_player_remains(database: Database) -> None:
    traces = ["id-of-ada", "Ada Lovelace", "Augusta", "hash-of-ada", "seat-hash"]
    create_player(database, PlayerRow("id-of-ada", "Augusta", 1.0), "hash-of-ada")
    rename(database, "id-of-ada", "Ada Lovelace")
    add_player(database, "bob", "Bob")
    create_contest(database, contest_row())
    seats = [SeatRow(0, "id-of-ada", "seat-hash"), SeatRow(1, "bob", "bobs-hash")]
    events = [joined("id-of-ada", 0), joined("bob", 1), step(0)]
    create_match(database, match_row("m", players=2), events, seats)
    own = [SeatRow(0, "id-of-ada", "seat-hash-2")]
    enter(database, "daily-1", "id-of-ada", match_row("n"), [joined("id-of-ada")], own)
    # A seat that the player has left: only the event is a trace.
    create_match(database, match_row("o"), [joined("id-of-ada")], [SeatRow(0, None, None)])
    before = everything_in(database)
    assert all(trace in before for trace in traces if trace != "Augusta")

    delete_player(database, "id-of-ada")

    after = everything_in(database)
    assert [trace for trace in traces if trace in after] == []
    assert names_of(database, ["id-of-ada", "bob"]) == {"bob": "Bob"}
    row, kept, seats = load_match(database, "m")
    assert (row.length, kept) == (3, [joined(None, 0), joined("bob", 1), step(0)])
    assert seats == [SeatRow(0, None, None), SeatRow(1, "bob", "bobs-hash")]
    assert load_match(database, "o")[1] == [joined(None)]
    assert [entry.player for entry in entries(database, "daily-1")] == [None]
    with pytest.raises(NotFound, match="expected the id of a player"):
        delete_player(database, "id-of-ada")


def test_whoever_plays_at_a_players_device_is_forgotten_with_them(database: Database) -> None:
    # Ids that begin alike are not at one device.
    for id, name in (("ada", "Ada"), ("ada-ben", "Ben"), ("ada-cy", "Cy"), ("adan", "Adan")):
        add_player(database, id, name)
    family = [SeatRow(seat, id, f"hash-{id}") for seat, id in enumerate(("ada", "ada-ben"))]
    sat = [joined("ada", 0), joined("ada-ben", 1)]
    create_match(database, match_row("m", players=2), sat, family)
    mixed = [SeatRow(0, "ada", "hash-mixed"), SeatRow(1, "adan", "hash-adan")]
    create_match(database, match_row("n", players=2), [joined("ada"), joined("adan", 1)], mixed)

    assert [row.name for row in companions_of(database, "ada")] == ["Ben", "Cy"]
    assert companions_of(database, "adan") == []
    assert {one.match: one.has_others for one in history(database, "ada")} == {
        "m": False,
        "n": True,
    }

    leave_history(database, "ada", "m")
    assert load_match(database, "m")[1:] == (
        [joined(None, 0), joined(None, 1)],
        [SeatRow(0, None, None), SeatRow(1, None, None)],
    )
    create_match(database, match_row("o", players=2), sat, family)
    delete_player(database, "ada")
    assert names_of(database, ["ada", "ada-ben", "ada-cy", "adan"]) == {"adan": "Adan"}
    assert load_match(database, "o")[2] == [SeatRow(0, None, None), SeatRow(1, None, None)]
    assert load_match(database, "n")[2] == [SeatRow(0, None, None), mixed[1]]


def test_a_long_read_does_not_keep_a_player_from_being_deleted(
    new_url: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nmbr9.storage.database.LOG_TRIES", 2)
    database = open_database(new_url("sqlite"))
    add_player(database)
    with database.read() as connection:
        connection.execute(select(metadata.tables["players"])).all()
        delete_player(database, "ada")
    assert names_of(database, ["ada"]) == {}
    database.close()
