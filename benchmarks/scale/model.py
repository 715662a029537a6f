"""What so many players cost, from what one of each thing costs.

A placement costs the same wherever it is made; what differs is how many placements share a commit,
and how many processes hear of it. Both follow from the rate and the number of processes.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

VIEWERS = 4
"""Who sees a placement: the players of the match that was measured."""


class Units(NamedTuple):
    """What one of each costs, with one kind of database. Times are of processors, in ms."""

    placement: float
    """Shown to four players, without the commit that stores it."""
    commit: float
    onlooker: float
    """What a placement costs more for each who looks on."""
    arrival: float
    """Somebody new comes, sits down, connects and is shown the match."""
    onlooker_second: float
    """Heartbeats of a socket on which nothing is said, for a second."""
    match_second: float
    """A match in which nothing happens, with the sockets of its four players."""
    database_placement: float
    """What PostgreSQL uses besides, for each of those; SQLite works in the server."""
    database_commit: float
    database_arrival: float
    batch_seconds: float
    """How long what comes is collected for one commit: the wait for company and the one before."""
    process_mb: float
    match_kb: float
    """In memory, in the middle of the game, without those who watch it."""
    socket_kb: float
    log_kb: float
    """Written to the disk for a placement, at the higher rate."""
    game_kb: float
    """Of the database, for a finished game of four guests, with them."""
    hear_commit: float = 0.0
    """What it costs a process to be told of another one's commit by NOTIFY."""
    hear_match: float = 0.0
    """And for each match in it."""
    notify_commits: float = 0.0
    """How many transactions with NOTIFY PostgreSQL commits in a second, whoever makes them."""
    plain_commits: float = 0.0
    """The same without NOTIFY."""


def commits(units: Units, rate: float, processes: int) -> float:
    """Return how many commits there are in a second, in all processes.

    A batch is the first placement and what comes while it is collected.
    """
    return rate / (1 + rate / processes * units.batch_seconds)


def server_ms(units: Units, rate: float, processes: int) -> float:
    """Return the processor time of a placement in all processes of the server, in ms.

    Placements come at a rate a second, and are spread over processes of which each has matches of
    its own.
    """
    share = commits(units, rate, processes) / rate
    heard = (processes - 1) * (share * units.hear_commit + units.hear_match)
    return units.placement + share * units.commit + heard


def database_ms(units: Units, rate: float, processes: int) -> float:
    """Return the processor time that PostgreSQL uses for a placement, in ms."""
    share = commits(units, rate, processes) / rate
    return units.database_placement + share * units.database_commit


# --- the plan ------------------------------------------------------------------------------------

SECONDS_A_TILE = 15.0
"""How long a player thinks, all in all: a game of 20 tiles takes five minutes."""
TILES = 20
BUSY = 0.5
"""The share of a processor that a process may use: above it others wait."""
DATABASE_CORES = 16
"""Of one server of PostgreSQL, of which half is used."""
MOST_PROCESSES = 10_000
"""With more than that the plan is none."""
HEARING = 0.1
"""The share of a process that may go into hearing what others have stored."""
PEAK = 3.0
"""The busiest moment of a day against its average."""


class Plan(NamedTuple):
    """What a number of players who play at the same time need."""

    players: int
    placements: float
    """A second, like all that follows but for processes, cores and memory."""
    arrivals: float
    frames: float
    processes: int
    cores: float
    memory_gb: float
    database_cores: float
    databases: int
    commits: float
    heard: float
    """The share of each process that goes into hearing of all others by NOTIFY."""
    log_mb: float
    games_gb_a_day: float


def plan(units: Units, players: int, *, is_notified: bool) -> Plan:
    """Return what so many players at once need."""
    placements = players / SECONDS_A_TILE
    arrivals = players / (SECONDS_A_TILE * TILES)
    matches = players / VIEWERS
    at_rest = matches * units.match_second

    def cores(processes: int) -> float:
        hearing = 1.0 if is_notified else 0.0
        each = server_ms(
            units._replace(
                hear_commit=hearing * units.hear_commit, hear_match=hearing * units.hear_match
            ),
            placements,
            processes,
        )
        return (placements * each + arrivals * units.arrival + at_rest) / 1000

    # Each that is added commits for itself, and is one more that hears of everything.
    processes = ceil(cores(1) / BUSY)
    while cores(processes) > BUSY * processes and processes < MOST_PROCESSES:
        processes += 1
    made = commits(units, placements, processes)
    heard = made * units.hear_commit + placements * units.hear_match
    database = placements * database_ms(units, placements, processes)
    database_cores = (database + arrivals * units.database_arrival) / 1000
    return Plan(
        players,
        placements,
        arrivals,
        placements * VIEWERS,
        processes,
        cores(processes),
        (
            processes * units.process_mb
            + (matches * units.match_kb + players * units.socket_kb) / 1024
        )
        / 1024,
        database_cores,
        max(1, ceil(database_cores / (BUSY * DATABASE_CORES))),
        made,
        heard / 1000,
        placements * units.log_kb / 1024,
        placements / (TILES * VIEWERS) * units.game_kb * 86_400 / PEAK / 1024**2,
    )


GAMES_A_DAY = 3
"""Of somebody who plays on a day."""


def year_gb(units: Units, players_a_day: int) -> float:
    """Return how much a year of play adds to the database."""
    games = players_a_day * GAMES_A_DAY / VIEWERS * 365
    return games * units.game_kb / 1024**2


LATE = 0.05
"""The longest wait for a commit, in seconds."""


class Notified(NamedTuple):
    """Where telling all processes of every commit ends."""

    processes: int
    """So many make each other wait as long as is allowed: one commits with NOTIFY at a time."""
    players: int
    """Whom so many processes carry."""
    heard_by: int
    """Players at once with whom hearing takes its share of each process."""


def end_of_notify(units: Units) -> Notified:
    """Return where it ends."""
    processes = int(LATE * units.notify_commits)
    players = 1000
    while plan(units, players, is_notified=True).processes <= processes:
        players += 1000
    return Notified(processes, players - 1000, most_notified(units))


def most_notified(units: Units) -> int:
    """Return with how many players at once a process spends its share on hearing of all others."""
    players = 1000
    while players < 10_000_000:
        if plan(units, players, is_notified=True).heard > HEARING:
            return players
        players += 1000
    return players
