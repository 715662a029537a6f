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

from nmbr9.server import socket
from nmbr9.server.connection import Connection
from nmbr9.server.hub import Hub
from nmbr9.server.settings import Settings
from nmbr9.server.socket import RESTART, Sockets
from tests.server.client import run
from tests.server.talking import Way, both_ways, talking

CLOSE_SECONDS = 0.2


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "CLOSE_SECONDS", CLOSE_SECONDS)


class House:
    """A hub with one match, in which a command takes as long as it is told to."""

    def __init__(self) -> None:
        self.settings, self.database = Settings(), None
        self.connection: Connection
        self.begun, self.may_finish, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.finished = 0
        self._hosted = SimpleNamespace(
            match=SimpleNamespace(seat_of=lambda _: 0), command=self._command
        )

    async def match(self, _: str) -> Any:
        return self._hosted

    async def watch(self, connection: Connection) -> Any:
        self.connection = connection
        connection.send({"type": "state"})
        return self._hosted

    async def _command(self, *_: object) -> int:
        self.begun.set()
        await self.may_finish.wait()
        self.finished += 1
        return 1

    def leave(self, _: Connection) -> None:
        self.left.set()


@asynccontextmanager
async def at_home(way: Way) -> AsyncIterator[tuple[House, websockets.ClientConnection]]:
    """A house, and somebody who watches its match."""
    house = House()
    async with talking(way, Sockets(cast(Hub, house)).serve) as client:
        await client.send(json.dumps({"type": "watch", "match": "m"}))
        assert json.loads(await client.recv()) == {"type": "state"}
        yield house, client


@both_ways
def test_who_listens_is_told_of_the_end(way: Way) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            house.connection.end()
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
            house.connection.end()
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
            house.connection.end()
            await client.wait_closed()
            assert client.close_code == RESTART

    run(story())


@both_ways
def test_who_does_not_read_is_cut_off_after_some_time(
    way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with at_home(way) as (house, client):
            while not house.connection.is_ended:
                house.connection.send({"type": "x" * 10_000})
                await asyncio.sleep(0)
            assert not house.left.is_set()
            async with asyncio.timeout(20 * CLOSE_SECONDS):
                await house.left.wait()
            client.transport.abort()

    caplog.set_level("INFO", "nmbr9")
    run(story())
    assert "cut off a client that does not read" in caplog.text
