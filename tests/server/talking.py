"""A client and one who talks to it, with a real socket and nothing else in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

import pytest
import uvicorn
import websockets
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from nmbr9.server.live.wire import Wire
from nmbr9.server.main import listening
from nmbr9.server.settings import Settings

Way = type[Wire] | Literal["websockets-sansio"]

both_ways = pytest.mark.parametrize(
    "way", [pytest.param(Wire, id="wire"), pytest.param("websockets-sansio", id="queue")]
)
"""The server's own line, and the one over plain ASGI."""


@asynccontextmanager
async def talking(
    way: Way, talk: Callable[[WebSocket], Awaitable[None]], ping_seconds: float = 20
) -> AsyncIterator[websockets.ClientConnection]:
    """A client that reads no more than it is asked for."""

    failures: list[BaseException] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await talk(WebSocket(scope, receive, send))
        except (Exception, pytest.fail.Exception) as error:
            # Here, because the server only logs what its application raises.
            failures.append(error)

    with listening(Settings(port=0)) as door:
        config = uvicorn.Config(
            app,
            ws=way,
            lifespan="off",
            log_config=None,
            ws_per_message_deflate=False,
            ws_ping_interval=ping_seconds,
            ws_ping_timeout=ping_seconds,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[door]))
        while not server.started:
            await asyncio.sleep(0.01)
        host, port = door.getsockname()[:2]
        async with websockets.connect(f"ws://{host}:{port}", max_size=None, max_queue=1) as client:
            yield client
        server.should_exit = True
        await serving
    for failure in failures:
        raise failure
