"""All ways to lay tiles under a level: the *covers* of its pieces.

A cover is a set of tiles that do not overlap, each under some piece of the upper level, such that
every cell of it is supported (2.6) and every piece rests on two tiles or more (2.7). The first
cell, row by row, that nothing supports yet is supported in all ways; then the next one.

Which tiles may be used is told by *choices*: bags of the whole lower level, of which the cover must
be a part. Tiles of such a bag that are not in the cover lie somewhere else on that level.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, lowest_bit
from nmbr9.kernel.tables import Integers, Words
from nmbr9.solver.any_order.bags import has_all
from nmbr9.solver.any_order.outlines import (
    AREA,
    GRID,
    HEIGHT,
    NUMBER,
    SHAPES,
    Shapes,
    pack_piece,
    toggle_piece,
    unpack_piece,
)

MOST_PIECES = 20
"""The most tiles of a cover, and of a level that is covered."""
MOST_CHOICES = 60_000

# Entries of Covering.facts.
DEPTH, UPPER, REGION, NODES, IS_FULL = range(5)

# Columns of Covering.stack.
CELL_X, CELL_Y, SHAPE, SQUARE, OUTSIDE, USED, COUNT, MOST = range(8)


class Covering(NamedTuple):
    """An enumeration of covers, and its scratch arrays; one thread uses it at a time."""

    region: Words
    """uint64[GRID]: the cells to be supported."""
    taken: Words
    """uint64[GRID]: the cells of the tiles laid so far."""
    upper: Integers
    """int64[MOST_PIECES]: the pieces to be covered."""
    pieces: Integers
    """int64[MOST_PIECES]: the tiles of the cover, when there is one."""
    stack: Integers
    """int64[MOST_PIECES + 1, 8], by depth: the cell to be supported; the shape and its square that
    were tried last; squares outside the region so far; the bag used so far; how many choices have
    it; the most squares that a choice with one more tile, of the number tried, has."""
    choices: Integers
    """int64[MOST_PIECES + 1, MOST_CHOICES, 2], by depth: bags that are still possible for the lower
    level, and their squares, most squares first."""
    facts: Integers
    """int64[5]: tiles laid; pieces to be covered; cells to be supported; placements tried;
    whether the cover is complete."""


def new_covering() -> Covering:
    """Return scratch arrays."""
    return Covering(
        np.zeros(GRID, np.uint64),
        np.zeros(GRID, np.uint64),
        np.zeros(MOST_PIECES, np.int64),
        np.zeros(MOST_PIECES, np.int64),
        np.zeros((MOST_PIECES + 1, 8), np.int64),
        np.zeros((MOST_PIECES + 1, MOST_CHOICES, 2), np.int64),
        np.zeros(5, np.int64),
    )


@compiled
def begin(covering: Covering, shapes: Shapes, upper: Integers, count: int) -> None:
    """Begin to cover so many pieces.

    The choices must have been written to row 0 of `choices`, most squares first, as many as
    stack[0, COUNT] says.
    """
    facts = covering.facts
    covering.region[:] = 0
    covering.taken[:] = 0
    facts[DEPTH], facts[UPPER], facts[IS_FULL] = 0, count, 0
    for index in range(count):
        covering.upper[index] = upper[index]
        toggle_piece(shapes, covering.region, upper[index])
    facts[REGION] = 0
    for row in range(GRID):
        facts[REGION] += count_bits(covering.region[row])
    frame = covering.stack[0]
    frame[OUTSIDE], frame[USED] = 0, 0
    _aim(covering, 0)


@compiled
def _aim(covering: Covering, depth: int) -> bool:
    """Choose the next cell to be supported; return whether there is none."""
    # Rows above the cell that was supported last are done.
    for row in range(covering.stack[depth - 1, CELL_Y] if depth > 0 else 0, GRID):
        bare = covering.region[row] & ~covering.taken[row]
        if bare != 0:
            frame = covering.stack[depth]
            frame[CELL_X], frame[CELL_Y] = lowest_bit(bare), row
            frame[SHAPE], frame[SQUARE] = 0, -1
            if depth < MOST_PIECES:
                _most_squares(covering, depth, 0)
            return False
    return True


@compiled
def next_cover(covering: Covering, shapes: Shapes) -> bool:
    """Find the next cover: then `pieces`, as many as facts[DEPTH]; return whether there is one."""
    facts, stack = covering.facts, covering.stack
    if facts[IS_FULL]:
        facts[IS_FULL] = 0
        _lift(covering, shapes)
    while True:
        depth = facts[DEPTH]
        if depth < MOST_PIECES and _lay_next(covering, shapes, stack[depth], depth):
            facts[DEPTH] += 1
            if _aim(covering, depth + 1):
                facts[IS_FULL] = 1
                return True
            continue
        if depth == 0:
            return False
        _lift(covering, shapes)


@compiled
def _lift(covering: Covering, shapes: Shapes) -> None:
    """Take back the tile laid last."""
    covering.facts[DEPTH] -= 1
    toggle_piece(shapes, covering.taken, covering.pieces[covering.facts[DEPTH]])


@compiled
def _lay_next(covering: Covering, shapes: Shapes, frame: Integers, depth: int) -> bool:
    """Lay the next tile that supports the cell in question; return whether there is one."""
    shape, square = frame[SHAPE], frame[SQUARE]
    while True:
        square += 1
        if square == shapes.facts[shape, AREA]:
            shape, square = shape + 1, 0
            if shape < SHAPES and shapes.facts[shape, NUMBER] != shapes.facts[shape - 1, NUMBER]:
                _most_squares(covering, depth, shapes.facts[shape, NUMBER])
        while shape < SHAPES and frame[MOST] < 0:
            shape = shapes.first[shapes.facts[shape, NUMBER] + 1]
            if shape < SHAPES:
                _most_squares(covering, depth, shapes.facts[shape, NUMBER])
        if shape == SHAPES:
            frame[SHAPE], frame[SQUARE] = SHAPES - 1, shapes.facts[SHAPES - 1, AREA] - 1
            return False
        x = frame[CELL_X] - shapes.cells[shape, square, 0]
        y = frame[CELL_Y] - shapes.cells[shape, square, 1]
        most = frame[MOST] - covering.facts[REGION]
        outside = _outside(covering, shapes, shape, x, y, frame[OUTSIDE], most)
        if outside < 0:
            continue
        covering.facts[NODES] += 1
        if _carries_alone(covering, shapes, shape, x, y):
            continue
        frame[SHAPE], frame[SQUARE] = shape, square
        below = covering.stack[depth + 1]
        below[OUTSIDE] = outside
        below[USED] = frame[USED] + (1 << 3 * shapes.facts[shape, NUMBER])
        _keep_choices(covering, depth)
        covering.pieces[depth] = pack_piece(shape, x, y)
        toggle_piece(shapes, covering.taken, covering.pieces[depth])
        return True


@compiled
def _outside(
    covering: Covering, shapes: Shapes, shape: int, x: int, y: int, outside: int, most: int
) -> int:
    """Return how many squares are outside the region with one more tile.

    -1 if it overlaps another tile, or if they are more than `most`.
    """
    if x < 0 or y < 0:
        return -1
    for dy in range(shapes.facts[shape, HEIGHT]):
        row = shapes.rows[shape, dy] << np.uint64(x)
        if row & covering.taken[y + dy] != 0:
            return -1
        outside += count_bits(row & ~covering.region[y + dy])
    return outside if outside <= most else -1


@compiled
def _carries_alone(covering: Covering, shapes: Shapes, shape: int, x: int, y: int) -> bool:
    """Whether some piece of the upper level would lie on this tile alone (2.7)."""
    for index in range(covering.facts[UPPER]):
        upper, upper_x, upper_y = unpack_piece(covering.upper[index])
        dx, dy = upper_x - x, upper_y - y
        if dx < 0 or dy < 0:
            continue
        height = shapes.facts[upper, HEIGHT]
        if dy + height > shapes.facts[shape, HEIGHT]:
            continue
        alone = True
        for row in range(height):
            if shapes.rows[upper, row] << np.uint64(dx) & ~shapes.rows[shape, dy + row] != 0:
                alone = False
                break
        if alone:
            return True
    return False


@compiled
def _most_squares(covering: Covering, depth: int, number: int) -> None:
    """Write to the frame the most squares of a choice with one more tile of a number, or -1."""
    here, frame = covering.choices[depth], covering.stack[depth]
    used = frame[USED] + (1 << 3 * number)
    frame[MOST] = -1
    for index in range(frame[COUNT]):
        if has_all(here[index, 0], used):
            frame[MOST] = here[index, 1]  # The first one has most.
            return


@compiled
def _keep_choices(covering: Covering, depth: int) -> None:
    """List for the next depth the choices that have all tiles laid and squares enough."""
    here, later = covering.choices[depth], covering.choices[depth + 1]
    below = covering.stack[depth + 1]
    used, least = below[USED], covering.facts[REGION] + below[OUTSIDE]
    count = 0
    for index in range(covering.stack[depth, COUNT]):
        if here[index, 1] < least:
            break
        if has_all(here[index, 0], used):
            later[count, 0], later[count, 1] = here[index, 0], here[index, 1]
            count += 1
    below[COUNT] = count
