"""Placements as single integers, and lists of them.

A code has, from the lowest bit: column (6 bits), row (7), level (4), orientation (3), tokens (4).
Columns and rows are those of the window, so a code means something only with its position.
"""

from __future__ import annotations

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, inlined, lowest_bit
from nmbr9.kernel.layout import Position, place_inlined
from nmbr9.kernel.tables import Integers, Tables
from nmbr9.kernel.workspace import END, FIRST, Workspace, anchor_row

ROW_SHIFT, LEVEL_SHIFT, ORIENTATION_SHIFT, TOKEN_SHIFT = 6, 13, 17, 20
NO_PLACEMENT = -1

# Sets of tokens, sorted as records sort them (section 9).
APART, BLACK, GAP, SINGLE = 1, 2, 4, 8


@inlined
def pack(x: int, y: int, level: int, orientation: int, tokens: int) -> int:
    """Return the code of a placement."""
    return (
        x
        | y << ROW_SHIFT
        | level << LEVEL_SHIFT
        | orientation << ORIENTATION_SHIFT
        | tokens << TOKEN_SHIFT
    )


@inlined
def unpack(code: int) -> tuple[int, int, int, int, int]:
    """Return column, row, level, orientation and tokens of a code."""
    return (
        code & 63,
        code >> ROW_SHIFT & 127,
        code >> LEVEL_SHIFT & 15,
        code >> ORIENTATION_SHIFT & 7,
        code >> TOKEN_SHIFT & 15,
    )


@compiled
def place_code(position: Position, tables: Tables, kind: int, code: int) -> None:
    """Add a piece of a kind where a code says."""
    place_code_inlined(position, tables, kind, code)


@inlined
def place_code_inlined(position: Position, tables: Tables, kind: int, code: int) -> None:
    """Do the same in the hottest loops, where handing over the arrays would take longer."""
    x, y, level, orientation, _ = unpack(code)
    place_inlined(position, tables, tables.kinds[kind, orientation], x, y, level)


@compiled
def list_codes(work: Workspace, levels: int, orientations: int, codes: Integers) -> int:
    """Write out what `find` left in `work`, from the table up; return how many codes there are.

    Overwrites `codes`, int64; if it is too short, the rest is counted but not written.
    """
    written = 0
    for level in range(levels):
        for orientation in range(orientations):
            if work.numbers[level, orientation] == 0:
                continue
            for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
                word = work.anchors[anchor_row(level, orientation, row)]
                start = pack(0, row, level, orientation, 0)
                while word != 0:
                    if written < codes.shape[0]:
                        codes[written] = start | lowest_bit(word)
                    written += 1
                    word &= word - np.uint64(1)
    return written


@compiled
def nth_code(work: Workspace, levels: int, orientations: int, index: int) -> int:
    """Return entry `index` of the list that `list_codes` would write, without writing it."""
    for level in range(levels):
        for orientation in range(orientations):
            if index >= work.numbers[level, orientation]:
                index -= work.numbers[level, orientation]
                continue
            for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
                word = work.anchors[anchor_row(level, orientation, row)]
                count = count_bits(word)
                if index >= count:
                    index -= count
                    continue
                for _ in range(index):
                    word &= word - np.uint64(1)
                return pack(lowest_bit(word), row, level, orientation, 0)
    return NO_PLACEMENT
