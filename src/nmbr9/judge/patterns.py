"""How often each small pattern of cells occurs on each level of a display.

- *Surface* and *occupied* patterns are windows of 3 by 3 cells; a cell is set or not.
- *Room* patterns are windows of 2 by 2 cells, each of which is taken on the level, free to build on
  (its support is there and nothing lies on it), or neither.

Patterns that are rotations of each other have one *class*, so that turning a display changes
nothing. Every window that is not empty counts.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled, lowest_bit
from nmbr9.kernel.layout import END_ROW, FACTS, FIRST_ROW, HEIGHT, LEVEL_0, LEVELS, Position
from nmbr9.kernel.tables import Integers, Words

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


class Classes(NamedTuple):
    """Read-only tables from patterns to classes."""

    squares: Integers
    """int64[512], by pattern: bit 3 * row + column."""
    rooms: Integers
    """int64[256], by pattern: bit 2 * row + column of the taken cells, 4 bits on the free ones."""


@cache
def pattern_classes() -> Classes:
    """Return the tables."""
    classes = Classes(_classes(9, 3), _classes(8, 2))
    for table in classes:
        table.flags.writeable = False
    return classes


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
