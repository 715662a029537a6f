"""What lies on each level, without where: the *profile* of a display.

A level is told by a code: its bag where it has up to three tiles, and only its squares where it
has more. What a level can carry follows from such codes: squares are not fewer below than above
(2.6), a tile needs two tiles to rest on (2.7), and of small bags it is known which can lie on which
(``any_order/relations.py``). The table of that is kept in a file, which
``python -m scripts.small_bag_table`` writes; a test compares it with what it was made from.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import inlined
from nmbr9.kernel.tables import Integers
from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile
from nmbr9.solver.cards import COPIES

TABLE_FILE = Path(__file__).parent / "weights" / "small_bags.npz"
SMALL = 3
"""Bags of up to so many tiles are told as bags."""
LEVELS = 8
"""More levels are impossible in the basic game, whatever the order: docs/highest-score.md."""


def small_bags() -> list[tuple[int, ...]]:
    """Return the bags of up to three tiles by their codes: the empty one, then by size."""
    return [
        bag
        for size in range(SMALL + 1)
        for bag in combinations_with_replacement(NUMBERS, size)
        if all(bag.count(number) <= COPIES for number in bag)
    ]


BAGS = len(small_bags())
SQUARES = np.array([len(NumberTile(number).shape.squares) for number in NUMBERS], np.int64)
CODES = BAGS + COPIES * int(SQUARES.sum()) + 1
"""A level with more tiles has the code BAGS and its squares."""


class Profiles(NamedTuple):
    """Read-only tables."""

    after: Integers
    """int64[CODES, numbers]: the code of a level with one tile more."""
    squares: Integers
    """int64[CODES]: how many squares a level has."""
    tiles: Integers
    """int64[CODES]: how many tiles it has, of more than three only that."""
    lies_on: Integers
    """int64[BAGS, BAGS]: whether the first bag can lie on the second."""


@cache
def profiles() -> Profiles:
    """Return the tables."""
    with np.load(TABLE_FILE) as stored:
        lies_on = np.unpackbits(stored["lies_on"], axis=1, count=BAGS).astype(np.int64)
    bags = small_bags()
    codes = {bag: code for code, bag in enumerate(bags)}
    after = np.zeros((CODES, len(NUMBERS)), np.int64)
    squares = np.arange(CODES) - BAGS
    tiles = np.full(CODES, SMALL + 1)
    for code, bag in enumerate(bags):
        squares[code], tiles[code] = SQUARES[list(bag)].sum(), len(bag)
    for code in range(CODES):
        for number in NUMBERS:
            more = BAGS + int(squares[code] + SQUARES[number])
            if code < BAGS:
                more = codes.get(tuple(sorted((*bags[code], number))), more)
            # A third tile of a number, or more squares than there are, never comes up.
            after[code, number] = min(more, CODES - 1)
    made = Profiles(after, squares, tiles, lies_on)
    for table in made:
        table.flags.writeable = False
    return made


@inlined
def can_carry(profiles: Profiles, lower: int, upper: int) -> bool:
    """Whether a level with one code can carry a level with another, by what is known of both."""
    if profiles.tiles[lower] < 2 or profiles.squares[lower] < profiles.squares[upper]:
        return False
    if profiles.tiles[lower] > SMALL or profiles.tiles[upper] > SMALL:
        return True
    return bool(profiles.lies_on[upper, lower] > 0)
