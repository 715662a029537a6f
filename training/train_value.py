"""Trains the learned value of `steady` and `strong` by games it plays against itself.

    python -m training.train_value --seed 1
    python -m training.train_value --seed 1 --variant level-to-level

The first one learns from the returns of games by the linear evaluation, then from its own games,
without and then with a look ahead of one card; the second one goes on from there with games of the
variant. Interrupt it at any time: the weights so far are on disk.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nmbr9.judge.ledger import copy_rows
from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import DEPTHS, new_search_scratch
from nmbr9.judge.network import (
    LEVEL_TO_LEVEL_FILE,
    VALUE_FILE,
    Value,
    read_value,
    write_value,
)
from nmbr9.judge.piles import ONE_CARD
from nmbr9.judge.playout import new_random
from nmbr9.kernel.layout import new_position
from nmbr9.kernel.tables import Integers, tables
from nmbr9.rules.options import Variant
from training.learning import first_value, learn, new_learner
from training.selfplay import draw_entries, new_memory, new_notes, play_games

BATCH = 256
MOVES_LEARNED = 19
"""About so many positions of a game are learned from: all but the last one."""


class Stage(NamedTuple):
    """A part of the training."""

    games: int
    """In all; counted, not timed, so that the same command gives the same weights."""
    depth: int
    """Cards that games look ahead; -1 for the linear evaluation alone."""
    trace: float
    """1: learn from what came; 0: from what was expected one card later."""
    batch: int
    """Games between steps of learning."""
    reuse: float
    """How often a move is learned from, on average."""
    rates: tuple[float, float]
    """Size of the first and last step; in between it falls evenly on a logarithmic scale."""


class School(NamedTuple):
    """How the value of a variant is learned."""

    stages: tuple[Stage, ...]
    piles: int
    """Open at the start, or ONE_CARD."""
    cards: int
    """Of each number."""
    begins_with: Path | None
    """Weights of another school."""
    writes: Path


SCHOOLS = {
    Variant.BASIC: School(
        (
            Stage(4_000, -1, 1.0, 2000, 1.0, (1e-3, 1e-3)),
            Stage(180_000, 0, 0.85, 500, 6.0, (1e-3, 5e-4)),
            Stage(30_000, 1, 0.6, 50, 64.0, (5e-4, 2e-5)),
        ),
        ONE_CARD,
        2,
        None,
        VALUE_FILE,
    ),
    Variant.LEVEL_TO_LEVEL: School(
        (
            Stage(40_000, 0, 0.85, 500, 6.0, (5e-4, 3e-4)),
            Stage(4_000, 1, 0.6, 50, 64.0, (3e-4, 2e-5)),
        ),
        1,
        4,
        VALUE_FILE,
        LEVEL_TO_LEVEL_FILE,
    ),
}
REMEMBERED = 250_000
"""Positions to learn from at a time."""
REPORT_SECONDS = 20


def widths_for_training() -> Integers:
    """Return int64[DEPTHS, 2] as `search.expectation` takes them."""
    widths = np.full((DEPTHS, 2), 6, np.int64)
    widths[0] = 6, 6
    widths[-1] = 1, 1
    return widths


def main() -> None:
    """Train through all stages, report progress, write the weights with every report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", type=Variant, choices=list(SCHOOLS), default=Variant.BASIC)
    parser.add_argument("--out", type=Path, help="instead of the file that ships")
    parser.add_argument("--share", type=float, default=1.0, help="of the games, for a trial")
    options = parser.parse_args()
    school = SCHOOLS[options.variant]
    out = options.out or school.writes
    value = first_value(np.random.default_rng(options.seed))
    if school.begins_with:
        value = Value(*(array.copy() for array in read_value(school.begins_with)))
    learner = new_learner(value)
    scratch, position = new_search_scratch(value, load_linear()), new_position()
    random_state, deck = new_random(options.seed), np.repeat(np.arange(10), school.cards)
    memory, notes = new_memory(REMEMBERED), new_notes()
    chosen = np.zeros(BATCH, np.int64)
    widths = widths_for_training()
    written = filled = 0
    started = reported = time.monotonic()
    for number, stage in enumerate(school.stages):
        games = int(options.share * stage.games)
        recent: list[float] = []
        errors: list[float] = []
        for played in range(0, games, stage.batch):
            scores = np.zeros(stage.batch, np.int64)
            before = written
            written = play_games(
                scratch,
                position,
                tables(),
                deck,
                school.piles,
                stage.depth,
                widths,
                stage.trace,
                random_state,
                memory,
                written,
                notes,
                scores,
            )
            filled = max(filled, before, written)
            recent += scores.tolist()
            first, last = stage.rates
            rate = first * (last / first) ** (played / games)
            for _ in range(int(stage.reuse * stage.batch * MOVES_LEARNED / BATCH)):
                draw_entries(random_state, filled, chosen)
                errors.append(learn(learner, memory, chosen, rate))
            copy_rows(scratch.ledger, value)
            if time.monotonic() - reported > REPORT_SECONDS:
                reported = time.monotonic()
                write_value(out, value)
                print(
                    f"{reported - started:6.0f} s  stage {number}  {played / games:4.0%}  "
                    f"mean {np.mean(recent):6.2f} +- {np.std(recent) / len(recent) ** 0.5:.2f}  "
                    f"error {100 * np.mean(errors):.1f}  rate {rate:.5f}",
                    flush=True,
                )
                recent, errors = [], []
        write_value(out, value)


if __name__ == "__main__":
    main()
