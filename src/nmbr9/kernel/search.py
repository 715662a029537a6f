"""Ranking the placements of a tile, deeper and deeper until a limit is reached.

The work comes in slices of some milliseconds, so that Python can look at the clock in between. A
limit in nodes instead of seconds makes the answer depend on nothing but the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import place_code
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.evaluate import Floats
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import Position, take_back
from nmbr9.kernel.lookahead import DEPTHS, Brain, expectation, points_of, rank_by_value
from nmbr9.kernel.playout import new_random
from nmbr9.kernel.playout_value import playouts
from nmbr9.kernel.tables import Integers, tables

Stop = Callable[[int], bool]
"""Whether to stop, asked between slices with the number of nodes so far."""

NODES_PER_SLICE = 1_000
"""About 10 milliseconds. Where a slice would take more, search goes no deeper: early in a game a
third card brought nothing for ten times the work."""
PLAYOUTS_PER_SLICE = 20


class Plan(NamedTuple):
    """How wide and how deep to look."""

    filtered: int
    """Placements of the tile in hand that the linear evaluation lets through."""
    roots: tuple[int, ...]
    """With 1, 2, 3... cards to look ahead: how many of the best so far are looked at."""
    replies: tuple[tuple[int, int], ...]
    """With 0, 1, 2... cards still to look ahead: how many placements of a card the linear
    evaluation lets through, and how many of the best of them are followed; the last entry goes on
    for ever."""
    playouts: int = 0
    """How often each of the best is played on at random, once it was looked ahead. Measured in the
    basic game this brought nothing, so no plan below does it."""
    playout_roots: int = 4
    """How many of the best are."""
    playout_cards: int = 4
    """Cards that a playout plays before it asks the value."""


STEADY = Plan(12, (12,), ((5, 5),))
"""A fraction of a blink."""
STRONG = Plan(16, (12, 8, 4, 4, 4), ((4, 4), (6, 2)))
"""What a second allows."""


class Ranking(NamedTuple):
    """Placements, best first."""

    codes: Integers
    """int64[n]."""
    values: Floats
    """float64[n]: points of the placement plus what is expected to come."""
    depth: int
    """How many cards the best ones were looked ahead."""
    nodes: int
    """How many displays were judged."""


def never(_nodes: int) -> bool:
    """Do not stop before the plan is done."""
    return False


def after_nodes(limit: int) -> Stop:
    """Return a limit that gives the same answer every time."""
    return lambda nodes: nodes >= limit


def after_seconds(seconds: float, clock: Callable[[], float] = time.monotonic) -> Stop:
    """Return a limit that begins to count now."""
    deadline = clock() + seconds
    return lambda _nodes: clock() >= deadline


def rank_placements(
    brain: Brain,
    position: Position,
    kind: int,
    bag: Floats,
    highest: int = ANY_LEVEL,
    plan: Plan = STRONG,
    stop: Stop = never,
    seed: int = 1,
) -> Ranking:
    """Return the placements of a kind that look best, best first; at least one if any is legal.

    `bag` is float64[10], the tiles expected after this one, `highest` the level limit of 7.2. The
    position should have a margin; it is restored. Always answers, even if `stop` says so at once:
    then without looking ahead. The seed only matters for playouts.
    """
    search = _Search(brain, position, kind, bag.astype(np.float64), highest, plan, stop)
    if search.codes.size > 1:
        complete = search.look_ahead()
        if complete and plan.playouts and bag.any():
            search.play_out(seed)
    return Ranking(search.codes, search.values, search.depth, search.nodes)


class _Search:
    """One question, and the best answer so far."""

    def __init__(
        self,
        brain: Brain,
        position: Position,
        kind: int,
        bag: Floats,
        highest: int,
        plan: Plan,
        stop: Stop,
    ) -> None:
        self._brain, self._position, self._kind = brain, position, kind
        self._bag, self._highest, self._plan, self._stop = bag, highest, plan, stop
        replies = [*plan.replies, *[plan.replies[-1]] * DEPTHS]
        self._widths = np.array(replies[:DEPTHS], np.int64)
        self._first_node = int(brain.nodes[0])
        row = DEPTHS - 1
        count = rank_by_value(brain, position, tables(), kind, bag, highest, row, plan.filtered)
        self.codes = brain.codes[row, 1, :count].copy()
        self.values = brain.values[row, 1, :count].copy()
        self.depth = 0

    @property
    def nodes(self) -> int:
        return int(self._brain.nodes[0]) - self._first_node

    def look_ahead(self) -> bool:
        """Deepen until the plan, the bag or what a slice may cost ends it; False if stopped."""
        cards = int(np.ceil(self._bag.sum()))
        for depth, roots in enumerate(self._plan.roots[:cards], 1):
            slices = self._slices(depth)
            if slices is None:
                return True
            values = np.zeros(min(roots, self.codes.size))
            for entry in range(values.size):
                code = int(self.codes[entry])
                values[entry] = points_of(code, self._kind)
                for number in slices:
                    if self._stop(self.nodes):
                        return False
                    values[entry] += self._expectation(code, depth, number)
            self._sort(values)
            self.depth = depth
        return True

    def _slices(self, depth: int) -> list[int] | None:
        """Return the next numbers to ask for one by one, or [-1] for all at once.

        None if even one would take too long.
        """
        numbers = [number for number in range(NUMBERS) if self._bag[number] > 0]
        nodes = 0
        for row in range(depth):
            filtered, followed = self._widths[row].tolist()
            nodes = filtered + (followed * len(numbers) * nodes if row else 0)
        if nodes * len(numbers) <= NODES_PER_SLICE // 4:
            return [-1]
        return numbers if nodes <= NODES_PER_SLICE else None

    def _expectation(self, code: int, depth: int, number: int) -> float:
        place_code(self._position, tables(), self._kind, code)
        answer = expectation(
            self._brain,
            self._position,
            tables(),
            self._bag,
            self._highest,
            depth,
            self._widths,
            number,
        )
        take_back(self._position, tables())
        return answer

    def play_out(self, seed: int) -> None:
        """Sort the best once more, with the mean of playouts for half of their value.

        Every placement meets the same cards. Only complete rounds count.
        """
        roots = min(self._plan.playout_roots, self._plan.roots[self.depth - 1], self.codes.size)
        sums, means, done = np.zeros(roots), np.zeros(roots), 0
        while done < self._plan.playouts:
            for entry in range(roots):
                if self._stop(self.nodes):
                    break
                sums[entry] += self._playouts(int(self.codes[entry]), seed * 1_000_003 + done)
            else:
                done += PLAYOUTS_PER_SLICE
                means = sums / done
                continue
            break
        if done:
            self._sort((self.values[:roots] + means) / 2)

    def _playouts(self, code: int, seed: int) -> float:
        place_code(self._position, tables(), self._kind, code)
        answer = playouts(
            self._brain,
            self._position,
            tables(),
            self._bag,
            self._highest,
            self._plan.playout_cards,
            self._plan.replies[0][0],
            new_random(seed),
            PLAYOUTS_PER_SLICE,
        )
        take_back(self._position, tables())
        return answer + PLAYOUTS_PER_SLICE * points_of(code, self._kind)

    def _sort(self, values: Floats) -> None:
        """Give the first placements new values and put them in that order."""
        order = np.argsort(-values, kind="stable")
        self.codes[: order.size], self.values[: order.size] = self.codes[order], values[order]
