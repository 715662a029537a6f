"""Counting the legal placements of many numbers at once, level by level.

`generate.find` lists the placements of one kind. Here only numbers of placements are wanted, of all
tiles still to come, so that the sets of a level are worked out once and shared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits
from nmbr9.kernel.generate import HALF, WIDEST_FOR_HALF, find, levels_open, prepare_halves
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    FILLERS,
    LEFT_COLUMN,
    LEVEL,
    LEVEL_0,
    MARGIN,
    OUTLINE,
    PIECE_0,
    RIGHT_COLUMN,
    TILES,
    Position,
    X,
    Y,
)
from nmbr9.kernel.tables import REACH, STRIDE, UPRIGHT, Floats, Integers, Tables, Words
from nmbr9.kernel.workspace import END, FIRST, FREE, TAKEN, Workspace

NUMBERS = 10
SHORTEST_TILE = 2
"""Rows of a lying 1."""


@compiled
def count_placements(
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    counts: Integers,
) -> None:
    """Count the legal placements above the table of every number that the bag holds.

    Overwrites `work` and, up to `levels_open`, `counts`, int64[LEVELS, NUMBERS].
    """
    levels = levels_open(position, highest)
    for level in range(levels):
        counts[level] = 0
    facts = position.book[FACTS]
    if facts[FILLERS] > 0 or facts[RIGHT_COLUMN] - facts[LEFT_COLUMN] > WIDEST_FOR_HALF:
        _count_one_by_one(position, tables, work, bag, highest, counts)
        return
    if levels > 1 and position.book[LEVEL_0 + levels - 2, TILES] < 2:
        levels -= 1  # Two tiles to rest on are missing (2.7).
    left = np.uint64(max(0, facts[LEFT_COLUMN] - MARGIN))
    work.words[TAKEN : TAKEN + STRIDE] = 0
    for level in range(levels - 1, 0, -1):
        prepare_halves(position, work, level, SHORTEST_TILE, left)
        for number in range(NUMBERS):
            if bag[number] > 0:
                for orientation in range(tables.kinds[number, UPRIGHT]):
                    reach = tables.outlines[tables.kinds[number, orientation], REACH:]
                    counts[level, number] += _count_fits(work, reach, level)
        _discount_single(position, tables, work, level, left, bag, counts[level])


@compiled
def _count_one_by_one(
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    counts: Integers,
) -> None:
    """Do the same with `find`, which knows about wide displays and fillers."""
    for number in range(NUMBERS):
        if bag[number] > 0:
            find(position, tables, work, number, highest)
            for level in range(1, levels_open(position, highest)):
                for orientation in range(tables.kinds[number, UPRIGHT]):
                    counts[level, number] += work.numbers[level, orientation]


@compiled
def _count_fits(work: Workspace, reach: Words, level: int) -> int:
    """Count the anchors of an outline that fit and touch, from half words."""
    words = work.words
    top, bottom = np.uint64(work.numbers[level, FIRST]), np.uint64(work.numbers[level, END])
    free, low = np.uint64(FREE), np.uint64(0xFFFF_FFFF)
    one, two, three, four = free + reach[0], free + reach[1], free + reach[2], free + reach[3]
    count = 0
    for row in range(top, bottom):
        word = words[one + row] & words[two + row] & words[three + row] & words[four + row]
        count += count_bits(word & ~(word >> HALF) & low)
    return count


@compiled
def _discount_single(
    position: Position,
    tables: Tables,
    work: Workspace,
    level: int,
    left: Any,
    bag: Floats,
    counts: Integers,
) -> None:
    """Take from the counts of a level what rests on one single tile (2.7)."""
    for piece in range(position.book[FACTS, COUNT]):
        lower = position.book[PIECE_0 + piece]
        if lower[LEVEL] != level - 1:
            continue
        for number in range(NUMBERS):
            if bag[number] <= 0 or counts[number] == 0:
                continue
            first = tables.inside_first[number, lower[OUTLINE]]
            for entry in range(first, tables.inside_first[number, lower[OUTLINE] + 1]):
                orientation = tables.inside[entry, 0]
                if orientation < tables.kinds[number, UPRIGHT]:
                    outline = tables.kinds[number, orientation]
                    x = lower[X] + tables.inside[entry, 1]
                    y = lower[Y] + tables.inside[entry, 2]
                    reach = tables.outlines[outline, REACH:]
                    counts[number] -= _fits(work.words, reach, np.uint64(x) - left, y)


@compiled
def _fits(words: Words, reach: Words, column: Any, row: int) -> int:
    """Return 1 if an outline fits and touches with its anchor at a column of the half word."""
    start = np.uint64(FREE) + np.uint64(row)
    word = (
        words[start + reach[0]]
        & words[start + reach[1]]
        & words[start + reach[2]]
        & words[start + reach[3]]
    )
    word &= ~(word >> HALF)
    return int(word >> column & np.uint64(1))
