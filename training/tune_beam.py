"""Tunes the evaluation of the solver's beam for known decks.

    python -m training.tune_beam --tries 250 --seed 1

It begins with the weights of `careful` and changes them as a whole: how much each feature counts,
how much each level does, and how early. One change after the other, at random; those stay that
find more points in the same decks. Interrupt it at any time: the best so far is on disk.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np

from nmbr9.judge.evaluate import FEATURES
from nmbr9.judge.linear import load_linear
from nmbr9.kernel.layout import LEVELS
from nmbr9.kernel.tables import Floats
from nmbr9.solver.cards import with_the_rest
from nmbr9.solver.known_deck import beam
from nmbr9.solver.known_deck.code_lines import pieces_of_line
from nmbr9.solver.known_deck.solve import never

TUNED_LEVELS = 5
"""Higher levels share what the last one has."""
STRETCH, SHIFT = FEATURES + TUNED_LEVELS, FEATURES + TUNED_LEVELS + 1
"""Where a vector says how the cards to come are counted."""
SCALE = np.concatenate([np.ones(FEATURES), np.full(TUNED_LEVELS, 0.7), [0.3, 2.0]])
"""Steps: powers of two for all but the last, which is a number of cards."""
MOST_CHANGES = 5
FIRST_STEP, LEAST_STEP, MOST_STEP = 0.3, 0.1, 0.5
WIDTH = 300


def weights_of(linear: Floats, vector: Floats) -> Floats:
    """Return the weights of `careful`, changed as a vector says."""
    cards = len(linear)
    at = np.clip(np.arange(cards) * 2.0 ** vector[STRETCH] + vector[SHIFT], 0, cards - 1)
    low = np.floor(at).astype(np.int64)
    high, share = np.minimum(low + 1, cards - 1), (at - low)[:, None, None]
    stretched = linear[low] * (1 - share) + linear[high] * share
    levels = np.minimum(np.arange(LEVELS), TUNED_LEVELS - 1)
    by_level = 2.0 ** vector[FEATURES:STRETCH][levels]
    return np.ascontiguousarray(stretched * 2.0 ** vector[:FEATURES] * by_level[:, None])


class Decks:
    """Decks that every candidate searches."""

    def __init__(self, count: int, seed: int, width: int = WIDTH) -> None:
        random, cards = Random(seed), with_the_rest(())
        self._decks = [tuple(random.sample(cards, len(cards))) for _ in range(count)]
        self._scratch, self._width = beam.new_beam_scratch(), width

    def mean(self, weights: Floats) -> float:
        """Return the mean score that a beam with these weights finds."""
        scratch = self._scratch._replace(linear=weights)
        scores = [
            sum(
                piece.points
                for piece in pieces_of_line(
                    scratch.position, deck, beam.search(scratch, deck, self._width, never)
                )
            )
            for deck in self._decks
        ]
        return float(np.mean(scores))


def main() -> None:
    """Tune, report every improvement, and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=250)
    parser.add_argument("--decks", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=beam.WEIGHTS_FILE)
    options = parser.parse_args()
    generator, decks = np.random.default_rng(options.seed), Decks(options.decks, options.seed)
    linear = load_linear()
    best, step, started = np.zeros(SCALE.size), FIRST_STEP, time.monotonic()
    most = decks.mean(weights_of(linear, best))
    for tried in range(options.tries):
        changed = generator.choice(SCALE.size, generator.integers(1, MOST_CHANGES + 1), False)
        vector = best.copy()
        vector[changed] += step * SCALE[changed] * generator.standard_normal(changed.size)
        mean = decks.mean(weights_of(linear, vector))
        step = max(LEAST_STEP, 0.97 * step)
        if mean >= most:
            best, most, step = vector, mean, min(MOST_STEP, 1.4 * step)
            weights = weights_of(linear, best)
            np.savez_compressed(options.out, weights=weights.astype(np.float32))
            seconds = time.monotonic() - started
            print(
                f"{seconds:6.0f} s  try {tried:4d}  mean {most:6.2f}  step {step:.2f}", flush=True
            )
    others = Decks(options.decks, options.seed + 1)
    print(f"other decks: mean {others.mean(weights_of(linear, best)):.2f}")


if __name__ == "__main__":
    main()
