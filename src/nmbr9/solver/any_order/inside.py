"""Which bags of up to three tiles can lie on a level of two or three tiles.

Every connected arrangement of the lower level is tried, with all places on it that are supported
(2.6) and rest on two tiles or more (2.7), and all connected sets of one to three of those.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Integers, Words
from nmbr9.solver.any_order.outlines import (
    GRID,
    HEIGHT,
    NUMBER,
    SHAPES,
    WIDTH,
    Shapes,
    meets,
    pack_piece,
    toggle_piece,
    unpack_piece,
)

MOST_PLACES = 1_000


class InsideScratch(NamedTuple):
    """Scratch arrays."""

    grids: Words
    """uint64[4, GRID]: the cells of the whole level, then of each tile."""
    places: Integers
    """int64[MOST_PLACES]: pieces that can lie there."""
    found: Integers
    """int64[11, 11, 11]: 1 for numbers a <= b <= c that can lie there, 10 standing for none."""


def new_inside_scratch() -> InsideScratch:
    """Return scratch arrays."""
    return InsideScratch(
        np.zeros((4, GRID), np.uint64),
        np.zeros(MOST_PLACES, np.int64),
        np.zeros((11, 11, 11), np.int64),
    )


@compiled
def look_inside(lower: Integers, shapes: Shapes, scratch: InsideScratch) -> None:
    """Note in `found` what can lie on any of the arrangements, int64[n, tiles]."""
    for entry in range(lower.shape[0]):
        count = _list_places(lower[entry], shapes, scratch)
        _note_sets(shapes, scratch, count)


@compiled
def _list_places(lower: Integers, shapes: Shapes, scratch: InsideScratch) -> int:
    """List the places of all numbers on an arrangement; return how many."""
    grids = scratch.grids
    grids[:] = 0
    left, top, right, bottom = GRID, GRID, 0, 0
    for index in range(lower.shape[0]):
        shape, x, y = unpack_piece(lower[index])
        toggle_piece(shapes, grids[0], lower[index])
        toggle_piece(shapes, grids[1 + index], lower[index])
        left, right = min(left, x), max(right, x + shapes.facts[shape, WIDTH])
        top, bottom = min(top, y), max(bottom, y + shapes.facts[shape, HEIGHT])
    count = 0
    for shape in range(SHAPES):
        for y in range(top, bottom - shapes.facts[shape, HEIGHT] + 1):
            for x in range(left, right - shapes.facts[shape, WIDTH] + 1):
                if lies_on(shapes, grids[0], shape, x, y):
                    alone = False
                    for index in range(lower.shape[0]):
                        alone = alone or lies_on(shapes, grids[1 + index], shape, x, y)
                    if not alone:
                        scratch.places[count] = pack_piece(shape, x, y)
                        count += 1
    return count


@compiled
def lies_on(shapes: Shapes, grid: Words, shape: int, x: int, y: int) -> bool:
    """Whether every square of a tile lies on a cell of a grid."""
    for dy in range(shapes.facts[shape, HEIGHT]):
        if shapes.rows[shape, dy] << np.uint64(x) & ~grid[y + dy] != 0:
            return False
    return True


@compiled
def _note_sets(shapes: Shapes, scratch: InsideScratch, count: int) -> None:
    """Note the numbers of all connected sets of one, two and three places."""
    places, found = scratch.places, scratch.found
    for a in range(count):
        found[_number(shapes, places[a]), 10, 10] = 1
        for b in range(a + 1, count):
            if overlaps(shapes, places[a], places[b]):
                continue
            ab = meets(shapes, places[a], places[b])
            if ab:
                found[_number(shapes, places[a]), _number(shapes, places[b]), 10] = 1
            for c in range(b + 1, count):
                if overlaps(shapes, places[a], places[c]):
                    continue
                if overlaps(shapes, places[b], places[c]):
                    continue
                ac = meets(shapes, places[a], places[c])
                bc = meets(shapes, places[b], places[c])
                if (ab and ac) or (ab and bc) or (ac and bc):
                    one, two = _number(shapes, places[a]), _number(shapes, places[b])
                    found[one, two, _number(shapes, places[c])] = 1


@compiled
def _number(shapes: Shapes, piece: int) -> int:
    """Return the number of a piece; places are listed in ascending order of it."""
    return int(shapes.facts[piece >> 12, NUMBER])


@compiled
def overlaps(shapes: Shapes, piece: int, other: int) -> bool:
    """Whether two pieces have a cell in common."""
    shape, x, y = unpack_piece(piece)
    other_shape, other_x, other_y = unpack_piece(other)
    for dy in range(shapes.facts[shape, HEIGHT]):
        at = y + dy - other_y
        if 0 <= at < shapes.facts[other_shape, HEIGHT]:
            row = shapes.rows[shape, dy] << np.uint64(x)
            if row & shapes.rows[other_shape, at] << np.uint64(other_x) != 0:
                return True
    return False
