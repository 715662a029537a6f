"""Players for benchmarks of the server: many sockets at once, and every answer checked.

They share no code with the server and parse no more than they need, because they share its machine.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from random import Random
from typing import Any

import httpx
import orjson

from benchmarks.lean_socket import LeanSocket, connected
from tests.spots import random_spot

PLAYERS = 4


class Seat:
    """One player's socket, with no more of the view than is needed to go on."""

    def __init__(self, load: Load, match: str) -> None:
        self._load, self.match = load, match
        self._socket: LeanSocket
        self._you: dict[str, Any] = {}
        self._sent: tuple[str, float] | None = None
        self._count = 0
        self.accepted = 0

    async def connect(self, address: str, token: str) -> None:
        self._socket = await connected(address, f"/ws/{self.match}", self._received)
        watch = {"type": "watch", "match": self.match, "token": token}
        self._socket.send(orjson.dumps(watch))

    def _received(self, text: bytes) -> None:
        # Most frames tell of others: they are not even parsed, the server has the other core.
        if b'"you":{' in text:
            parts = orjson.loads(text)["parts"]
            self._you = parts["you"]
            if "result" in parts:
                self._load.ended(self.match)
            elif self._sent is None:
                self._offer()
        elif text.startswith((b'{"type":"accepted"', b'{"type":"rejected"')):
            self._answered(orjson.loads(text))
        elif text.startswith(b'{"type":"error"'):
            self._load.faults[orjson.loads(text)["code"]] += 1

    def _offer(self) -> None:
        if self._you.get("legal"):
            self._load.ready.append(self)

    def _answered(self, frame: dict[str, Any]) -> None:
        if self._sent is None or frame["id"] != self._sent[0]:
            self._load.faults["answered twice"] += 1
            return
        self._load.latencies.append(time.perf_counter() - self._sent[1])
        self._sent = None
        if frame["type"] == "accepted":
            self.accepted += 1
        else:
            self._load.faults[frame["code"]] += 1
        # What may come next arrives in a frame of its own, before or after the answer.
        if self._you.get("revision", -1) >= frame.get("revision", 0):
            self._offer()

    def start(self) -> None:
        self._socket.send(orjson.dumps({"type": "command", "id": "start", "do": "start"}))
        self._sent = ("start", time.perf_counter())

    def act(self, random: Random) -> None:
        offer = dict(self._you["legal"][0])
        if "at" in offer:
            offer |= random_spot(offer.pop("at"), random)
        self._count += 1
        id = f"c{self._count}"
        command = {
            "type": "command",
            "id": id,
            "do": "act",
            "revision": self._you["revision"],
            "action": offer,
        }
        self._you = {}
        self._sent = (id, time.perf_counter())
        self._socket.send(orjson.dumps(command))

    def close(self) -> None:
        self._socket.close()


class BotRival(Seat):
    """Somebody who acts at once, so that the strong bots in the match think all the time."""

    def _offer(self) -> None:
        if self._you.get("legal"):
            self.act(Random(1))

    def _answered(self, frame: dict[str, Any]) -> None:
        self._sent = None
        self._load.bot_turns += 1
        if self._you.get("revision", -1) >= frame.get("revision", 0):
            self._offer()


