"""Scratch sets and results of a search for placements."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from nmbr9.kernel.compile import inlined
from nmbr9.kernel.layout import LEVELS
from nmbr9.kernel.tables import ORIENTATIONS, PATTERNS, STRIDE, Integers, Words

# Where each set begins in Workspace.words. A set has STRIDE words, one per row of a plane.
TAKEN = 0 * STRIDE
"""The cells occupied on the level in work or any higher one (2.4)."""
TOUCHING = 1 * STRIDE
"""Anchors that meet a tile's edge, of the orientation in work (with tokens only)."""
FEW = 2 * STRIDE
"""Anchors that rest on one single tile, likewise."""
ENCLOSED = 3 * STRIDE
"""The cells of all gaps of a level (5.3)."""
GAP_CELLS = 4 * STRIDE
"""The cells of one of them."""
FREE = 5 * STRIDE
"""PATTERNS sets: by pattern, where it finds all its cells free and supported (2.4, 2.6)."""
FAR = FREE + PATTERNS * STRIDE
"""PATTERNS sets: by pattern, where none of its cells has an occupied neighbour (2.5)."""
BEFORE = FAR + PATTERNS * STRIDE
"""The cells of a level around the last tile, without it."""
HELD = BEFORE + STRIDE
"""The cells occupied there on any higher level."""
WORDS = HELD + STRIDE

FREE_CELLS, FAR_CELLS = FREE + STRIDE, FAR + STRIDE
"""Pattern 1 is a single cell, so its sets are the free cells and the far cells themselves."""

# Columns of Workspace.numbers, after the number of anchors of each orientation.
FIRST, END = ORIENTATIONS, ORIENTATIONS + 1


class Workspace(NamedTuple):
    """Scratch arrays and results of one thread."""

    words: Words
    """uint64[WORDS]: the sets listed above."""
    anchors: Words
    """uint64[LEVELS * ORIENTATIONS * STRIDE]: a set of anchors for each level and orientation; see
    `anchor_row`. An array of its own, so that vector code may write it while it reads `words`."""
    numbers: Integers
    """int64[LEVELS, ORIENTATIONS + 2], by level: how many anchors each orientation has; the first
    row, and the row after the last, that mean anything in its sets."""


def new_workspace() -> Workspace:
    """Return scratch arrays."""
    work = Workspace(
        aligned_zeros(np.uint64, WORDS),
        aligned_zeros(np.uint64, LEVELS * ORIENTATIONS * STRIDE),
        np.zeros((LEVELS, ORIENTATIONS + 2), np.int64),
    )
    # Pattern 0, no row at all, finds its cells free and far everywhere. Nobody writes there again.
    work.words[FREE : FREE + STRIDE] = np.iinfo(np.uint64).max
    work.words[FAR : FAR + STRIDE] = np.iinfo(np.uint64).max
    return work


def aligned_zeros(kind: Any, *shape: int) -> Any:
    """Return zeros that begin at a cache line, so that no part of vector code lies across two."""
    count, bytes_per_line = math.prod(shape), 64
    per_line = bytes_per_line // np.zeros(1, kind).itemsize
    room = np.zeros(count + per_line, kind)
    start = -room.ctypes.data // room.itemsize % per_line
    return room[start : start + count].reshape(*shape)


@inlined
def anchor_row(level: int, orientation: int, row: int) -> int:
    """Return the index in `Workspace.anchors` of a row of the set of a level and orientation."""
    return (level * ORIENTATIONS + orientation) * STRIDE + row
