"""Counting the legal placements of many numbers at once, level by level.

`generate.find` lists the placements of one kind. Here only numbers of placements are wanted, of all
tiles still to come, so that the sets of a level are worked out once and shared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, inlined
from nmbr9.kernel.generate import (
    FULL,
    HALF,
    ROWS_AT_ONCE,
    WIDEST_FOR_HALF,
    far_mask,
    find,
    halo,
    levels_open,
    prepare_halves,
    spread,
)
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    FILLERS,
    HEIGHT,
    LEFT_COLUMN,
    LEVEL,
    LEVEL_0,
    LEVELS,
    MARGIN,
    OUTLINE,
    PIECE_0,
    PIECES,
    RIGHT_COLUMN,
    TILES,
    Position,
    X,
    Y,
)
from nmbr9.kernel.tables import (
    HEIGHT_IN_ROWS,
    MAX_SIDE,
    REACH,
    SHAPE,
    STRIDE,
    TILE_ROWS,
    UPRIGHT,
    Floats,
    Integers,
    Tables,
    Words,
)
from nmbr9.kernel.workspace import BEFORE, END, FIRST, FREE, FREE_CELLS, HELD, TAKEN, Workspace

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

    It may not once the highest level there can be is built on, nor where a filler lies (4.3), nor
    after a gap was covered (5.3): that takes room from lower levels, too.
    """
    facts, last = position.book[FACTS], position.book[PIECE_0 + position.book[FACTS, COUNT] - 1]
    if facts[FILLERS] > 0 or facts[HEIGHT] >= LEVELS:
        return False
    own, below = position.rows[level + 1], position.rows[level]
    for row in range(last[Y], min(last[Y] + TILE_ROWS, STRIDE)):
        if own[row] & ~below[row] != 0:
            return False
    return True


# What a placement changes lies around its tile. There a word has four sets of cells, before and
# after it: where a level is free and where it is far, as `generate` explains.
FIELD = np.uint64(16)
"""Bits of each: free after, far after, free before, far before."""
AROUND = 4
"""So many columns and rows before the tile, anchors of what meets it begin."""
ANCHORS = AROUND + TILE_ROWS + 1
"""Columns and rows with such anchors, at most."""
_ROW_OF_ANCHORS = np.uint64((1 << ANCHORS) - 1)
_OF_ONE = _ROW_OF_ANCHORS | _ROW_OF_ANCHORS << np.uint64(32)
_BEFORE_OF_TWO = _ROW_OF_ANCHORS << np.uint64(32) | _ROW_OF_ANCHORS << np.uint64(48)
_CELLS_IN_FIELD = np.uint64(0xFFFF)


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
    """Bring up to date what the last placement, on a level, can have changed.

    `counts` has what `count_placements` wrote before it, 0 for levels that were not open; only
    those of this level and the next change. `can_recount` must be true. Overwrites `work`.
    """
    last = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1]
    top, words = np.uint64(last[Y] - AROUND), work.words
    own, higher = position.rows[level + 1], position.rows[level + 2]
    # A few rows more change nothing, and vector loops leave no remainder.
    rows = AROUND + 1 + tables.sizes[last[OUTLINE], HEIGHT_IN_ROWS]
    anchors = np.uint64((rows + ROWS_AT_ONCE - 1) & -ROWS_AT_ONCE)
    cells = anchors + np.uint64(TILE_ROWS)
    _look_around(position, tables, words, last, cells)
    is_first = position.book[LEVEL_0 + level, PIECES] == 1
    if is_first:  # All that could lie here need not touch anything, and now it must (2.5).
        counts[level], counts[level + 1] = 0, 0
    elif level + 1 < levels_open(position, highest):
        mask = far_mask(position, level + 1)
        before, held = np.uint64(BEFORE + 1), np.uint64(HELD)
        for row in range(np.uint64(0), cells):
            bare = ~words[held + row]
            free, old = own[top + row] & bare, words[before + row] & bare
            far = mask & ~halo(higher, top + row)
            words[np.uint64(FREE_CELLS) + row] = _fields(free, far, old, far, last[X])
        _count_changes(tables, work, bag, anchors, counts[level + 1])
        _discount_changes(tables, work, bag, last, AROUND, AROUND, counts[level + 1])
    if level > 0:
        below, mask = position.rows[level], FULL if not is_first else np.uint64(0)
        before, held = np.uint64(BEFORE + 1), np.uint64(HELD)
        for row in range(np.uint64(0), cells):
            room = below[top + row] & ~words[held + row]
            far, far_before = ~halo(own, top + row), ~halo(words, before + row)
            old = mask & room & ~words[before + row]
            words[np.uint64(FREE_CELLS) + row] = _fields(
                room & ~own[top + row], far, old, far_before, last[X]
            )
        _count_changes(tables, work, bag, anchors, counts[level])
        for piece in range(position.book[FACTS, COUNT] - 1):
            lower = position.book[PIECE_0 + piece]
            x, y = lower[X] - last[X] + AROUND, lower[Y] - last[Y] + AROUND
            if lower[LEVEL] == level - 1 and -MAX_SIDE < x < ANCHORS and -MAX_SIDE < y < ANCHORS:
                _discount_changes(tables, work, bag, lower, x, y, counts[level])