class Load:
    """All seats, and what was measured."""

    def __init__(self, address: str, *, turnover: bool) -> None:
        self.ready: deque[Seat] = deque()
        self.latencies: list[float] = []
        self.faults: Counter[str] = Counter()
        self.seats: dict[str, list[Seat]] = {}
        self.over: set[str] = set()
        """The matches that have ended."""
        self.rivals: list[BotRival] = []
        self.bot_turns = 0
        self.arrived = 0
        """How many people have sat down."""
        self.pieces = 0
        """How many the server showed when they were checked."""
        self._turnover = turnover
        self._tasks: set[asyncio.Task[None]] = set()
        self._http = httpx.AsyncClient(base_url=address, timeout=60)
        self._address = address
        self._onlookers: list[LeanSocket] = []

    async def prepare(self, matches: int) -> None:
        """Make the matches, seat everybody and start."""
        gate = asyncio.Semaphore(20)

        async def one() -> None:
            async with gate:
                await self._new_match()

        await asyncio.gather(*(one() for _ in range(matches)))
        await asyncio.sleep(1)

    async def _new_match(self) -> None:
        match, tokens = "", []
        for seat in range(PLAYERS):
            self._http.cookies.clear()  # Everybody is somebody new.
            path = f"/api/matches/{match}/join" if seat else "/api/matches"
            options = {} if seat else {"options": {"players": PLAYERS}}
            answer = await self._http.post(path, json={"name": f"P{seat}", **options})
            told = answer.raise_for_status().json()
            match = told["match"]
            tokens.append(told["token"])
        seats = [Seat(self, match) for _ in tokens]
        for seat_of, token in zip(seats, tokens, strict=True):
            await seat_of.connect(self._address, token)
        self.arrived += PLAYERS
        self.seats[match] = seats
        seats[0].start()

    def ended(self, match: str) -> None:
        """Let four new people begin for a match that has ended."""
        self.over.add(match)
        if self._turnover and match in self.seats:
            task = asyncio.create_task(self._replace(match, self.seats.pop(match)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _replace(self, match: str, seats: list[Seat]) -> None:
        await self._check(match, seats)
        for seat in seats:
            seat.close()
        await self._new_match()

    async def spread(self, random: Random) -> None:
        """Play every match to a round of its own, as quickly as the server answers."""
        to_play = {match: PLAYERS * random.randrange(20) for match in self.seats}
        waiting: list[Seat] = []
        while any(to_play.values()):
            while self.ready:
                seat = self.ready.popleft()
                if to_play[seat.match]:
                    to_play[seat.match] -= 1
                    seat.act(random)
                else:
                    waiting.append(seat)
            await asyncio.sleep(0.002)
        await asyncio.sleep(1)
        self.ready.extend(waiting)

    async def finish(self, random: Random) -> None:
        """Play every match to its end, as quickly as the server answers."""
        while self.seats.keys() - self.over:
            while self.ready:
                self.ready.popleft().act(random)
            await asyncio.sleep(0.002)

    async def look_on(self, at_each: int) -> None:
        """Let so many people look on at each match, whoever has sat down."""
        for match in self.seats:
            for _ in range(at_each):
                there = await connected(self._address, f"/ws/{match}", lambda _: None)
                there.send(orjson.dumps({"type": "watch", "match": match}))
                self._onlookers.append(there)

    def look_away(self) -> None:
        """Let all onlookers leave."""
        for there in self._onlookers:
            there.close()
        self._onlookers.clear()

    def close(self) -> None:
        """Leave, everybody."""
        for seat in (*self.rivals, *(seat for seats in self.seats.values() for seat in seats)):
            seat.close()
        self.look_away()

    async def prepare_bots(self, matches: int) -> None:
        """Make matches of one person and three strong bots."""
        async with httpx.AsyncClient(base_url=self._address, timeout=60) as http:
            await http.post("/api/players", json={"name": "Rival"})
            body = {"options": {"players": PLAYERS}, "bots": ["strong"] * (PLAYERS - 1)}
            for _ in range(matches):
                told = (await http.post("/api/matches", json=body)).json()
                self.rivals.append(BotRival(self, told["match"]))
                await self.rivals[-1].connect(self._address, told["token"])
        # Until the bots' processes have loaded and compiled what they need.
        while matches and self.bot_turns < 2 * matches:
            await asyncio.sleep(0.1)
        self.bot_turns = 0

    async def play(self, rate: float, seconds: float, random: Random) -> int:
        """Send placements at a steady rate; return how many were sent."""
        started, sent, starved = time.perf_counter(), 0, 0
        while (now := time.perf_counter() - started) < seconds:
            due = int(now * rate) - sent - starved
            for _ in range(due):
                if not self.ready:
                    starved += 1
                    continue
                seat = self.ready.popleft()
                seat.act(random)
                sent += 1
            await asyncio.sleep(0.002)
        deadline = time.perf_counter() + 20
        while len(self.latencies) < sent and time.perf_counter() < deadline:
            await asyncio.sleep(0.05)
        self.faults["nobody could act"] += starved
        return sent

    async def check(self) -> None:
        """Look at all matches: each accepted placement must be there, once."""
        self._turnover = False  # What ends late is looked at as it is.
        await asyncio.gather(*self._tasks)
        for match, seats in self.seats.items():
            await self._check(match, seats)
        await self._http.aclose()

    async def _check(self, match: str, seats: list[Seat]) -> None:
        told = (await self._http.get(f"/api/matches/{match}")).json()
        shown = [len(told[f"displays/{seat}"]["pieces"]) for seat in range(PLAYERS)]
        for seat, count in zip(seats, shown, strict=True):
            accepted = seat.accepted - (seat is seats[0])  # its first was the start
            # An onlooker does not see the running round.
            if not count <= accepted <= count + 1:
                self.faults["lost or doubled"] += 1
        self.pieces += sum(shown)
