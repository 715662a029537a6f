"""Which bag of tiles can lie on which: exact for levels of up to three tiles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Integers
from nmbr9.rules.pieces.tiles import NUMBERS
from nmbr9.solver.any_order.arrangements import arrangements
from nmbr9.solver.any_order.bags import RANKS, bag_of, has_all, rank_of
from nmbr9.solver.any_order.inside import look_inside, new_inside_scratch
from nmbr9.solver.any_order.outlines import shapes

SMALL = 3
"""Bags of up to so many tiles are *small*."""


class Relations(NamedTuple):
    """Read-only tables."""

    place: Integers
    """int64[RANKS]: the row of each small bag, -1 for larger ones."""
    lies_on: Integers
    """int64[small, small]: whether the first bag can lie on the second, which has two tiles or
    more."""


def small_bags(total: int) -> list[tuple[int, ...]]:
    """Return the bags of one to three tiles that are part of another bag."""
    return [
        numbers
        for size in range(1, SMALL + 1)
        for numbers in combinations_with_replacement(NUMBERS, size)
        if len(set(numbers)) > 1 or size < SMALL
        if has_all(total, bag_of(numbers))
    ]


def find_relations(total: int, report: Callable[[int, int], None] | None = None) -> Relations:
    """Return the relations between all small parts of a bag.

    `report` gets how many of how many lower levels are done.
    """
    small = small_bags(total)
    place = np.full(RANKS, -1, np.int64)
    for row, numbers in enumerate(small):
        place[rank_of(bag_of(numbers))] = row
    lies_on = np.zeros((len(small), len(small)), np.int64)
    scratch = new_inside_scratch()
    for lower, numbers in enumerate(small):
        if report is not None:
            report(lower, len(small))
        if len(numbers) == 1:
            continue
        scratch.found[:] = 0
        look_inside(arrangements(numbers), shapes(), scratch)
        for upper, others in enumerate(small):
            one, two, three = (*others, 10, 10)[:3]
            lies_on[upper, lower] = scratch.found[one, two, three]
    return Relations(place, lies_on)


@compiled
def can_lie_on(relations: Relations, upper: int, lower: int) -> bool:
    """Whether a bag may lie on another; for larger bags only squares decide, elsewhere."""
    one, two = relations.place[rank_of(upper)], relations.place[rank_of(lower)]
    return bool(one < 0 or two < 0 or relations.lies_on[one, two] > 0)
