"""What the solver finds for fresh decks in so much processor time, and how good that can be.

    python -m benchmarks.known_decks --seconds 10 60 --decks 8 --seed 5

One line for each deck. To compare with another checkout, run the same with its `src` as PYTHONPATH:
the decks of a seed are the same.
"""

from __future__ import annotations

import argparse
import resource
import time
from random import Random

import numpy as np

from nmbr9.solver.cards import with_the_rest
from nmbr9.solver.known_deck.solve import solve
from nmbr9.solver.solution import Solution


def found(deck: list[int], seconds: float) -> Solution:
    """Return the best display found in so much processor time."""
    end = time.process_time() + seconds

    def left() -> float:
        return end - time.process_time()

    *_, best = solve(deck, lambda: left() <= 0, left)
    return best


def main() -> None:
    """Print scores and bounds, and their means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[10.0])
    parser.add_argument("--decks", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="begin with this deck of the seed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    decks = [random.sample(with_the_rest(()), 20) for _ in range(options.first + options.decks)]
    found(decks[0], 1.0)  # What is compiled now is not compiled below.
    rows = []
    for index, deck in enumerate(decks[options.first :], options.first):
        solutions = [found(deck, seconds) for seconds in options.seconds]
        rows.append([solution.score for solution in solutions] + [solutions[-1].bound])
        print(f"deck {index:3d}: {rows[-1][:-1]} points, at most {rows[-1][-1]}", flush=True)
    means = np.mean(rows, axis=0)
    for seconds, mean in zip(options.seconds, means, strict=False):
        print(f"{seconds:g} s each: {mean:.2f} points")
    print(f"bound: {means[-1]:.2f}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{memory} MB at most")


if __name__ == "__main__":
    main()
