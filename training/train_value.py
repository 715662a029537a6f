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
from nmbr9.kernel.network import VALUE_FILE, read_value, write_value
from nmbr9.kernel.playout import new_random
from nmbr9.kernel.tables import Integers, tables
from training.learning import first_value, learn, new_learner
from training.selfplay import MOVES, draw_entries, new_memory, new_notes, play_games

BATCH = 256
DECK = np.repeat(np.arange(10), 2)


class Stage(NamedTuple):
    """A part of the training."""

    minutes: float
    depth: int
    """Cards that games look ahead; -1 for the linear evaluation alone."""
    trace: float
    """1: learn from what came; 0: from what was expected one card later."""
    games: int
    """Games between reports of the score."""
    reuse: float
    """How often a move is learned from, on average."""
    rates: tuple[float, float]
    """Size of the first and last step; in between it falls evenly on a logarithmic scale."""


STAGES = (
    Stage(1, -1, 1.0, 2000, 1.0, (1e-3, 1e-3)),
    Stage(7, 0, 0.85, 500, 3.0, (1e-3, 5e-4)),
    Stage(22, 1, 0.6, 50, 16.0, (5e-4, 3e-5)),
)


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
    parser.add_argument("--start", type=Path, help="go on with these weights")
    parser.add_argument("--stages", type=int, nargs="*", default=range(len(STAGES)))
    parser.add_argument("--memory", type=int, default=250_000, help="positions to remember")
    parser.add_argument("--speed", type=float, default=1.0, help="divides the minutes")
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    value = first_value(generator)
    if options.start:
        for array, stored in zip(value, read_value(options.start), strict=True):
            array[:] = stored
    learner = new_learner(value)
    brain, position = new_brain(value, load_linear()), new_position()
    random_state, deck = new_random(options.seed), DECK.copy()
    memory, notes = new_memory(options.memory), new_notes()
    chosen = np.zeros(BATCH, np.int64)
    widths = widths_for_training()
    written = filled = 0
    started = time.monotonic()
    for number in options.stages:
        stage = STAGES[number]
        begun, seconds = time.monotonic(), 60 * stage.minutes / options.speed
        recent: list[float] = []
        errors: list[float] = []
        reported = begun
        while (spent := time.monotonic() - begun) < seconds:
            scores = np.zeros(stage.games, np.int64)
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
            rate = first * (last / first) ** (spent / seconds)
            for _ in range(int(stage.reuse * stage.games * (MOVES - 1) / BATCH)):
                draw_entries(random_state, filled, chosen)
                errors.append(learn(learner, memory, chosen, rate))
            if time.monotonic() - reported > 20:
                reported = time.monotonic()
                write_value(options.out, value)
                print(
                    f"{reported - started:6.0f} s  stage {number}  games {len(recent):6d}  "
                    f"mean {np.mean(recent):6.2f} +- {np.std(recent) / len(recent) ** 0.5:.2f}  "
                    f"error {100 * np.mean(errors):.1f}  rate {rate:.5f}",
                    flush=True,
                )
                recent, errors = [], []
        write_value(options.out, value)


if __name__ == "__main__":
    main()
