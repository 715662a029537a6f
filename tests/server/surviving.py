"""People who play on while servers and databases die, and a check that nothing was lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import TypeVar

import httpx
import websockets

from tests.server.client import Person, Viewer
from tests.server.serving import Server

Found = TypeVar("Found")
Blow = Callable[[Random], None]
"""Damages something and repairs it; returns when it should work again."""

PLACE = ("number", "rotation", "x", "y", "level")
PLAYERS = 8
PLACED_PER_BLOW = 20
"""So many tiles are placed at least for each blow, so that something is under way."""


class Survivor:
    """Somebody who plays one game after another and comes back whenever the line breaks."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server, self._random = server, Random(seed)
        self.acknowledged: dict[str, list[dict[str, object]]] = {}
        """The actions that the server accepted, by match."""

    @property
    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    async def play(self, end: asyncio.Event) -> None:
        person = Person(self._server.address, "Survivor")
        await self._retried(person.__aenter__)
        while not end.is_set():
            made = await self._retried(lambda: person.post("/api/matches", options={}))
            await self._play_match(made, end)
        await person.http.aclose()

    async def _retried(self, ask: Callable[[], Awaitable[Found]]) -> Found:
        while True:
            # Either nobody answers, or the answer is that the database is away.
            with suppress(httpx.TransportError, AssertionError):
                return await ask()
            await asyncio.sleep(0.05)

    async def _play_match(self, made: dict[str, str], end: asyncio.Event) -> None:
        viewer = Viewer(self._server.address, made["match"], made["token"])
        done = self.acknowledged.setdefault(made["match"], [])
        await self._connect(viewer)
        try:
            while not viewer.is_over and not end.is_set():
                action = viewer.first_action(self._random)
                assert action is not None
                answering = asyncio.create_task(viewer.act(action, again=60))
                while not answering.done():
                    await asyncio.wait([answering], timeout=0.02)
                    if viewer.closed_with is not None and not answering.done():
                        await self._connect(viewer)
                answer = answering.result()
                assert answer["type"] == "accepted", answer
                done.append(action)
                while viewer.parts["you"]["revision"] < answer["revision"]:
                    if viewer.closed_with is not None:
                        await self._connect(viewer)
                    await asyncio.sleep(0.002)
        finally:
            await viewer.close()

    async def _connect(self, viewer: Viewer) -> None:
        while True:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                viewer.closed_with = None
                await viewer.connect(5)
                if viewer.closed_with is None:
                    return
            await asyncio.sleep(0.02)


async def survive(server: Server, blow: Blow, blows: int, seconds: float) -> list[Survivor]:
    """Strike again and again while people play; each of them must be able to go on in time."""
    random, end = Random(blows), asyncio.Event()
    survivors = [Survivor(server, seed) for seed in range(PLAYERS)]
    tasks = [asyncio.create_task(survivor.play(end)) for survivor in survivors]
    slowest = 0.0
    for _ in range(blows):
        await asyncio.sleep(random.uniform(0.1, 1.0))
        await asyncio.to_thread(blow, random)
        back, counts = time.monotonic(), [survivor.count for survivor in survivors]
        while any(survivor.count <= n for survivor, n in zip(survivors, counts, strict=True)):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)
            waited = time.monotonic() - back
            assert waited < seconds, f"a client did not go on within {seconds} s"
        slowest = max(slowest, time.monotonic() - back)
    while sum(survivor.count for survivor in survivors) <= PLACED_PER_BLOW * blows:
        await asyncio.sleep(0.01)
    end.set()
    await asyncio.gather(*tasks)
    print(f"{blows} blows, the slowest client went on after {slowest:.2f} s")
    return survivors


async def check_nothing_is_lost(server: Server, survivors: list[Survivor]) -> int:
    """Every acknowledged action is stored, once, in order; return how many there were."""
    count = 0
    async with Person(server.address, "Checker") as checker:
        for survivor in survivors:
            for match, acknowledged in survivor.acknowledged.items():
                told = await checker.get(f"/api/matches/{match}")
                pieces = [
                    {name: piece[name] for name in PLACE} for piece in told["displays/0"]["pieces"]
                ]
                wanted = [{name: action[name] for name in PLACE} for action in acknowledged]
                assert pieces == wanted
                count += len(wanted)
    return count
