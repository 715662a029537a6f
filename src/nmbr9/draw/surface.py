"""What of a display is seen from above: the topmost piece of each cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nmbr9.rules import Display
from nmbr9.rules.pieces.geometry import Cell


class Box(NamedTuple):
    """A rectangle of cells; all four sides are inside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top + 1

    def with_margin(self, margin: int) -> Box:
        """Return the box grown by so many cells on every side."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)


def box_around(cells: Iterable[Cell]) -> Box | None:
    """Return the smallest box around the cells, or None when there are none."""
    listed = list(cells)
    if not listed:
        return None
    columns = [x for x, _ in listed]
    rows = [y for _, y in listed]
    return Box(min(columns), min(rows), max(columns), max(rows))


def topmost(display: Display) -> dict[Cell, int]:
    """Return the index of the highest piece over each cell that has one."""
    top: dict[Cell, int] = {}
    for index, piece in enumerate(display.pieces):
        for cell in piece.cells:
            if cell not in top or display.pieces[top[cell]].level < piece.level:
                top[cell] = index
    return top


def uncovered(display: Display) -> list[frozenset[Cell]]:
    """Return, for each piece in order, its cells with nothing on top of them."""
    seen: list[set[Cell]] = [set() for _ in display.pieces]
    for cell, index in topmost(display).items():
        seen[index].add(cell)
    return [frozenset(cells) for cells in seen]
