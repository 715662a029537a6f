"""Every test that asks for `database` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nmbr9.storage.database import Database, open_database
from tests.postgresql import PostgreSQL

ENGINES = ["sqlite", "postgresql"]


@pytest.fixture
def new_url(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Makes the URL of an empty database of an engine."""
    count = 0

    def make(engine: str) -> str:
        nonlocal count
        count += 1
        if engine == "sqlite":
            return f"sqlite:///{tmp_path}/test{count}.sqlite3"
        server: PostgreSQL = request.getfixturevalue("postgresql")
        return server.new_database()

    return make


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def other_engine(engine: str) -> str:
    return ENGINES[1 - ENGINES.index(engine)]


@pytest.fixture
def url(engine: str, new_url: Callable[[str], str]) -> str:
    return new_url(engine)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = open_database(url)
    yield opened
    opened.close()


OpenTwo = Callable[[float], tuple[Database, Database]]


@pytest.fixture
def on_one_file(
    new_url: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenTwo]:
    """Opens a file of SQLite twice, as two processes do that wait so long for each other."""
    opened: list[Database] = []

    def open_two(busy_seconds: float) -> tuple[Database, Database]:
        monkeypatch.setattr("nmbr9.storage.database.BUSY_SECONDS", busy_seconds)
        url = new_url("sqlite")
        opened.extend((open_database(url), open_database(url)))
        return opened[0], opened[1]

    yield open_two
    for database in opened:
        database.close()
