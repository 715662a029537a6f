"""How fast the kernel is on this machine, as data; ``benchmarks/kernel`` compares it with C."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nmbr9.judge.evaluate import FEATURES, PERIMETER
from nmbr9.judge.playout import (
    greedy_games,
    greedy_playout,
    new_random,
    random_below,
    random_games,
    shuffle,
)
from nmbr9.kernel.codes import list_codes
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import LEVELS, Position, new_position
from nmbr9.kernel.tables import UPRIGHT, Floats, Integers, Tables, Words, tables
from nmbr9.kernel.workspace import Workspace, new_workspace

FEWEST_TILES, MOST_TILES = 8, 14
"""What counts as the middle of a game."""


class Sample(NamedTuple):
    """Positions from the middle of compact games, and a tile to place in each."""

    rows: Words
    """uint64[n, LEVELS + 1, ROWS]."""
    books: Integers
    """int64[n, BOOK_ROWS, BOOK_COLUMNS]."""
    kinds: Integers
    """int64[n]."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured on one core, in processor time."""

    positions: int
    """How many different positions were searched."""
    placements_per_position: float
    nanoseconds_per_position: float
    """To find and count all legal placements of one tile on all levels."""
    placements_per_second: float
    """The same as legal placements found."""
    listed_per_second: float
    """The same when each placement is also written out as a code."""
    random_games_per_second: float
    greedy_microseconds_per_move: float
    """To evaluate every legal placement of a tile and choose one."""


def compact_weights() -> Floats:
    """Return weights, float64[1, LEVELS, FEATURES], of who takes points first, then few edges."""
    weights = np.zeros((1, LEVELS, FEATURES))
    weights[:, :, PERIMETER] = -1 / 64
    return weights


def _deck() -> Integers:
    return np.array([*range(10), *range(10)], np.int64)


def midgame_sample(count: int = 300, seed: int = 9, weights: Floats | None = None) -> Sample:
    """Return so many positions, the same for the same seed; played by weights, else compactly."""
    random_state, work = new_random(seed), new_workspace()
    weights = compact_weights() if weights is None else weights
    positions, kinds = [], []
    for _ in range(count):
        deck = _deck()
        shuffle(deck, random_state)
        tiles = FEWEST_TILES + random_below(random_state, MOST_TILES - FEWEST_TILES + 1)
        position = new_position()
        greedy_playout(position, tables(), work, deck[:tiles].copy(), ANY_LEVEL, weights)
        positions.append(position)
        kinds.append(int(deck[tiles]))
    rows = np.stack([position.rows for position in positions])
    books = np.stack([position.book for position in positions])
    return Sample(rows, books, np.array(kinds, np.int64))


@compiled
def count_all(sample: Sample, tables: Tables, work: Workspace, repeats: int) -> int:
    """Search every position of a sample so many times; return the placements found in all."""
    total = 0
    for _ in range(repeats):
        for index in range(sample.kinds.shape[0]):
            position = Position(sample.rows[index], sample.books[index])
            total += find(position, tables, work, sample.kinds[index], ANY_LEVEL)
    return total


@compiled
def list_all(sample: Sample, tables: Tables, work: Workspace, repeats: int, codes: Integers) -> int:
    """Do the same and write out every placement; overwrites `codes`, int64[LISTED_AT_MOST]."""
    total = 0
    for _ in range(repeats):
        for index in range(sample.kinds.shape[0]):
            position = Position(sample.rows[index], sample.books[index])
            kind = sample.kinds[index]
            find(position, tables, work, kind, ANY_LEVEL)
            levels = levels_open(position, ANY_LEVEL)
            total += list_codes(work, levels, tables.kinds[kind, UPRIGHT], codes)
    return total


def best_time(run: Callable[[], object], seconds: float) -> float:
    """Return the shortest processor time of one run, in seconds, over about so many seconds.

    The first run is not counted: it may compile.
    """
    run()
    best, end = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def measure(seconds: float = 1.0, sample: Sample | None = None) -> Speed:
    """Measure each speed for about so many seconds."""
    sample = sample or midgame_sample()
    work, codes, repeats = new_workspace(), np.zeros(LISTED_AT_MOST, np.int64), 20
    positions = len(sample.kinds)
    placements = count_all(sample, tables(), work, 1)
    counting = best_time(lambda: count_all(sample, tables(), work, repeats), seconds)
    listing = best_time(lambda: list_all(sample, tables(), work, repeats, codes), seconds)
    random_scores, greedy_scores = np.zeros(500, np.int64), np.zeros(50, np.int64)
    position, deck, random_state = new_position(), _deck(), new_random(1)
    playing = best_time(
        lambda: random_games(position, tables(), work, deck, random_state, random_scores), seconds
    )
    start, weights = new_position(), compact_weights()
    choosing = best_time(
        lambda: greedy_games(
            start, position, tables(), work, deck, weights, random_state, greedy_scores
        ),
        seconds,
    )
    return Speed(
        positions=positions,
        placements_per_position=placements / positions,
        nanoseconds_per_position=1e9 * counting / repeats / positions,
        placements_per_second=placements * repeats / counting,
        listed_per_second=placements * repeats / listing,
        random_games_per_second=len(random_scores) / playing,
        greedy_microseconds_per_move=1e6 * choosing / len(greedy_scores) / len(deck),
    )
