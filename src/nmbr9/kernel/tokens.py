"""Finding placements together with the special tokens they cost (5.2 to 5.6).

A placement costs exactly the tokens whose rule it breaks, so every placement has one price and is
listed once. Results are codes (see ``codes``), written to a list.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import APART, BLACK, GAP, SINGLE, list_codes, pack
from nmbr9.kernel.compile import compiled, count_bits, lowest_bit
from nmbr9.kernel.gaps import find_enclosed, take_gap
from nmbr9.kernel.generate import find, fit, levels_open, prepare
from nmbr9.kernel.layout import (
    COUNT,
    END_ROW,
    FACTS,
    FIRST_ROW,
    LEVEL,
    LEVEL_0,
    ORIGIN_X,
    ORIGIN_Y,
    OUTLINE,
    PIECE_0,
    PIECES,
    Position,
    X,
    Y,
)
from nmbr9.kernel.support import recount_over_filler, single_bit, tiles_under
from nmbr9.kernel.tables import (
    FILLER_1,
    FIRST_FILLER,
    HEIGHT_IN_ROWS,
    REACH,
    SHAPE,
    SHORTEST,
    STRIDE,
    TILE_ROWS,
    TURNABLE,
    UPRIGHT,
    WIDTH,
    Integers,
    Tables,
)
from nmbr9.kernel.workspace import (
    END,
    FAR,
    FAR_CELLS,
    FEW,
    FIRST,
    FREE_CELLS,
    GAP_CELLS,
    TAKEN,
    TOUCHING,
    Workspace,
    anchor_row,
)

LARGEST_TILE = 10
"""Squares of the largest tile: larger gaps cannot be covered."""


class Allowance(NamedTuple):
    """What a player may do with a tile."""

    highest: int
    """The highest level it may go to (7.2); `ANY_LEVEL` without such a limit."""
    tokens: int = 0
    """The set of tokens that may be used: a sum of APART, BLACK, GAP and SINGLE."""
    markers: int = 0
    """How many of them at most (5.1)."""


@compiled
def list_placements(
    position: Position,
    tables: Tables,
    work: Workspace,
    kind: int,
    allowance: Allowance,
    codes: Integers,
) -> int:
    """List all legal placements of a kind with their price in tokens; return how many there are.

    Overwrites `work` and `codes`, int64; what finds no room in `codes` is counted, not written.
    """
    levels = levels_open(position, allowance.highest)
    # No token helps a filler (4.2).
    if kind >= FILLER_1 or allowance.markers == 0 or allowance.tokens == 0:
        find(position, tables, work, kind, allowance.highest)
        return list_codes(work, levels, tables.kinds[kind, UPRIGHT], codes)
    if position.book[FACTS, COUNT] == 0:
        return _list_first(position, tables, work, kind, allowance, codes)
    written = 0
    work.words[TAKEN : TAKEN + STRIDE] = 0
    for level in range(levels - 1, -1, -1):
        prepare(position, work, level, tables.kinds[kind, SHORTEST])
        for orientation in range(_orientations(tables, kind, allowance)):
            written = _list_turned(
                position, tables, work, (kind, orientation, level), allowance, codes, written
            )
        if level > 0 and allowance.tokens & GAP:
            written = _list_over_gaps(
                position, tables, work, (kind, level), allowance, codes, written
            )
    return written


@compiled
def _orientations(tables: Tables, kind: int, allowance: Allowance) -> int:
    """Return how many orientations may be used: turned over ones only with `black` (5.4)."""
    return int(tables.kinds[kind, TURNABLE if allowance.tokens & BLACK else UPRIGHT])


@compiled
def _black(tables: Tables, kind: int, orientation: int) -> int:
    """Return the price of holding a tile so (5.4)."""
    return BLACK if orientation >= tables.kinds[kind, UPRIGHT] else 0


@compiled
def _list_first(
    position: Position,
    tables: Tables,
    work: Workspace,
    kind: int,
    allowance: Allowance,
    codes: Integers,
) -> int:
    """List the first piece of an empty display: only how it is held is free."""
    orientations = _orientations(tables, kind, allowance)
    find(position, tables, work, kind, 0)
    for orientation in range(orientations):
        if orientation < codes.shape[0]:
            x, y = position.book[FACTS, ORIGIN_X], position.book[FACTS, ORIGIN_Y]
            codes[orientation] = pack(x, y, 0, orientation, _black(tables, kind, orientation))
    return orientations


@compiled
def _list_turned(
    position: Position,
    tables: Tables,
    work: Workspace,
    held: tuple[int, int, int],
    allowance: Allowance,
    codes: Integers,
    written: int,
) -> int:
    """List what (kind, orientation, level) allows without covering a gap; return the new length.

    Needs `prepare` for the level. Overwrites `touching`, `few` and the anchors of `held`.
    """
    kind, orientation, level = held
    outline = tables.kinds[kind, orientation]
    base = anchor_row(level, orientation, 0)
    fit(work, tables.outlines[outline, REACH:], np.uint64(base), level)
    _mark_touching(tables, work, outline, level)
    _mark_few(position, tables, work, held)
    black = _black(tables, kind, orientation)
    for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
        fits = work.anchors[base + row]
        if fits == 0:
            continue
        near, few = work.words[TOUCHING + row], work.words[FEW + row]
        for price in (0, APART, SINGLE, APART | SINGLE):
            if not _affordable(price | black, allowance) or (level == 0 and price):
                continue
            word = fits & (~near if price & APART else near) & (few if price & SINGLE else ~few)
            while word != 0:
                if written < codes.shape[0]:
                    x = lowest_bit(word)
                    codes[written] = pack(x, row, level, orientation, price | black)
                written += 1
                word &= word - np.uint64(1)
    return written


@compiled
def _affordable(price: int, allowance: Allowance) -> bool:
    """Whether a set of tokens may be used (5.1)."""
    return (price & ~allowance.tokens) == 0 and count_bits(price) <= allowance.markers


@compiled
def _mark_touching(tables: Tables, work: Workspace, outline: int, level: int) -> None:
    """Write to TOUCHING where an outline meets a tile's edge; everywhere on an empty level."""
    for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
        far = ~np.uint64(0)
        for dy in range(TILE_ROWS):
            far &= work.words[np.uint64(FAR + row) + tables.outlines[outline, REACH + dy]]
        work.words[TOUCHING + row] = ~far


