"""Connections that say nothing, or too much, take nothing from others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from nmbr9.server import connection
from nmbr9.server.access.networks import Crowds
from nmbr9.server.connection import MOST_HEAD_BYTES, Connection, Counted
from nmbr9.server.main import listening
from nmbr9.server.settings import Settings
from tests.server.client import run
from tests.server.serving import serving, serving_without_error

HEADERS = b"GET / HTTP/1.1\r\nHost: here\r\n"


@asynccontextmanager
async def answering() -> AsyncIterator[int]:
    """The port of a server that answers how much it was sent."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        await PlainTextResponse(str(len(body)))(scope, receive, send)

    with listening(Settings(port=0)) as door:
        config = uvicorn.Config(app, http=Connection, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[door]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield door.getsockname()[1]
        server.should_exit = True
        await serving


async def _said(port: int, *parts: bytes) -> tuple[bytes, float]:
    """What a server says to some bytes until it closes, and after how long it does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    started = time.monotonic()
    said = b""
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        said = await reader.read()
    except ConnectionError:
        pass
    finally:
        writer.close()
    return said, time.monotonic() - started


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connection, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(connection, "counted", lambda: Counted(None, Crowds(())))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "parts",
    [
        (),
        (HEADERS,),
        (HEADERS, b"X-More: "),
        (b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf",),
    ],
)
def test_who_does_not_go_on_is_cut_off(parts: tuple[bytes, ...]) -> None:
    async def story() -> None:
        async with asyncio.timeout(20), answering() as port:
            said, seconds = await _said(port, *parts)
            assert (said, seconds >= 0.25) == (b"", True)

    run(story())


@pytest.mark.parametrize("endless", [b"X-Long: " + b"a" * 10**6, b"X-Many: a\r\n" * 10**5])
def test_headers_have_an_end(endless: bytes) -> None:
    async def story() -> None:
        async with asyncio.timeout(20), answering() as port:
            said, seconds = await _said(port, HEADERS, endless)
            assert b"200 OK" not in said
            assert seconds < 5
            most = b"X-Long: " + b"a" * (MOST_HEAD_BYTES // 2) + b"\r\nConnection: close\r\n\r\n"
            said, _ = await _said(port, HEADERS, most)
            assert b"200 OK" in said

    run(story())


@pytest.mark.usefixtures("quick")
def test_who_goes_on_and_comes_again_is_answered() -> None:
    async def story() -> None:
        async with answering() as port, httpx.AsyncClient() as http:
            for _ in range(3):
                answer = await http.post(f"http://127.0.0.1:{port}/", content=b"a" * 100_000)
                assert answer.text == "100000"
                await asyncio.sleep(0.4)  # Idle between requests is no waiting.

    run(story())


def test_an_address_has_so_many_connections_and_others_have_theirs() -> None:
    one = Counted(2, Crowds(("192.0.2.9",)))
    assert [one.come("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert one.come("192.0.2.2")
    assert all(one.come("192.0.2.9") for _ in range(100))
    one.go("192.0.2.1")
    assert one.come("192.0.2.1")
    proxy = Counted(None, Crowds(()))
    assert all(proxy.come("127.0.0.1") for _ in range(1000))


def test_a_thousand_silent_connections_keep_nobody_else_out(tmp_path: Path) -> None:
    """From 127.0.0.1; somebody at 127.0.0.2 is answered all the while."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, NMBR9_CONNECTIONS_PER_ADDRESS="50") as server:
        assert "files and connections: at most" in server.logs()
        silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(400)]
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=other, base_url=server.address, timeout=5) as http:
            took = []
            for _ in range(30):
                started = time.perf_counter()
                assert http.get("/api/tables").status_code == 200
                took.append(time.perf_counter() - started)
        assert sorted(took)[-2] < 0.25, took
        closed = 0
        for one in silent:
            with closing(one):
                one.settimeout(0.02)
                try:
                    closed += one.recv(1) == b""
                except TimeoutError:
                    pass
                except ConnectionError:
                    closed += 1
        assert closed >= 350


def test_who_leaves_in_the_middle_of_a_question_is_no_error_of_ours(tmp_path: Path) -> None:
    with serving_without_error(tmp_path) as server:
        with closing(socket.create_connection(("127.0.0.1", server.port))) as gone:
            head = f"POST /api/players HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            gone.sendall(f"{head}Content-Length: 100\r\n\r\n".encode() + b'{"name":')
            time.sleep(0.2)  # until it is read
        assert httpx.get(f"{server.address}/healthz").status_code == 200
