"""Outboxs to clients: the server's own, and the one over plain ASGI."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
import websockets
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.protocol import State

from nmbr9.protocol.frames import PLAIN_JSON
from nmbr9.server.live.client import Client
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.outbox import MOST_WAITING, Outbox, outbox_of
from nmbr9.server.live.wire import MOST_UNHEARD, Wire
from nmbr9.server.settings import Settings
from tests.server.client import run
from tests.server.talking import Way, both_ways, talking

LENGTHS = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]
"""Around those where a frame tells its length in another way."""


def over_a_line(
    way: Way, talk: Callable[[WebSocket, Outbox], Awaitable[None]]
) -> AbstractAsyncContextManager[websockets.ClientConnection]:
    """A client that is talked to over a line."""

    async def accepted(websocket: WebSocket) -> None:
        await websocket.accept()
        line = outbox_of(websocket)
        assert isinstance(line, Wire) == (way is Wire)
        await talk(websocket, line)
        line.stop()

    return talking(way, accepted)


def client_at(
    websocket: WebSocket,
    outbox: Outbox,
    monkeypatch: pytest.MonkeyPatch,
    on_end: Callable[[], None],
) -> Client:
    """A client with this very outbox, which says so when it ends and closes nothing."""

    async def closed(*_: object) -> None:
        on_end()

    monkeypatch.setattr("nmbr9.server.live.client.outbox_of", lambda _: outbox)
    monkeypatch.setattr(Client, "_close", closed)
    hub = SimpleNamespace(host=SimpleNamespace(json=PLAIN_JSON), settings=Settings())
    return Client(cast(Hub, hub), websocket)


@both_ways
def test_texts_of_all_lengths_arrive_in_order_and_before_the_end(way: Way) -> None:
    texts = [f"{length % 10}" * length for length in LENGTHS] + ["é\N{GRINNING FACE}"]

    async def talk(websocket: WebSocket, line: Outbox) -> None:
        for text in texts:
            line.write(text)
        with pytest.raises(WebSocketDisconnect):
            await websocket.receive_text()

    async def story() -> None:
        async with over_a_line(way, talk) as client:
            assert [await client.recv() for _ in texts] == texts

    run(story())


def test_a_close_comes_behind_what_was_written() -> None:
    async def talk(websocket: WebSocket, line: Outbox) -> None:
        line.write("last words")
        await websocket.close(4004, "the end")
        line.write("too late")

    async def story() -> None:
        async with over_a_line(Wire, talk) as client:
            assert await client.recv() == "last words"
            with pytest.raises(websockets.ConnectionClosed):
                await client.recv()
            assert (client.close_code, client.close_reason) == (4004, "the end")

    run(story())


@both_ways
def test_who_lets_too_much_wait_is_given_up_and_takes_no_memory(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[Any] = []
    ended = asyncio.Event()

    async def talk(websocket: WebSocket, line: Outbox) -> None:
        lines.append(line)
        connection = client_at(websocket, line, monkeypatch, ended.set)
        most = 0
        while not connection.is_ended:
            connection.send({"type": "x" * 10_000})
            most = max(most, line.waiting)
            await asyncio.sleep(0)
        # One frame more than allowed, with what a frame needs besides its text.
        assert MOST_WAITING < most < MOST_WAITING + 11_000
        connection.send({"type": "late"})
        assert line.waiting <= most

    async def story() -> None:
        async with over_a_line(way, talk) as client:
            await ended.wait()
            if way is Wire:
                while not lines[0].transport.is_closing():
                    await asyncio.sleep(0.01)
                assert lines[0].transport.get_write_buffer_size() == 0
            client.transport.abort()

    run(story())


def test_who_reads_may_be_told_more_than_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 3 * MOST_WAITING // 10_000

    async def talk(websocket: WebSocket, line: Outbox) -> None:
        connection = client_at(websocket, line, monkeypatch, lambda: None)
        for n in range(count):
            connection.send({"type": str(n).zfill(10_000)})
            if n % 20 == 0:
                await websocket.receive_text()
        assert not connection.is_ended
        await websocket.close()

    async def story() -> None:
        async with over_a_line(Wire, talk) as client:
            for n in range(count):
                if n % 20 == 0:
                    await client.send("go on")
                assert str(n) in str(await client.recv())

    run(story())


def test_who_sends_without_end_is_not_read_until_heard() -> None:
    count = 300
    wires: list[Wire] = []
    listen = asyncio.Event()
    heard: list[str] = []

    async def talk(websocket: WebSocket, line: Outbox) -> None:
        assert isinstance(line, Wire)
        wires.append(line)
        await listen.wait()
        for _ in range(count):
            heard.append(await websocket.receive_text())
        assert line.transport.is_reading()
        await websocket.close()

    async def story() -> None:
        texts = [str(n).zfill(4096) for n in range(count)]
        async with over_a_line(Wire, talk) as client:
            sending = asyncio.create_task(send_all(client, texts))
            while not wires or wires[0].transport.is_reading():
                await asyncio.sleep(0.01)
            for _ in range(100):
                await asyncio.sleep(0)
            # What was read at once with the last that was allowed is kept, but no more.
            assert MOST_UNHEARD < wires[0].queue.qsize() < MOST_UNHEARD + 1 + (1 << 18) / 4096
            listen.set()
            await sending
            await client.wait_closed()
        assert heard == texts

    run(story())


async def send_all(client: websockets.ClientConnection, texts: list[str]) -> None:
    for text in texts:
        await client.send(text)


class Transport(asyncio.Transport):
    """Counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unread = 0
        self.pauses = 0
        self.is_aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.pauses += 1

    def abort(self) -> None:
        self.is_aborted = True

    def close(self) -> None:
        pass


