"""A client as docs/protocol.md describes it: numbered frames, commands sent until answered."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
import websockets

from nmbr9.match.views import Part, merged
from tests.spots import listed_spots, random_spot

Answer = dict[str, Any]


COMPILING = 600
"""How long something may take for which a bot has to think: the first one compiles, in seconds."""


def run(work: Awaitable[None], seconds: float = 120) -> None:
    """Await something, and fail when it takes too long."""

    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await work

    asyncio.run(limited())


class Person:
    """A player with a cookie, over HTTP."""

    def __init__(self, address: str, name: str, local: str | None = None) -> None:
        """`local` is the address of this machine that they come from."""
        transport = httpx.AsyncHTTPTransport(local_address=local)
        self.http = httpx.AsyncClient(base_url=address, timeout=20, transport=transport)
        self.name = name
        self.id = ""

    async def __aenter__(self) -> Person:
        answer = await self.http.post("/api/players", json={"name": self.name})
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def post(self, path: str, **body: object) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Viewer:
    """A connection to a match that survives restarts of the server."""

    def __init__(
        self,
        address: str,
        match: str,
        token: str | None = None,
        cookie: str | None = None,
        local: str | None = None,
    ) -> None:
        self._url = f"{address.replace('http', 'ws', 1)}/ws/{quote(match)}"
        self._match, self._token, self._cookie = match, token, cookie
        self._local = (local, 0) if local else None
        self._socket: Any = None
        self._reader: asyncio.Task[None] | None = None
        self._n = 0
        self._news = asyncio.Event()
        self._unanswered: dict[str, tuple[str, asyncio.Future[Answer]]] = {}
        self._own, self._count = secrets.token_hex(4), 0  # Another device may have the same seat.
        self.parts: dict[str, Part] = {}
        self.frames: list[dict[str, Any]] = []
        """Everything received, if `keeps_frames`."""
        self.keeps_frames = False
        self.errors: list[dict[str, Any]] = []
        self.closed_with: int | None = None
        self.lossy: Callable[[], str] | None = None
        """Says of each frame what happens to it: deliver, drop, double, late."""
        self._late: list[str] = []

    async def __aenter__(self) -> Viewer:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def connect(self, seconds: float = 10.0) -> None:
        """Connect, or connect again, and wait for the whole state."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        self._n = 0
        self._socket = await websockets.connect(
            self._url,
            additional_headers=headers,
            compression=None,
            max_size=2**22,
            local_addr=self._local,
        )
        await self._socket.send(
            json.dumps({"type": "watch", "match": self._match, "token": self._token})
        )
        self._reader = asyncio.create_task(self._read())
        async with asyncio.timeout(seconds):
            while self._n == 0 and self.closed_with is None:
                await self._next_news()
        for text, _ in list(self._unanswered.values()):
            await self._socket.send(text)

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def _next_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                for arrived in self._arriving(text):
                    await self._take(json.loads(arrived))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed_with = self._socket.close_code
            self._news.set()

    def _arriving(self, text: str) -> list[str]:
        """What a bad line makes of a frame."""
        fate = "deliver" if self.lossy is None else self.lossy()
        late, self._late = self._late, []
        match fate:
            case "drop":
                return late
            case "double":
                return [text, *late, text]
            case "late":
                self._late = [text]
                return late
        return [text, *late]

    async def _take(self, frame: dict[str, Any]) -> None:
        if self.keeps_frames:
            self.frames.append(frame)
        match frame["type"]:
            case "state":
                if frame["n"] > self._n:
                    self._n, self.parts = frame["n"], frame["parts"]
            case "changed":
                if frame["n"] == self._n + 1:
                    self._n, self.parts = frame["n"], merged(self.parts, frame["parts"])
                elif frame["n"] > self._n:
                    await self.sync()
            case "ping":
                if frame["n"] > self._n:
                    await self.sync()
            case "accepted" | "rejected":
                waiting = self._unanswered.pop(frame["id"], None)
                if waiting is not None and not waiting[1].done():
                    waiting[1].set_result(frame)
            case "error":
                self.errors.append(frame)
                if frame["id"] in self._unanswered:
                    self._send_again(frame["id"])
        self._news.set()

    def _send_again(self, id: str) -> None:
        """The database was away: try the same command once more."""

        async def again() -> None:
            await asyncio.sleep(0.1)
            if id in self._unanswered:
                with suppress(websockets.ConnectionClosed):
                    await self._socket.send(self._unanswered[id][0])

        self._again = asyncio.create_task(again())

    async def closing(self) -> None:
        """Wait until the server has closed the connection."""
        while self.closed_with is None:
            await self._next_news()

    async def sync(self) -> None:
        await self._socket.send(json.dumps({"type": "sync"}))

    async def send_text(self, text: str | bytes) -> None:
        await self._socket.send(text)

    async def until(self, test: Callable[[dict[str, Part]], object], seconds: float = 60.0) -> None:
        """Wait until the view is as wanted."""
        async with asyncio.timeout(seconds):
            while not test(self.parts):
                await self._next_news()

    async def until_revision(self, revision: int) -> None:
        """Wait until the view has what a command led to."""
        await self.until(lambda parts: parts["you"]["revision"] >= revision)

    async def command(self, do: str, *, again: float = 5.0, **rest: object) -> Answer:
        """Send a command, again and again until it is answered."""
        self._count += 1
        id = f"{self._own}-{self._count}"
        text = json.dumps({"type": "command", "id": id, "do": do, **rest})
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._unanswered[id] = (text, future)
        while True:
            with suppress(websockets.ConnectionClosed):
                await self._send_badly(text)
            done, _ = await asyncio.wait([future], timeout=again)
            if done:
                return future.result()

    async def _send_badly(self, text: str) -> None:
        """Send, as well as the line allows."""
        fate = "deliver" if self.lossy is None else self.lossy()
        if fate == "late":
            await asyncio.sleep(0.02)
        if fate != "drop":
            await self._socket.send(text)
        if fate == "double":
            await self._socket.send(text)

    async def take_turns(self, random: Random | None = None, **rest: Any) -> None:
        """Act whenever there is something to do, until the match is over."""
        while not self.is_over:
            await self.take_turn(random, **rest)

    async def take_turn(self, random: Random | None = None, **rest: Any) -> None:
        """Act once there is something to do, unless the match is over before."""
        await self.until(lambda _: self.is_over or self.first_action())
        if self.is_over:
            return
        action = self.first_action(random)
        assert action is not None
        answer = await self.act(action, **rest)
        if answer["type"] == "accepted":
            await self.until_revision(answer["revision"])
        else:
            # Only somebody who has not heard of everything acts on an old state.
            assert answer["code"] == "action/stale", answer
            await self.sync()
            await asyncio.sleep(0.02)

    async def act(self, action: dict[str, Any], **rest: Any) -> Answer:
        return await self.command(
            "act", revision=self.parts["you"]["revision"], action=action, **rest
        )

    @property
    def is_over(self) -> bool:
        return "result" in self.parts

    def first_action(self, random: Random | None = None) -> dict[str, Any] | None:
        """Something legal to do now: as high as possible, or anything at random."""
        legal = self.parts.get("you", {}).get("legal")
        if not legal:
            return None
        offer = dict(random.choice(legal) if random else legal[0])
        if "at" in offer:
            at = offer.pop("at")
            highest = max(listed_spots(at), key=lambda spot: spot["level"])
            offer |= random_spot(at, random) if random else highest
        return offer
