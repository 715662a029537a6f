"""All connected arrangements of up to three tiles on one level, up to turning and moving."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Integers, Words
from nmbr9.solver.any_order.outlines import (
    GRID,
    HEIGHT,
    WIDTH,
    Shapes,
    meets,
    pack_piece,
    shapes,
    toggle_piece,
    unpack_piece,
)

MIDDLE = 28
"""Where the first tile lies, in both directions."""
ROOM = 100_000
"""More than there are arrangements of any three tiles."""


def arrangements(numbers: Sequence[int]) -> Integers:
    """Return int64[n, tiles]: every connected arrangement of one, two or three tiles.

    The first number lies unturned, because the whole may be turned; equal arrangements may occur
    twice.
    """
    made = shapes()
    first = pack_piece(int(made.first[numbers[0]]), MIDDLE, MIDDLE)
    alone = np.full((1, 1), first, np.int64)
    if len(numbers) == 1:
        return alone
    found = np.zeros((ROOM, len(numbers)), np.int64)
    grid, halo = np.zeros(GRID, np.uint64), np.zeros(GRID, np.uint64)
    if len(numbers) == 2:
        count = add_tile(alone, made, numbers[1], found, grid, halo, False)
        return found[:count].copy()
    parts: list[Integers] = []
    for near, far in ((numbers[1], numbers[2]), (numbers[2], numbers[1])):
        pairs = arrangements((numbers[0], near))
        # The second time round only what the first did not give: `far` away from the first tile.
        count = add_tile(pairs, made, far, found, grid, halo, len(parts) > 0)
        assert count <= ROOM
        part = found[:count].copy()
        parts.append(part if not parts else part[:, [0, 2, 1]])
    return np.concatenate(parts)


@compiled
def add_tile(
    before: Integers,
    shapes: Shapes,
    number: int,
    after: Integers,
    grid: Words,
    halo: Words,
    is_away: bool,
) -> int:
    """Add a tile of a number next to each arrangement in every way; return how many there are.

    With `is_away` it must not touch the first tile. Overwrites `after`, int64[room, tiles + 1], and
    the grids.
    """
    tiles, found = before.shape[1], 0
    one = np.uint64(1)
    for entry in range(before.shape[0]):
        grid[:] = 0
        left, top, right, bottom = GRID, GRID, 0, 0
        for index in range(tiles):
            shape, x, y = unpack_piece(before[entry, index])
            toggle_piece(shapes, grid, before[entry, index])
            left, right = min(left, x), max(right, x + shapes.facts[shape, WIDTH])
            top, bottom = min(top, y), max(bottom, y + shapes.facts[shape, HEIGHT])
        for row in range(1, GRID - 1):
            halo[row] = grid[row] << one | grid[row] >> one | grid[row - 1] | grid[row + 1]
        for shape in range(shapes.first[number], shapes.first[number + 1]):
            for y in range(top - shapes.facts[shape, HEIGHT], bottom + 1):
                for x in range(left - shapes.facts[shape, WIDTH], right + 1):
                    if not _fits(shapes, grid, halo, shape, x, y):
                        continue
                    piece = pack_piece(shape, x, y)
                    if is_away and meets(shapes, piece, before[entry, 0]):
                        continue
                    if found < after.shape[0]:
                        for index in range(tiles):
                            after[found, index] = before[entry, index]
                        after[found, tiles] = piece
                    found += 1
    return found


@compiled
def _fits(shapes: Shapes, grid: Words, halo: Words, shape: int, x: int, y: int) -> bool:
    """Whether a tile overlaps nothing and touches something."""
    touches = False
    for dy in range(shapes.facts[shape, HEIGHT]):
        row = shapes.rows[shape, dy] << np.uint64(x)
        if row & grid[y + dy] != 0:
            return False
        touches = touches or row & halo[y + dy] != 0
    return touches
