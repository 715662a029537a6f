"""One address does what it can; what others wait for is measured meanwhile, and before.

The server has the limits that it has by itself. Whoever attacks comes from 127.0.0.1, and whoever
is measured from 127.0.0.2.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest
import websockets

from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.record import dumps
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving

QUIET_SECONDS, ATTACK_SECONDS = 6.0, 20.0
PACE_SECONDS = 0.06
"""Between two placements: more a second than anybody plays, and fewer than a socket may send."""
ELSEWHERE = "127.0.0.2"
ENDING = (OSError, httpx.HTTPError, websockets.WebSocketException, AssertionError, TimeoutError)
"""What happens to those who attack: that is not what is tested here."""


class Figures(NamedTuple):
    """What somebody has waited for, in seconds."""

    placements: list[float]
    greedy: list[float]
    lists: list[float]

    @property
    def p99(self) -> float:
        return sorted(self.placements)[int(0.99 * len(self.placements))]

    def __str__(self) -> str:
        return (
            f"{len(self.placements)} placements, p99 {1000 * self.p99:.0f} ms; greedy at most "
            f"{1000 * max(self.greedy):.0f} ms; the lobby at most {1000 * max(self.lists):.0f} ms"
        )


class Victim:
    """Somebody elsewhere who plays against greedy, and waits for company at another table."""

    def __init__(self, server: Server) -> None:
        self._server, self._random = server, Random(1)
        self.person = Person(server.address, "Ada", ELSEWHERE)
        self.finished = ""

    async def begin(self) -> None:
        """Sit down, wait at a table that strangers find, and have played a game."""
        await self.person.__aenter__()
        made = await self.person.post("/api/matches", options={"players": 2}, is_listed=True)
        self._table = made["match"]
        self._waiting = Viewer(self._server.address, self._table, made["token"], local=ELSEWHERE)
        await self._waiting.connect()
        made = await self.person.post("/api/matches", options={})
        self.finished = made["match"]
        async with Viewer(
            self._server.address, self.finished, made["token"], local=ELSEWHERE
        ) as viewer:
            while not viewer.is_over:
                await viewer.take_turn(self._random)
                await asyncio.sleep(PACE_SECONDS)

    async def end(self) -> None:
        await self._waiting.close()
        await self.person.__aexit__()

    async def play(self, seconds: float) -> Figures:
        """Play for some time and look at the lobby now and then."""
        figures, until = Figures([], [], []), time.perf_counter() + seconds
        looking = asyncio.create_task(self._look(figures, until))
        while time.perf_counter() < until:
            made = await self.person.post("/api/matches", options={"players": 2}, bots=["greedy"])
            async with Viewer(
                self._server.address, made["match"], made["token"], local=ELSEWHERE
            ) as viewer:
                while not viewer.is_over and time.perf_counter() < until:
                    await self._place(viewer, figures)
        await looking
        return figures

    async def _place(self, viewer: Viewer, figures: Figures) -> None:
        await viewer.until(lambda _: viewer.is_over or viewer.first_action())
        if (action := viewer.first_action(self._random)) is None:
            return
        began = time.perf_counter()
        answer = await viewer.act(action, again=60)
        assert answer["type"] == "accepted", answer
        figures.placements.append(time.perf_counter() - began)
        # The next card is turned up when greedy has played, too.
        await viewer.until(lambda _: viewer.is_over or viewer.first_action())
        figures.greedy.append(time.perf_counter() - began)
        await asyncio.sleep(PACE_SECONDS)

    async def _look(self, figures: Figures, until: float) -> None:
        while time.perf_counter() < until:
            began = time.perf_counter()
            listed = await self.person.get("/api/tables")
            figures.lists.append(time.perf_counter() - began)
            assert self._table in [line["match"] for line in listed["open"]]
            await asyncio.sleep(0.2)


class Target(NamedTuple):
    """What those who attack know of a server."""

    address: str
    port: int


Attack = Callable[[Target], Awaitable[None]]


async def again_and_again(work: Callable[[int], Awaitable[object]], at_once: int) -> None:
    """Do something without end, so many of it at once, whatever comes of it."""

    async def one(number: int) -> None:
        while True:
            with suppress(*ENDING):
                await work(number)
            await asyncio.sleep(0.01)

    await asyncio.gather(*map(one, range(at_once)))


async def tables_of_slow_bots(target: Target) -> None:
    """Play at 80 tables with five `strong` each."""

    async def play(number: int) -> None:
        async with Person(target.address, f"Eve {number}") as eve:
            made = await eve.post("/api/matches", options={"players": 6}, bots=["strong"] * 5)
            async with Viewer(target.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()

    await again_and_again(play, 80)


async def hints(target: Target) -> None:
    """Ask for hints at 40 tables, as often as a socket may."""

    async def ask(number: int) -> None:
        async with Person(target.address, f"Eve {number}") as eve:
            made = await eve.post("/api/matches", options={})
            async with Viewer(target.address, made["match"], made["token"]) as viewer:
                for count in range(1000):
                    await viewer.send_text(json.dumps({"type": "hint", "id": f"h{count}"}))
                    await asyncio.sleep(0.1)

    await again_and_again(ask, 40)


def record(seed: int) -> str:
    """Some finished game."""
    random = Random(seed)
    game = Game.new(Options(), seed=seed)
    while not game.is_over:
        game = game.apply(0, random.choice(game.legal_actions(0)))
    return dumps(game)


def posting(path: str) -> Attack:
    """Post records of others' games, without a cookie, so that all of them are somebody's first."""

    async def attack(target: Target) -> None:
        records = [record(seed) for seed in range(40)]
        async with httpx.AsyncClient(base_url=target.address, timeout=60) as http:

            async def post(number: int) -> None:
                for content in records[number::20]:
                    await http.post(path, content=content)

            await again_and_again(post, 20)

    return attack


async def silent_connections(target: Target) -> None:
    """Keep a thousand connections open that say nothing, or never come to an end."""

    async def connect(number: int) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", target.port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n" * (number % 2))
            for _ in range(100):
                writer.write(b"X-More: " + b"a" * 1000 + b"\r\n" * (number % 2))
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    await again_and_again(connect, 1000)


async def bots_come_and_go(target: Target) -> None:
    """Seat bots and free their seats, at 30 tables, so that the matches grow."""

    async def change(number: int) -> None:
        async with Person(target.address, f"Eve {number}") as eve:
            made = await eve.post("/api/matches", options={"players": 6}, is_listed=True)
            async with Viewer(target.address, made["match"], made["token"]) as viewer:
                for count in range(1000):
                    seat = 1 + count % 5
                    await viewer.command("seat-bot", seat=seat, bot="greedy")
                    await viewer.command("open-seat", seat=seat)
                await eve.get(f"/api/matches/{made['match']}")

    await again_and_again(change, 30)


async def lists(target: Target) -> None:
    """Ask for boards, lists and statistics."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    paths = ["/api/tables", "/api/statistics", f"/api/daily/{day}", "/api/daily", "/"]
    async with httpx.AsyncClient(base_url=target.address, timeout=60) as http:
        await again_and_again(lambda number: http.get(paths[number % len(paths)]), 50)


