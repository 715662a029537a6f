"""Sets of cells as Python integers, one bit a cell, on a frame around a display.

A frame leaves a margin as wide as the longest tile on every side, so that shifting a set by the
squares of a tile that touches the display never runs over the end of a row into the next.
The plane itself has no edge (2.9): when a display grows, it gets a larger frame. Frames grow by
some rows or columns at a time, because all sets have to be drawn anew for another frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nmbr9.rules.pieces.geometry import Cell, Outline

MARGIN = 4
"""The longest side of a tile that can still be placed (1.1)."""
STEP = 4
"""The sides of frames lie at multiples of this."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A window on the plane: bit ``(y - top) * width + (x - left)`` stands for cell x, y."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, left: int, top: int, right: int, bottom: int) -> Frame:
        """Return a frame of the cells left..right, top..bottom with its margin."""
        left, top = (left - MARGIN) // STEP * STEP, (top - MARGIN) // STEP * STEP
        # The same upwards: the number of steps that reach the last cell and its margin.
        width = -((left - right - 1 - MARGIN) // STEP) * STEP
        height = -((top - bottom - 1 - MARGIN) // STEP) * STEP
        return cls(left, top, width, height)

    def has(self, x: int, y: int) -> bool:
        """Whether a cell lies inside the frame."""
        return 0 <= x - self.left < self.width and 0 <= y - self.top < self.height

    def index(self, x: int, y: int) -> int:
        """Return the bit number of a cell inside the frame."""
        return (y - self.top) * self.width + (x - self.left)

    def cells(self, cells: int) -> list[Cell]:
        """Return the cells of a set, row by row."""
        found: list[Cell] = []
        width, y, left = self.width, self.top, self.left
        one_row = (1 << width) - 1
        while cells:
            # A row at a time, because small integers cost less and the same rows come again.
            row = cells & one_row
            if row:
                found += [(left + column, y) for column in _columns(row)]
            cells >>= width
            y += 1
        return found

    def mask(self, outline: Outline, x: int, y: int) -> int:
        """Return the set of cells an outline covers at x, y inside the frame."""
        return mask_at_zero(outline, self.width) << self.index(x, y)

    @property
    def everything(self) -> int:
        """The set of all cells of the frame."""
        return (1 << (self.width * self.height)) - 1


@lru_cache(1 << 14)
def mask_at_zero(outline: Outline, width: int) -> int:
    """Return an outline as a set of cells with its box at bit 0 of rows of that width."""
    return sum(1 << (y * width + x) for x, y in outline.squares)


def neighbours(cells: int, width: int) -> int:
    """Return all cells that share an edge with a cell of the set, and those with both."""
    return cells << 1 | cells >> 1 | cells << width | cells >> width


@lru_cache(1 << 14)
def _columns(row: int) -> tuple[int, ...]:
    """Return the bit numbers of a row, smallest first."""
    return tuple(bits(row))


def bits(cells: int) -> list[int]:
    """Return the bit numbers of a set, smallest first."""
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found
