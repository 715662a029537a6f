"""Strangers, nonsense and too much of everything."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest
import websockets

from nmbr9.server.guard import MOST_BODY_BYTES
from nmbr9.server.main import UNREAD_SECONDS, listening
from nmbr9.server.settings import Settings
from tests.protocol.damaged import damaged
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving

COMMANDS: list[dict[str, Any]] = [
    {"do": "start"},
    {"do": "seat-bot", "seat": 1, "bot": "greedy"},
    {"do": "open-seat", "seat": 1},
    {"do": "prompt", "seat": 1},
    {"do": "hand-over", "seat": 1, "bot": "greedy"},
    {"do": "return"},
    {"do": "rematch"},
    {"do": "leave"},
]


def test_onlookers_and_strangers_command_nothing(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Eve") as eve:
            made = await ada.post("/api/matches", options={"players": 1})
            hers = await eve.post("/api/matches", options={"players": 1})
            for who in (
                Viewer(server.address, made["match"]),
                Viewer(server.address, made["match"], cookie=eve.cookie),
            ):
                async with who:
                    assert "you" not in who.parts
                    for command in [
                        *COMMANDS,
                        {"do": "act", "revision": 2, "action": {"player": 0, "do": "done"}},
                    ]:
                        answer = await who.command(**command)
                        assert answer["code"] == "seat/not-seated", command
            for token in (hers["token"], "x" * 32, ""):
                viewer = Viewer(server.address, made["match"], token=token)
                await viewer.connect()
                assert viewer.closed_with == 1008
                assert not viewer.parts

    run(story())


def test_a_seat_acts_for_itself_only(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            joined = await ben.post(f"/api/matches/{made['match']}/join")
            first = Viewer(server.address, made["match"], made["token"])
            second = Viewer(server.address, made["match"], joined["token"])
            async with first, second:
                for command in COMMANDS[:3]:
                    assert (await second.command(**command))["code"] == "seat/not-host"
                assert (await first.command("start"))["type"] == "accepted"
                await second.until(lambda parts: "table" in parts)
                action = second.first_action()
                assert action is not None
                answer = await second.act({**action, "player": 0})
                assert answer["code"] == "action/illegal"
                assert answer["violations"][0]["code"] == "turn/not-yours"
                answer = await second.command("hand-over", seat=0, bot="greedy")
                assert answer["code"] == "seat/not-host"

    run(story())


def test_pages_from_elsewhere_may_not_connect(server: Server) -> None:
    async def story() -> None:
        url = server.address.replace("http", "ws") + "/ws"
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(url, origin="https://evil.example")  # type: ignore[arg-type]
        async with websockets.connect(url, origin=server.address):  # type: ignore[arg-type]
            pass
        async with httpx.AsyncClient(base_url=server.address) as http:
            answer = await http.post(
                "/api/players", json={"name": "Eve"}, headers={"Origin": "https://evil.example"}
            )
            assert answer.status_code == 403

    run(story())


def test_cookies_and_headers_are_guarded(server: Server) -> None:
    async def story() -> None:
        async with httpx.AsyncClient(base_url=server.address) as http:
            answer = await http.post("/api/players", json={"name": "<b>Ada</b>"})
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert len(cookie.split("=")[1].split(";")[0]) >= 32
            assert answer.json()["name"] == "<b>Ada</b>"
            policy = (await http.get("/")).headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["content-type"] == "application/json"

    run(story())


@pytest.mark.parametrize("name", ["", " ", "a" * 25, "a\u202eb", "a\x00b", "\ud800"])
def test_names_that_cannot_be_shown_are_refused(server: Server, name: str) -> None:
    body = json.dumps({"name": name})
    answer = httpx.post(
        f"{server.address}/api/players", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["message"]


@pytest.mark.rest
def test_too_much_is_refused(tmp_path: Any) -> None:
    limits = {
        "NMBR9_FRAMES_PER_SECOND": "5",
        "NMBR9_SOCKETS_PER_ADDRESS": "2",
        "NMBR9_REQUESTS_PER_SECOND": "10",
    }

    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            first = Viewer(server.address, made["match"], made["token"])
            second = Viewer(server.address, made["match"], made["token"])
            async with first, second:
                with pytest.raises(websockets.InvalidStatus):
                    await Viewer(server.address, made["match"]).connect()
                for _ in range(60):
                    await first.send_text('{"type": "sync"}')
                await first.until(lambda _: first.closed_with is not None)
                assert first.closed_with == 1008
                assert {error["code"] for error in first.errors} == {"frame/too-many"}
            codes = [(await ada.http.get("/api/me")).status_code]
            assert codes[0] == 200
            while 429 not in codes and len(codes) < 2000:
                together = [ada.http.get("/api/me") for _ in range(10)]
                codes += [answer.status_code for answer in await asyncio.gather(*together)]
            assert 429 in codes

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **limits) as server:
        run(story(server))


@pytest.mark.rest
def test_who_does_not_read_is_cut_off(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                for _ in range(8):  # Later states are longer.
                    answer = await viewer.act(viewer.first_action() or {})
                    await viewer.until_revision(answer["revision"])
            small = socket.socket()
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            small.connect(("127.0.0.1", server.port))
            url = server.address.replace("http", "ws") + "/ws"
            deaf = await websockets.connect(url, sock=small, ping_interval=None)
            before = watching(server)
            watch = json.dumps({"type": "watch", "match": made["match"], "token": made["token"]})
            await deaf.send(watch)
            await deaf.recv()
            assert watching(server) == before + 1
            # Each is answered with the whole state, until no buffer has room for more. Slowly:
            # who asks faster than can be answered is cut off while the server can still send.
            with suppress(websockets.ConnectionClosed):
                for _ in range(3000):
                    await deaf.send('{"type": "sync"}')
                    await asyncio.sleep(0.001)
            async with asyncio.timeout(20):
                while watching(server) > before:
                    await asyncio.sleep(0.1)
            deaf.transport.abort()
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                assert viewer.first_action() is not None

    run(story())


def watching(server: Server) -> int:
    """How many connections the server shows matches to."""
    told = httpx.get(f"{server.address}/metrics").text
    (line,) = [line for line in told.splitlines() if line.startswith("nmbr9_connections ")]
    return int(float(line.split()[1]))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_what_is_not_read_is_forgotten_by_the_operating_system() -> None:
    with listening(Settings(port=0)) as door:
        door.listen()
        with socket.create_connection(door.getsockname()), door.accept()[0] as accepted:
            told = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert told == 1000 * UNREAD_SECONDS


def test_a_body_without_end_is_cut_off(server: Server) -> None:
    """It is sent in chunks, and so does not say how long it is."""
    chunks = (b'{"name": "Ada"}', b" " * MOST_BODY_BYTES)
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.address}/api/players", content=iter(chunks), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/too-long")
    assert answer.json()["message"] == f"expected at most {MOST_BODY_BYTES} bytes"


def test_ids_and_days_that_cannot_be_are_refused_before_the_database(server: Server) -> None:
    """PostgreSQL for one takes no text with a NUL in it."""

    async def story() -> None:
        viewer = Viewer(server.address, "no\0match")
        await viewer.connect()
        assert viewer.closed_with == 1008

    run(story())
    for day in ("%00", "2026", "2026-01-01%00"):
        answer = httpx.get(f"{server.address}/api/daily?before={day}")
        assert (answer.status_code, answer.json()["code"]) == (422, "request/malformed")
    assert httpx.get(f"{server.address}/api/daily?before=2026-01-01").json() == []


def test_a_long_frame_is_refused(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.send_text(json.dumps({"type": "sync", "x": "y" * 5000}))
                await viewer.until(lambda _: viewer.errors)
                assert viewer.errors[0]["code"] == "frame/too-long"
                await viewer.send_text("x" * 100_000)
                await viewer.until(lambda _: viewer.closed_with is not None)

    run(story())


async def send_damaged(server: Server, count: int, seed: int) -> None:
    random, sent = Random(seed), 0
    async with Person(server.address, "Eve") as eve:
        made = await eve.post("/api/matches", options={"players": 2})
        while sent < count:
            viewer = Viewer(server.address, made["match"], made["token"])
            await viewer.connect()
            try:
                while sent < count and viewer.closed_with is None:
                    sent += 1
                    await viewer.send_text(damaged(random))
                    if sent % 10 == 0:
                        await asyncio.sleep(0)
            except websockets.ConnectionClosed:
                pass
            await viewer.close()
            assert viewer.closed_with in (None, 1000, 1008), viewer.closed_with
        async with Viewer(server.address, made["match"], made["token"]) as viewer:
            assert viewer.parts["match"]["state"] == "open"


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.long)])
def test_damaged_frames_do_no_harm(server: Server, count: int) -> None:
    run(send_damaged(server, count, 3), 60 + count / 50)
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert "Traceback" not in server.logs()
