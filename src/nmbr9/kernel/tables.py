"""What the kernel knows about outlines, as arrays made from the shapes in ``nmbr9.rules``.

A *kind* is what can be placed: 0 to 9 the number tiles, `FILLER_1` and `FILLER_2` the gap fillers.
An *outline* is one way something can lie, numbered over everything:

    0 to 79     number tile: 8 * number + 4 * turned over + rotation
    80 to 85    our starting tiles (3.1), as they lie at the start
    86 to 103   starting tiles of one's own (3.2), learnt as they come
    104, 106    filler of 1 square; filler of 2 squares lying and (107) standing

Only the one name of equal outlines is used (section 9), so some numbers are never seen. An
*orientation* counts the distinct outlines of a kind: number side up first, then turned over.

A game may carry starting tiles of its owner's, so nothing of this may be compiled in as a constant:
every kernel function gets the tables as an argument, and `tables` returns new ones when such a tile
was met for the first time. There is room for the tiles of a few games; beyond that the one that
was not met for longest is forgotten, so a position is not to be kept while others are encoded.
"""

from __future__ import annotations

from threading import RLock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmbr9.rules.pieces.geometry import Outline, offsets_inside
from nmbr9.rules.pieces.starting_shapes import Rows
from nmbr9.rules.pieces.tiles import (
    NUMBERS,
    STARTING_TILE_COUNT,
    GapFiller,
    NumberTile,
    StartingTile,
    Tile,
    orientations,
    outline_of,
)

KINDS = 12
FILLER_1, FILLER_2 = 10, 11
ORIENTATIONS = 8
"""The most orientations a kind has, both sides counted."""
FIRST_STARTING = 8 * len(NUMBERS)
FIRST_OWN = FIRST_STARTING + STARTING_TILE_COUNT
OWN_SHAPES = 18
"""Starting tiles of one's own that are known at a time: those of three games."""
FIRST_FILLER = FIRST_OWN + OWN_SHAPES
OUTLINES = FIRST_FILLER + 4
MAX_SIDE = 6
"""The longest side of a starting tile (3.2). Compiled in, so it stands in a kernel source."""
TILE_ROWS = 4
"""The most rows of an outline that can be placed."""

PATTERNS = 16
"""A row of an outline that can be placed is one of 15 patterns of 4 cells; 0 stands for no row."""
STRIDE = 80
"""Words of a set of cells or anchors: as many as a plane has rows."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


# Columns of Tables.outlines.
SHAPE, REACH, BLOCK = 0, MAX_SIDE, MAX_SIDE + TILE_ROWS
OUTLINE_FIELDS = BLOCK + 1

# Columns of Tables.sizes.
WIDTH, HEIGHT_IN_ROWS, NUMBER = 0, 1, 2

# Columns of Tables.kinds, after the outline of each orientation.
UPRIGHT, TURNABLE, SHORTEST = ORIENTATIONS, ORIENTATIONS + 1, ORIENTATIONS + 2
KIND_FIELDS = ORIENTATIONS + 3


class Tables(NamedTuple):
    """Read-only arrays, shared by all positions and threads.

    They are few and wide, because compiled functions hand over each array as seven or more words.
    """

    outlines: Words
    """uint64[OUTLINES, OUTLINE_FIELDS], by outline. From SHAPE on: the squares of each row, bit x
    is column x. From REACH on: where each of the first TILE_ROWS rows looks in sets laid out as
    [PATTERNS, STRIDE], which is pattern * STRIDE + row. At BLOCK: the squares in a block of 8 by 8
    cells, two rows and columns from its corner, bit 8 * y + x; 0 for starting tiles, which are
    never placed by search."""
    sizes: Integers
    """int64[OUTLINES, 3], by outline: WIDTH and HEIGHT_IN_ROWS of the bounding box; NUMBER is what
    it scores per level, 0 for all that does not score (2.11, 5.4)."""
    kinds: Integers
    """int64[KINDS, KIND_FIELDS], by kind: the outline of each orientation; how many orientations
    are UPRIGHT, number side up; how many are TURNABLE, both sides counted; the rows of the
    SHORTEST one."""
    inside_first: Integers
    """int64[KINDS, OUTLINES + 1]: entries inside_first[k, o] to inside_first[k, o + 1] of `inside`
    say how kind k can lie on outline o alone (2.7)."""
    inside: Integers
    """int64[entries, 3]: orientation, columns and rows from the lower piece's box to its own."""


def outline_id(tile: Tile, flipped: bool, rotation: int) -> int:
    """Return the number of an outline, given by its one name."""
    if isinstance(tile, NumberTile):
        return 8 * tile.number + 4 * flipped + rotation
    if isinstance(tile, StartingTile):
        which = tile.which
        return FIRST_STARTING + which if isinstance(which, int) else _OWN.outline_of(which)
    return FIRST_FILLER + 2 * (tile.size - 1) + rotation


def kind_of(tile: NumberTile | GapFiller) -> int:
    """Return the kind of something that can be placed."""
    return tile.number if isinstance(tile, NumberTile) else FILLER_1 + tile.size - 1