async def guests_and_tables(target: Target) -> None:
    """Come as somebody new each time, with a table that strangers find, and wait there."""

    async def come(number: int) -> None:
        async with AsyncExitStack() as stack:
            for count in range(20):
                eve = await stack.enter_async_context(Person(target.address, f"Eve {count}"))
                made = await eve.post("/api/matches", options={"players": 2}, is_listed=True)
                await stack.enter_async_context(
                    Viewer(target.address, made["match"], made["token"])
                )

    await again_and_again(come, 8)


ATTACKS: dict[str, Attack] = {
    "80 tables of five strong bots": tables_of_slow_bots,
    "hints at 40 tables": hints,
    "analyses of posted records": posting("/api/analysis"),
    "replays of posted records": posting("/api/replay"),
    "1,000 silent connections": silent_connections,
    "bots that come and go": bots_come_and_go,
    "lists and boards": lists,
    "guests with tables": guests_and_tables,
}


BEGUN = "attacking"


def attack_from_outside(name: str, address: str, port: int) -> None:
    """Attack until this process is killed."""
    print(BEGUN, flush=True)
    asyncio.run(_attack(ATTACKS[name], Target(address, port)))


async def _attack(attack: Attack, target: Target) -> None:
    await attack(target)


@contextmanager
def attacked(server: Server, name: str) -> Iterator[None]:
    """Have a process beside attack a server: what it does takes no turn of who measures."""
    code = "import sys; from tests.server.test_attacks import attack_from_outside as attack; "
    arguments = (name, server.address, server.port)
    command = [sys.executable, "-W", "ignore", "-c", f"{code} attack(*{arguments!r})"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == f"{BEGUN}\n"
            yield
            assert process.poll() is None, "it attacks all the while"
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.parametrize("attack", ATTACKS)
def test_others_do_not_notice(tmp_path: Path, attack: str) -> None:
    async def story(server: Server) -> None:
        victim = Victim(server)
        await victim.begin()
        await victim.play(2)  # The process of greedy begins.
        before = await victim.play(QUIET_SECONDS)
        with attacked(server, attack):
            await asyncio.sleep(1)
            during = await victim.play(ATTACK_SECONDS)
            asked = await victim.person.http.post(f"/api/matches/{victim.finished}/analysis")
        await victim.end()
        print(f"\n{attack}\n  before: {before}\n  during: {during}")
        assert asked.status_code == 200, asked.text
        assert max(during.greedy) < 1.0
        assert during.p99 < 0.1

    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path) as server:
        run(story(server), 300)
        assert "Traceback" not in server.logs()
