"""The upright outlines of the number tiles as arrays for searches of whole levels.

A *shape* is a tile turned in one of its distinct ways, 36 in all. A *piece* of a level is a shape
and the cell of the grid where the left and top cell of its box lies, packed as one integer.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.tables import Integers, Words
from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile, orientations

SHAPES = 36
TALLEST = 4
MOST_CELLS = 10
GRID = 64
"""Columns and rows of a grid. Seven or eight levels spread over at most 46 cells."""

# Columns of Shapes.facts.
WIDTH, HEIGHT, NUMBER, AREA, TURNED = range(5)


class Shapes(NamedTuple):
    """Read-only arrays, by shape."""

    rows: Words
    """uint64[SHAPES, TALLEST]: the squares of each row, bit x is column x."""
    facts: Integers
    """int64[SHAPES, 5]: width and height of the box, number, squares, and the shape after a
    quarter turn clockwise."""
    cells: Integers
    """int64[SHAPES, MOST_CELLS, 2]: x and y of each square."""
    first: Integers
    """int64[11]: by number, its first shape; the last entry ends the last number."""


@cache
def shapes() -> Shapes:
    """Return the arrays."""
    made = Shapes(
        np.zeros((SHAPES, TALLEST), np.uint64),
        np.zeros((SHAPES, 5), np.int64),
        np.zeros((SHAPES, MOST_CELLS, 2), np.int64),
        np.zeros(11, np.int64),
    )
    index = 0
    for number in NUMBERS:
        made.first[number] = index
        ways = orientations(NumberTile(number))
        for turn, way in enumerate(ways):
            outline = way.outline
            turned = made.first[number] + (turn + 1) % len(ways)
            made.facts[index] = (
                outline.width,
                outline.height,
                number,
                len(outline.squares),
                turned,
            )
            for square, (x, y) in enumerate(outline.squares):
                made.rows[index, y] |= np.uint64(1 << x)
                made.cells[index, square] = x, y
            index += 1
    made.first[len(NUMBERS)] = index
    assert index == SHAPES
    for array in made:
        array.flags.writeable = False
    return made


def rotation_of(shape: int) -> int:
    """Return the quarter turns of a shape, as a record names it."""
    made = shapes()
    number = int(made.facts[shape, NUMBER])
    return orientations(NumberTile(number))[shape - int(made.first[number])].rotation


@inlined
def pack_piece(shape: int, x: int, y: int) -> int:
    """Return a piece as one integer."""
    return shape << 12 | x << 6 | y


@inlined
def unpack_piece(piece: int) -> tuple[int, int, int]:
    """Return shape, x and y of a piece."""
    return piece >> 12, piece >> 6 & 63, piece & 63


@compiled
def toggle_piece(shapes: Shapes, grid: Words, piece: int) -> None:
    """Fill or empty the cells of a piece in a grid, uint64[GRID]."""
    shape, x, y = unpack_piece(piece)
    for dy in range(shapes.facts[shape, HEIGHT]):
        grid[y + dy] ^= shapes.rows[shape, dy] << np.uint64(x)


@compiled
def meets(shapes: Shapes, piece: int, other: int) -> bool:
    """Whether two pieces have an edge in common; they must not overlap (2.5)."""
    shape, x, y = unpack_piece(piece)
    other_shape, other_x, other_y = unpack_piece(other)
    one = np.uint64(1)
    for dy in range(shapes.facts[shape, HEIGHT]):
        row = shapes.rows[shape, dy] << np.uint64(x)
        halo = row << one | row >> one
        for step in range(-1, 2):
            at = y + dy + step - other_y
            if 0 <= at < shapes.facts[other_shape, HEIGHT]:
                lower = shapes.rows[other_shape, at] << np.uint64(other_x)
                if (row if step != 0 else halo) & lower != 0:
                    return True
    return False


@compiled
def is_connected(shapes: Shapes, pieces: Integers, count: int) -> bool:
    """Whether so many pieces hang together by edges (2.5); at most 62 of them."""
    reached, rest = 1, (1 << count) - 2
    grows = True
    while grows and rest != 0:
        grows = False
        for index in range(count):
            if rest >> index & 1:
                for other in range(count):
                    if reached >> other & 1 and meets(shapes, pieces[index], pieces[other]):
                        reached |= 1 << index
                        rest &= ~(1 << index)
                        grows = True
                        break
    return rest == 0