@compiled
def _mark_few(
    position: Position, tables: Tables, work: Workspace, held: tuple[int, int, int]
) -> None:
    """Write to `few` where it rests on one single tile; drop anchors that rest on none (4.3)."""
    kind, orientation, level = held
    for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
        work.words[FEW + row] = 0
    for index in range(position.book[FACTS, COUNT]):
        if position.book[PIECE_0 + index, LEVEL] != level - 1:
            continue
        below = position.book[PIECE_0 + index, OUTLINE]
        if below >= FIRST_FILLER:
            recount_over_filler(position, tables, work, held, index, True)
        for entry in range(tables.inside_first[kind, below], tables.inside_first[kind, below + 1]):
            if tables.inside[entry, 0] == orientation:
                x = position.book[PIECE_0 + index, X] + tables.inside[entry, 1]
                y = position.book[PIECE_0 + index, Y] + tables.inside[entry, 2]
                work.words[FEW + y] |= single_bit(x)


@compiled
def _list_over_gaps(
    position: Position,
    tables: Tables,
    work: Workspace,
    kind_and_level: tuple[int, int],
    allowance: Allowance,
    codes: Integers,
    written: int,
) -> int:
    """List the placements that cover one gap of the level below, wholly (5.3).

    Needs `prepare` for the level. Overwrites `enclosed` and `gap`. Returns the new length.
    """
    kind, level = kind_and_level
    below = position.book[LEVEL_0 + level - 1]
    first, end = below[FIRST_ROW], below[END_ROW]
    find_enclosed(position, level - 1, work.words)
    while True:
        size = take_gap(work.words, first, end)
        if size == 0:
            return written
        if size > LARGEST_TILE or _is_taken(work, first, end):
            continue
        top = first
        while work.words[GAP_CELLS + top] == 0:
            top += 1
        left = lowest_bit(work.words[GAP_CELLS + top])
        for orientation in range(_orientations(tables, kind, allowance)):
            outline = tables.kinds[kind, orientation]
            # The gap's first cell must lie under one of the squares.
            for dy in range(tables.sizes[outline, HEIGHT_IN_ROWS]):
                for dx in range(tables.sizes[outline, WIDTH]):
                    x, y = left - dx, top - dy
                    # Outside the rows of the level below the sets of this level mean nothing.
                    if (
                        x < 0
                        or y < first
                        or y + tables.sizes[outline, HEIGHT_IN_ROWS] > end
                        or tables.outlines[outline, SHAPE + dy] & single_bit(dx) == 0
                        or not _covers_gap(tables, work, outline, x, y, size)
                    ):
                        continue
                    price = _price_over_gap(position, tables, work, outline, x, y, level)
                    price |= _black(tables, kind, orientation)
                    if price & GAP and _affordable(price, allowance):
                        if written < codes.shape[0]:
                            codes[written] = pack(x, y, level, orientation, price)
                        written += 1


@compiled
def _is_taken(work: Workspace, first: int, end: int) -> bool:
    """Whether anything lies above the gap, or in it on the level to be built (2.4)."""
    for row in range(first, end):
        if work.words[GAP_CELLS + row] & work.words[TAKEN + row] != 0:
            return True
    return False


@compiled
def _covers_gap(tables: Tables, work: Workspace, outline: int, x: int, y: int, size: int) -> bool:
    """Whether an outline covers the whole gap and otherwise only supported, free cells."""
    covered = 0
    for dy in range(tables.sizes[outline, HEIGHT_IN_ROWS]):
        row = tables.outlines[outline, SHAPE + dy] << np.uint64(x)
        gap = work.words[GAP_CELLS + y + dy]
        if row & ~(work.words[FREE_CELLS + y + dy] | gap) != 0:
            return False
        covered += count_bits(row & gap)
    return covered == size


@compiled
def _price_over_gap(
    position: Position, tables: Tables, work: Workspace, outline: int, x: int, y: int, level: int
) -> int:
    """Return the tokens that covering the gap costs, or 0 if it rests on no tile (5.6)."""
    tiles = tiles_under(position, tables, outline, x, y, level)
    if tiles == 0:
        return 0
    price = GAP if tiles > 1 else GAP | SINGLE
    if position.book[LEVEL_0 + level, PIECES] == 0:
        return price
    for dy in range(tables.sizes[outline, HEIGHT_IN_ROWS]):
        row = tables.outlines[outline, SHAPE + dy] << np.uint64(x)
        if row & ~work.words[FAR_CELLS + y + dy] != 0:
            return price
    return price | APART
