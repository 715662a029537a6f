"""The files of the page below their version, and the document at every address of a page."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import re
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from nmbr9.server import page_files
from nmbr9.server.app import create_app
from nmbr9.server.page_files import ASK_AGAIN, FOLDER, FOR_EVER, MEDIA_TYPES, Page, Site
from nmbr9.server.settings import Settings
from tests.deno import deno
from tests.host.small_host import small_host
from tests.server.serving import Server, serving

ADDRESSES = ["/", "/m/abc234", "/daily", "/daily/2026-07-31", "/arena", "/history", "/learn"]
PAGE = Page.read()
FILES = f"/v/{PAGE.version}/"
SERVED = f"/v/{Site.of_this_copy('/').version}/"
"""As servers have them: that they can do without a line is of their version."""


def asked(site: Site, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What a site answers; 0 for what it leaves to others."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, "query_string": b""}
    answer = site.answer(Request(scope), path)
    if answer is None:
        return 0, {}, b""
    return answer.status_code, dict(answer.headers), bytes(answer.body)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of files are seen at once."""
    monkeypatch.setattr(page_files, "LOOK_AGAIN_SECONDS", 0.0)


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_page_is_the_document(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == ASK_AGAIN
    assert answer.headers["content-security-policy"].count("'self'") == 6
    assert '<div id="page"></div>' in answer.text


def test_a_browser_that_has_the_document_is_told_so(server: Server) -> None:
    tag = httpx.get(server.address).headers["etag"]
    again = httpx.get(server.address, headers={"If-None-Match": f'"x", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(server.address, headers={"If-None-Match": '"x"'}).status_code == 200


def test_files_are_kept_for_ever_and_carry_no_policy(server: Server) -> None:
    # A server that has just started packs its files better only after a while.
    taken = {"Accept-Encoding": "gzip"}
    answer = httpx.get(f"{server.address}{SERVED}js/main.js", headers=taken)
    assert answer.headers["cache-control"] == FOR_EVER
    assert answer.headers["content-type"].startswith("text/javascript")
    assert not set(answer.headers) & {name.lower() for name in page_files.POLICY}
    head = httpx.head(f"{server.address}{SERVED}js/main.js", headers=taken)
    assert head.content == b""
    assert head.headers["content-length"] == answer.headers["content-length"]


def test_every_file_is_served_as_it_is_written() -> None:
    site = Site()
    for path in PAGE.files:
        written = (FOLDER / path).read_bytes()
        status, headers, content = asked(site, FILES + path)
        assert (status, content) == (200, written)
        assert "content-encoding" not in headers
        _, headers, content = asked(site, FILES + path, accept_encoding="gzip, br")
        if path.endswith(".png"):
            assert content == written
        else:
            assert headers["vary"] == "Accept-Encoding"
            assert headers["content-encoding"] == "gzip"
            assert gzip.decompress(content) == written


def test_files_are_as_small_as_can_be_once_there_was_time_for_it() -> None:
    site = Site()
    site.compress()
    _, headers, content = asked(site, FILES + "js/main.js", accept_encoding="gzip, deflate, br")
    assert headers["content-encoding"] == "br"
    assert brotli.decompress(content) == PAGE.files["js/main.js"]
    _, headers, _ = asked(site, FILES + "js/main.js", accept_encoding="gzip, br;q=0")
    assert headers["content-encoding"] == "gzip"


def test_every_file_in_the_folder_is_served() -> None:
    # Types are for the checker only.
    files = [file for file in FOLDER.rglob("*") if file.is_file() and file.suffix != ".ts"]
    assert {file.relative_to(FOLDER).as_posix() for file in files} == set(PAGE.files)
    assert not [file for file in files if file.suffix not in MEDIA_TYPES]


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/js/main.js", f"{SERVED}nothing.js", f"{SERVED}js", "/api/nothing", "/../app.py"],
)
def test_what_is_not_there_is_said_in_the_usual_words(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "request/refused"


def test_nothing_outside_of_the_folder_is_found() -> None:
    for path in ("../rules/pieces/tiles.json", __file__, "a\0.js", "a" * 5000 + ".js"):
        assert asked(Site(), FILES + path)[0] == 0


def test_a_version_that_is_gone_is_said_to_be(server: Server) -> None:
    answer = httpx.get(f"{server.address}/v/0123456789abcdef/js/main.js")
    assert (answer.status_code, answer.json()["code"]) == (410, "page/outdated")
    assert answer.headers["cache-control"] == "no-store"


def test_a_change_on_the_disk_is_another_version(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "web"))
    site = Site(folder=folder)
    site.compress()
    before = asked(site, "/")[2]
    assert FILES.encode() in before
    file = folder / "js" / "main.js"
    file.write_text("// Another one.\n")
    assert asked(site, FILES + "js/main.js")[0] == 200  # A page that is open goes on for now.
    after = asked(site, "/")[2]
    [files] = set(re.findall(rb"/v/\w+/", after))
    assert files.decode() != FILES
    assert asked(site, files.decode() + "js/main.js", accept_encoding="br")[2] == file.read_bytes()
    assert asked(site, FILES + "js/main.js")[0] == 410
    # Another process may hear of the new version first.
    file.write_text("// A third one.\n")
    third = Page.read(folder).version
    assert asked(site, f"/v/{third}/js/main.js")[2] == file.read_bytes()


def test_the_disk_is_not_looked_at_for_each_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "web"))
    site, looks, times = Site(folder=folder), [], page_files._times

    def counted(folder: str | Path) -> Iterator[tuple[str, int]]:
        looks.append(folder)
        return times(folder)

    monkeypatch.setattr(page_files, "_times", counted)
    for seconds, most in ((3600.0, 0), (0.0, 1)):
        monkeypatch.setattr(page_files, "LOOK_AGAIN_SECONDS", seconds)
        for path in ("/", "/m/abc234", "/sw.js", "/v/0123456789abcdef/js/main.js"):
            before = looks.count(folder)
            assert asked(site, path)[0] in (200, 410)
            assert looks.count(folder) - before == most, path


