"""Bad lines and dead servers: nobody loses anything."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest

from tests.match.playing import random_options
from tests.postgresql import PostgreSQL
from tests.server.client import Person, Viewer, run
from tests.server.serving import UNLIMITED, Server, serving
from tests.server.surviving import PLACED_PER_BLOW, Blow, check_nothing_is_lost, survive

FAULTS = 0.2
"""How often a frame is dropped, doubled or late."""


async def play_over_a_bad_line(server: Server, seed: int) -> None:
    """Two people whose frames are lost, doubled and late end where the server is."""
    random = Random(seed)

    def fate() -> str:
        return random.choice(["drop", "double", "late"]) if random.random() < FAULTS else "deliver"

    options = random_options(random, players=2).to_dict()
    async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
        made = await ada.post("/api/matches", options=options)
        joined = await ben.post(f"/api/matches/{made['match']}/join")
        viewers = [Viewer(server.address, made["match"], told["token"]) for told in (made, joined)]
        async with viewers[0], viewers[1]:
            assert (await viewers[0].command("start"))["type"] == "accepted"
            for viewer in viewers:
                viewer.lossy = fate
            await asyncio.gather(*(viewer.take_turns(random, again=0.1) for viewer in viewers))
            for viewer, told in zip(viewers, (made, joined), strict=True):
                async with Viewer(server.address, made["match"], told["token"]) as fresh:
                    await viewer.until(lambda parts: parts == fresh.parts)
                    assert fresh.is_over


async def play_many(server: Server, matches: int, at_once: int) -> None:
    gate = asyncio.Semaphore(at_once)

    async def one(seed: int) -> None:
        async with gate:
            await play_over_a_bad_line(server, seed)

    await asyncio.gather(*(one(seed) for seed in range(matches)))


@pytest.mark.rest
def test_bad_lines_end_in_the_servers_state(server: Server) -> None:
    run(play_many(server, 6, 6))


@pytest.mark.long
def test_500_bad_lines_end_in_the_servers_state(server: Server) -> None:
    run(play_many(server, 500, 8), 1800)


MANY = pytest.param(50, marks=pytest.mark.long)


def check_survival(server: Server, blow: Blow, blows: int, seconds: float | None = None) -> None:
    async def story() -> None:
        # The figure is shown by the long tests; in the others the machine may have hiccups.
        limit = seconds or (3 if blows >= 50 else 30)
        survivors = await survive(server, blow, blows, seconds=limit)
        assert await check_nothing_is_lost(server, survivors) > PLACED_PER_BLOW * blows

    run(story(), 240 + 10 * blows)  # on a machine that is busy with other things, too


@pytest.mark.parametrize("blows", [1, MANY])
def test_a_killed_server_loses_nothing(tmp_path: Path, blows: int) -> None:
    def blow(_: Random) -> None:
        server.kill()
        server.start()

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **UNLIMITED) as server:
        check_survival(server, blow, blows)


@pytest.mark.parametrize("blows", [MANY])
def test_a_killed_worker_loses_nothing(tmp_path: Path, postgresql: PostgreSQL, blows: int) -> None:
    def blow(random: Random) -> None:
        os.kill(random.choice(server.workers()), signal.SIGKILL)
        server.wait_until_healthy()

    url = postgresql.new_database()
    with serving(url, tmp_path, **UNLIMITED, NMBR9_WORKERS="2") as server:
        assert len(server.workers()) == 2
        check_survival(server, blow, blows)


@pytest.mark.parametrize("blows", [MANY])
def test_a_restarted_database_loses_nothing(
    tmp_path: Path, postgresql: PostgreSQL, blows: int
) -> None:
    def blow(random: Random) -> None:
        if random.random() < 0.5:
            postgresql.restart()
        else:
            postgresql.kill()
            postgresql.start()

    url = postgresql.new_database()
    with serving(url, tmp_path, **UNLIMITED, NMBR9_WORKERS="2") as server:
        check_survival(server, blow, blows)


@pytest.mark.long
def test_players_at_different_workers_see_each_other(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            joined = await ben.post(f"/api/matches/{made['match']}/join")
            # So many sockets that both processes have some.
            viewers = [
                Viewer(server.address, made["match"], told["token"])
                for told in (made, joined)
                for _ in range(8)
            ]
            await asyncio.gather(*(viewer.connect() for viewer in viewers))
            assert (await viewers[0].command("start"))["type"] == "accepted"
            for round_number in range(1, 6):
                for seat in (viewers[:8], viewers[8:]):
                    actor = Random(round_number).choice(seat)
                    await actor.until(lambda _: actor.first_action() is not None)  # noqa: B023
                    action = actor.first_action()
                    assert action is not None
                    assert (await actor.act(action))["type"] == "accepted"
                for viewer in viewers:
                    await viewer.until(
                        lambda parts: (
                            "table" in parts and parts["table"]["round"] == round_number + 1  # noqa: B023
                        )
                    )
            for viewer in viewers:
                await viewer.close()

    url = postgresql.new_database()
    with serving(url, tmp_path, **UNLIMITED, NMBR9_WORKERS="2") as server:
        run(story(server))
