"""Transactions that the driver itself carries out: the same care as with SQLAlchemy's."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import bindparam, insert, select, update

from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import StorageError, Unavailable
from nmbr9.storage.group_commit.raw_sql import is_one_of
from nmbr9.storage.tables import players
from tests.storage.conftest import OpenTwo

ADD = insert(players)
NAMED = {
    is_postgresql: select(players.c.id, players.c.name)
    .where(is_one_of(players.c.id, is_postgresql=is_postgresql))
    .order_by(players.c.id)
    for is_postgresql in (False, True)
}
RENAME = update(players).where(players.c.id == bindparam("who")).values(name=bindparam("new_name"))


def player(id: str, name: str = "Ada") -> dict[str, object]:
    return {"id": id, "name": name, "created": 1.5, "token_hash": f"token of {id}"}


def add(database: Database, *rows: dict[str, object], then: Exception | None = None) -> None:
    with database.write_directly() as transaction:
        transaction.each(ADD, rows)
        if then is not None:
            raise then


def named(database: Database, *ids: str) -> list[tuple[str, str]]:
    with database.write_directly() as transaction:
        found = transaction.rows(NAMED[transaction.is_postgresql], transaction.ids(ids))
    return [tuple(row) for row in found]


def test_values_find_their_parameters(database: Database) -> None:
    with database.write_directly() as transaction:
        transaction.each(ADD, [player(id) for id in "abc"])
        # In another order than they have in the statement.
        transaction.each(RENAME, [{"who": "b", "new_name": "Ben"}])
    assert named(database, "c", "b", "nobody") == [("b", "Ben"), ("c", "Ada")]


@pytest.mark.parametrize("count", [0, 1, 600])
def test_any_number_of_ids_is_one_parameter(database: Database, count: int) -> None:
    ids = [f"{number:03} é\"'\\" for number in range(count)]
    add(database, *(player(id) for id in [*ids, "another"]))
    assert named(database, *ids) == [(id, "Ada") for id in ids]


def test_an_error_rolls_everything_back(database: Database) -> None:
    with pytest.raises(StorageError, match="expected data that fits") as caught:
        add(database, player("a"), player("a"))
    assert not isinstance(caught.value, Unavailable)
    with pytest.raises(RuntimeError, match="not the database's"):
        add(database, player("b"), then=RuntimeError("not the database's"))
    assert named(database, "a", "b") == []


def test_what_a_driver_does_not_take_is_refused(database: Database) -> None:
    with pytest.raises(StorageError, match="expected what a database can store") as caught:
        add(database, player("a", "\ud800"))
    assert not isinstance(caught.value, Unavailable)
    assert named(database, "a") == []


def test_a_file_that_another_process_writes_is_unavailable(on_one_file: OpenTwo) -> None:
    database, other = on_one_file(0.1)
    with other.write_directly(), pytest.raises(Unavailable, match="database is locked"):
        named(database, "a")
    assert named(database, "a") == []


def test_writers_of_one_process_take_turns(new_url: Callable[[str], str]) -> None:
    """On SQLite, where two at once would sleep and try again."""
    database = open_database(new_url("sqlite"))
    done = threading.Event()

    def write() -> None:
        with database.write() as connection:
            connection.execute(ADD, player("b"))
        done.set()

    with database.write_directly() as transaction:
        thread = threading.Thread(target=write)
        thread.start()
        assert not done.wait(0.1)
        transaction.each(ADD, [player("a")])
    thread.join(10)
    assert [id for id, _ in named(database, "a", "b")] == ["a", "b"]
    database.close()
