"""Tunes the linear evaluation of `careful` by evolution on games it plays itself.

    python -m training.tune_linear --minutes 12 --seed 1

A weight depends on the level, the feature and the cards still to come: for each level and feature
it is a mix of `CURVES`, and the mix is what evolution finds. Interrupt it at any time: the best so
far is on disk.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from nmbr9.judge.evaluate import (
    AREA,
    CLOSED_3,
    CLOSED_4,
    FEATURES,
    FREE_3X3,
    PERIMETER,
    SURFACE_PERIMETER,
)
from nmbr9.judge.linear import LINEAR_FILE
from nmbr9.judge.playout import greedy_games, new_random
from nmbr9.kernel.layout import LEVELS, new_position
from nmbr9.kernel.tables import Floats, Integers, tables
from nmbr9.kernel.workspace import new_workspace
from training.evolution import Evolution

CARDS = 20
TUNED_LEVELS = 5
"""Higher levels share the weights of the last one."""
MOMENTS = np.arange(CARDS)
CURVES = np.stack([MOMENTS / 10, np.minimum(MOMENTS, 4) / 4])
"""By curve and cards to come: how much a display is still worth. Without cards it is nothing."""
FIRST_STEP, SHRINKING = 0.7, 0.992
"""Games are noisy, and noise keeps evolution from shortening its steps; so this does it."""
DECK = np.repeat(np.arange(10), 2)
SCALE = np.array([0.1, 0.1, 0.4, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.3])


def weights_of(vector: Floats) -> Floats:
    """Return float64[CARDS, LEVELS, FEATURES] for a vector of evolution."""
    mix = vector.reshape(len(CURVES), TUNED_LEVELS, FEATURES)
    tuned = np.einsum("kc,klf->clf", CURVES, mix)
    levels = np.minimum(np.arange(LEVELS), TUNED_LEVELS - 1)
    return np.ascontiguousarray(tuned[:, levels])


def first_guess() -> Floats:
    """Return a vector that plays compactly."""
    mix = np.zeros((len(CURVES), TUNED_LEVELS, FEATURES))
    mix[1, :, AREA] = 0.0
    mix[1, :, PERIMETER] = -0.3
    mix[1, :, CLOSED_4], mix[1, :, CLOSED_3] = -1.0, -0.3
    mix[1, :, SURFACE_PERIMETER] = -0.05
    mix[1, :, FREE_3X3] = 0.05
    return mix.ravel()


class Arena:
    """Plays games of a linear evaluation."""

    def __init__(self) -> None:
        self._start, self._position = new_position(), new_position()
        self._work = new_workspace()

    def scores(self, weights: Floats, games: int, seed: int) -> Integers:
        """Return the scores of so many games; the seed says with which decks."""
        scores = np.zeros(games, np.int64)
        greedy_games(
            self._start,
            self._position,
            tables(),
            self._work,
            DECK.copy(),
            weights,
            new_random(seed),
            scores,
        )
        return scores


def main() -> None:
    """Tune, report progress, write the weights after every report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=500, help="games for each candidate")
    parser.add_argument("--out", type=Path, default=LINEAR_FILE)
    options = parser.parse_args()
    arena = Arena()
    scale = np.tile(SCALE, len(CURVES) * TUNED_LEVELS)
    evolution = Evolution(first_guess(), scale, 24, np.random.default_rng(options.seed))
    started = time.monotonic()
    while time.monotonic() - started < 60 * options.minutes:
        seed = options.seed * 1_000_000 + evolution.generation
        evolution.tell(
            np.array(
                [
                    arena.scores(weights_of(vector), options.games, seed).mean()
                    for vector in evolution.ask()
                ]
            )
        )
        evolution.step = FIRST_STEP * SHRINKING**evolution.generation
        if evolution.generation % 20 == 0:
            weights = weights_of(evolution.centre())
            np.savez_compressed(options.out, weights=weights.astype(np.float32))
            scores = arena.scores(weights, 4000, 12345)
            print(
                f"{time.monotonic() - started:6.0f} s  generation {evolution.generation:4d}  "
                f"mean {scores.mean():6.2f}  sd {scores.std():5.2f}  step {evolution.step:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
