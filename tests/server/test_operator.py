"""What an operator limits: who reads numbers, pages of plain HTTP, how often files are asked."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection

from nmbr9.server.access.identity import is_allowed_origin
from nmbr9.server.guard import FILES
from nmbr9.server.settings import Settings
from tests.server.serving import serving


@pytest.mark.parametrize(
    ("origin", "is_secure", "is_allowed"),
    [
        ("https://games.example", True, True),
        ("http://games.example", True, False),
        ("http://games.example", False, True),
        ("https://games.example", False, True),
        ("ftp://games.example", False, False),
        ("games.example", False, False),
        ("null", False, False),
        ("https://evil.example", True, False),
        ("http://partner.example", True, True),
    ],
)
def test_a_page_is_ours_by_its_scheme_too(origin: str, is_secure: bool, is_allowed: bool) -> None:
    settings = Settings(is_secure=is_secure, origins=("http://partner.example",))
    headers = [(b"host", b"games.example"), (b"origin", origin.encode())]
    asking = HTTPConnection({"type": "http", "headers": headers})
    assert is_allowed_origin(asking, settings) is is_allowed


def test_numbers_are_told_to_who_has_the_token(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, NMBR9_METRICS_TOKEN="secret") as server:
        path = f"{server.address}/metrics"
        for said in (None, "secret", "Bearer other", "Bearer secrets", "Bearer \u00e9".encode()):
            headers = {} if said is None else {"Authorization": said}
            answer = httpx.get(path, headers=headers)  # type: ignore[arg-type]
            assert (answer.status_code, "nmbr9_" in answer.text) == (401, False)
        assert "nmbr9_frames_total" in (
            httpx.get(path, headers={"Authorization": "Bearer secret"}).raise_for_status().text
        )
        assert "secret" not in server.logs()


def test_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """So few a second that a busy machine asks for more, too."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with (
        serving(database, tmp_path, NMBR9_REQUESTS_PER_SECOND="0.4") as server,
        httpx.Client(base_url=server.address) as http,
    ):
        told = [http.get("/").status_code for _ in range(2 * FILES + 100)]
        assert told[: 2 * FILES] == [200] * (2 * FILES)
        assert 429 in told
        assert http.get("/api/tables").status_code == 200
