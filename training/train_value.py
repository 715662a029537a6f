"""Trains the learned value of `steady` and `strong` by games it plays against itself.

    python -m training.train_value --seed 1

First it learns from the returns of games by the linear evaluation, then from its own games, without
and then with a look ahead of one card. Interrupt it at any time: the weights so far are on disk.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.layout import new_position
from nmbr9.kernel.linear import load_linear
from nmbr9.kernel.lookahead import DEPTHS, new_brain
from nmbr9.kernel.network import VALUE_FILE, write_value
from nmbr9.kernel.playout import new_random
from nmbr9.kernel.tables import Integers, tables
from training.learning import first_value, learn, new_learner
from training.selfplay import MOVES, draw_entries, new_memory, new_notes, play_games

BATCH = 256
DECK = np.repeat(np.arange(10), 2)


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


STAGES = (
    Stage(4_000, -1, 1.0, 2000, 1.0, (1e-3, 1e-3)),
    Stage(180_000, 0, 0.85, 500, 6.0, (1e-3, 5e-4)),
    Stage(30_000, 1, 0.6, 50, 64.0, (5e-4, 2e-5)),
)
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
    parser.add_argument("--out", type=Path, default=VALUE_FILE)
    parser.add_argument("--share", type=float, default=1.0, help="of the games, for a trial")
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    value = first_value(generator)
    learner = new_learner(value)
    brain, position = new_brain(value, load_linear()), new_position()
    random_state, deck = new_random(options.seed), DECK.copy()
    memory, notes = new_memory(REMEMBERED), new_notes()
    chosen = np.zeros(BATCH, np.int64)
    widths = widths_for_training()
    written = filled = 0
    started = reported = time.monotonic()
    for number, stage in enumerate(STAGES):
        games = int(options.share * stage.games)
        recent: list[float] = []
        errors: list[float] = []
        for played in range(0, games, stage.batch):
            scores = np.zeros(stage.batch, np.int64)
            before = written
            written = play_games(
                brain,
                position,
                tables(),
                deck,
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
            for _ in range(int(stage.reuse * stage.batch * (MOVES - 1) / BATCH)):
                draw_entries(random_state, filled, chosen)
                errors.append(learn(learner, memory, chosen, rate))
            if time.monotonic() - reported > REPORT_SECONDS:
                reported = time.monotonic()
                write_value(options.out, value)
                print(
                    f"{reported - started:6.0f} s  stage {number}  {played / games:4.0%}  "
                    f"mean {np.mean(recent):6.2f} +- {np.std(recent) / len(recent) ** 0.5:.2f}  "
                    f"error {100 * np.mean(errors):.1f}  rate {rate:.5f}",
                    flush=True,
                )
                recent, errors = [], []
        write_value(options.out, value)


if __name__ == "__main__":
    main()
