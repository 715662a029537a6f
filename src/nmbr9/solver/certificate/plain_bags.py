"""What bags alone allow, once more: the twin that checks proofs.

A bag is a tuple of ten counts. All parts of the whole bag stand in one table, a row for each, and
questions are asked of all rows at once: plain steps, but sixty thousand at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile

Bag = tuple[int, ...]
Integers = NDArray[np.int64]
AREAS = [len(NumberTile(number).shape.squares) for number in NUMBERS]
DENSEST = sorted(NUMBERS, key=lambda number: Fraction(-number, AREAS[number]))
"""The numbers, most points for a cell first."""
POWERS = np.array([3**number for number in NUMBERS])


def area_of(bag: Bag) -> int:
    """Return the cells that a bag covers."""
    return sum(count * AREAS[number] for number, count in enumerate(bag))


def sum_of(bag: Bag) -> int:
    """Return the sum of the numbers in a bag."""
    return sum(count * number for number, count in enumerate(bag))


class PlainBags:
    """What bags alone allow, with the relations of a certificate."""

    def __init__(self, cards: Sequence[int], place: Integers, lies_on: Integers) -> None:
        self.total: Bag = tuple(cards.count(number) for number in NUMBERS)
        self._place, self._lies_on = place, lies_on.astype(bool)
        self._counts = np.array(list(product(*(range(count + 1) for count in self.total))))
        self._ranks = self._counts @ POWERS
        self._row_of = np.full(3 ** len(NUMBERS), -1)
        self._row_of[self._ranks] = np.arange(len(self._ranks))
        self._areas = self._counts @ np.array(AREAS)
        self._sums = self._counts @ np.array(NUMBERS)
        self._tiles = self._counts.sum(axis=1)
        self._known: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._parts = cache(self._find_parts)
        self._hopes = cache(self._find_hopes)

    def row(self, bag: Bag) -> int:
        """Return the row of a part of the whole bag."""
        return int(self._row_of[np.array(bag) @ POWERS])

    def _bag(self, row: int) -> Bag:
        return tuple(self._counts[row].tolist())

    def may_lie_on(self, upper: Bag, lower: Bag) -> bool:
        """Whether the certificate does not exclude it."""
        return bool(self._may_lie_on(self.row(upper), np.array([self.row(lower)]))[0])

    def _may_lie_on(self, upper: int, lower: Integers) -> NDArray[np.bool_]:
        """Return for each lower bag whether the certificate allows it; large bags it leaves out."""
        place, places = self._place[self._ranks[upper]], self._place[self._ranks[lower]]
        if place < 0:
            return np.ones(len(lower), bool)
        allowed: NDArray[np.bool_] = (places < 0) | self._lies_on[place][places]
        return allowed

    def _find_parts(self, row: int) -> Integers:
        """Return the rows of all parts of a bag."""
        return np.flatnonzero((self._counts <= self._counts[row]).all(axis=1))

    def hope(self, left: Bag, levels: int) -> int:
        """Return what the lowest levels cannot exceed with what is left; -1 for too few tiles."""
        return int(self._hopes(levels)[self.row(left)])

    def _find_hopes(self, levels: int) -> Integers:
        """Return the hope of every bag.

        The upper j levels have at most j/levels of the cells, filled with the densest points. All
        is counted in whole numbers: cells by the number of levels, points by `unit` as well.
        """
        unit = lcm(*AREAS)
        points = np.zeros(len(self._counts), np.int64)
        for upper in range(1, levels):
            room = self._areas * upper
            for number in DENSEST:
                taken = np.minimum(room, self._counts[:, number] * AREAS[number] * levels)
                points += taken * number * (unit // AREAS[number])
                room -= taken
        return np.where(self._tiles >= 2 * levels, points // (unit * levels), -1)

    def tops(self, levels: int, need: int) -> Iterator[Bag]:
        """Yield the bags of a highest level with which so many points are possible."""
        whole = self.row(self.total)
        if levels == 1:
            if need <= 0:
                yield self.total
            return
        most = self._areas[whole] // levels
        for top in np.flatnonzero((self._areas <= most) & (self._tiles > 0)).tolist():
            left = int(self._row_of[self._ranks[whole] - self._ranks[top]])
            if self._can_bring(levels - 2, left, top, need - (levels - 1) * int(self._sums[top])):
                yield self._bag(top)

    def under(self, level: int, used: Bag, upper: Bag, need: int) -> Iterator[Bag]:
        """Yield the bags for a level under a bag, with which so many points can come from here."""
        left = self.row(tuple(all_ - one for all_, one in zip(self.total, used, strict=True)))
        for bag, rest, points in self._ways(level, left, self.row(upper), need):
            if self._can_bring(level - 1, rest, bag, need - points):
                yield self._bag(bag)

    def _ways(self, level: int, left: int, upper: int, need: int) -> Iterator[tuple[int, int, int]]:
        """Yield bag, rest and points of what may lie on a level, most hopeful first."""
        parts = np.array([left]) if level == 0 else self._parts(left)
        rest = self._row_of[self._ranks[left] - self._ranks[parts]]
        points = level * self._sums[parts]
        hopes = self._hopes(level)[rest] if level > 0 else np.zeros(1, np.int64)
        may = (self._tiles[parts] >= 2) & (hopes >= 0) & (points + hopes >= need)
        may &= self._areas[parts] >= self._areas[upper]
        may &= self._areas[parts] <= self._areas[left] // (level + 1)
        may &= self._may_lie_on(upper, parts)
        order = np.flatnonzero(may)
        order = order[np.argsort(-(points + hopes)[order], kind="stable")]
        yield from zip(
            parts[order].tolist(), rest[order].tolist(), points[order].tolist(), strict=True
        )

    def _can_bring(self, level: int, left: int, upper: int, need: int) -> bool:
        """Whether the levels from `level` down can bring so many points under a bag."""
        if level < 0:
            return need <= 0 and self._tiles[left] == 0
        if self._hopes(level + 1)[left] < max(need, 0):
            return False
        low, high = self._known.get((level, left, upper), (-10_000, 10_000))
        if need <= low:
            return True
        if need >= high:
            return False
        for bag, rest, points in self._ways(level, left, upper, need):
            if self._can_bring(level - 1, rest, bag, need - points):
                self._known[level, left, upper] = need, high
                return True
        self._known[level, left, upper] = low, need
        return False

    def impossible_pairs(self) -> Iterator[tuple[Bag, Bag]]:
        """Yield the small bags that the certificate says cannot lie on another one.

        Only pairs that areas and the number of tiles would allow.
        """
        is_small = (self._tiles >= 1) & (self._tiles <= 3)
        small = [self._bag(row) for row in np.flatnonzero(is_small).tolist()]
        for lower in small:
            for upper in small:
                fits = area_of(upper) <= area_of(lower) and sum(lower) >= 2
                both = all(a + b <= c for a, b, c in zip(upper, lower, self.total, strict=True))
                if fits and both and not self.may_lie_on(upper, lower):
                    yield upper, lower
