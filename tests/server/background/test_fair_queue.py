"""Turns: who asks a thousand times waits behind everybody who asks once."""

from __future__ import annotations

import asyncio
import time

import pytest

from nmbr9.bots.greedy import greedy_action
from nmbr9.host.thinking import SECONDS
from nmbr9.protocol.host import Dropped, Overdrawn, Waiting
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import Options
from nmbr9.server.background import bot_pool
from nmbr9.server.background.bot_pool import Thinkers
from nmbr9.server.background.fair_queue import SPARED, FairQueue
from nmbr9.server.background.quotas import FAMILY, Quota, Quotas
from tests.server.client import run

GREEDY, VICTIM = Waiting("192.0.2.1", "eve"), Waiting("192.0.2.2", "ada")


async def _served(queue: FairQueue, asked: list[tuple[str, Waiting]]) -> list[str]:
    """The names of those who ask, in the order of their turns; all ask while one has the turn."""
    order: list[str] = []

    async def work(name: str, who: Waiting) -> None:
        try:
            async with queue.turn(who):
                order.append(name)
                await asyncio.sleep(0)
        except Dropped:
            order.append(f"no {name}")

    async with queue.turn(Waiting("192.0.2.9")):
        tasks = [asyncio.create_task(work(name, who)) for name, who in asked]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


def test_addresses_take_turns_and_so_do_the_players_of_one() -> None:
    async def story() -> None:
        eve = [(f"eve {n}", GREEDY) for n in range(50)]
        many = [(f"guest {n}", GREEDY._replace(player=f"guest {n}")) for n in range(3)]
        order = await _served(FairQueue(1), [*eve, *many, ("ada", VICTIM), ("ben", VICTIM)])
        assert order[:6] == ["eve 0", "ada", "guest 0", "ben", "guest 1", "guest 2"]

    run(story())


def test_people_at_a_table_come_first_and_nobody_waits_for_ever() -> None:
    async def story() -> None:
        tables = [(f"table {n}", GREEDY._replace(is_at_table=True)) for n in range(20)]
        order = await _served(FairQueue(1), [("hint", VICTIM), *tables])
        assert order[0] == "table 0"
        assert order.index("hint") < SPARED

    run(story())


def test_what_nobody_waits_for_is_dropped() -> None:
    async def story() -> None:
        gone = GREEDY._replace(is_wanted=lambda: False)
        asked = [("gone", gone)] * 100 + [("ada", VICTIM)]
        order = await _served(FairQueue(1), asked)
        assert order.count("no gone") == 100
        assert "ada" in order[:2]

    run(story())


def test_who_stops_waiting_gives_the_turn_back() -> None:
    async def story() -> None:
        queue = FairQueue(1)

        async def wait() -> None:
            async with queue.turn(VICTIM):
                await asyncio.Event().wait()

        having, waiting = (asyncio.create_task(wait()) for _ in range(2))
        await asyncio.sleep(0)
        for task in (waiting, having):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert await _served(queue, [("ada", VICTIM)]) == ["ada"]

    run(story())


def test_quotas_are_of_the_player_and_of_the_address() -> None:
    quotas = Quotas(Quota(3, 100), 1.0, lambda _: False)
    assert [quotas.take(VICTIM) for _ in range(4)] == [True] * 3 + [False]
    guests = [GREEDY._replace(player=str(n)) for n in range(100)]
    assert sum(map(quotas.take, guests)) == 3 * FAMILY
    school = Quotas(Quota(3, 100), 1.0, lambda address: address == GREEDY.address)
    assert all(map(school.take, guests))
    # Who is nobody yet is one of the address, in a crowd as well.
    for mixed in (Quotas(Quota(3, 100), 1.0, lambda _: False), school):
        nobody = GREEDY._replace(player="")
        assert sum(mixed.take(nobody) for _ in range(100)) == 3 * FAMILY
    at_home = Quotas(Quota(3, 100), 0.0, lambda _: False)
    assert all(at_home.take(VICTIM) for _ in range(1000))


def test_too_many_hints_are_refused_and_bots_at_tables_never() -> None:
    async def story() -> None:
        none = Quotas(Quota(1, 1), 1.0, lambda _: False)
        thinkers = Thinkers(1, turns=none, hints=none)
        seen = view(Game.new(Options(), seed=1), 0)
        at_table = VICTIM._replace(is_at_table=True)
        for _ in range(3):
            action = await thinkers.choose("greedy", seen, who=at_table)
            assert action == greedy_action(seen)
        with pytest.raises(Overdrawn, match="expected fewer hints"):
            await thinkers.choose("greedy", seen, who=VICTIM)
        thinkers.close()

    run(story())


def test_eighty_tables_of_slow_bots_keep_no_other_table_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """400 turns of a bot that takes as long as `strong` may: 400 s of work."""

    async def story() -> None:
        thinkers = Thinkers(1)
        seen = view(Game.new(Options(), seed=1), 0)
        eve, ada = (who._replace(is_at_table=True) for who in (GREEDY, VICTIM))
        monkeypatch.setattr(bot_pool, "think", _think_long)
        slow = [
            asyncio.create_task(thinkers.choose("strong", seen, who=eve)) for _ in range(80 * 5)
        ]
        await asyncio.sleep(0.1)
        await thinkers.choose("greedy", seen, who=ada)  # The process begins.
        took = []
        for _ in range(5):
            started = time.perf_counter()
            await thinkers.choose("greedy", seen, who=ada)
            took.append(time.perf_counter() - started)
        assert max(took) < 1.0
        started = time.perf_counter()
        await thinkers.choose("strong", seen, who=ada)
        assert time.perf_counter() - started < 4.0  # One of theirs, then this one.
        assert sum(task.done() for task in slow) < 20
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        thinkers.close()

    run(story())


def _think_long(name: str, seen: object, seed: int, twin: object) -> object:
    """In a process beside: what is thought does not matter here, how long does."""
    time.sleep(SECONDS if name == "strong" else 0.001)
    return None
