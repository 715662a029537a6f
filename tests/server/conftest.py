"""A server for all tests: to start one takes longer than most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Server, serving_without_error


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with serving_without_error(
        folder, NMBR9_HEARTBEAT_SECONDS="0.3", NMBR9_ANALYSIS_SECONDS="0.5"
    ) as it:
        yield it
