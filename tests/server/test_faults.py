"""Bad lines and dead servers: nobody loses anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeVar

import httpx
import pytest
import websockets

from tests.match.playing import random_options
from tests.server.client import Person, Viewer
from tests.server.conftest import UNLIMITED
from tests.server.serving import Server, serving

Found = TypeVar("Found")

FAULTS = 0.2
"""How often a frame is dropped, doubled or late."""


def run(work: Awaitable[None], seconds: float = 120) -> None:
    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await work

    asyncio.run(limited())


async def play_over_a_bad_line(server: Server, seed: int) -> None:
    """Two people whose frames are lost, doubled and late end where the server is."""
    random = Random(seed)

    def fate() -> str:
        return random.choice(["drop", "double", "late"]) if random.random() < FAULTS else "deliver"

    options = random_options(random, players=2).to_dict()
    async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
        made = await ada.post("/api/matches", options=options)
        joined = await ben.post(f"/api/matches/{made['match']}/join")
        viewers = [Viewer(server.address, made["match"], told["token"]) for told in (made, joined)]
        async with viewers[0], viewers[1]:
            assert (await viewers[0].command("start"))["type"] == "accepted"
            for viewer in viewers:
                viewer.lossy = fate
            await asyncio.gather(*(viewer.take_turns(random, again=0.1) for viewer in viewers))
            for viewer, told in zip(viewers, (made, joined), strict=True):
                async with Viewer(server.address, made["match"], told["token"]) as fresh:
                    await viewer.until(lambda parts: parts == fresh.parts)
                    assert fresh.is_over


async def play_many(server: Server, matches: int, at_once: int) -> None:
    gate = asyncio.Semaphore(at_once)

    async def one(seed: int) -> None:
        async with gate:
            await play_over_a_bad_line(server, seed)

    await asyncio.gather(*(one(seed) for seed in range(matches)))


def test_bad_lines_end_in_the_servers_state(server: Server) -> None:
    run(play_many(server, 12, 6))


@pytest.mark.long
def test_500_bad_lines_end_in_the_servers_state(server: Server) -> None:
    run(play_many(server, 500, 8), 1800)


class Survivor:
    """Somebody who plays one game after another and comes back whenever the server dies."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server, self._random = server, Random(seed)
        self.acknowledged: dict[str, list[dict[str, object]]] = {}
        self.resumed: list[float] = []
        """How long after the server was back each connection stood again."""
        self.back_since = 0.0

    async def play(self, end: asyncio.Event) -> None:
        person = await self._retried(self._new_person)
        while not end.is_set():
            made = await self._retried(lambda: person.post("/api/matches", options={}))
            await self._play_match(made, end)
        await person.http.aclose()

    async def _new_person(self) -> Person:
        return await Person(self._server.address, "Survivor").__aenter__()

    async def _retried(self, ask: Callable[[], Awaitable[Found]]) -> Found:
        while True:
            with suppress(httpx.TransportError):
                return await ask()
            await asyncio.sleep(0.05)

    async def _play_match(self, made: dict[str, str], end: asyncio.Event) -> None:
        viewer = Viewer(self._server.address, made["match"], made["token"])
        done = self.acknowledged.setdefault(made["match"], [])
        await self._reconnect(viewer)
        try:
            while not viewer.is_over and not end.is_set():
                action = viewer.first_action(self._random)
                assert action is not None
                answering = asyncio.create_task(viewer.act(action, again=60))
                while not answering.done():
                    await asyncio.wait([answering], timeout=0.02)
                    if viewer.closed_with is not None and not answering.done():
                        await self._reconnect(viewer)
                answer = answering.result()
                assert answer["type"] == "accepted", answer
                done.append(action)
                known = answer["revision"]
                while viewer.parts["you"]["revision"] < known:
                    if viewer.closed_with is not None:
                        await self._reconnect(viewer)
                    await asyncio.sleep(0.002)
        finally:
            await viewer.close()

    async def _reconnect(self, viewer: Viewer) -> None:
        while True:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                viewer.closed_with = None
                await viewer.connect(5)
                if viewer.closed_with is None:
                    self.resumed.append(time.monotonic() - self.back_since)
                    return
            await asyncio.sleep(0.02)


async def survive(server: Server, kills: int, players: int) -> list[Survivor]:
    """Kill the server again and again while people play; check what everybody was told."""
    random, end = Random(kills), asyncio.Event()
    survivors = [Survivor(server, seed) for seed in range(players)]
    tasks = [asyncio.create_task(survivor.play(end)) for survivor in survivors]
    slowest = 0.0
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.1, 1.0))
        await asyncio.to_thread(server.kill)
        for survivor in survivors:
            survivor.resumed.clear()
        await asyncio.to_thread(server.start)
        back = time.monotonic()
        for survivor in survivors:
            survivor.back_since = back
        while not all(survivor.resumed for survivor in survivors):
            await asyncio.sleep(0.01)
            assert time.monotonic() - back < 3, "a client did not resume within 3 s"
        slowest = max(slowest, time.monotonic() - back)
    end.set()
    await asyncio.gather(*tasks)
    print(f"{kills} kills, slowest resumption {slowest:.2f} s")
    return survivors


async def check_nothing_is_lost(server: Server, survivors: list[Survivor]) -> int:
    """Every acknowledged action is stored, once, in order; return how many there were."""
    count = 0
    async with Person(server.address, "Checker") as checker:
        for survivor in survivors:
            for match, acknowledged in survivor.acknowledged.items():
                told = await checker.get(f"/api/matches/{match}")
                pieces = [
                    {name: piece[name] for name in ("number", "rotation", "x", "y", "level")}
                    for piece in told["displays/0"]["pieces"]
                ]
                wanted = [
                    {name: action[name] for name in ("number", "rotation", "x", "y", "level")}
                    for action in acknowledged
                ]
                assert pieces == wanted
                count += len(wanted)
    return count


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.long)])
def test_killed_servers_lose_nothing(tmp_path: Path, kills: int) -> None:
    async def story(server: Server) -> None:
        survivors = await survive(server, kills, players=8)
        assert await check_nothing_is_lost(server, survivors) > 20 * kills

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **UNLIMITED) as server:
        run(story(server), 60 + 10 * kills)
