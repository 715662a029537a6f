"""Telling apart the last few ways to go on by rollouts, until one is left or the time is over.

All ways get the same draws, so that they are compared pair by pair. What rollouts find is trusted
the more the more of them there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from nmbr9.judge.piles import MOST_PILES
from nmbr9.judge.playout import new_random
from nmbr9.judge.rollouts import CARDS, shuffle_luck
from nmbr9.kernel.tables import Floats

BATCH = 16
"""Rollouts between two looks at who is too far behind."""
TRUST = 16
"""After so many rollouts what they found counts half."""
TOO_FAR = 2.2
"""Standard errors of the paired difference to the best; who is further behind is out."""
SLACK = 0.05
"""Points on top of that: differences that do not matter."""
SEED = 9


def race(
    values: Floats, roll_out: Callable[[int, Floats], float], stop: Callable[[], bool], most: int
) -> Floats:
    """Return the values with what rollouts add to each, at most so many of them.

    `roll_out` gets the index of a way and the luck of one rollout. Told to stop, only rollouts that
    all ways left have had count. Who is out does not come out better than the best of the others.
    """
    random_state = new_random(SEED)
    luck: Floats = np.zeros((BATCH, CARDS, MOST_PILES))
    runners = [_Runner(way, value) for way, value in enumerate(values.tolist())]
    left = runners
    for count in range(most):
        if count % BATCH == 0:
            left = _still_in(left, count)
            if len(left) == 1:
                break
            shuffle_luck(luck, random_state)
        round_found = []
        for runner in left:
            if stop():
                return _answers(runners)
            round_found.append(roll_out(runner.way, luck[count % BATCH]))
        for runner, found in zip(left, round_found, strict=True):
            runner.take(found)
        best = max(runner.answer for runner in left)
        for runner in runners:
            runner.answer = min(runner.answer, best)
    return _answers(runners)


class _Runner:
    """A way to go on, and what rollouts have found after it."""

    def __init__(self, way: int, value: float) -> None:
        self.way, self.answer = way, value
        self.found: list[float] = []
        self._value, self._total = value, 0.0

    def take(self, found: float) -> None:
        """Count one more rollout."""
        self.found.append(found)
        self._total += found
        count = len(self.found)
        self.answer = self._value + _trust(count) * (self._total / count)


def _trust(count: int) -> float:
    """Return how much the mean of so many rollouts counts."""
    return count / (count + TRUST)


def _answers(runners: list[_Runner]) -> Floats:
    return np.array([runner.answer for runner in runners], np.float64)


def _still_in(runners: list[_Runner], count: int) -> list[_Runner]:
    """Return those that are not too far behind the best, after so many rollouts of each."""
    if count == 0:
        return runners
    best = max(runners, key=lambda runner: runner.answer)
    return [
        runner
        for runner in runners
        if runner.answer >= best.answer - TOO_FAR * _error(runner, best, count) - SLACK
    ]


def _error(runner: _Runner, best: _Runner, count: int) -> float:
    """Return the standard error of the paired difference of two."""
    # `sum` is rounded in another way from Python 3.12 on, and the same is wanted everywhere.
    differences = [a - b for a, b in zip(runner.found, best.found, strict=True)]
    mean = math.fsum(differences) / count
    spread = math.sqrt(math.fsum((item - mean) ** 2 for item in differences) / (count - 1))
    return _trust(count) * spread / math.sqrt(count)
