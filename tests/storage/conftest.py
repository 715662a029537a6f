"""Every test that asks for `database` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

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


# Making the tables takes longer than most tests: it is done once, and copied for each of them.


@pytest.fixture(scope="session")
def tables_in_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "tables.sqlite3"
    open_database(f"sqlite:///{path}").close()
    return path


@pytest.fixture(scope="session")
def tables_in_postgresql(postgresql: PostgreSQL) -> str:
    url = postgresql.new_database()
    open_database(url).close()
    return urlsplit(url).path.removeprefix("/")


@pytest.fixture
def url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The URL of a database that has its tables, and nothing in them."""
    tables = request.getfixturevalue(f"tables_in_{engine}")
    if engine == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        return server.new_database(like=tables)
    path = tmp_path / "test.sqlite3"
    shutil.copy(tables, path)
    return f"sqlite:///{path}"


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
