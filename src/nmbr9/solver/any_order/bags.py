"""Bags of number tiles as integers: how many of each number, whatever the order.

A *bag* has three bits for each number: two for the count, 0 to 2, and one that stays empty, so
that one subtraction compares all counts at once. Its *rank* is the same in base 3, for tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

import numpy as np

from nmbr9.kernel.compile import compiled, inlined, shared
from nmbr9.kernel.tables import Integers
from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile

BITS = 3
GUARDS = sum(4 << BITS * number for number in NUMBERS)
KEY_BITS = BITS * len(NUMBERS)
KEY_MASK = (1 << KEY_BITS) - 1
Bags = TypeVar("Bags", int, Integers)
"""A bag, or an array of them."""
RANKS = 3 ** len(NUMBERS)

# Columns of `bag_facts`.
BAG, TILES, AREA, SUM = range(4)
AREAS = np.array([len(NumberTile(number).shape.squares) for number in NUMBERS], np.int64)


def bag_of(numbers: Iterable[int]) -> int:
    """Return the bag that holds these numbers.

    >>> numbers_in(bag_of([8, 1, 8]))
    (1, 8, 8)
    """
    return sum(1 << BITS * number for number in numbers)


def numbers_in(bag: int) -> tuple[int, ...]:
    """Return what a bag holds, ascending."""
    return tuple(number for number in NUMBERS for _ in range(bag >> BITS * number & 3))


@inlined
def has_all(bag: int, part: int) -> bool:
    """Whether a bag holds at least what `part` holds."""
    return (bag | GUARDS) - part & GUARDS == GUARDS


@inlined
def amount(bag: int, number: int) -> int:
    """Return how many tiles of a number a bag holds."""
    return bag >> BITS * number & 3


@shared
def pack_key(used: Bags, bag: Bags) -> Bags:
    """Return the bag used so far and the bag of a level as one integer; of many, as an array."""
    return used << KEY_BITS | bag


@shared
def unpack_key(key: Bags) -> tuple[Bags, Bags]:
    """Return the bag used so far and the bag of the level."""
    return key >> KEY_BITS, key & KEY_MASK


@shared
def key_below(key: int, bag: int) -> int:
    """Return the key of a level with this bag below the level of another key."""
    return pack_key(unpack_key(key)[0] + bag, bag)


@compiled
def sum_of(bag: int) -> int:
    """Return the sum of the numbers in a bag."""
    total = 0
    for number in range(10):
        total += number * (bag >> 3 * number & 3)
    return total


@compiled
def rank_of(bag: int) -> int:
    """Return the place of a bag in tables by rank."""
    rank = 0
    for number in range(9, -1, -1):
        rank = 3 * rank + (bag >> 3 * number & 3)
    return rank


@cache
def bag_facts() -> Integers:
    """Return int64[RANKS, 4], by rank: the bag, its tiles, their squares and their numbers' sum."""
    facts = np.zeros((RANKS, 4), np.int64)
    ranks = np.arange(RANKS)
    for number in NUMBERS:
        count = ranks // 3**number % 3
        facts[:, BAG] += count << BITS * number
        facts[:, TILES] += count
        facts[:, AREA] += count * AREAS[number]
        facts[:, SUM] += count * number
    facts.flags.writeable = False
    return facts
