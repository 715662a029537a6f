"""Measuring what one of each costs, in a server of one process."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import psycopg
from sqlalchemy import make_url

from benchmarks.farm import Cpu, Farm
from benchmarks.load import PLAYERS, Load
from benchmarks.meters import written_by
from benchmarks.scale.model import Units
from tests.postgresql import PostgreSQL

REST_SECONDS = 15.0
"""Every match is tended once in it, and garbage is searched once."""
WARMING = 20
"""Matches that are begun before anything is measured."""
SLOW, QUICK = 40.0, 400.0
"""Placements a second: with few of them each has a commit of its own, nearly."""
NOTICES = 3000
CALLERS = 8


class Used(NamedTuple):
    """Of some seconds."""

    cpu: Cpu
    commits: float
    written: float
    """Bytes that have gone to the disk, or into PostgreSQL's log."""


async def measure(farm: Farm, matches: int, seconds: float) -> Units:
    """Return what one of each costs."""
    stored = size_of(farm)
    warm = Load(farm.address, turnover=False)
    await warm.prepare(WARMING)
    await warm.play(QUICK, 3, Random(0))
    await warm.finish(Random(0))
    warm.close()
    empty, memory = await at_rest(farm, REST_SECONDS), farm.memory

    load, random = Load(farm.address, turnover=False), Random(1)
    came = farm.cpu
    await load.prepare(matches)
    arrived = farm.cpu.since(came)
    await load.spread(random)

    quiet, with_players = await at_rest(farm, REST_SECONDS), farm.memory
    slow = await placements(farm, load, SLOW, seconds, quiet)
    quick = await placements(farm, load, QUICK, seconds, quiet)
    await load.look_on(PLAYERS)
    await asyncio.sleep(1)
    watched, with_onlookers = await at_rest(farm, REST_SECONDS), farm.memory
    shown = await placements(farm, load, QUICK, seconds, watched)
    load.look_away()
    await load.finish(random)
    assert not +load.faults, load.faults
    sockets = PLAYERS * matches
    load.close()
    grown = size_of(farm) - stored

    def of_commit(part: Callable[[Used], float]) -> tuple[float, float]:
        """What a placement and a commit cost, from two rates; neither costs less than nothing."""
        commit = (part(slow) - part(quick)) / (slow.commits - quick.commits)
        commit = min(max(0.0, commit), part(quick) / quick.commits)
        return part(quick) - quick.commits * commit, commit

    placement, commit = of_commit(lambda used: used.cpu.server)
    of_database = of_commit(lambda used: used.cpu.database)
    socket_kb = 1024 * (with_onlookers - with_players) / sockets
    notify = await hearing(farm) if farm.postgresql else (0.0, 0.0, 0.0, 0.0)
    return Units(
        placement,
        commit,
        (shown.cpu.server - quick.cpu.server) / PLAYERS,
        1000 * arrived.server / sockets,
        max(0.0, watched.server - quiet.server) / sockets,
        max(0.0, quiet.server - empty.server) / matches,
        *of_database,
        1000 * arrived.database / sockets,
        (1 / quick.commits - 1) / QUICK,
        memory,
        1024 * (with_players - memory) / matches - PLAYERS * socket_kb,
        socket_kb,
        quick.written / 1024,
        grown / 1024 / (WARMING + matches),
        *notify,
    )


async def at_rest(farm: Farm, seconds: float) -> Cpu:
    """Return the processor time that is used while nobody does anything, in ms a second."""
    await asyncio.sleep(1)
    before = farm.cpu
    await asyncio.sleep(seconds)
    return Cpu(*(1000 * used / seconds for used in farm.cpu.since(before)))


async def placements(farm: Farm, load: Load, rate: float, seconds: float, rest: Cpu) -> Used:
    """Return what a placement uses at some rate, without what is used all the time; cpu in ms."""
    load.latencies.clear()
    cpu, commits, written = farm.cpu, commits_of(farm), written_of(farm)
    started = time.perf_counter()
    sent = await load.play(rate, seconds, Random(1))
    elapsed = time.perf_counter() - started
    assert sent > 0.95 * rate * seconds, f"expected matches that can go on, sent {sent}"
    used = farm.cpu.since(cpu)
    return Used(
        Cpu(*((1000 * u - r * elapsed) / sent for u, r in zip(used, rest, strict=True))),
        (commits_of(farm) - commits) / sent,
        (written_of(farm) - written) / sent,
    )


def commits_of(farm: Farm) -> float:
    told = httpx.get(f"{farm.servers[0].address}/metrics").text
    return float(told.split("\nnmbr9_journal_commits ")[1].split()[0])


def written_of(farm: Farm) -> float:
    if farm.postgresql is None:
        return written_by(farm.servers[0].pid)
    with psycopg.connect(farm.servers[0].database, autocommit=True) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
    assert row is not None
    return float(row[0])


def size_of(farm: Farm) -> float:
    """Return the bytes of the database, without what is free in it."""
    url = farm.servers[0].database
    if farm.postgresql is not None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM")
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return float(row[0])
    path = Path(make_url(url).database or "")
    with closing(sqlite3.connect(path)) as file:
        pages, free, size = (
            int(file.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
    return float((pages - free) * size)


async def hearing(farm: Farm) -> tuple[float, float, float, float]:
    """Return what it costs a process to hear of a commit, of a match, and how often both go on."""
    assert farm.postgresql is not None
    rest = await at_rest(farm, 2)
    each = [await told(farm, lines, rest) for lines in (1, 20)]
    match = max(0.0, each[1] - each[0]) / 19
    speeds = [committed(farm.postgresql, farm.servers[0].database, with_it) for with_it in (1, 0)]
    return each[0] - match, match, speeds[0], speeds[1]


async def told(farm: Farm, lines: int, rest: Cpu) -> float:
    """Return the processor time, in ms, for one transaction that tells of some matches."""
    before, started = farm.cpu, time.perf_counter()
    await asyncio.to_thread(notify, farm.servers[0].database, NOTICES // lines, lines)
    await asyncio.sleep(0.5)
    elapsed = time.perf_counter() - started
    used = 1000 * farm.cpu.since(before).server - rest.server * elapsed
    return used / (NOTICES // lines)


def notify(url: str, times: int, lines: int) -> None:
    """Tell of matches that nobody has; slowly enough that each is heard by itself."""
    query = "SELECT pg_notify('nmbr9', 'elsewhere' || n || ' 7') FROM generate_series(1, %s) AS n"
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(times):
            connection.execute(query, [lines])
            time.sleep(0.001)


def committed(postgresql: PostgreSQL, url: str, with_notify: int) -> float:
    """Return how many small transactions of some callers are committed in a second."""
    folder = postgresql.folder
    script = folder / f"script{with_notify}.sql"
    tell = "SELECT pg_notify('nmbr9', 'elsewhere' || random() || ' 7');\n" * with_notify
    script.write_text(f"BEGIN;\nINSERT INTO scale VALUES (1);\n{tell}COMMIT;\n")
    script.chmod(0o644)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS scale (n int)")
    arguments = ["-n", "-c", str(CALLERS), "-j", "1", "-T", "4", "-f", str(script)]
    command = postgresql.command("pgbench", *arguments, url)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout.split("tps = ")[1].split()[0])
