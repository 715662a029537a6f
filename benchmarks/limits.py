"""What must be quick, each beside its limit: python -m benchmarks.limits.

Processor time, the least of some runs: the noise of a shared machine only adds. An answer is
checked before its time counts. Ends with 1 if a limit is missed.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial

from benchmarks.rules import best_seconds
from nmbr9.cli.examples import EXAMPLES
from nmbr9.judge.speed import measure
from nmbr9.solver.any_order.free_order import FreeOrder
from nmbr9.solver.known_deck.solve import solve
from nmbr9.solver.solution import Solution
from tests.solver.any_order.test_free_order import SMALL_BAGS, proved
from tests.solver.known_deck.test_solve import FIVE_CARDS, FOUR_CARDS, last

RUNS = 3


def help_seconds(name: str) -> float:
    """Return what the help of a command takes; its process is counted with our children."""

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    seconds = []
    for _ in range(RUNS):
        before = spent()
        command = [sys.executable, "-m", "nmbr9", *name.split(), "--help"]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds.append(spent() - before)
        assert f"nmbr9 {name}".rstrip() in said
    return min(seconds)


Scored = Iterable[tuple[tuple[int, ...], int]]
"""Cards, and the most that they can bring."""


def slowest(solve_best: Callable[[tuple[int, ...]], Solution], cases: Scored, runs: int) -> float:
    """Return what the slowest of some decks or bags takes to be solved and proved."""
    seconds = []
    for cards, score in cases:
        solution = solve_best(cards)  # the first run may have to compile
        assert (solution.score, solution.is_proved) == (score, True)
        seconds.append(best_seconds(partial(solve_best, cards), runs))
    return max(seconds)


def known_deck(cards: tuple[int, ...]) -> Solution:
    return last(solve(cards))


def any_order(cards: tuple[int, ...]) -> Solution:
    return proved(FreeOrder(cards)).best


def main() -> None:
    speed = measure(seconds=0.5)
    lines = [
        ("nmbr9 --help", help_seconds(""), 0.3),
        ("help of the slowest command", max(map(help_seconds, EXAMPLES)), 0.3),
        ("a deck of four cards, solved", slowest(known_deck, FOUR_CARDS.items(), RUNS), 1.0),
        ("a deck of five cards, solved", slowest(known_deck, FIVE_CARDS.items(), RUNS), 5.0),
        ("a bag of up to five tiles, proved", slowest(any_order, SMALL_BAGS.items(), 1), 10.0),
        ("a million legal placements, found", 1e6 / speed.placements_per_second, 0.005),
    ]
    for what, seconds, limit in lines:
        missed = "" if seconds <= limit else "  MISSED"
        print(f"{what:36}{seconds:9.4f} s   limit {limit} s{missed}")
    sys.exit(any(seconds > limit for _, seconds, limit in lines))


if __name__ == "__main__":
    main()