def tile_of(kind: int) -> NumberTile | GapFiller:
    """Return what is placed as a kind."""
    return NumberTile(kind) if kind < FILLER_1 else GapFiller(1 + kind - FILLER_1)


def starting_tile_of(outline: int) -> StartingTile:
    """Return the starting tile of an outline."""
    if outline < FIRST_OWN:
        return StartingTile(outline - FIRST_STARTING)
    return StartingTile(_OWN.rows_of(outline))


def tables() -> Tables:
    """Return the tables for the tiles in use, those that were met last included."""
    return _OWN.tables or _OWN.made()


class _OwnShapes:
    """The starting tiles of one's own that have a number, and the tables with them."""

    def __init__(self) -> None:
        self.tables: Tables | None = None
        self._outline_by_rows: dict[Rows, int] = {}
        """The one not met for longest first."""
        self._lock = RLock()

    def made(self) -> Tables:
        """Return tables made for what is known now."""
        with self._lock:
            known = self._outline_by_rows.items()
            self.tables = _tables_of({outline: StartingTile(rows) for rows, outline in known})
            return self.tables

    def outline_of(self, rows: Rows) -> int:
        """Return the number of a shape, which is learnt if it is new."""
        with self._lock:
            known = self._outline_by_rows
            outline = known.pop(rows, None)
            is_new = outline is None
            if outline is None:
                if len(known) < OWN_SHAPES:
                    outline = FIRST_OWN + len(known)
                else:
                    outline = known.pop(next(iter(known)))
            known[rows] = outline
            if is_new:
                self.made()
            return outline

    def rows_of(self, outline: int) -> Rows:
        """Return the shape of a number."""
        with self._lock:
            return next(rows for rows, known in self._outline_by_rows.items() if known == outline)


_OWN = _OwnShapes()


def _tables_of(own: dict[int, StartingTile]) -> Tables:
    """Return the tables with these starting tiles of one's own, by their outline."""
    shapes = _outlines() | {outline: tile.shape for outline, tile in own.items()}
    kinds = _kinds()
    inside_first, inside = _containment(shapes, kinds)
    outlines = np.zeros((OUTLINES, OUTLINE_FIELDS), np.uint64)
    sizes = np.zeros((OUTLINES, 3), np.int64)
    for index, shape in shapes.items():
        sizes[index, WIDTH], sizes[index, HEIGHT_IN_ROWS] = shape.width, shape.height
        for x, y in shape.squares:
            outlines[index, SHAPE + y] |= np.uint64(1 << x)
        if _can_be_placed(index):
            outlines[index, BLOCK] = sum(1 << (8 * (y + 2) + x + 2) for x, y in shape.squares)
            for y in range(TILE_ROWS):
                outlines[index, REACH + y] = int(outlines[index, SHAPE + y]) * STRIDE + y
    for number in NUMBERS:
        sizes[8 * number : 8 * number + 4, NUMBER] = number
    made = Tables(outlines, sizes, kinds, inside_first, inside)
    for array in made:
        array.flags.writeable = False
    return made


def _can_be_placed(outline: int) -> bool:
    return not FIRST_STARTING <= outline < FIRST_FILLER


def _outlines() -> dict[int, Outline]:
    """Return every outline that has a number."""
    found = {
        outline_id(tile_of(kind), way.flipped, way.rotation): way.outline
        for kind in range(KINDS)
        for flipped in (False, True)
        for way in orientations(tile_of(kind), flipped)
    }
    for index in range(STARTING_TILE_COUNT):
        tile = StartingTile(index)
        found[outline_id(tile, False, 0)] = outline_of(tile, False, 0)
    return found


def _kinds() -> Integers:
    """Return the array `kinds` of the tables."""
    kinds = np.zeros((KINDS, KIND_FIELDS), np.int64)
    for kind in range(KINDS):
        tile = tile_of(kind)
        ways = (*orientations(tile), *orientations(tile, True))
        for orientation, way in enumerate(ways):
            kinds[kind, orientation] = outline_id(tile, way.flipped, way.rotation)
        kinds[kind, UPRIGHT], kinds[kind, TURNABLE] = len(orientations(tile)), len(ways)
        kinds[kind, SHORTEST] = min(way.outline.height for way in ways)
    return kinds


def _containment(shapes: dict[int, Outline], kinds: Integers) -> tuple[Integers, Integers]:
    """Return the arrays `inside_first` and `inside` of the tables.

    Fillers have no entries: neither do they need two tiles (4.2), nor are they one of two (4.3).
    """
    first = np.zeros((KINDS, OUTLINES + 1), np.int64)
    entries: list[tuple[int, int, int]] = []
    for kind in range(KINDS):
        for lower in range(OUTLINES):
            first[kind, lower] = len(entries)
            if lower in shapes and kind < FILLER_1 and lower < FIRST_FILLER:
                entries += [
                    (orientation, dx, dy)
                    for orientation in range(kinds[kind, TURNABLE])
                    for dx, dy in offsets_inside(shapes[kinds[kind, orientation]], shapes[lower])
                ]
        first[kind, OUTLINES] = len(entries)
    return first, np.array(entries, np.int64).reshape(-1, 3)
