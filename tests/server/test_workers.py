"""Several processes at one address: a match lives in one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import httpx
import pytest
import websockets

from nmbr9.protocol.ids import new_match_id
from nmbr9.server.workers.neighbours import MOST_BYTES, homes, match_asked_for
from tests.balancers import BALANCERS
from tests.nginx import free_port
from tests.postgresql import PostgreSQL
from tests.server.client import Person, Viewer, run
from tests.server.serving import SECONDS, UNLIMITED, Server, serving
from tests.server.sockets_of import holder_of

WORKERS = 3
MATCHES = 12
"""At least: chance says where they live, and some tests want one in each process."""


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL) -> Iterator[Server]:
    folder, url = tmp_path_factory.mktemp("several"), postgresql.new_database()
    with serving(url, folder, **UNLIMITED, NMBR9_WORKERS=str(WORKERS)) as server:
        deadline = time.monotonic() + SECONDS
        while server.logs().count(f" of {WORKERS} serves") < WORKERS:
            assert time.monotonic() < deadline, server.logs()
            time.sleep(0.05)
        yield server
        assert '"level": "error"' not in server.logs(), server.logs()


@pytest.mark.parametrize(
    ("line", "match"),
    [
        (b"GET /ws/abc HTTP/1.1\r\n", "abc"),
        (b"GET /nmbr9/ws/abc?x=1 HTTP/1.1\r\n", "abc"),
        (b"POST /api/matches/abc/join HTTP/1.1\r\n", "abc"),
        (b"GET /api/matches/abc HTTP/1.1\r\n", "abc"),
        (b"POST /api/matches HTTP/1.1\r\n", None),
        (b"GET /ws HTTP/1.1\r\n", None),
        (b"GET /api/codes/abc HTTP/1.1\r\n", None),
        (b"GET /?next=/ws/abc HTTP/1.1\r\n", None),
        (b"GET /api/matches/ab", None),
        (b"\x16\x03\x01", None),
    ],
)
def test_the_match_is_read_in_the_request_line(line: bytes, match: str | None) -> None:
    assert match_asked_for(line) == match


def test_matches_are_spread_evenly_and_the_dead_leave_theirs_to_all() -> None:
    ids = [new_match_id() for _ in range(3000)]
    first, second = Counter(homes(id, 3)[0] for id in ids), Counter(homes(id, 3)[1] for id in ids)
    assert set(first) == set(second) == {0, 1, 2}
    assert min(*first.values(), *second.values()) > 850
    heirs = Counter(homes(id, 3)[1] for id in ids if homes(id, 3)[0] == 0)
    assert min(heirs[1], heirs[2]) > 350


def port_of(viewer: Viewer) -> int:
    port: int = viewer._socket.local_address[1]
    return port


async def new_match(address: str) -> dict[str, str]:
    async with Person(address, "Ada") as ada:
        made: dict[str, str] = await ada.post("/api/matches", options={})
        return made


def is_everywhere(ids: Iterable[str], count: int) -> bool:
    return {homes(id, count)[0] for id in ids} == set(range(count))


async def come(viewer: Viewer) -> None:
    """Connect as a page does: again, when the process that was called died at that moment."""
    while True:
        with suppress(websockets.InvalidMessage, OSError):
            return await viewer.connect()
        await asyncio.sleep(0.05)


async def connected(
    address: str, made: dict[str, str], viewers: int, stack: AsyncExitStack
) -> list[Viewer]:
    """Return viewers of a match, who leave with the stack."""
    there = [Viewer(address, made["match"], made["token"]) for _ in range(viewers)]
    for viewer in there:
        stack.push_async_callback(viewer.close)
    await asyncio.gather(*map(come, there))
    return there


async def while_there(story: Callable[[AsyncExitStack], Awaitable[None]]) -> None:
    async with AsyncExitStack() as stack:
        await story(stack)


def home_of(viewers: list[Viewer], pids: list[int]) -> int:
    found = {holder_of(port_of(viewer), pids) for viewer in viewers}
    assert len(found) == 1
    return found.pop()


@pytest.mark.rest
def test_requests_on_one_connection_go_where_the_match_lives(several: Server) -> None:
    def asked(http: httpx.Client, method: str, path: str) -> int:
        """The process that answered, which the connection has been passed on to."""
        answer = http.request(method, path, json={} if method == "POST" else None)
        assert answer.status_code in (200, 201), answer.text
        stream = answer.extensions["network_stream"]
        port = stream.get_extra_info("socket").getsockname()[1]
        ports.add(port)
        return holder_of(port, several.workers())

    ports: set[int] = set()
    with httpx.Client(base_url=several.address) as http:
        http.post("/api/players", json={"name": "Ada"})
        body = {"options": {"players": 2}}
        ids: list[str] = []
        while len(ids) < MATCHES or not is_everywhere(ids, WORKERS):
            ids.append(http.post("/api/matches", json=body).json()["match"])
        paths = [("GET", f"/api/matches/{id}") for id in ids]
        paths += [("POST", f"/api/matches/{id}/join") for id in ids]
        lived = [asked(http, *path) for path in paths]
        assert len(set(lived)) == WORKERS
        assert lived[: len(ids)] == lived[len(ids) :]
    assert len(ports) == 1  # The client never noticed.


@pytest.mark.rest
def test_where_processes_cannot_meet_each_serves_what_it_accepts(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    far = tmp_path / ("far" * 40)
    far.mkdir()
    settings = {**UNLIMITED, "NMBR9_WORKERS": "2", "TMPDIR": str(far)}
    with serving(postgresql.new_database(), tmp_path, **settings) as server:

        async def story() -> None:
            async with Person(server.address, "Ada") as ada:
                for _ in range(4):
                    made = await ada.post("/api/matches", options={})
                    async with Viewer(server.address, made["match"], made["token"]) as viewer:
                        assert viewer.parts["you"]["seat"] == 0

        run(story())
        assert "serves what it accepts, and nothing else: AF_UNIX path too long" in server.logs()
        assert "has died" not in server.logs()


@pytest.mark.rest
def test_requests_that_come_in_pieces_or_are_long_are_answered_too(several: Server) -> None:
    pieces = [b"GET /api/mat", b"ches/nowhere HTTP/1.1\r\nHost: x\r\n\r\n"]
    body = b'{"seat": null' + b" " * 9_000 + b"}"
    head = b"POST /api/matches/%s/join HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
    long = head % (b"nowhere", len(body)) + body
    assert len(long) < MOST_BYTES
    for _ in range(2 * WORKERS):
        for parts, status in (
            (pieces, b"404"),
            ([long], b"401"),
            ([long[:5000], long[5000:]], b"401"),
        ):
            with socket.create_connection(("127.0.0.1", several.port), timeout=20) as line:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for part in parts:
                    line.sendall(part)
                assert line.recv(100).split()[1] == status


def is_alive(pid: int) -> bool:
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


@pytest.mark.rest
def test_whoever_is_at_a_match_is_in_its_process_also_after_its_end(several: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        address = several.address
        made: list[dict[str, str]] = []
        while len(made) < MATCHES or not is_everywhere((one["match"] for one in made), WORKERS):
            made.append(await new_match(address))
        tables = await asyncio.gather(*(connected(address, match, 4, stack) for match in made))
        workers = several.workers()
        lived = [home_of(viewers, workers) for viewers in tables]
        assert set(lived) == set(workers)
        # The end of a process: those who were there meet again, in another one.
        dead = lived[0]
        os.kill(dead, signal.SIGKILL)
        while is_alive(dead):
            await asyncio.sleep(0.01)
        for match in [match for match, home in zip(made, lived, strict=True) if home == dead]:
            viewers = await connected(address, match, 4, stack)
            alive = [pid for pid in several.workers() if pid != dead]
            assert home_of(viewers, alive) != dead
            answer = await viewers[0].act(viewers[0].first_action() or {})
            assert answer["type"] == "accepted"
            for viewer in viewers:
                await viewer.until_revision(answer["revision"])

    run(while_there(story))
    several.wait_until_healthy()


@pytest.mark.rest
@pytest.mark.parametrize("balancer", BALANCERS)
def test_a_balancer_keeps_a_match_at_one_of_several_servers(
    tmp_path: Path, postgresql: PostgreSQL, balancer: str
) -> None:
    def matches_at(server: Server) -> int:
        told = httpx.get(f"{server.address}/metrics").text
        [line] = [line for line in told.splitlines() if line.startswith("nmbr9_matches ")]
        return int(float(line.split()[1]))

    async def story(stack: AsyncExitStack) -> None:
        made = [await new_match(address) for _ in range(MATCHES)]
        for match in made:
            await connected(address, match, 2, stack)
        async with httpx.AsyncClient(base_url=address) as http:
            for match in made:
                assert (await http.get(f"/api/matches/{match['match']}")).status_code == 200

    url, port = postgresql.new_database(), free_port()
    address = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        servers = []
        for number in range(2):
            (folder := tmp_path / str(number)).mkdir()
            settings = {**UNLIMITED, "NMBR9_TRUSTS_PROXY": "1"}
            servers.append(stack.enter_context(serving(url, folder, **settings)))
        ports = [server.port for server in servers]
        stack.enter_context(BALANCERS[balancer](tmp_path, ports, port))
        run(while_there(story))
        held = [matches_at(server) for server in servers]
    assert all(held)
    assert sum(held) == MATCHES