@inlined
def _look_around(
    position: Position, tables: Tables, words: Words, last: Integers, cells: Any
) -> None:
    """Write the sets BEFORE, from a row before all cells on, and HELD around the last tile."""
    top, before, held = np.uint64(last[Y] - AROUND), np.uint64(BEFORE), np.uint64(HELD)
    own = position.rows[last[LEVEL] + 1]
    for row in range(np.uint64(0), cells + np.uint64(ROWS_AT_ONCE)):
        words[before + row] = own[top - np.uint64(1) + row]
    for row in range(TILE_ROWS):
        tile = tables.outlines[last[OUTLINE], SHAPE + row] << np.uint64(last[X])
        words[before + np.uint64(AROUND + 1 + row)] &= ~tile
    for row in range(np.uint64(0), cells):
        words[held + row] = 0
    for level in range(last[LEVEL] + 1, position.book[FACTS, HEIGHT]):
        higher = position.rows[level + 1]
        for row in range(np.uint64(0), cells):
            words[held + row] |= higher[top + row]


@inlined
def _fields(free: Any, far: Any, free_before: Any, far_before: Any, x: int) -> Any:
    """Return a row of four sets, from AROUND columns before column x on."""
    # Shifted left first, because x - AROUND may be negative.
    left, right = np.uint64(AROUND), np.uint64(x)
    now = (free << left >> right & _CELLS_IN_FIELD) | (
        far << left >> right & _CELLS_IN_FIELD
    ) << FIELD
    then = (free_before << left >> right & _CELLS_IN_FIELD) | (
        far_before << left >> right & _CELLS_IN_FIELD
    ) << FIELD
    return now | then << HALF


@inlined
def _count_changes(
    tables: Tables, work: Workspace, bag: Floats, anchors: Any, counts: Integers
) -> None:
    """Add to `counts` how many placements more there are than before, from the cells in FREE."""
    spread(work.words, np.uint64(FREE), np.uint64(0), anchors + np.uint64(TILE_ROWS))
    for number in range(np.uint64(NUMBERS)):
        if bag[number] > 0:
            # Two at a time; every number has two or four orientations.
            for orientation in range(0, tables.kinds[number, UPRIGHT], 2):
                one = tables.outlines[np.uint64(tables.kinds[number, orientation]), REACH:]
                other = tables.outlines[np.uint64(tables.kinds[number, orientation + 1]), REACH:]
                counts[number] += _count_more(work.words, one, other, anchors)


@inlined
def _count_more(words: Words, reach: Words, other: Words, anchors: Any) -> int:
    """Count how many anchors of two outlines fit and touch more than before."""
    free = np.uint64(FREE)
    a, b, c, d = free + reach[0], free + reach[1], free + reach[2], free + reach[3]
    e, f, g, h = free + other[0], free + other[1], free + other[2], free + other[3]
    count = 0
    for row in range(np.uint64(0), anchors):
        word = words[a + row] & words[b + row] & words[c + row] & words[d + row]
        more = words[e + row] & words[f + row] & words[g + row] & words[h + row]
        met = (word & ~(word >> FIELD) & _OF_ONE) | (more & ~(more >> FIELD) & _OF_ONE) << FIELD
        # Those that are not there before count instead of those that are less.
        count += count_bits(met ^ _BEFORE_OF_TWO)
    return int(count - np.int64(anchors) * (2 * ANCHORS))


@inlined
def _discount_changes(
    tables: Tables, work: Workspace, bag: Floats, lower: Integers, x: int, y: int, counts: Integers
) -> None:
    """Take from `counts` what changes of that which rests on one single tile (2.7).

    It lies at column x and row y of the cells in FREE.
    """
    carrier, free, words = np.uint64(lower[OUTLINE]), np.uint64(FREE), work.words
    for number in range(np.uint64(NUMBERS)):
        first = tables.inside_first[number, carrier]
        end = tables.inside_first[number, carrier + np.uint64(1)]
        if first == end or bag[number] <= 0:
            continue
        for entry in range(np.uint64(first), np.uint64(end)):
            orientation = np.uint64(tables.inside[entry, 0])
            column, row = x + tables.inside[entry, 1], y + tables.inside[entry, 2]
            is_upright = orientation < np.uint64(tables.kinds[number, UPRIGHT])
            if is_upright and 0 <= column < ANCHORS and 0 <= row < ANCHORS:
                outline = np.uint64(tables.kinds[number, orientation])
                reach, start = tables.outlines[outline, REACH:], free + np.uint64(row)
                word = (
                    words[start + reach[0]]
                    & words[start + reach[1]]
                    & words[start + reach[2]]
                    & words[start + reach[3]]
                )
                word = (word & ~(word >> FIELD)) >> np.uint64(column)
                counts[number] -= np.int64(word & np.uint64(1))
                counts[number] += np.int64(word >> HALF & np.uint64(1))


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
