"""How much of what is kept one address may make, and who is counted as one address."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from nmbr9.server.access import limits
from nmbr9.server.app import create_app
from nmbr9.server.background.quotas import FAMILY, NEW_GUESTS, NEW_MATCHES
from nmbr9.server.settings import Settings
from tests.server.client import run
from tests.server.serving import serving

From = Callable[[str], httpx.AsyncClient]
"""A new browser at an address."""


@pytest.fixture(autouse=True)
def no_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, nobody is given more meanwhile."""
    monkeypatch.setattr(limits, "Bucket", partial(limits.Bucket, clock=lambda: 0.0))


@asynccontextmanager
async def answering(folder: Path, **settings: Any) -> AsyncIterator[From]:
    """Browsers anywhere, and a server in this process."""
    settings = {"requests_per_second": 1e6, **settings}
    app = create_app(Settings(database=f"{folder}/games.sqlite3", **settings))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(app.router.lifespan_context(app))
        opened: list[httpx.AsyncClient] = []

        def browser(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app, client=(address, 1))
            opened.append(httpx.AsyncClient(transport=transport, base_url="http://nmbr9"))
            return opened[-1]

        yield browser
        for one in opened:
            await one.aclose()


def test_an_address_brings_so_many_new_players_and_others_may_bring_theirs(tmp_path: Path) -> None:
    async def story() -> None:
        async with answering(tmp_path) as browser:
            most = FAMILY * NEW_GUESTS.in_minute
            home = browser("192.0.2.1")
            ada = browser("192.0.2.1")
            assert (await ada.post("/api/players", json={"name": "Ada"})).status_code == 201
            for _ in range(most - 1):
                home.cookies.clear()
                assert (await home.post("/api/players", json={"name": "Eve"})).status_code == 201
            home.cookies.clear()
            table = {"name": "Eve", "people": ["Ben"], "options": {"players": 2}}
            for path, body in (("/api/players", {"name": "Eve"}), ("/api/matches", table)):
                answer = await home.post(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (429, "player/too-many")
                assert "set-cookie" not in answer.headers
            assert (await ada.get("/api/statistics")).json()["players"] == most
            # Who is somebody already plays on, and elsewhere people may come.
            assert (await ada.post("/api/matches", json={})).status_code == 201
            other = browser("192.0.2.2")
            assert (await other.post("/api/matches", json=table)).status_code == 201

    run(story())


def test_people_at_one_device_are_counted_as_well(tmp_path: Path) -> None:
    async def story() -> None:
        async with answering(tmp_path) as browser:
            home = browser("192.0.2.1")
            assert (await home.post("/api/players", json={"name": "Ada"})).status_code == 201
            statuses = []
            for count in range(FAMILY * NEW_GUESTS.in_minute // 5):
                people = [f"P{count}{number}" for number in range(5)]
                body = {"people": people, "options": {"players": 6}}
                statuses.append((await home.post("/api/matches", json=body)).status_code)
            assert statuses == [201] * (len(statuses) - 1) + [429]

    run(story())


def test_contests_and_games_in_them_are_counted_as_matches(tmp_path: Path) -> None:
    async def story() -> None:
        async with answering(tmp_path) as browser:
            home, other = browser("192.0.2.1"), browser("192.0.2.2")
            for one in (home, other):
                assert (await one.post("/api/players", json={"name": "Ada"})).status_code == 201
            made = [
                (await home.post("/api/challenges", json={}))
                for _ in range(NEW_MATCHES.in_minute - 1)
            ]
            assert {answer.status_code for answer in made} == {201}
            first, second = (answer.json()["contest"] for answer in made[:2])
            play = f"/api/contests/{first}/play"
            begun = await home.post(play)
            assert begun.status_code == 201
            for path in ("/api/challenges", "/api/arenas", f"/api/contests/{second}/play"):
                answer = await home.post(path, json={})
                assert (answer.status_code, answer.json()["code"]) == (429, "match/too-many")
            # Whoever goes on opens nothing.
            again = await home.post(play)
            assert (again.status_code, again.json()["match"]) == (201, begun.json()["match"])
            assert (await other.post(play)).status_code == 201
            assert (await other.get("/api/statistics")).json()["contests"] == len(made)

    run(story())


@pytest.mark.parametrize(
    ("crowds", "answers"), [((), [200] * 5 + [429]), (("2001:db8::/32",), [200] * 6)]
)
def test_an_ipv6_network_asks_as_one_and_a_crowd_as_many(
    tmp_path: Path, crowds: tuple[str, ...], answers: list[int]
) -> None:
    async def story() -> None:
        async with answering(tmp_path, requests_per_second=1.0, crowds=crowds) as browser:
            told = []
            for count in range(6):
                one = browser(f"2001:db8::{count}")
                one.cookies.set("nmbr9_player", f"token {count}")
                told.append((await one.get("/api/bots")).status_code)
            assert told == answers

    run(story())


def test_an_ipv6_network_has_its_sockets_as_one_and_a_crowd_has_no_limit(tmp_path: Path) -> None:
    limits = {
        "NMBR9_TRUSTS_PROXY": "1",
        "NMBR9_SOCKETS_PER_ADDRESS": "1",
        "NMBR9_CROWDS": "192.0.2.0/24",
    }

    async def story(url: str) -> None:
        async with AsyncExitStack() as stack:

            async def connect(address: str) -> None:
                line = websockets.connect(url, additional_headers={"X-Forwarded-For": address})
                await stack.enter_async_context(line)

            await connect("2001:db8::1")
            with pytest.raises(websockets.InvalidStatus):
                await connect("2001:db8::2")
            await connect("2001:db8:0:1::1")
            for _ in range(3):
                await connect("192.0.2.7")

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **limits) as server:
        run(story(f"ws://127.0.0.1:{server.port}/ws/any"))
