"""The rule of two tiles: what a piece rests on (2.7, 4.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.layout import COUNT, FACTS, LEVEL, OUTLINE, PIECE_0, Position, X, Y
from nmbr9.kernel.tables import (
    FIRST_FILLER,
    HEIGHT_IN_ROWS,
    MAX_SIDE,
    SHAPE,
    UPRIGHT,
    WIDTH,
    Tables,
)
from nmbr9.kernel.workspace import END, FEW, FIRST, Workspace, anchor_row


@inlined
def strike_single(
    position: Position, tables: Tables, work: Workspace, kind: int, levels: int
) -> int:
    """Remove the anchors below `levels` that lie on one single tile and nothing else (2.7).

    Keeps the counts in `work.numbers` right; returns how many were removed.
    """
    removed = 0
    orientations = tables.kinds[kind, UPRIGHT]
    for index in range(position.book[FACTS, COUNT]):
        outline = position.book[PIECE_0 + index, OUTLINE]
        first, end = tables.inside_first[kind, outline], tables.inside_first[kind, outline + 1]
        level = position.book[PIECE_0 + index, LEVEL] + 1
        if first == end or level >= levels:
            continue
        for entry in range(first, end):
            orientation = tables.inside[entry, 0]
            if orientation < orientations:
                x = position.book[PIECE_0 + index, X] + tables.inside[entry, 1]
                y = position.book[PIECE_0 + index, Y] + tables.inside[entry, 2]
                removed += _remove(work, level, orientation, x, y)
    return removed


@inlined
def _remove(work: Workspace, level: int, orientation: int, x: int, y: int) -> int:
    """Remove one anchor, if it is there; return how many were."""
    row = anchor_row(level, orientation, y)
    if work.anchors[row] & single_bit(x) == 0:
        return 0
    work.anchors[row] &= ~single_bit(x)
    work.numbers[level, orientation] -= 1
    return 1


@compiled
def strike_over_fillers(
    position: Position, tables: Tables, work: Workspace, kind: int, levels: int
) -> int:
    """Remove the anchors that lie on a filler and on fewer than two tiles (4.3).

    Keeps the counts in `work.numbers` right; returns how many were removed.
    """
    removed = 0
    for index in range(position.book[FACTS, COUNT]):
        level = position.book[PIECE_0 + index, LEVEL] + 1
        if position.book[PIECE_0 + index, OUTLINE] >= FIRST_FILLER and level < levels:
            for orientation in range(tables.kinds[kind, UPRIGHT]):
                held = (kind, orientation, level)
                removed += recount_over_filler(position, tables, work, held, index, False)
    return removed


@compiled
def recount_over_filler(
    position: Position,
    tables: Tables,
    work: Workspace,
    held: tuple[int, int, int],
    index: int,
    keep_single: bool,
) -> int:
    """Count the tiles under each anchor of (kind, orientation, level) that reaches a filler.

    Anchors that rest on no tile are removed; those on a single one are marked in FEW if
    `keep_single`, else removed too. Returns how many were removed.
    """
    removed = 0
    kind, orientation, level = held
    outline = tables.kinds[kind, orientation]
    filler = position.book[PIECE_0 + index]
    left, top = (
        filler[X] - tables.sizes[outline, WIDTH] + 1,
        filler[Y] - tables.sizes[outline, HEIGHT_IN_ROWS] + 1,
    )
    right = filler[X] + tables.sizes[filler[OUTLINE], WIDTH]
    bottom = filler[Y] + tables.sizes[filler[OUTLINE], HEIGHT_IN_ROWS]
    for y in range(max(top, work.numbers[level, FIRST]), min(bottom, work.numbers[level, END])):
        row = anchor_row(level, orientation, y)
        for x in range(max(left, 0), right):
            if work.anchors[row] & single_bit(x) != 0:
                tiles = tiles_under(position, tables, outline, x, y, level)
                if tiles == 1 and keep_single:
                    work.words[FEW + y] |= single_bit(x)
                elif tiles < 2:
                    removed += _remove(work, level, orientation, x, y)
    return removed


@inlined
def single_bit(x: int) -> Any:
    """Return the word with only column x set."""
    return np.uint64(1) << np.uint64(x)


@compiled
def tiles_under(
    position: Position, tables: Tables, outline: int, x: int, y: int, level: int
) -> int:
    """Count the tiles, without fillers, that an outline at x, y on a level lies on (2.7, 4.3)."""
    found = 0
    for index in range(position.book[FACTS, COUNT]):
        lower = position.book[PIECE_0 + index]
        if (
            lower[LEVEL] == level - 1
            and lower[OUTLINE] < FIRST_FILLER
            and _overlap(tables, lower[OUTLINE], outline, x - lower[X], y - lower[Y])
        ):
            found += 1
    return found


@compiled
def _overlap(tables: Tables, lower: int, upper: int, dx: int, dy: int) -> bool:
    """Whether an outline dx columns and dy rows from another one shares a cell with it."""
    if not -MAX_SIDE < dx < MAX_SIDE:
        return False
    for row in range(
        max(0, dy),
        min(tables.sizes[lower, HEIGHT_IN_ROWS], dy + tables.sizes[upper, HEIGHT_IN_ROWS]),
    ):
        below = tables.outlines[lower, SHAPE + row] << np.uint64(MAX_SIDE)
        if below & (tables.outlines[upper, SHAPE + row - dy] << np.uint64(MAX_SIDE + dx)) != 0:
            return True
    return False
