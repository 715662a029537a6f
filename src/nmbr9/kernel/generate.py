"""Finding every legal placement of a kind by shifts, ANDs and ORs on whole rows.

An *anchor* is the cell of the window where the left and top cell of an outline's box lies; a set
of anchors is stored as rows, like a level. Each row of an outline is one of 15 patterns of up to 4
cells. For every pattern the anchors where all its cells are *free* (not taken, and supported: 2.4,
2.6), and those where all are *far* (no occupied neighbour: 2.5), are worked out once per level and
shared by all orientations. An orientation fits where its rows are all free, and touches where they
are not all far. What rests on one single tile (2.7) is read from a table and struck out afterwards.

A display of up to 24 columns, which is nearly every one, needs only half a word per row. Then free
cells go in the lower half and far ones in the upper half, and one AND serves both.

The loops are short and each writes one array, because only such loops become vector code.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, inlined
from nmbr9.kernel.layout import (
    COUNT,
    END_ROW,
    FACTS,
    FILLERS,
    FIRST_ROW,
    GUARD_ROWS,
    HEIGHT,
    LEFT_COLUMN,
    LEVEL_0,
    LEVELS,
    MARGIN,
    ORIGIN_X,
    ORIGIN_Y,
    PIECES,
    RIGHT_COLUMN,
    TILES,
    WINDOW,
    Position,
)
from nmbr9.kernel.support import single_bit, strike_over_fillers, strike_single
from nmbr9.kernel.tables import FILLER_1, REACH, SHORTEST, STRIDE, TILE_ROWS, UPRIGHT, Tables, Words
from nmbr9.kernel.workspace import (
    END,
    FAR,
    FAR_CELLS,
    FIRST,
    FREE,
    FREE_CELLS,
    TAKEN,
    Workspace,
    anchor_row,
)

ROWS_AT_ONCE = 4
"""Searched rows begin and end at multiples of this, so that vector loops leave no remainder."""

ANY_LEVEL = LEVELS - 1
"""No limit of 7.2: as high as a position reaches."""


HALF = np.uint64(32)
HALF_COLUMNS = np.uint64((1 << 29) - 1)
"""The columns of half a word where an anchor may lie: 24 and a margin on the left, and one more."""
WIDEST_FOR_HALF = 24


@compiled
def find(position: Position, tables: Tables, work: Workspace, kind: int, highest: int) -> int:
    """Find all legal placements of a kind, number side up and without tokens, and count them.

    Levels above `highest` are left out (7.2). Overwrites `work`: for every level below
    `levels_open` and every orientation below `tables.kinds[kind, UPRIGHT]` the number of anchors,
    and the anchors if there are any. Exact if the position `has_margin`; else what would leave the
    window is missing.
    """
    levels = levels_open(position, highest)
    orientations = tables.kinds[kind, UPRIGHT]
    shortest = tables.kinds[kind, SHORTEST]
    if position.book[FACTS, COUNT] == 0:
        return _find_first(position, work, orientations)
    halves = (
        position.book[FACTS, RIGHT_COLUMN] - position.book[FACTS, LEFT_COLUMN] <= WIDEST_FOR_HALF
    )
    left = np.uint64(max(0, position.book[FACTS, LEFT_COLUMN] - MARGIN))
    if kind < FILLER_1 and levels > 1 and position.book[LEVEL_0 + levels - 2, TILES] < 2:
        # A tile finds no two tiles to rest on (2.7), so the new level stays closed.
        levels -= 1
        work.numbers[levels] = 0
    work.words[TAKEN : TAKEN + STRIDE] = 0
    found = 0
    for level in range(levels - 1, -1, -1):
        if halves:
            prepare_halves(position, work, level, shortest, left)
        else:
            prepare(position, work, level, shortest)
        for orientation in range(orientations):
            reach = tables.outlines[tables.kinds[kind, orientation], REACH:]
            base = np.uint64(anchor_row(level, orientation, 0))
            if halves:
                count = fit_halves(work, reach, base, level, left)
            else:
                fit(work, reach, base, level)
                count = touch(work, reach, base, level)
            work.numbers[level, orientation] = count
            found += count
    if levels > 1 and kind < FILLER_1:
        found -= strike_single(position, tables, work, kind, levels)
        if position.book[FACTS, FILLERS] > 0:
            found -= strike_over_fillers(position, tables, work, kind, levels)
    return found


@inlined
def levels_open(position: Position, highest: int) -> int:
    """Return how many levels, from the table, a piece could lie on."""
    return int(min(position.book[FACTS, HEIGHT] + 1, highest + 1, LEVELS))


@compiled
def _find_first(position: Position, work: Workspace, orientations: int) -> int:
    """The first piece lies at cell 0, 0 (section 9)."""
    x, y = position.book[FACTS, ORIGIN_X], position.book[FACTS, ORIGIN_Y]
    work.numbers[0, FIRST], work.numbers[0, END] = y, y + 1
    for orientation in range(orientations):
        work.anchors[anchor_row(0, orientation, y)] = single_bit(x)
        work.numbers[0, orientation] = 1
    return orientations


@inlined
def _rows_open(position: Position, work: Workspace, level: int, shortest: int) -> tuple[Any, Any]:
    """Return the rows, first and after the last, that the anchors of a level can reach.

    Outlines have `shortest` rows or more. Writes the rows where anchors can lie to `work.numbers`.
    """
    if level > 0:
        first = position.book[LEVEL_0 + level - 1, FIRST_ROW]
        end = max(first, position.book[LEVEL_0 + level - 1, END_ROW] - shortest + 1)
    else:
        first = max(GUARD_ROWS, position.book[LEVEL_0, FIRST_ROW] - MARGIN)
        end = min(GUARD_ROWS + WINDOW, position.book[LEVEL_0, END_ROW] + 1)
    first, end = first & -ROWS_AT_ONCE, (end + ROWS_AT_ONCE - 1) & -ROWS_AT_ONCE
    work.numbers[level, FIRST], work.numbers[level, END] = first, end
    return np.uint64(first), np.uint64(end + TILE_ROWS)


@compiled
def prepare(position: Position, work: Workspace, level: int, shortest: int) -> None:
    """Work out for every pattern where a level is free and where it is far.

    No outline may have fewer rows than `shortest`. Levels must come from above, from
    `levels_open` - 1 down, with the set TAKEN empty before the first. Overwrites FREE, FAR and the
    level's rows in `work.numbers`; adds to TAKEN.
    """
    top, bottom = _rows_open(position, work, level, shortest)
    below, own, words = position.rows[level], position.rows[level + 1], work.words
    _take(own, words, top, bottom)
    for row in range(top, bottom):
        words[np.uint64(FREE_CELLS) + row] = below[row] & ~words[np.uint64(TAKEN) + row]
    # On an empty level nothing is far, because nothing need touch (2.5).
    mask = far_mask(position, level)
    for row in range(top, bottom):
        words[np.uint64(FAR_CELLS) + row] = mask & ~halo(own, row)
    spread(words, np.uint64(FREE), top, bottom)
    spread(words, np.uint64(FAR), top, bottom)


@inlined
def prepare_halves(
    position: Position, work: Workspace, level: int, shortest: int, left: Any
) -> None:
    """Do the same for half words that begin at column `left`: free below, far above, in FREE."""
    top, bottom = _rows_open(position, work, level, shortest)
    below, own, words = position.rows[level], position.rows[level + 1], work.words
    _take(own, words, top, bottom)
    mask = far_mask(position, level) << HALF
    low = FULL >> HALF
    for row in range(top, bottom):
        free = (below[row] & ~words[np.uint64(TAKEN) + row]) >> left
        far = ~halo(own, row) >> left
        words[np.uint64(FREE_CELLS) + row] = (free & low) | (far << HALF & mask)
    spread(words, np.uint64(FREE), top, bottom)


FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@inlined
def far_mask(position: Position, level: int) -> Any:
    """Return all ones, or 0 on an empty level."""
    return FULL if position.book[LEVEL_0 + level, PIECES] > 0 else np.uint64(0)


@inlined
def _take(own: Words, words: Words, top: Any, bottom: Any) -> None:
    """Add the cells of a level to TAKEN."""
    for row in range(top, bottom):
        words[np.uint64(TAKEN) + row] |= own[row]


@inlined
def halo(own: Words, row: Any) -> Any:
    """Return the cells of a row with an occupied neighbour (2.5).

    Such a cell may be occupied itself; an outline that fits never lies on it.
    """
    one = np.uint64(1)
    return own[row] << one | own[row] >> one | own[row - one] | own[row + one]


@inlined
def spread(words: Words, base: Any, top: Any, bottom: Any) -> None:
    """Write for each pattern where all of its cells are in the set of pattern 1.

    `base` is FREE or FAR. No tile has a row of pattern 10.
    """
    # Constant distances between the rows written let the compiler see that they never overlap.
    for row in range(base + top, base + bottom):
        a = words[np.uint64(1 * STRIDE) + row]
        b, c, d = a >> np.uint64(1), a >> np.uint64(2), a >> np.uint64(3)
        words[np.uint64(2 * STRIDE) + row] = b
        words[np.uint64(3 * STRIDE) + row] = a & b
        words[np.uint64(4 * STRIDE) + row] = c
        words[np.uint64(5 * STRIDE) + row] = a & c
        words[np.uint64(6 * STRIDE) + row] = b & c
        words[np.uint64(7 * STRIDE) + row] = a & b & c
        words[np.uint64(8 * STRIDE) + row] = d
        words[np.uint64(9 * STRIDE) + row] = a & d
        words[np.uint64(11 * STRIDE) + row] = a & b & d
        words[np.uint64(12 * STRIDE) + row] = c & d
        words[np.uint64(13 * STRIDE) + row] = a & c & d
        words[np.uint64(14 * STRIDE) + row] = b & c & d
        words[np.uint64(15 * STRIDE) + row] = a & b & c & d


@inlined
def fit(work: Workspace, reach: Words, base: Any, level: int) -> None:
    """Write the anchors where every square is free and supported (2.4, 2.6)."""
    words, anchors = work.words, work.anchors
    top, bottom = np.uint64(work.numbers[level, FIRST]), np.uint64(work.numbers[level, END])
    free = np.uint64(FREE)
    one, two, three, four = free + reach[0], free + reach[1], free + reach[2], free + reach[3]
    for row in range(top, bottom):
        anchors[base + row] = (
            words[one + row] & words[two + row] & words[three + row] & words[four + row]
        )


@inlined
def touch(work: Workspace, reach: Words, base: Any, level: int) -> int:
    """Keep the anchors where at least one edge meets an edge of a tile (2.5); count them."""
    words, anchors = work.words, work.anchors
    top, bottom = np.uint64(work.numbers[level, FIRST]), np.uint64(work.numbers[level, END])
    far = np.uint64(FAR)
    one, two, three, four = far + reach[0], far + reach[1], far + reach[2], far + reach[3]
    count = 0
    for row in range(top, bottom):
        word = words[one + row] & words[two + row] & words[three + row] & words[four + row]
        word = anchors[base + row] & ~word
        anchors[base + row] = word
        count += count_bits(word)
    return count


@inlined
def fit_halves(work: Workspace, reach: Words, base: Any, level: int, left: Any) -> int:
    """Write the anchors that fit and touch, from half words that begin at column `left`; count."""
    words, anchors = work.words, work.anchors
    top, bottom = np.uint64(work.numbers[level, FIRST]), np.uint64(work.numbers[level, END])
    free = np.uint64(FREE)
    one, two, three, four = free + reach[0], free + reach[1], free + reach[2], free + reach[3]
    count = 0
    for row in range(top, bottom):
        word = words[one + row] & words[two + row] & words[three + row] & words[four + row]
        word = (word & ~(word >> HALF) & HALF_COLUMNS) << left
        anchors[base + row] = word
        count += count_bits(word)
    return count
