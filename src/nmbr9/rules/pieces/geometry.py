"""Outlines: sets of squares, turned, mirrored and laid on the grid.

x grows to the right, y grows downwards; an outline's bounding box starts at 0, 0 (section 9).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import WeakValueDictionary

Cell = tuple[int, int]
"""A position on the grid, ``(x, y)``."""

NEIGHBOURS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The four steps across an edge; corners do not count (2.5)."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A shape in one orientation: its squares, sorted by row, then column.

    There is one object for each outline, made by `of`, so that comparing and looking them up on the
    hot path of the finder costs next to nothing.
    """

    squares: tuple[Cell, ...]

    @classmethod
    def of(cls, squares: Iterable[Cell]) -> Outline:
        """Return the outline of these squares, moved so that its bounding box starts at 0, 0."""
        cells = list(squares)
        left = min(x for x, _ in cells)
        top = min(y for _, y in cells)
        ordered = sorted((y - top, x - left) for x, y in cells)
        return _the_outline(tuple((x, y) for y, x in ordered))

    @classmethod
    def parse(cls, rows: Iterable[str]) -> Outline:
        """Return the outline drawn with ``X`` on rows of text.

        >>> Outline.parse(["XX", ".X"]).squares
        ((0, 0), (1, 0), (1, 1))
        """
        return cls.of(
            (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"
        )

    def __reduce__(self) -> tuple[object, ...]:
        # A copy from another process is the same object again.
        return Outline.of, (self.squares,)

    @cached_property
    def width(self) -> int:
        """The number of columns of the bounding box."""
        return 1 + max(x for x, _ in self.squares)

    @cached_property
    def height(self) -> int:
        """The number of rows of the bounding box."""
        return 1 + max(y for _, y in self.squares)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of text that `parse` reads, none of the box empty at a border."""
        squares = set(self.squares)
        return tuple(
            "".join("X" if (x, y) in squares else "." for x in range(self.width))
            for y in range(self.height)
        )

    def turned(self, quarter_turns: int = 1) -> Outline:
        """Return this outline after so many quarter turns clockwise (2.2)."""
        squares = self.squares
        for _ in range(quarter_turns % 4):
            squares = tuple((-y, x) for x, y in squares)
        return Outline.of(squares)

    def mirrored(self) -> Outline:
        """Return the mirror image, left and right exchanged (1.1, section 9)."""
        return Outline.of((-x, y) for x, y in self.squares)

    def at(self, x: int, y: int) -> list[Cell]:
        """Return the cells it covers with its bounding box's left and top cell at x, y."""
        return [(x + dx, y + dy) for dx, dy in self.squares]

    @property
    def is_connected(self) -> bool:
        """Whether every square can be reached from every other across edges."""
        rest = set(self.squares)
        reached = [rest.pop()]
        while reached:
            x, y = reached.pop()
            for dx, dy in NEIGHBOURS:
                if (x + dx, y + dy) in rest:
                    rest.remove((x + dx, y + dy))
                    reached.append((x + dx, y + dy))
        return not rest

    @cached_property
    def runs(self) -> tuple[tuple[int, int, int], ...]:
        """Its squares as horizontal runs ``(x, y, length)``."""
        runs: list[tuple[int, int, int]] = []
        for x, y in self.squares:
            if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
                start, _, length = runs[-1]
                runs[-1] = (start, y, length + 1)
            else:
                runs.append((x, y, 1))
        return tuple(runs)


_KNOWN: WeakValueDictionary[tuple[Cell, ...], Outline] = WeakValueDictionary()
"""Every outline in use: those of tiles of one's own go when their games are gone (3.2)."""


def _the_outline(squares: tuple[Cell, ...]) -> Outline:
    return _KNOWN.get(squares) or _KNOWN.setdefault(squares, Outline(squares))


@lru_cache(1 << 14)
def offsets_inside(inner: Outline, outer: Outline) -> tuple[Cell, ...]:
    """Return where `inner`'s box must start, relative to `outer`'s, to lie on `outer` alone.

    Needed for 2.7: there are few such places, for most pairs none.
    """
    ground = set(outer.squares)
    return tuple(
        (x, y)
        for y in range(outer.height - inner.height + 1)
        for x in range(outer.width - inner.width + 1)
        if ground.issuperset(inner.at(x, y))
    )