async def wire_to(transport: Transport) -> Wire:
    config = uvicorn.Config(lambda *_: None, lifespan="off", log_config=None)
    wire = Wire(config, uvicorn.Server(config).server_state, {})
    wire.transport = transport
    return wire


def test_what_is_written_in_one_step_goes_out_at_once() -> None:
    async def story() -> None:
        transport = Transport()
        wire = await wire_to(transport)
        for text in ("changed", "accepted"):
            wire.write(text)
        assert wire.waiting == 2 + 7 + 2 + 8
        await asyncio.sleep(0)
        wire.write("later")
        await asyncio.sleep(0)
        assert transport.written == [b"\x81\x07changed\x81\x08accepted", b"\x81\x05later"]

    run(story())


def test_a_server_that_stops_sends_what_was_written_first() -> None:
    async def story() -> None:
        transport = Transport()
        wire = await wire_to(transport)
        wire.handshake_complete, wire.conn.state = True, State.OPEN
        wire.write("accepted")
        wire.shutdown()
        assert transport.written == [b"\x81\x08accepted", b"\x88\x02\x03\xf4"]

    run(story())


def test_a_connection_that_is_over_leaves_memory_without_being_collected() -> None:
    wires: list[weakref.ref[Outbox]] = []

    async def talk(websocket: WebSocket, line: Outbox) -> None:
        wires.append(weakref.ref(line))
        await websocket.close()

    async def story() -> None:
        async with over_a_line(Wire, talk) as client:
            await client.wait_closed()
            while wires[0]() is not None:
                await asyncio.sleep(0.01)

    gc.disable()
    try:
        run(story(), 20)
    finally:
        gc.enable()


def test_reading_goes_on_while_few_frames_wait() -> None:
    async def story() -> None:
        transport = Transport()
        wire = await wire_to(transport)
        frame = websockets.frames.Frame(websockets.frames.Opcode.TEXT, b"sync")
        for _ in range(MOST_UNHEARD):
            wire.handle_text(frame)
        assert transport.pauses == 0
        wire.handle_text(frame)
        assert transport.pauses == 1
        assert wire.queue.qsize() == MOST_UNHEARD + 1

    run(story())


def test_who_pings_and_reads_no_answer_is_cut_off() -> None:
    async def story() -> None:
        transport = Transport()
        wire = await wire_to(transport)
        transport.unread = MOST_WAITING
        wire.handle_ping()
        assert not transport.is_aborted
        transport.unread += 1
        wire.handle_ping()
        assert transport.is_aborted

    run(story())


def test_who_is_silent_and_reads_nothing_is_let_go() -> None:
    codes: list[int] = []

    async def talk(websocket: WebSocket) -> None:
        await websocket.accept()
        line = outbox_of(websocket)
        # More than the operating system takes in.
        line.write("x" * 20_000_000)
        with pytest.raises(WebSocketDisconnect) as ended:
            await websocket.receive_text()
        codes.append(ended.value.code)
        line.stop()

    async def story() -> None:
        async with talking(Wire, talk, ping_seconds=0.2) as client:
            client.transport.pause_reading()
            while not codes:
                await asyncio.sleep(0.01)
            client.transport.abort()

    run(story(), 20)


def test_a_text_that_is_none_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    codes: list[int] = []

    async def talk(websocket: WebSocket, _: Outbox) -> None:
        message = await websocket.receive()
        codes.append(message["code"])

    async def story() -> None:
        async with over_a_line(Wire, talk) as client:
            await client.send(b"\xff", text=True)
            await client.wait_closed()
            assert client.close_code == 1007

    run(story())
    assert codes == [1007]
    assert "Invalid UTF-8" in caplog.text
