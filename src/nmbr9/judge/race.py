"""Telling apart the last few ways to go on by rollouts, until one is left or the time is over.

All ways get the same draws, so that they are compared pair by pair. What rollouts find is trusted
the more the more of them there are.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

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
    found: Floats = np.zeros((most, values.size))
    left = np.arange(values.size)
    answer = values.copy()
    for count in range(most):
        if count % BATCH == 0:
            left = left[_still_in(values[left], found[:count, left])]
            if left.size == 1:
                break
            shuffle_luck(luck, random_state)
        for way in left.tolist():
            if stop():
                return answer
            found[count, way] = roll_out(way, luck[count % BATCH])
        answer[left] = values[left] + _added(found[: count + 1, left])
        others = np.setdiff1d(np.arange(values.size), left)
        answer[others] = np.minimum(answer[others], answer[left].max())
    return answer


def _added(found: Floats) -> Floats:
    """Return what rollouts, float64[rollouts, ways], add to the values of the ways."""
    count = len(found)
    added: Floats = count / (count + TRUST) * found.mean(axis=0)
    return added


def _still_in(values: Floats, found: Floats) -> npt.NDArray[np.bool_]:
    """Return which ways, a boolean each, are not too far behind the best."""
    count = len(found)
    if count == 0:
        return np.ones(values.size, bool)
    now = values + _added(found)
    best = int(np.argmax(now))
    spread = (found - found[:, [best]]).std(axis=0, ddof=1)
    error = count / (count + TRUST) * spread / count**0.5
    still: npt.NDArray[np.bool_] = now >= now[best] - TOO_FAR * error - SLACK
    return still
