"""The files of the page, and the shell at every address of a page."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path

import httpx
import pytest

from nmbr9.server.pages import (
    CACHING,
    FIRST_SCRIPT,
    FIRST_STYLE,
    FOLDER,
    MEDIA_TYPES,
    STYLES,
    find,
    first_scripts,
)
from tests.server.serving import Server, serving

PAGES = ["/", "/m/abc234", "/daily", "/daily/2026-07-31", "/arena", "/history", "/replay", "/learn"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_the_shell(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert '<div id="page"></div>' in answer.text


def test_a_browser_that_has_a_file_is_told_so(server: Server) -> None:
    first = httpx.get(f"{server.address}/js/main.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == CACHING
    tag = first.headers["etag"]
    again = httpx.get(f"{server.address}/js/main.js", headers={"If-None-Match": f'"x", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")
    other = httpx.get(f"{server.address}/js/main.js", headers={"If-None-Match": '"x"'})
    assert other.status_code == 200
    head = httpx.head(f"{server.address}/js/main.js")
    assert head.content == b""
    assert head.headers["content-length"] == first.headers["content-length"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/js/nothing.js", "/js", "/api/nothing", "/%2e%2e/server/app.py"]
)
def test_what_is_not_there_is_said_in_the_usual_words(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "request/refused"


def test_nothing_outside_of_the_folder_is_found() -> None:
    assert find("../rules/tiles.json") is None
    assert find(str(Path(__file__))) is None
    assert find("a\0.js") is None
    assert find("a" * 5000 + ".js") is None


def test_every_file_in_the_folder_is_served() -> None:
    # Types are for the checker only.
    files = [file for file in FOLDER.rglob("*") if file.is_file() and file.suffix != ".ts"]
    assert not [file for file in files if file.suffix not in MEDIA_TYPES]


def test_the_first_game_comes_in_few_files() -> None:
    shell = find("")
    assert shell is not None
    text = shell.content.decode()
    assert {*re.findall(r'(?:href|src)="/((?:css|js)/[^"]+)"', text)} == {
        "js/boot.js",
        FIRST_STYLE,
        FIRST_SCRIPT,
        "js/main.js",
    }
    assert {"js/game/game.js", "js/art/tile-shapes.js"} <= set(first_scripts())
    assert "js/learn/learn-page.js" not in first_scripts()


def test_the_style_sheets_are_all_there() -> None:
    files = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.css")}
    assert files == set(STYLES)
    first = find(FIRST_STYLE)
    assert first is not None
    for path in STYLES:
        alone = find(path)
        assert alone is not None
        assert alone.content in first.content


def test_files_do_not_count_as_requests(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with (
        serving(database, tmp_path, NMBR9_REQUESTS_PER_SECOND="1") as server,
        httpx.Client(base_url=server.address) as http,
    ):
        assert {http.get("/js/main.js").status_code for _ in range(30)} == {200}
        assert 429 in {http.get("/js/nothing.js").status_code for _ in range(30)}


@pytest.mark.rest
def test_a_connection_can_be_used_again_after_a_while(server: Server) -> None:
    """Clients keep theirs for some seconds; one that the server closed meanwhile is an error."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as door:
        for seconds in (6.0, 0.0):
            door.sendall(b"HEAD /js/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert door.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(seconds)
