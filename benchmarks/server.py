"""How quickly the live server answers under load, with every answer checked.

    python -m benchmarks.server --matches 500 --rate 200 --seconds 120 --turnover
    python -m benchmarks.server --rate 1000 --seconds 30 --postgresql
    python -m benchmarks.server --matches 50 --rate 50 --seconds 60 --bot-matches 20
    python -m benchmarks.server --granian

Four people in each match, one socket each, in this process; the server is a process of its own.
Placements are sent at a steady rate whether or not earlier ones are answered, to whichever seats
can act. At the end every accepted placement must lie in a display that the server shows.

With `--turnover` the matches are first played to different rounds, and four new people begin for
every match that ends: so the server holds as much at the end as at the beginning.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import tempfile
import time
from collections import Counter, deque
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import numpy as np
import orjson

from benchmarks.lean_socket import LeanSocket, connected
from tests.postgresql import running_postgresql
from tests.server.serving import UNLIMITED, Server, serving
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
        self.rivals: list[BotRival] = []
        self.bot_turns = 0
        self.pieces = 0
        """How many the server showed when they were checked."""
        self._turnover = turnover
        self._tasks: set[asyncio.Task[None]] = set()
        self._http = httpx.AsyncClient(base_url=address, timeout=60)
        self._address = address

    async def prepare(self, matches: int) -> None:
        """Make the matches, seat everybody and start."""
        gate = asyncio.Semaphore(20)

        async def one() -> None:
            async with gate:
                await self._new_match()

        await asyncio.gather(*(one() for _ in range(matches)))
        await asyncio.sleep(1)

    async def _new_match(self) -> None:
        cookies, seats, match = [], [], ""
        for seat in range(PLAYERS):
            self._http.cookies.clear()
            answer = await self._http.post("/api/players", json={"name": f"P{seat}"})
            cookies.append({"Cookie": answer.headers["set-cookie"].split(";")[0]})
        for seat, cookie in enumerate(cookies):
            path = f"/api/matches/{match}/join" if seat else "/api/matches"
            body = {} if seat else {"options": {"players": PLAYERS}}
            told = (await self._http.post(path, json=body, headers=cookie)).json()
            match = told["match"]
            seats.append(Seat(self, match))
            await seats[-1].connect(self._address, told["token"])
        self.seats[match] = seats
        seats[0].start()

    def ended(self, match: str) -> None:
        """Let four new people begin for a match that has ended."""
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


def memory_of(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu_of(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen() -> float:
    """Return the seconds that the host of a virtual machine gave its processors to others."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


async def measure(server: Server, options: argparse.Namespace) -> dict[str, object]:
    gc.disable()  # A pause of the client would be measured as one of the server.
    load = Load(server.address, turnover=options.turnover)
    await load.prepare(options.matches)
    await load.prepare_bots(options.bot_matches)
    if options.turnover:
        await load.spread(Random(2))
    load.latencies.clear()
    before, cpu = memory_of(server.pid), cpu_of(server.pid)
    memory: list[float] = []

    async def watch() -> None:
        while True:
            await asyncio.sleep(5)
            memory.append(memory_of(server.pid))

    watcher = asyncio.create_task(watch())
    own, taken = time.process_time(), stolen()
    sent = await load.play(options.rate, options.seconds, Random(1))
    own = time.process_time() - own
    watcher.cancel()
    await load.check()
    milliseconds = 1000 * np.array(load.latencies)
    for seat in (*load.rivals, *(seat for seats in load.seats.values() for seat in seats)):
        seat.close()
    return {
        "sockets": PLAYERS * options.matches,
        "sent": sent,
        "answered": len(load.latencies),
        "per second": round(sent / options.seconds, 1),
        **{
            f"p{share} ms": round(float(np.percentile(milliseconds, share)), 1)
            for share in (50, 90, 99)
        },
        "slowest ms": round(float(milliseconds.max()), 1),
        "p99 ms of each tenth": [
            round(float(np.percentile(part, 99))) for part in np.array_split(milliseconds, 10)
        ],
        "share of a core": {
            "server": round((cpu_of(server.pid) - cpu) / options.seconds, 2),
            "client": round(own / options.seconds, 2),
            "taken by the host": round((stolen() - taken) / options.seconds, 2),
        },
        "pieces shown": load.pieces,
        "turns against bots": load.bot_turns,
        "memory MB": [
            round(before),
            *(round(value) for value in memory[:: max(1, len(memory) // 6)]),
        ],
        "faults": {name: count for name, count in load.faults.items() if count},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--bot-matches", type=int, default=0, help="with three strong bots each")
    parser.add_argument(
        "--postgresql", action="store_true", help="a durable server of its own; else SQLite"
    )
    parser.add_argument("--granian", action="store_true", help="instead of uvicorn")
    parser.add_argument("--turnover", action="store_true", help="a new match for each that ends")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = f"sqlite:///{folder}/games.sqlite3"
        if options.postgresql:
            database = stack.enter_context(running_postgresql(is_durable=True)).new_database()
        module = "benchmarks.with_granian" if options.granian else "nmbr9"
        server = stack.enter_context(serving(database, folder, module, **UNLIMITED))
        print(json.dumps(asyncio.run(measure(server, options)), indent=2))


if __name__ == "__main__":
    main()
