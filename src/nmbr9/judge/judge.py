"""Judging displays: what `careful`, `steady` and `strong` differ in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nmbr9.judge.evaluate import FEATURES, evaluate
from nmbr9.judge.linear import load_linear, moment
from nmbr9.judge.lookahead import SearchScratch, new_search_scratch
from nmbr9.judge.network import LEVEL_TO_LEVEL_FILE, load_value
from nmbr9.judge.piles import ONE_CARD, tiles_to_come
from nmbr9.judge.search import NOTHING, Branch, Plan, Stop, after_seconds, rank, shortlist
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.layout import FACTS, LEVELS, POINTS, Position, take_back
from nmbr9.kernel.tables import Integers, tables

MOST_LISTED = 16
"""Placements of one tile that `careful` compares."""


class Way(NamedTuple):
    """A way to go on, and what it is worth."""

    branch: int
    code: int
    value: float


class Judge(ABC):
    """Says what a display is worth to a player who will still place the tiles of a bag."""

    foresees_points: bool
    """Whether it counts in points, so that different choices about a card can be compared."""

    @abstractmethod
    def shortlist(
        self,
        position: Position,
        kind: int,
        tiles: float,
        highest: int,
        given: Integers | None = None,
    ) -> Integers:
        """Return the codes of placements worth a closer look: of all or of the given ones.

        About so many tiles will be placed later.
        """

    @abstractmethod
    def ranked(
        self, branches: Sequence[Branch], highest: int, piles: int, seconds: float
    ) -> list[Way]:
        """Return all ways to go on, best first, after about so many seconds.

        Later no tile goes above `highest`, and so many `piles` are open next or ONE_CARD is.
        """

    def best(self, branches: Sequence[Branch], highest: int, piles: int, seconds: float) -> Way:
        """Return the best of all ways to go on, as `ranked` says."""
        return self.ranked(branches, highest, piles, seconds)[0]


class KernelJudge(Judge):
    """Works on the kernel, with weights."""

    def __init__(self, most_listed: int) -> None:
        self._scratch: SearchScratch = new_search_scratch(load_value(), load_linear())
        """For one card at a time."""
        self._most_listed = most_listed

    def shortlist(
        self,
        position: Position,
        kind: int,
        tiles: float,
        highest: int,
        given: Integers | None = None,
    ) -> Integers:
        """Return the placements that the linear evaluation likes best."""
        return shortlist(self._scratch, position, kind, tiles, highest, self._most_listed, given)


class LinearJudge(KernelJudge):
    """The tuned sum of features: quick, and blind to which cards are left.

    What can be built on later counts `future` times as much beside the points of now.
    """

    foresees_points = False

    def __init__(self, most_listed: int = MOST_LISTED, future: float = 1.0) -> None:
        super().__init__(most_listed)
        self._counts = np.zeros((LEVELS, FEATURES), np.int64)
        self._future = future

    def ranked(
        self, branches: Sequence[Branch], highest: int, piles: int, seconds: float
    ) -> list[Way]:
        """Return the largest sums of points and evaluation first."""
        ways = [
            Way(index, code, branch.bonus + self._judged(branch, code, piles))
            for index, branch in enumerate(branches)
            for code in branch.codes.tolist()
        ]
        return sorted(ways, key=lambda way: -way.value)

    def _judged(self, branch: Branch, code: int, piles: int) -> float:
        position, kind = branch.position, branch.kind
        tiles = tiles_to_come(float(branch.bag.sum()), piles)
        weights = self._scratch.linear[moment(self._scratch.linear, tiles)]
        if kind == NOTHING:
            return self._future * float(evaluate(position, self._counts, weights))
        before = int(position.book[FACTS, POINTS])
        place_code(position, tables(), kind, code)
        points = int(position.book[FACTS, POINTS]) - before
        value = self._future * float(evaluate(position, self._counts, weights))
        take_back(position, tables())
        return points + value


class ValueJudge(KernelJudge):
    """The learned value, and a look ahead as far as the plan and the budget allow.

    `limit` makes a limit of seconds: with `search.after_evaluations` the answer depends on nothing
    but the question, on any machine.
    """

    foresees_points = True

    def __init__(self, plan: Plan, limit: Callable[[float], Stop] = after_seconds) -> None:
        super().__init__(plan.filtered)
        self._plan, self._limit = plan, limit

    @cached_property
    def _scratch_for_piles(self) -> SearchScratch:
        """For several open cards: loaded when such a game is played, by most never."""
        return new_search_scratch(load_value(LEVEL_TO_LEVEL_FILE), load_linear())

    def scratch(self, piles: int) -> SearchScratch:
        """Return the weights and scratch arrays for so many open piles."""
        return self._scratch if piles == ONE_CARD else self._scratch_for_piles

    def ranked(
        self, branches: Sequence[Branch], highest: int, piles: int, seconds: float
    ) -> list[Way]:
        """Return the most points first, now and expected to come."""
        stop = self._limit(seconds)
        found = rank(self.scratch(piles), branches, highest, self._plan, stop, piles)
        columns = (found.branches.tolist(), found.codes.tolist(), found.values.tolist())
        return [Way(*way) for way in zip(*columns, strict=True)]
