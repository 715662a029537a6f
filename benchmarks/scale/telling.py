"""The tables of docs/scale.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import ceil
from pathlib import Path

from benchmarks.scale.model import (
    BUSY,
    GAMES_A_DAY,
    MOST_PROCESSES,
    VIEWERS,
    Plan,
    Units,
    end_of_notify,
    plan,
    year_gb,
)

ROWS = (
    ("placement", "a placement, shown to four, without its commit", "ms"),
    ("commit", "a commit", "ms"),
    ("onlooker", "the same placement, for each who looks on", "ms"),
    ("arrival", "somebody new sits down and connects", "ms"),
    ("match_second", "an idle match with its four sockets, for a second", "ms"),
    ("onlooker_second", "a silent socket more, for a second", "ms"),
    ("database_placement", "PostgreSQL, a placement", "ms"),
    ("database_commit", "PostgreSQL, a commit", "ms"),
    ("database_arrival", "PostgreSQL, an arrival", "ms"),
    ("hear_commit", "hearing of another process's commit", "ms"),
    ("hear_match", "and of each match in it", "ms"),
    ("batch_seconds", "how long one commit collects", "s"),
    ("process_mb", "memory of a process that has begun", "MB"),
    ("match_kb", "memory of a match in mid-game", "KB"),
    ("socket_kb", "memory of a socket", "KB"),
    ("log_kb", "written to the disk for a placement", "KB"),
    ("game_kb", "a stored game of four guests, with them", "KB"),
    ("notify_commits", "most commits with NOTIFY, all processes", "a second"),
    ("plain_commits", "the same without NOTIFY", "a second"),
)


OF_POSTGRESQL = {
    *("database_placement", "database_commit", "database_arrival"),
    *("hear_commit", "hear_match", "notify_commits", "plain_commits"),
}
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def page(units: Mapping[str, Units]) -> str:
    """Return the page with the tables that follow from what was measured."""
    text = PAGE.read_text(encoding="utf-8")
    tables = {
        "units": units_table(units),
        "plan": plan_table(units["postgresql"]),
        "notify": notify_table(units["postgresql"]),
        "year": year_table(units),
        "cost": cost_table(units["postgresql"]),
    }
    for name, table in tables.items():
        place = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        text, count = re.subn(place, rf"\1\n{table}\n\n\2", text, flags=re.DOTALL)
        assert count == 1, name
    return text


def units_table(units: Mapping[str, Units]) -> str:
    """Return what one of each costs."""
    lines = [
        f"| | {' | '.join(units)} | |",
        f"|---|{'---|' * len(units)}---|",
    ]
    for name, words, unit in ROWS:
        told = [
            "" if database == "sqlite" and name in OF_POSTGRESQL else _figure(getattr(of, name))
            for database, of in units.items()
        ]
        lines.append(f"| {words} | {' | '.join(told)} | {unit} |")
    return "\n".join(lines)


def plan_table(units: Units) -> str:
    """Return what many players at once need."""
    plans = [
        plan(units, players, is_notified=False) for players in (1_000, 10_000, 100_000, 1_000_000)
    ]
    told = [plan(units, each.players, is_notified=True) for each in plans]

    def row(words: str, values: list[str]) -> str:
        return f"| {words} | {' | '.join(values)} |"

    def each(name: str, among: list[Plan]) -> list[str]:
        return [_figure(float(getattr(one, name))) for one in among]

    return "\n".join(
        [
            row("players at once", [f"{one.players:,}" for one in plans]),
            f"|---|{'---:|' * len(plans)}",
            row("placements a second", each("placements", plans)),
            row("arrivals a second", each("arrivals", plans)),
            row("frames to players a second", each("frames", plans)),
            row("cores of the server, used", each("cores", plans)),
            row("processes, each half busy", each("processes", plans)),
            row("memory, GB", each("memory_gb", plans)),
            row("cores of PostgreSQL, used", each("database_cores", plans)),
            row("servers of PostgreSQL, 16 cores, half busy", each("databases", plans)),
            row("commits a second", each("commits", plans)),
            row("log of PostgreSQL, MB a second", each("log_mb", plans)),
            row("games, GB a day", each("games_gb_a_day", plans)),
            row("with NOTIFY: share of a process that hears", each("heard", told)),
            row("with NOTIFY: processes", [_processes(one) for one in told]),
        ]
    )


def notify_table(units: Units) -> str:
    """Return where LISTEN/NOTIFY ends."""
    end = end_of_notify(units)
    rows = (
        ("most commits a second with NOTIFY, whoever makes them", units.notify_commits),
        ("the same without", units.plain_commits),
        ("processes with which each waits 50 ms for its turn", end.processes),
        ("players at once whom they carry", end.players),
        ("players at once with whom a tenth of each process goes into hearing", end.heard_by),
    )
    return "\n".join(
        ["| | |", "|---|---:|", *(f"| {words} | {_figure(value)} |" for words, value in rows)]
    )


CORE_EUROS, GIGABYTE_EUROS = 10.0, 0.10
"""A month."""


def cost_table(units: Units) -> str:
    """Return what it costs a month after a year."""
    lines = ["| players at once | cores | GB of games | euros a month |", "|---:|---:|---:|---:|"]
    for players in (1_000, 10_000, 100_000, 1_000_000):
        it = plan(units, players, is_notified=False)
        cores = max(1, it.processes) + 2 * max(1, ceil(it.database_cores / BUSY))
        stored = 365 * it.games_gb_a_day
        euros = cores * CORE_EUROS + 2 * stored * GIGABYTE_EUROS
        lines.append(f"| {players:,} | {cores} | {_figure(stored)} | {_figure(euros)} |")
    return "\n".join(lines)


def year_table(units: Mapping[str, Units]) -> str:
    """Return how large a year is."""
    days = (100, 1_000, 10_000, 100_000)
    lines = [
        "| players a day | games a year | " + " | ".join(f"{name}, GB" for name in units) + " |",
        "|---:|---:|" + "---:|" * len(units),
    ]
    for players in days:
        games = players * GAMES_A_DAY / VIEWERS * 365
        sizes = " | ".join(_figure(year_gb(of, players)) for of in units.values())
        lines.append(f"| {players:,} | {_figure(games)} | {sizes} |")
    return "\n".join(lines)


def _processes(it: Plan) -> str:
    return "never enough" if it.processes >= MOST_PROCESSES else str(it.processes)


def _figure(value: float) -> str:
    """Return a number with three digits."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{float(f'{value:.3g}'):g}"
