"""Gaps: empty cells of a level that no path across edges leads out of (5.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, lowest_bit
from nmbr9.kernel.layout import END_ROW, FIRST_ROW, GUARD_ROWS, LEVEL_0, Position
from nmbr9.kernel.tables import Words
from nmbr9.kernel.workspace import ENCLOSED, GAP_CELLS


@compiled
def find_enclosed(position: Position, level: int, words: Words) -> None:
    """Write all cells of gaps of an occupied level to the set ENCLOSED of a workspace.

    Only the rows that the level spans, and one on either side, are overwritten.
    """
    first, end = position.book[LEVEL_0 + level, FIRST_ROW], position.book[LEVEL_0 + level, END_ROW]
    everything = position.rows[0, GUARD_ROWS]
    # First the set holds what is reached from outside, beginning with the rows around.
    for row in range(first, end):
        words[ENCLOSED + row] = 0
    words[ENCLOSED + first - 1] = everything
    words[ENCLOSED + end] = everything
    changed = True
    while changed:
        changed = False
        for row in range(first, end):
            changed |= _reach_row(position, level, words, row)
        for row in range(end - 1, first - 1, -1):
            changed |= _reach_row(position, level, words, row)
    for row in range(first - 1, end + 1):
        open_or_occupied = words[ENCLOSED + row] | np.uint64(position.rows[level + 1, row])
        words[ENCLOSED + row] = everything & ~open_or_occupied


@compiled
def _reach_row(position: Position, level: int, words: Words, row: int) -> bool:
    """Add to a row of ENCLOSED what is reached from beside, above and below; tell if anything."""
    everything = position.rows[0, GUARD_ROWS]
    empty = everything & ~position.rows[level + 1, row]
    before = words[ENCLOSED + row]
    above, below = words[ENCLOSED + row - 1], words[ENCLOSED + row + 1]
    # Both ends of a row are open to the outside.
    ends = np.uint64(1) | (everything ^ (everything >> np.uint64(1)))
    after = _fill_row((before | above | below | ends) & empty, empty)
    words[ENCLOSED + row] = after
    return bool(after != before)


@compiled
def _fill_row(seeds: Any, within: Any) -> Any:
    """Return the cells of a row that can be walked to from `seeds` inside `within`."""
    while True:
        grown = (seeds | seeds << np.uint64(1) | seeds >> np.uint64(1)) & within
        if grown == seeds:
            return seeds
        seeds = grown


@compiled
def take_gap(words: Words, first: int, end: int) -> int:
    """Move one gap, in rows first to end, from ENCLOSED to GAP_CELLS; return its number of cells.

    Overwrites rows first - 1 to end of GAP_CELLS. Returns 0 when no gap is left.
    """
    for row in range(first - 1, end + 1):
        words[GAP_CELLS + row] = 0
    start = first
    while start < end and words[ENCLOSED + start] == 0:
        start += 1
    if start == end:
        return 0
    words[GAP_CELLS + start] = np.uint64(1) << np.uint64(lowest_bit(words[ENCLOSED + start]))
    changed = True
    while changed:
        changed = False
        for row in range(start, end):
            within, before = words[ENCLOSED + row], words[GAP_CELLS + row]
            above = words[GAP_CELLS + row - 1]
            below = words[GAP_CELLS + row + 1]
            after = _fill_row((before | above | below) & within, within)
            words[GAP_CELLS + row] = after
            changed |= after != before
    size = 0
    for row in range(start, end):
        words[ENCLOSED + row] ^= words[GAP_CELLS + row]
        size += count_bits(words[GAP_CELLS + row])
    return size
