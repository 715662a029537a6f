"""Counting the legal placements of many numbers at once, level by level.

`generate.find` lists the placements of one kind. Here only numbers of placements are wanted, of all
tiles still to come, so that the sets of a level are worked out once and shared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, inlined
from nmbr9.kernel.generate import HALF, WIDEST_FOR_HALF, find, levels_open, prepare_halves
from nmbr9.kernel.layout import (
    COUNT,
    END_ROW,
    FACTS,
    FILLERS,
    FIRST_ROW,
    HEIGHT,
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
from nmbr9.kernel.tables import (
    REACH,
    STRIDE,
    TILE_ROWS,
    UPRIGHT,
    Floats,
    Integers,
    Tables,
    Words,
)
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
    work.words[TAKEN : TAKEN + STRIDE] = 0
    for level in range(levels - 1, 0, -1):
        _count_level(position, tables, work, bag, level, counts[level])


@inlined
def can_recount(position: Position, level: int) -> bool:
    """Whether `recount_placements` may be asked after a placement on a level.

    What lies on a filler, and a display too wide for half words, is counted as a whole. So is one
    after a gap was covered (5.3): that takes room from lower levels, too.
    """
    facts, last = position.book[FACTS], position.book[PIECE_0 + position.book[FACTS, COUNT] - 1]
    if facts[FILLERS] > 0 or facts[RIGHT_COLUMN] - facts[LEFT_COLUMN] > WIDEST_FOR_HALF:
        return False
    own, below = position.rows[level + 1], position.rows[level]
    for row in range(last[Y], min(last[Y] + TILE_ROWS, STRIDE)):
        if own[row] & ~below[row] != 0:
            return False
    return True


@inlined
def recount_placements(
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    level: int,
    counts: Integers,
) -> None:
    """Count anew what the last placement, on a level, can have changed: that level and the next.

    `can_recount` must be true. Overwrites `work` and those rows of `counts`; `count_placements`
    wrote the others before the placement.
    """
    levels = levels_open(position, highest)
    last = min(level + 1, levels - 1)
    for upper in range(level, last + 1):
        counts[upper] = 0
    if levels > 1 and position.book[LEVEL_0 + levels - 2, TILES] < 2:
        last = min(last, levels - 2)  # Two tiles to rest on are missing (2.7).
    work.words[TAKEN : TAKEN + STRIDE] = 0
    for higher in range(last + 1, position.book[FACTS, HEIGHT]):
        span = position.book[LEVEL_0 + higher]
        for row in range(span[FIRST_ROW], span[END_ROW]):
            work.words[TAKEN + row] |= position.rows[higher + 1, row]
    for upper in range(last, max(level, 1) - 1, -1):
        _count_level(position, tables, work, bag, upper, counts[upper])


@inlined
def _count_level(
    position: Position, tables: Tables, work: Workspace, bag: Floats, level: int, counts: Integers
) -> None:
    """Count the placements on a level, above which all is in the set TAKEN; adds to `counts`."""
    left = np.uint64(max(0, position.book[FACTS, LEFT_COLUMN] - MARGIN))
    prepare_halves(position, work, level, SHORTEST_TILE, left)
    for number in range(NUMBERS):
        if bag[number] > 0:
            # Two at a time; every number has two or four orientations.
            for orientation in range(0, tables.kinds[number, UPRIGHT], 2):
                one = tables.outlines[tables.kinds[number, orientation], REACH:]
                other = tables.outlines[tables.kinds[number, orientation + 1], REACH:]
                counts[number] += _count_fits(work, one, other, level)
    _discount_single(position, tables, work, level, left, bag, counts)


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


@inlined
def _count_fits(work: Workspace, reach: Words, other: Words, level: int) -> int:
    """Count the anchors of two outlines that fit and touch, from half words."""
    words = work.words
    top, bottom = np.uint64(work.numbers[level, FIRST]), np.uint64(work.numbers[level, END])
    free, low = np.uint64(FREE), np.uint64(0xFFFF_FFFF)
    a, b, c, d = free + reach[0], free + reach[1], free + reach[2], free + reach[3]
    e, f, g, h = free + other[0], free + other[1], free + other[2], free + other[3]
    count = 0
    for row in range(top, bottom):
        word = words[a + row] & words[b + row] & words[c + row] & words[d + row]
        more = words[e + row] & words[f + row] & words[g + row] & words[h + row]
        # The answer of each is in the lower half of its word, so both fit into one.
        count += count_bits(word & ~(word >> HALF) & low | (more & ~(more >> HALF)) << HALF)
    return count


@inlined
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
        carrier = np.uint64(lower[OUTLINE])
        for number in range(np.uint64(NUMBERS)):
            first = tables.inside_first[number, carrier]
            end = tables.inside_first[number, carrier + np.uint64(1)]
            if first == end or bag[number] <= 0 or counts[number] == 0:
                continue
            for entry in range(first, end):
                orientation = tables.inside[entry, 0]
                if orientation < tables.kinds[number, UPRIGHT]:
                    outline = tables.kinds[number, orientation]
                    x = lower[X] + tables.inside[entry, 1]
                    y = lower[Y] + tables.inside[entry, 2]
                    reach = tables.outlines[outline, REACH:]
                    counts[number] -= _fits(work.words, reach, np.uint64(x) - left, y)


@inlined
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