@pytest.mark.rest
def test_files_do_not_count_as_requests(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with (
        serving(database, tmp_path, NMBR9_REQUESTS_PER_SECOND="1") as server,
        httpx.Client(base_url=server.address) as http,
    ):
        assert {http.get(f"{SERVED}js/main.js").status_code for _ in range(30)} == {200}
        assert 429 in {http.get("/js/nothing.js").status_code for _ in range(30)}


@pytest.mark.rest
def test_a_connection_can_be_used_again_after_a_while(server: Server) -> None:
    """Clients keep theirs for some seconds; one that the server closed meanwhile is an error."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as door:
        for seconds in (6.0, 0.0):
            door.sendall(b"HEAD /sw.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert door.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(seconds)


# --- what is fetched beforehand ------------------------------------------------------------------


def imported(path: str) -> set[str]:
    """What Deno says that a module needs at once, itself included."""
    told = json.loads(deno("info", "--json", "--no-config", str(FOLDER / path)).stdout)
    needs = {
        module["specifier"]: [
            there["code"]["specifier"]
            for there in module.get("dependencies", [])
            if "code" in there and not there.get("isDynamic")
        ]
        for module in told["modules"]
    }
    found = [(FOLDER / path).as_uri()]
    for one in found:
        found += [there for there in needs[one] if there not in found]
    return {one.removeprefix(FOLDER.as_uri() + "/") for one in found}


def preloaded(html: str, more: str = "") -> set[str]:
    links = re.findall(rf'<link rel="modulepreload" href="([^"]+)"{more}>', html)
    assert len(links) == len(set(links))
    return {link.removeprefix(FILES) for link in links}


def test_a_page_preloads_what_deno_says_that_it_imports() -> None:
    begin, start, game = map(imported, ("js/main.js", "js/pages/start.js", "js/pages/match.js"))
    document = PAGE.document("/").decode()
    assert preloaded(document) == begin | start
    assert preloaded(document, " fetchpriority=low") == game - begin - start
    assert preloaded(PAGE.document("/", "m").decode()) == begin | game
    assert preloaded(PAGE.document("/", "rules").decode()) == begin


def test_the_document_names_nothing_but_files() -> None:
    links = re.findall(r'(?:href|src)="([^"]+)"', PAGE.document("/nmbr9/").decode())
    assert {link.removeprefix(f"/nmbr9{FILES}") for link in links} <= set(PAGE.files)
    styles = {path for path in PAGE.files if path.endswith(".css")}
    # These come with their pages.
    assert styles - {"css/after.css", "css/cardboard.css", "css/host.css", "css/learn.css"} < {
        link.removeprefix(f"/nmbr9{FILES}") for link in links
    }


# --- what plays without a line -------------------------------------------------------------------


def test_a_copy_that_can_play_offline_serves_what_that_needs(tmp_path: Path) -> None:
    made = small_host(tmp_path / "files")
    site = Site(host_folder=made)
    files = f"/v/{site.version}/"
    assert b'<html data-line="served" ' in asked(site, "/m/abc234")[2]
    told = json.loads(asked(site, f"{files}host/contents.json")[2])
    for name, address in told["files"].items():
        path = address.removeprefix("../..")
        status, headers, content = asked(site, path, accept_encoding="gzip")
        assert (status, content) == (200, (made / name).read_bytes())
        assert (headers["cache-control"], "content-encoding" in headers) == (FOR_EVER, False)
        _, headers, content = asked(site, path, accept_encoding="br")
        is_packed = (made / f"{name}.br").is_file()
        assert headers.get("content-encoding") == ("br" if is_packed else None)
        assert (brotli.decompress(content) if is_packed else content) == (made / name).read_bytes()
    assert asked(site, "/h/0123456789abcdef/referee.zip")[0] == 0
    for path in told["page"]:
        assert asked(site, files + path)[0] == 200, path
    assert set(PAGE.files) - set(told["page"]) == {"index.html", "sw.js"}


def test_what_that_needs_is_read_once_and_sent_in_pieces(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = small_host(tmp_path / "files")
    large = os.urandom(3 * page_files.PIECE_BYTES + 1)
    told = json.loads((made / "host.json").read_text())
    (made / "bots.zip").write_bytes(large)
    told["files"]["bots.zip"]["sha256"] = hashlib.sha256(large).hexdigest()
    (made / "host.json").write_text(json.dumps(told))
    site = Site(host_folder=made)
    contents = json.loads(asked(site, f"/v/{site.version}/host/contents.json")[2])
    path, other = (
        contents["files"][name].removeprefix("../..") for name in ("bots.zip", "referee.zip")
    )
    assert asked(site, path, accept_encoding="br")[2] == large
    for name in ("bots.zip", "referee.zip", "referee.zip.br"):
        (made / name).write_bytes(b"damaged")
    # What was read is in memory; what was not and is not what is listed, is one line in the log.
    for encoding in ("br", "gzip"):
        assert asked(site, path, accept_encoding=encoding)[2] == large
        status, headers, _ = asked(site, other, accept_encoding=encoding)
        assert (status, headers["cache-control"]) == (410, "no-store")
    assert "file referee.zip is damaged: expected" in caplog.text
    assert "Traceback" not in caplog.text

    pieces: list[bytes] = []

    async def send(message: Message) -> None:
        pieces.append(message.get("body", b""))

    async def receive() -> Message:
        raise AssertionError("nothing more is asked for")

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
    answer = site.answer(Request(scope), path)
    assert answer is not None
    asyncio.run(answer(scope, receive, send))
    assert b"".join(pieces) == large
    assert max(map(len, pieces)) == page_files.PIECE_BYTES


def test_what_is_refused_is_not_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Watched(Site):
        def answer(self, request: Request, path: str) -> Response | None:
            looked.append(path)
            return super().answer(request, path)

    monkeypatch.setattr("nmbr9.server.app.Site", Watched)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def story() -> None:
        app = create_app(Settings(database=database, requests_per_second=0.01))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://nmbr9"
        ) as http:
            assert [(await http.get("/")).status_code for _ in range(3)] == [200, 429, 429]

    asyncio.run(story())
    assert looked == ["/"]


def test_the_document_for_a_cut_line_begins_with_the_referee(tmp_path: Path) -> None:
    site = Site("/nmbr9/", host_folder=small_host(tmp_path / "files"))
    status, headers, content = asked(site, f"/v/{site.version}/cut.html")
    assert (status, headers["cache-control"]) == (200, FOR_EVER)
    assert "script-src 'self' 'wasm-unsafe-eval';" in headers["content-security-policy"]
    text = content.decode()
    assert '<html data-line="cut" ' in text
    assert text.index("js/host/begin.js") < text.index('js/main.js"></script>')
    assert set(re.findall(r'(?:href|src)="(.*?/v/\w+)/', text)) == {f"/nmbr9/v/{site.version}"}
    # Nobody else's page may compile anything.
    assert "wasm" not in asked(site, "/")[1]["content-security-policy"]


def test_another_referee_is_another_version(tmp_path: Path) -> None:
    made = small_host(tmp_path / "files")
    site = Site(host_folder=made)
    before = site.version
    assert before not in (PAGE.version, "")
    told = json.loads((made / "host.json").read_text())
    (made / "bots.zip").write_bytes(b"better ones")
    told["files"]["bots.zip"]["sha256"] = hashlib.sha256(b"better ones").hexdigest()
    (made / "host.json").write_text(json.dumps(told, indent=1))
    assert asked(site, "/")[0] == 200
    assert site.version != before


async def started_and_stopped(app: FastAPI) -> None:
    async with app.router.lifespan_context(app):
        pass


def test_a_copy_that_cannot_play_offline_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}")
    caplog.set_level("INFO")
    for folder, count in ((tmp_path, 1), (small_host(tmp_path / "files"), 0)):
        caplog.clear()
        monkeypatch.setattr("nmbr9.host.FILES", folder)
        asyncio.run(started_and_stopped(create_app(settings)))
        assert (b"data-line" in asked(Site.of_this_copy("/"), "/")[2]) == (count == 0)
        assert caplog.text.count("this copy cannot play offline: make host") == count


# --- below a path --------------------------------------------------------------------------------


@pytest.mark.rest
def test_everything_is_below_the_base(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with (
        serving(database, tmp_path, NMBR9_BASE="/some/games/") as server,
        httpx.Client(base_url=server.address) as http,
    ):
        home = http.get("/some/games", follow_redirects=True)
        assert home.url.path == "/some/games/"
        assert set(re.findall(r'(?:href|src)="(/.*?/v)/', home.text)) == {"/some/games/v"}
        assert http.get("/some/games/m/abc234").status_code == 200
        assert http.get(f"/some/games{SERVED}js/main.js").status_code == 200
        assert http.get("/some/games/sw.js").status_code == 200
        assert http.get("/some/games/healthz").status_code == 200
        assert http.get("/some/gamesm/abc234").status_code == 404
        made = http.post("/some/games/api/players", json={"name": "Ada"})
        assert "Path=/some/games/" in made.headers["set-cookie"]
        assert http.get("/some/games/api/me").json()["name"] == "Ada"
        assert "Path=/some/games/" in http.delete("/some/games/api/me").headers["set-cookie"]
        # A proxy may have taken the base away.
        assert http.get("/m/abc234").text == http.get("/some/games/m/abc234").text
        assert http.get("/healthz").status_code == 200
