"""A server that is killed again and again, with every variant and module and several players.

Matches are played to their ends. Afterwards each record is replayed by the slow twin of the rules
(`tests/reference.py`), and has what each player was told to be accepted: all of it, once, in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets

from nmbr9.rules.record import read_record
from tests.match.playing import random_options
from tests.postgresql import PostgreSQL
from tests.reference import ReferenceGame
from tests.rules.test_reference_agreement import comparable, twin_of
from tests.server.client import Person, Viewer, run
from tests.server.serving import UNLIMITED, Server, serving

TABLES, KILLS = 3, 20
CHECKED = 5
"""Every so many actions the twin lists what is legal, which takes it long; it applies them all."""

Done = dict[tuple[str, int], list[dict[str, Any]]]
"""What each seat of each match was told to be accepted."""


async def _retried(ask: Any) -> Any:
    while True:
        with suppress(httpx.TransportError, AssertionError):
            return await ask()
        await asyncio.sleep(0.05)


async def _connect(viewer: Viewer) -> None:
    while True:
        with suppress(OSError, websockets.WebSocketException, TimeoutError):
            viewer.closed_with = None
            await viewer.connect(5)
            if viewer.closed_with is None:
                return
        await asyncio.sleep(0.02)


async def _sit(viewer: Viewer, done: list[dict[str, Any]], random: Random) -> None:
    """Play one seat to the end of its match, whatever happens to the server."""
    await _connect(viewer)
    try:
        while not viewer.is_over:
            if viewer.closed_with is not None:
                await _connect(viewer)
            action = viewer.first_action(random)
            if action is None:
                await asyncio.sleep(0.005)
                continue
            answering = asyncio.create_task(viewer.act(action, again=60))
            while not answering.done():
                await asyncio.wait([answering], timeout=0.02)
                if viewer.closed_with is not None and not answering.done():
                    await _connect(viewer)
            answer = answering.result()
            assert answer["type"] == "accepted", answer
            done.append(action)
            while viewer.parts["you"]["revision"] < answer["revision"]:
                if viewer.closed_with is not None:
                    await _connect(viewer)
                await asyncio.sleep(0.002)
    finally:
        await viewer.close()


async def _play_tables(server: Server, seed: int, done: Done, end: asyncio.Event) -> None:
    """Play one match after another, each with other options, each to its end."""
    random = Random(seed)
    people = [Person(server.address, f"P{seat}") for seat in range(3)]
    for person in people:
        await _retried(person.__aenter__)
    while not end.is_set():
        players = random.randint(1, len(people))
        options = random_options(random, players).to_dict()
        made = await _retried(lambda: people[0].post("/api/matches", options=options))  # noqa: B023
        match, tokens = made["match"], [made["token"]]
        for person in people[1:players]:
            seat = await _retried(lambda: person.post(f"/api/matches/{match}/join"))  # noqa: B023
            tokens.append(seat["token"])
        viewers = [Viewer(server.address, match, token) for token in tokens]
        if len(viewers) > 1:
            await _connect(viewers[0])
            while "table" not in viewers[0].parts:
                with suppress(TimeoutError, websockets.WebSocketException):
                    async with asyncio.timeout(5):
                        await viewers[0].command("start", again=1)
                        await viewers[0].until(lambda parts: "table" in parts)
                if viewers[0].closed_with is not None:
                    await _connect(viewers[0])
            await viewers[0].close()
        async with asyncio.TaskGroup() as group:
            for number, viewer in enumerate(viewers):
                told = done.setdefault((match, number), [])
                group.create_task(_sit(viewer, told, Random(f"{seed} {match} {number}")))
    for person in people:
        await person.http.aclose()


def _replayed(record: dict[str, Any]) -> ReferenceGame:
    """Replay a record with the twin."""
    twin = twin_of(read_record(record))
    for number, action in enumerate(record["actions"]):
        if number % CHECKED == 0:
            legal = map(comparable, twin.legal_actions(action["player"]))
            assert comparable(action) in set(legal)
        twin.apply(action)
    return twin


async def _checked(server: Server, done: Done) -> Iterator[int]:
    """Hold every record against what was acknowledged; return how many actions each had."""
    counts = []
    async with Person(server.address, "Checker") as checker:
        for match in {match for match, _ in done}:
            record = await checker.get(f"/api/matches/{match}/record")
            for (of, seat), told in done.items():
                if of == match:
                    stored = [one for one in record["actions"] if one["player"] == seat]
                    assert list(map(comparable, stored)) == list(map(comparable, told))
            twin = await asyncio.to_thread(_replayed, record)
            assert twin.is_over
            assert twin.scores == record["scores"]
            counts.append(len(record["actions"]))
    return iter(counts)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kills_lose_nothing_of_any_variant(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    async def story(server: Server) -> None:
        done: Done = {}
        end, random = asyncio.Event(), Random(1)
        playing = [
            asyncio.create_task(_play_tables(server, seed, done, end)) for seed in range(TABLES)
        ]

        def blow() -> None:
            server.kill()
            server.start()

        for _ in range(KILLS):
            await asyncio.sleep(random.uniform(0.3, 1.5))
            for task in playing:
                assert not task.done() or task.result() is None
            await asyncio.to_thread(blow)
        end.set()
        await asyncio.gather(*playing)
        counts = list(await _checked(server, done))
        assert len(counts) >= TABLES
        print(f"\n{KILLS} kills, {len(counts)} matches, {sum(counts)} actions, none lost")

    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    if kind == "postgresql":
        postgresql: PostgreSQL = request.getfixturevalue("postgresql")
        database = postgresql.new_database()
    with serving(database, tmp_path, **UNLIMITED) as server:
        run(story(server), 1200)
