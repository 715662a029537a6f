"""How the server ends a talk: nobody is kept for long, and no command is left half done."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
import websockets

from nmbr9.protocol.first_frame import RESTART, Client, Clients
from nmbr9.protocol.frames import PLAIN_JSON, AnyFrame
from nmbr9.server.live import client as clients
from nmbr9.server.live.hub import Hub
from nmbr9.server.settings import Settings
from tests.server.client import run
from tests.server.talking import Way, both_ways, talking

CLOSE_SECONDS = 0.2


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "CLOSE_SECONDS", CLOSE_SECONDS)


class House:
    """A hub with one match, in which a command takes as long as it is told to."""

    def __init__(self) -> None:
        self.settings, self.database = Settings(), None
        self.host = SimpleNamespace(json=PLAIN_JSON)
        self.client: Client
        self.begun, self.may_finish, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.finished = 0
        self._live = SimpleNamespace(
            match=SimpleNamespace(seat_of=lambda _: 0),
            answer=self._answer,
            watch=self._watch,
            leave=lambda _: self.left.set(),
        )

    async def match(self, _: str) -> Any:
        return self._live

    async def welcome(self, *_: object) -> None:
        """Nothing is listed."""

    async def _watch(self, client: Client) -> None:
        self.client = client
        client.send({"type": "state"})

    async def _answer(self, frame: AnyFrame, _: Client) -> dict[str, Any]:
        self.begun.set()
        await self.may_finish.wait()
        self.finished += 1
        return {"type": "accepted"}


@asynccontextmanager
async def at_home(way: Way) -> AsyncIterator[tuple[House, websockets.ClientConnection]]:
    """A house, and somebody who watches its match."""
    house = House()
    async with talking(way, Clients(cast(Hub, house)).serve) as client:
        await client.send(json.dumps({"type": "watch", "match": "m"}))
        assert json.loads(await client.recv()) == {"type": "state"}
        yield house, client


@both_ways
def test_who_listens_is_told_of_the_end(way: Way) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            house.client.end()
            await client.wait_closed()
            assert client.close_code == RESTART
            await house.left.wait()

    run(story())


@both_ways
def test_a_command_that_is_under_way_is_finished_before_the_end(way: Way) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            command = {"type": "command", "id": "a", "do": "start"}
            # The second one comes too late: it is neither carried out nor answered.
            for _ in range(2):
                await client.send(json.dumps(command))
            await house.begun.wait()
            house.client.end()
            await asyncio.sleep(3 * CLOSE_SECONDS)
            assert not house.left.is_set()
            house.may_finish.set()
            await house.left.wait()
            assert house.finished == 1
            await client.wait_closed()
            assert client.close_code == RESTART

    run(story())


@both_ways
def test_whose_command_finishes_just_then_is_told_of_the_end(way: Way) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            await client.send(json.dumps({"type": "command", "id": "a", "do": "start"}))
            await house.begun.wait()
            house.may_finish.set()
            house.client.end()
            await client.wait_closed()
            assert client.close_code == RESTART

    run(story())


@both_ways
def test_who_does_not_read_is_cut_off_after_some_time(
    way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            while not house.client.is_ended:
                house.client.send({"type": "x" * 10_000})
                await asyncio.sleep(0)
            assert not house.left.is_set()
            async with asyncio.timeout(20 * CLOSE_SECONDS):
                await house.left.wait()
            client.transport.abort()

    caplog.set_level("INFO", "nmbr9")
    run(story())
    assert "cut off a client that does not read" in caplog.text
