"""Everything that the OpenAPI of the server allows, and what it does not allow.

In a file of its own: what generates the questions takes seconds to load, in every process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import settings

from nmbr9.server.app import create_app
from nmbr9.server.settings import Settings
from tests.server.serving import Server

pytestmark = pytest.mark.rest

schema = schemathesis.openapi.from_dict(create_app(Settings("unused.sqlite3")).openapi())


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as one:
        yield one


@schema.parametrize()
@settings(max_examples=settings().max_examples // 5)
def test_nothing_that_can_be_asked_breaks_the_server(
    case: Any, server: Server, session: requests.Session
) -> None:
    answer = case.call(base_url=server.address, session=session)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        assert answer.json()["message"]
