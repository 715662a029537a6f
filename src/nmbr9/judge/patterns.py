"""How often each small pattern of cells occurs on each level of a display.

- *Surface* and *occupied* patterns are windows of 3 by 3 cells; a cell is set or not.
- *Room* patterns are windows of 2 by 2 cells, each of which is taken on the level, free to build on
  (its support is there and nothing lies on it), or neither.

Patterns that are rotations of each other have one *class*, so that turning a display changes
nothing. Every window that is not empty counts.

`add_patterns` counts a whole position. `change_patterns` lists what one placement changes, from the
windows that touch the tile; a test of the ledger compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from nmbr9.judge.evaluate import block
from nmbr9.kernel.compile import compiled, inlined, lowest_bit
from nmbr9.kernel.layout import (
    COUNT,
    END_ROW,
    FACTS,
    FIRST_ROW,
    HEIGHT,
    LEVEL,
    LEVEL_0,
    LEVELS,
    OUTLINE,
    PIECE_0,
    Position,
    X,
    Y,
)
from nmbr9.kernel.tables import (
    BLOCK,
    HEIGHT_IN_ROWS,
    WIDTH,
    Integers,
    Tables,
    Words,
)

SQUARES = 140
"""Classes of windows of 3 by 3 cells, with the empty one."""
ROOMS = 24
"""Classes of windows of 2 by 2 cells of three sorts, with the empty one."""
PATTERN_LEVELS = 5
"""Higher levels count as the last of these."""

SURFACE_PATTERNS = 0
OCCUPIED_PATTERNS = SURFACE_PATTERNS + PATTERN_LEVELS * SQUARES
ROOM_PATTERNS = OCCUPIED_PATTERNS + PATTERN_LEVELS * SQUARES
ALL_PATTERNS = ROOM_PATTERNS + PATTERN_LEVELS * ROOMS
BOTH_PATTERNS = ALL_PATTERNS
"""Only where changes are counted: a pattern that is one of the surface and an occupied one."""
ALL_CHANGES = BOTH_PATTERNS + PATTERN_LEVELS * SQUARES


class Classes(NamedTuple):
    """Read-only tables from patterns to classes."""

    squares: Integers
    """int64[512], by pattern: bit 3 * row + column."""
    rooms: Integers
    """int64[256], by pattern: bit 2 * row + column of the taken cells, 4 bits on the free ones."""
    square_columns: Integers
    """int64[512], by pattern read column by column: bit 3 * column + row."""
    room_columns: Integers
    """int64[256], likewise: bit 4 * column + row of the taken cells, 2 bits on the free ones."""
    every_third: Words
    """uint64[256]: the bits of a row of 8 cells, two zeros after each."""
    every_fourth: Words
    """uint64[256]: the same with three zeros."""


@cache
def pattern_classes() -> Classes:
    """Return the tables."""
    squares, rooms = _classes(9, 3), _classes(8, 2)
    square_bits = [3 * row + column for column in range(3) for row in range(3)]
    room_bits = [
        4 * free + 2 * row + column for column in range(2) for free in range(2) for row in range(2)
    ]
    classes = Classes(
        squares,
        rooms,
        squares[_moved_bits(square_bits)],
        rooms[_moved_bits(room_bits)],
        _moved_bits(range(0, 24, 3)).astype(np.uint64),
        _moved_bits(range(0, 32, 4)).astype(np.uint64),
    )
    for table in classes:
        table.flags.writeable = False
    return classes


def _moved_bits(bits: Sequence[int]) -> Integers:
    """Return for every number what it becomes when its bits move to these."""
    return np.array(
        [
            sum(1 << bit for index, bit in enumerate(bits) if number >> index & 1)
            for number in range(1 << len(bits))
        ],
        np.int64,
    )


def _classes(bits: int, side: int) -> Integers:
    """Number the patterns of `bits` cells, in squares of so many cells a side, up to rotation.

    With two squares a cell set in both counts as set in the first only.
    """
    classes = np.full(1 << bits, -1, np.int64)
    count = 0
    for pattern in range(1 << bits):
        low = pattern & ((1 << side * side) - 1)
        if pattern & low << side * side:
            classes[pattern] = classes[pattern & ~(low << side * side)]
        elif classes[pattern] < 0:
            turned = pattern
            for _ in range(4):
                classes[turned] = count
                turned = _quarter_turn(turned, bits, side)
            count += 1
    assert count == (SQUARES if side == 3 else ROOMS)
    return classes


def _quarter_turn(pattern: int, bits: int, side: int) -> int:
    turned = 0
    for bit in range(bits):
        square, cell = divmod(bit, side * side)
        y, x = divmod(cell, side)
        if pattern >> bit & 1:
            turned |= 1 << (square * side * side + side * x + side - 1 - y)
    return turned


@compiled
def add_patterns(position: Position, classes: Classes, counts: Integers) -> None:
    """Count the patterns of all levels; adds to `counts`, int64[ALL_PATTERNS]."""
    height = min(position.book[FACTS, HEIGHT], LEVELS - 1)
    for level in range(height):
        shelf = min(level, PATTERN_LEVELS - 1)
        own, higher = position.rows[level + 1], position.rows[level + 2]
        span = position.book[LEVEL_0 + level]
        surface = counts[SURFACE_PATTERNS + shelf * SQUARES :]
        occupied = counts[OCCUPIED_PATTERNS + shelf * SQUARES :]
        _add_squares(own, higher, span, classes.squares, surface, occupied)
    for level in range(height + 1):
        shelf = min(level, PATTERN_LEVELS - 1)
        span = position.book[LEVEL_0 + max(0, level - 1)]
        rooms = counts[ROOM_PATTERNS + shelf * ROOMS :]
        _add_rooms(
            position.rows[level], position.rows[level + 1], level, span, classes.rooms, rooms
        )


@compiled
def _add_squares(
    own: Words,
    higher: Words,
    span: Integers,
    classes: Integers,
    surface: Integers,
    occupied: Integers,
) -> None:
    """Add the patterns of 3 by 3 cells of a level, of its surface and of all its cells."""
    one, two, three, six, seven = (
        np.uint64(1),
        np.uint64(2),
        np.uint64(3),
        np.uint64(6),
        np.uint64(7),
    )
    # A window is read at its top left cell, so it may begin two columns before the first cell. The
    # shift makes room for that; the margin keeps the last columns empty.
    above, middle, bare_above, bare_middle = (
        np.uint64(0),
        np.uint64(0),
        np.uint64(0),
        np.uint64(0),
    )
    for row in range(span[FIRST_ROW], span[END_ROW] + 2):
        below = own[row] << two
        bare_below = below & ~(higher[row] << two)
        cells = above | middle | below
        starts = cells | cells >> one | cells >> two
        while starts != 0:
            x = np.uint64(lowest_bit(starts))
            starts &= starts - one
            pattern = (
                (above >> x & seven) | (middle >> x & seven) << three | (below >> x & seven) << six
            )
            occupied[classes[pattern]] += 1
            pattern = (
                (bare_above >> x & seven)
                | (bare_middle >> x & seven) << three
                | (bare_below >> x & seven) << six
            )
            surface[classes[pattern]] += 1
        above, middle, bare_above, bare_middle = middle, below, bare_middle, bare_below
    surface[0] = 0


@compiled
def _add_rooms(
    below: Words, own: Words, level: int, span: Integers, classes: Integers, rooms: Integers
) -> None:
    """Add the patterns of 2 by 2 cells of a level; on the table no cell counts as free.

    `span` is the row of the book of what carries the level, for the table its own.
    """
    one, two, three, four, six = (
        np.uint64(1),
        np.uint64(2),
        np.uint64(3),
        np.uint64(4),
        np.uint64(6),
    )
    upper, free_upper = np.uint64(0), np.uint64(0)
    for row in range(span[FIRST_ROW], span[END_ROW] + 1):
        lower = own[row] << one
        free_lower = (below[row] << one) & ~lower if level > 0 else np.uint64(0)
        cells = upper | lower | free_upper | free_lower
        starts = cells | cells >> one
        while starts != 0:
            x = np.uint64(lowest_bit(starts))
            starts &= starts - one
            pattern = (
                (upper >> x & three)
                | (lower >> x & three) << two
                | (free_upper >> x & three) << four
                | (free_lower >> x & three) << six
            )
            rooms[classes[pattern]] += 1
        upper, free_upper = lower, free_lower


MOST_CHANGED = 160
"""More windows than one placement can touch: 3 x 36 of 3 by 3 cells and 2 x 25 of 2 by 2."""


@inlined
def change_patterns(
    position: Position, tables: Tables, classes: Classes, gone: Integers, come: Integers
) -> int:
    """List the patterns that the last placement changed; return how many there are.

    Its level must not be the last one. Where entry `gone[i]` of ALL_CHANGES was there is now
    `come[i]`. Both are int64[MOST_CHANGED]; a window without a cell is class 0.
    """
    piece = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1]
    x, y, level, outline = piece[X], piece[Y], piece[LEVEL], piece[OUTLINE]
    box = (tables.sizes[outline, HEIGHT_IN_ROWS], tables.sizes[outline, WIDTH])
    own = block(position.rows[level + 1], x, y)
    before = own & ~tables.outlines[outline, BLOCK]
    higher = block(position.rows[level + 2], x, y)
    shelf, noted = min(level, PATTERN_LEVELS - 1), int(np.int64(0))
    if higher == 0:  # Then the surface is all of the level.
        group = BOTH_PATTERNS + shelf * SQUARES
        noted = _note_squares(before, own, box, classes, group, gone, come, noted)
    else:
        group = OCCUPIED_PATTERNS + shelf * SQUARES
        noted = _note_squares(before, own, box, classes, group, gone, come, noted)
        group = SURFACE_PATTERNS + shelf * SQUARES
        bare = own & ~higher
        noted = _note_squares(before & bare, bare, box, classes, group, gone, come, noted)
    old_free, new_free = np.uint64(0), np.uint64(0)
    if level > 0:
        lower = block(position.rows[level], x, y)
        old_free, new_free = lower & ~before, lower & ~own
        group = SURFACE_PATTERNS + min(level - 1, PATTERN_LEVELS - 1) * SQUARES
        noted = _note_squares(old_free, new_free, box, classes, group, gone, come, noted)
    group = ROOM_PATTERNS + shelf * ROOMS
    old, new = (before, old_free), (own, new_free)
    noted = _note_rooms(old, new, box, classes, group, gone, come, noted)
    group = ROOM_PATTERNS + min(level + 1, PATTERN_LEVELS - 1) * ROOMS
    old, new = (higher, before & ~higher), (higher, own & ~higher)
    return int(_note_rooms(old, new, box, classes, group, gone, come, noted))


@inlined
def _note_squares(
    before: Any,
    after: Any,
    box: tuple[int, int],
    classes: Classes,
    group: int,
    gone: Integers,
    come: Integers,
    noted: int,
) -> int:
    """List the patterns of 3 by 3 cells that change around a tile; return the new length.

    `box` is rows and columns of the tile.
    """
    table, mask = classes.square_columns, np.uint64(511)
    for row in range(box[0] + 2):
        shift = np.uint64(8 * row)
        old, new = _three_rows(before >> shift, classes), _three_rows(after >> shift, classes)
        for _ in range(box[1] + 2):
            was, now = group + table[old & mask], group + table[new & mask]
            gone[np.uint64(noted)], come[np.uint64(noted)] = was, now
            noted += was != now  # Without a branch: what comes next is as good as random.
            old, new = old >> np.uint64(3), new >> np.uint64(3)
    return noted


@inlined
def _note_rooms(
    old: tuple[Any, Any],
    new: tuple[Any, Any],
    box: tuple[int, int],
    classes: Classes,
    group: int,
    gone: Integers,
    come: Integers,
    noted: int,
) -> int:
    """Do the same with patterns of 2 by 2 cells that are taken or free, before and after."""
    table, mask = classes.room_columns, np.uint64(255)
    for row in range(1, box[0] + 2):
        shift = np.uint64(8 * row)
        before = _two_rows(old[0] >> shift, old[1] >> shift, classes) >> np.uint64(4)
        after = _two_rows(new[0] >> shift, new[1] >> shift, classes) >> np.uint64(4)
        for _ in range(1, box[1] + 2):
            was, now = group + table[before & mask], group + table[after & mask]
            gone[np.uint64(noted)], come[np.uint64(noted)] = was, now
            noted += was != now
            before, after = before >> np.uint64(4), after >> np.uint64(4)
    return noted


@inlined
def _three_rows(block: Any, classes: Classes) -> Any:
    """Return the first three rows of a block column by column, three bits each."""
    byte, eight = np.uint64(255), np.uint64(8)
    return (
        classes.every_third[block & byte]
        | classes.every_third[block >> eight & byte] << np.uint64(1)
        | classes.every_third[block >> np.uint64(16) & byte] << np.uint64(2)
    )


@inlined
def _two_rows(taken: Any, free: Any, classes: Classes) -> Any:
    """Return the first two rows of two blocks column by column, four bits each."""
    byte, eight = np.uint64(255), np.uint64(8)
    return (
        classes.every_fourth[taken & byte]
        | classes.every_fourth[taken >> eight & byte] << np.uint64(1)
        | classes.every_fourth[free & byte] << np.uint64(2)
        | classes.every_fourth[free >> eight & byte] << np.uint64(3)
    )
