"""The tables of docs/scale.md."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.scale.model import Plan, Units, plan

ROWS = (
    ("placement", "a placement, shown to four, without its commit", "ms"),
    ("commit", "a commit", "ms"),
    ("onlooker", "the same placement, for each who looks on", "ms"),
    ("arrival", "somebody new sits down and connects", "ms"),
    ("socket_second", "a silent socket, for a second", "ms"),
    ("match_second", "an idle match, for a second", "ms"),
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


def units_table(units: Mapping[str, Units]) -> str:
    """Return what one of each costs."""
    lines = [
        f"| | {' | '.join(units)} | |",
        f"|---|{'---|' * len(units)}---|",
    ]
    for name, words, unit in ROWS:
        told = [_figure(getattr(of, name)) for of in units.values()]
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
            row("with NOTIFY: processes", each("processes", told)),
        ]
    )


def _figure(value: float) -> str:
    """Return a number with three digits."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{float(f'{value:.3g}'):g}"
