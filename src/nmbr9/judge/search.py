"""Ranking ways to go on, deeper and deeper until a limit is reached.

The work comes in slices of some milliseconds, so that Python can look at the clock in between. A
limit in nodes instead of seconds makes the answer depend on nothing but the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nmbr9.judge.linear import keep_best, keep_best_of, moment
from nmbr9.judge.lookahead import DEPTHS, SearchScratch, expectation, judge_codes
from nmbr9.judge.piles import ONE_CARD, mean_of_best, piles_open, tiles_to_come
from nmbr9.judge.race import race
from nmbr9.judge.rollouts import roll_out
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import Position, take_back
from nmbr9.kernel.tables import Floats, Integers, tables

Stop = Callable[[int], bool]
"""Whether to stop, asked between slices with the number of nodes so far."""

NOTHING = -1
"""Instead of a kind: nothing is laid."""

NODES_PER_SLICE = 1_000
"""Some milliseconds. Where a slice would take more, search goes no deeper: early in a game a
third card brought nothing for ten times the work."""


NODES_PER_SECOND = 300_000
"""What `after_evaluations` takes for granted; that of a machine may be another."""


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
    raced: int = 0
    """How many of the best are told apart by rollouts, after looking two cards ahead."""
    rollouts: int = 0
    """For each of them, at most."""


STEADY = Plan(10, (8, 3), ((3, 3), (4, 2)))
"""A blink."""
STRONG = Plan(24, (10, 6, 5, 5, 5), ((5, 5), (5, 2)), 5, 256)
"""What a second allows."""
DEPTH_OF_RACE = 2
"""Cards looked ahead before rollouts, which leave out the first card: its mean is known by then."""
RACED_WITHIN = 4.0
"""Points: rollouts do not make up for more."""
RACED_FROM = 3.0
"""So many tiles to come at least; with fewer, looking ahead to the last one is quicker."""


class Branch(NamedTuple):
    """Ways to go on from a position that differ in the spot only."""

    position: Position
    """It should have a margin; it is restored."""
    kind: int
    """What is laid, or NOTHING; then `codes` has one entry, without a meaning."""
    codes: Integers
    """int64[n]: where, at the cost of whatever tokens."""
    bag: Floats
    """float64[NUMBERS]: the tiles expected afterwards; of several piles the cards left."""
    bonus: float = 0.0
    """What all these ways bring or, if negative, cost besides the points of the placement."""


class Ranking(NamedTuple):
    """Ways to go on, best first."""

    branches: Integers
    """int64[n]: in which of the branches."""
    codes: Integers
    """int64[n]: where."""
    values: Floats
    """float64[n]: points and bonus plus what is expected to come."""
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


def after_evaluations(seconds: float) -> Stop:
    """Return a limit in nodes that takes about so many seconds on one core of today."""
    return after_nodes(int(seconds * NODES_PER_SECOND))


def shortlist(
    scratch: SearchScratch,
    position: Position,
    kind: int,
    tiles: float,
    highest: int,
    most: int,
    given: Integers | None = None,
) -> Integers:
    """Return the placements that the linear evaluation likes best, at most so many, best first.

    It likes others at other times: about so many tiles will still be placed after this one.
    They are chosen from all that cost no token, or from the `given` codes.
    """
    weights = scratch.linear[moment(scratch.linear, tiles)]
    codes, values = scratch.codes[0, 0, :most], scratch.values[0, 0, :most]
    if given is None:
        count = keep_best(position, tables(), scratch.work, kind, highest, weights, codes, values)
    else:
        count = keep_best_of(position, tables(), kind, given, weights, codes, values)
    return codes[:count].copy()


def rank_placements(
    scratch: SearchScratch,
    position: Position,
    kind: int,
    bag: Floats,
    highest: int = ANY_LEVEL,
    plan: Plan = STRONG,
    stop: Stop = never,
) -> Ranking:
    """Return the placements of a kind that look best, best first; at least one if any is legal.

    `bag` is float64[NUMBERS], the tiles expected after this one, `highest` the level limit of 7.2.
    """
    codes = shortlist(scratch, position, kind, float(bag.sum()), highest, plan.filtered)
    return rank(scratch, [Branch(position, kind, codes, bag)], highest, plan, stop)


def rank(
    scratch: SearchScratch,
    branches: Sequence[Branch],
    highest: int,
    plan: Plan,
    stop: Stop = never,
    piles: int = ONE_CARD,
) -> Ranking:
    """Return all ways to go on, best first.

    Those that look best are looked ahead, all of them equally far, so that placing a tile can be
    compared with keeping it. `highest` is the level limit of 7.2 for what is laid later, `piles`
    how many cards are open next. Always answers, even if `stop` says so at once: then without
    looking ahead.
    """
    search = _Search(scratch, branches, highest, plan, stop, piles)
    if search.values.size > 1:
        search.look_ahead()
    chosen, codes = search.ways.T
    return Ranking(chosen, codes, search.values, search.depth, search.nodes)


class _Search:
    """One question, and the best answer so far."""

    def __init__(
        self,
        scratch: SearchScratch,
        branches: Sequence[Branch],
        highest: int,
        plan: Plan,
        stop: Stop,
        piles: int,
    ) -> None:
        self._scratch, self._branches, self._piles = scratch, branches, piles
        self._highest, self._plan, self._stop = highest, plan, stop
        replies = [*plan.replies, *[plan.replies[-1]] * DEPTHS]
        self._widths = np.array(replies[:DEPTHS], np.int64)
        self._first_node = int(scratch.nodes[0])
        sizes = [branch.codes.size for branch in branches]
        self.ways: Integers = np.zeros((sum(sizes), 2), np.int64)
        """By way: its branch and its code."""
        self.ways[:, 0] = np.repeat(np.arange(len(branches)), sizes)
        self.ways[:, 1] = np.concatenate([branch.codes for branch in branches])
        self._gains: Floats = np.zeros(sum(sizes))
        """By way: points and bonus at once."""
        self.values: Floats = np.zeros(sum(sizes))
        self.depth = 0
        start = 0
        for branch, size in zip(branches, sizes, strict=True):
            self._judge(branch, slice(start, start + size))
            start += size
        self._sort(self.values.copy())

    @property
    def nodes(self) -> int:
        return int(self._scratch.nodes[0]) - self._first_node

    def _judge(self, branch: Branch, part: slice) -> None:
        """Judge the ways of a branch without looking ahead."""
        if branch.kind == NOTHING:
            self.values[part] = self._expectation(branch, 0, -1)
        else:
            judge_codes(
                self._scratch,
                branch.position,
                tables(),
                branch.kind,
                branch.codes,
                branch.bag,
                self._highest,
                self._piles,
                self._gains[part],
                self.values[part],
            )
        self._gains[part] += branch.bonus
        self.values[part] += branch.bonus

    def look_ahead(self) -> None:
        """Deepen until the plan, the bags or what a slice may cost ends it, or the limit."""
        cards = max(float(branch.bag.sum()) for branch in self._branches)
        is_race = self._plan.raced > 1 and tiles_to_come(cards, self._piles) >= RACED_FROM
        deepest = DEPTH_OF_RACE if is_race else int(np.ceil(cards))
        for depth, roots in enumerate(self._plan.roots[:deepest], 1):
            values: list[float] = []
            for entry in range(min(roots, self.values.size)):
                to_come = self._to_come(entry, depth)
                if to_come is None:
                    # The best so far came first: what is better than it is the best known answer.
                    self._sort(np.array(values))
                    return
                values.append(float(self._gains[entry]) + to_come)
            self._sort(np.array(values))
            self.depth = depth
        if is_race:
            self._race()

    def _race(self) -> None:
        """Tell the best few apart by rollouts."""
        raced = int((self.values[: self._plan.raced] >= self.values[0] - RACED_WITHIN).sum())
        if raced > 1:
            self._sort(
                race(
                    self.values[:raced],
                    self._roll_out,
                    lambda: self._stop(self.nodes),
                    self._plan.rollouts,
                )
            )

    def _roll_out(self, entry: int, luck: Floats) -> float:
        """Return what one rollout finds after a way to go on."""
        branch = self._branches[self.ways[entry, 0]]
        if branch.kind != NOTHING:
            place_code(branch.position, tables(), branch.kind, int(self.ways[entry, 1]))
        found = roll_out(
            self._scratch,
            branch.position,
            tables(),
            branch.bag,
            self._highest,
            self._piles,
            luck,
        )
        if branch.kind != NOTHING:
            take_back(branch.position, tables())
        return float(found)

    def _to_come(self, entry: int, depth: int) -> float | None:
        """Return what is to come after a way to go on, so many cards ahead; None if stopped."""
        branch = self._branches[self.ways[entry, 0]]
        slices = self._slices(branch.bag, depth)
        if slices is None:
            return None
        if branch.kind != NOTHING:
            place_code(branch.position, tables(), branch.kind, int(self.ways[entry, 1]))
        answer: float | None = None
        for number in slices:
            if self._stop(self.nodes):
                break
            answer = self._expectation(branch, depth, number)
        else:
            if len(slices) > 1:
                piles = piles_open(branch.position, self._piles)
                answer = mean_of_best(self._scratch.answers[depth - 1], branch.bag, piles)
        if branch.kind != NOTHING:
            take_back(branch.position, tables())
        return answer

    def _slices(self, bag: Floats, depth: int) -> list[int] | None:
        """Return the next numbers to ask for one by one, or [-1] for all at once.

        None if even one would take too long.
        """
        numbers = [number for number in range(NUMBERS) if bag[number] > 0]
        nodes = 0
        for row in range(depth):
            filtered, followed = self._widths[row].tolist()
            nodes = filtered + (followed * len(numbers) * nodes if row else 0)
        if nodes * len(numbers) <= NODES_PER_SLICE // 4:
            return [-1]
        return numbers if nodes <= NODES_PER_SLICE else None

    def _expectation(self, branch: Branch, depth: int, number: int) -> float:
        return expectation(
            self._scratch,
            branch.position,
            tables(),
            branch.bag,
            self._highest,
            self._piles,
            depth,
            self._widths,
            number,
        )

    def _sort(self, values: Floats) -> None:
        """Give the first ways new values and put them in that order."""
        order = np.argsort(-values, kind="stable")
        first = slice(order.size)
        self.values[first] = values[order]
        self.ways[first], self._gains[first] = self.ways[order], self._gains[order]
