"""A day of play in twenty minutes: people come, play, leave, delete themselves.

    python -m benchmarks.day
    python -m benchmarks.day --minutes 2 --people 500 --postgresql

Everything is 72 times as quick as in a real day, the waits of the server as well
(`benchmarks.short_day`). People come by a curve that is low at night. Tables of four play one game
after the other, some play against `greedy`, some leave in the middle, some open a table and go,
some come and do not play; and some delete themselves afterwards. When all have left and what never
became a game was pruned, it is looked at what is left: rows are counted to the last one, memory,
files, sockets and the size of the database must be where the model of docs/scale.md says. The exit
code is 1 when they are not.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from math import pi, sin
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import numpy as np
from sqlalchemy import func, select

from benchmarks.farm import Farm, Shape, farm
from benchmarks.load import PLAYERS, Load, Seat
from benchmarks.meters import files_of
from benchmarks.scale.found import found
from benchmarks.scale.measuring import size_of
from benchmarks.short_day import SPEED, WAITING_HOURS
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.tables import events, matches, players

DAY_SECONDS = 86_400.0
TILE_SECONDS = 15.0
"""How long people think."""
EVENTS = 85
"""Of a game of four: they sit down, it starts, and each lays twenty tiles."""
SIZE, MEMORY_MB, FILES = 0.15, 15.0, 5
"""How far from the model the end may be: a share of the database, MB, files."""
SETTLED = 0.25
"""The share of the day after which the process has seen everything once."""

PARTIES = {"table": 0.5, "greedy": 0.2, "leavers": 0.1, "waiting": 0.1, "looking": 0.1}
"""What those do who come, and how often."""
DELETED = 0.15
"""The share of players who delete themselves when they go."""


class Settled(NamedTuple):
    """What a process has that has seen everything once."""

    memory: float
    files: float
    """Without sockets."""


class Guest(Seat):
    """Somebody who thinks about each tile, and perhaps leaves in the middle."""

    def __init__(self, day: Day, match: str, tiles: float) -> None:
        super().__init__(day, match)
        self._day, self._tiles = day, tiles

    def _offer(self) -> None:
        if not self._you.get("legal"):
            return
        if self._tiles <= 0:
            self._day.ended(self.match)
        else:
            self._tiles -= 1
            # What it is about may change meanwhile: then it is offered again.
            known = self._you
            thought = self._day.random.expovariate(1 / self._day.tile_seconds)
            asyncio.get_running_loop().call_later(thought, self._choose, known)

    def _choose(self, known: dict[str, Any]) -> None:
        if known is self._you and self._sent is None and not self._socket.is_closed:
            self.act(self._day.random)


class Day(Load):
    """All who come, and what is stored of them."""

    def __init__(self, address: str, seconds: float, people: int) -> None:
        super().__init__(address, turnover=False)
        self.random = Random(1)
        self._seconds, self._people = seconds, people
        self.tile_seconds = TILE_SECONDS * seconds / DAY_SECONDS
        self._ends: dict[str, asyncio.Event] = {}
        self.stored: Counter[str] = Counter()
        """How many matches and players must be left in the end."""
        self.done: Counter[str] = Counter()
        """What people did."""

    def ended(self, match: str) -> None:
        self._ends[match].set()

    async def pass_by(self) -> None:
        """Let everybody come, and return when the last ones have gone."""
        mean = sum(share * self._size(kind) for kind, share in PARTIES.items())
        rate = self._people / mean / self._seconds
        started = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            while (now := time.perf_counter() - started) < self._seconds:
                # Highest in the evening, lowest in the morning.
                busy = 1 - 0.8 * sin(2 * pi * (now / self._seconds))
                await asyncio.sleep(self.random.expovariate(rate * busy))
                kind = self.random.choices(list(PARTIES), list(PARTIES.values()))[0]
                group.create_task(self._party(kind))

    def _size(self, kind: str) -> int:
        return PLAYERS if kind in ("table", "leavers") else 1

    async def _party(self, kind: str) -> None:
        size = self._size(kind)
        cookies = [await self._come() for _ in range(size)]
        self.done[kind] += 1
        if kind == "waiting":
            _, seats = await self._sit_down(cookies, {"players": 2})
            seats[0].close()
        elif kind != "looking":
            for number in range(1 if kind == "leavers" else self.random.randint(1, 4)):
                await self._game(kind, cookies, is_first=number == 0)
            for cookie in cookies:
                if self.random.random() < DELETED:
                    told = await self._asked("DELETE", "/api/me", cookie)
                    assert told.status_code == 204, told.text
                    self.stored["players"] -= 1
                    self.done["deleted"] += 1

    async def _come(self) -> dict[str, str]:
        told = await self._asked("POST", "/api/players", {}, name="Guest")
        return {"Cookie": told.headers["set-cookie"].split(";")[0]}

    async def _game(self, kind: str, cookies: Sequence[dict[str, str]], *, is_first: bool) -> None:
        bots = ["greedy"] if kind == "greedy" else []
        options = {"players": len(cookies) + len(bots)}
        tiles = self.random.randint(2, 15) if kind == "leavers" else float("inf")
        match, seats = await self._sit_down(cookies, options, bots, tiles)
        if not bots:
            seats[0].start()
        await self._ends[match].wait()
        await asyncio.sleep(2 * self.tile_seconds)  # A look at the result.
        for seat in seats:
            seat.close()
        del self._ends[match]
        self.done["games"] += kind != "leavers"
        self.stored["matches"] += 1
        self.stored["players"] += len(cookies) if is_first else 0

    async def _sit_down(
        self,
        cookies: Sequence[dict[str, str]],
        options: dict[str, int],
        bots: Sequence[str] = (),
        tiles: float = 0,
    ) -> tuple[str, list[Guest]]:
        match, tokens = "", []
        for cookie in cookies:
            path = f"/api/matches/{match}/join" if match else "/api/matches"
            body = {} if match else {"options": options, "bots": list(bots)}
            told = (await self._asked("POST", path, cookie, **body)).raise_for_status().json()
            match = told["match"]
            tokens.append(told["token"])
        self._ends[match] = asyncio.Event()
        seats = [Guest(self, match, tiles) for _ in cookies]
        for seat, token in zip(seats, tokens, strict=True):
            await seat.connect(self._address, token)
        return match, seats

    async def _asked(
        self, method: str, path: str, cookie: dict[str, str], **body: object
    ) -> httpx.Response:
        self._http.cookies.clear()
        return await self._http.request(method, path, json=body, headers=cookie)


def metric(farm: Farm, name: str) -> float:
    told = httpx.get(f"{farm.servers[0].address}/metrics", timeout=60).text
    return float(told.split(f"\nnmbr9_{name} ")[1].split()[0])


def rows(database: Database) -> dict[str, int]:
    """Return how many rows there are of each kind."""
    tables = {"matches": matches, "players": players, "events": events}
    with database.read() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in tables.items()
        }


async def look(farm: Farm, day: Day, seconds: float, settled: asyncio.Future[Settled]) -> None:
    """Print how it stands, every hour of the day, and note what a process has that is used."""
    started = time.perf_counter()
    while True:
        await asyncio.sleep(seconds / 24)
        hour = 24 * (time.perf_counter() - started) / seconds
        figures = {
            name: await asyncio.to_thread(metric, farm, name) for name in ("matches", "connections")
        }
        if hour >= 24 * SETTLED and not settled.done():
            settled.set_result(
                Settled(farm.memory, files_of(farm.pids[0]) - figures["connections"])
            )
        latencies = 1000 * np.array(day.latencies or [0.0])
        day.latencies.clear()
        print(
            f"{hour:5.1f} h: {figures['matches']:4.0f} matches, "
            f"{figures['connections']:4.0f} sockets, "
            f"{farm.memory:4.0f} MB, {files_of(farm.pids[0]):4} files, "
            f"{await asyncio.to_thread(size_of, farm) / 1e6:6.2f} MB stored, "
            f"{len(latencies):6} answers, p99 {np.percentile(latencies, 99):5.1f} ms",
            flush=True,
        )


async def live(farm: Farm, seconds: float, people: int) -> bool:
    """Let the day pass; return whether all is where it should be in the end."""
    gc.disable()
    day, database = Day(farm.address, seconds, people), open_database(farm.servers[0].database)
    empty = await asyncio.to_thread(size_of, farm)
    settled: asyncio.Future[Settled] = asyncio.get_running_loop().create_future()
    looking = asyncio.create_task(look(farm, day, seconds, settled))
    await day.pass_by()
    day.faults = +day.faults
    # Until everything that goes by itself has gone.
    limit = time.perf_counter() + (WAITING_HOURS + 3) * seconds / 24 + 20
    while time.perf_counter() < limit:
        left = rows(database)
        is_empty = not await asyncio.to_thread(metric, farm, "matches")
        if is_empty and left["players"] == day.stored["players"]:
            break
        await asyncio.sleep(1)
    looking.cancel()
    left = rows(database)
    database.close()
    units = found()["postgresql" if farm.postgresql else "sqlite"]
    size = await asyncio.to_thread(size_of, farm) - empty
    predicted = left["events"] / EVENTS * units.game_kb * 1024
    print(f"what people did: {dict(day.done)}")
    figures = (
        ("matches stored", left["matches"], day.stored["matches"], 0.0),
        ("players stored", left["players"], day.stored["players"], 0.0),
        ("matches in memory", metric(farm, "matches"), 0, 0.0),
        ("sockets", metric(farm, "connections"), 0, 0.0),
        ("files", files_of(farm.pids[0]), settled.result().files, FILES),
        ("memory, MB", farm.memory, settled.result().memory, MEMORY_MB),
        ("database, MB", size / 1e6, predicted / 1e6, SIZE * predicted / 1e6),
        ("faults", day.faults.total(), 0, 0.0),
    )
    is_right = True
    for name, value, model, most in figures:
        is_off = abs(value - model) > most
        is_right = is_right and not is_off
        end = "  MISSED" if is_off else ""
        print(f"{name:<18} {value:10.2f}   model {model:10.2f} ± {most:g}{end}", flush=True)
    if day.faults:
        print(day.faults)
    return is_right


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    seconds = 60 * options.minutes
    settings = {
        SPEED: str(DAY_SECONDS / seconds),
        "NMBR9_HEARTBEAT_SECONDS": "1",
        "NMBR9_WAITING_DAYS": "1",
        "NMBR9_GUEST_DAYS": "1",
    }
    shape = Shape(options.postgresql, module="benchmarks.short_day")
    with (
        tempfile.TemporaryDirectory() as folder,
        farm(Path(folder), shape, **settings) as running,
    ):
        sys.exit(not asyncio.run(live(running, seconds, options.people)))


if __name__ == "__main__":
    main()
