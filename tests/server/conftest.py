"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgresql import PostgreSQL, running_postgresql
from tests.server.serving import UNLIMITED, Server, serving


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with running_postgresql() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with serving(
        f"sqlite:///{folder / 'games.sqlite3'}", folder, **UNLIMITED, NMBR9_HEARTBEAT_SECONDS="0.3"
    ) as it:
        yield it
        assert '"level": "error"' not in it.logs(), it.logs()
