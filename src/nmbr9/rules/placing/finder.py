"""Finding every place where a piece may lie, with shifts and ANDs on whole levels at once.

This is the generator; ``legality`` is the checker. They share no logic and test each other.

A set of *anchors* holds the cells where the left and top cell of an outline's box may lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from nmbr9.rules.options import Token
from nmbr9.rules.pieces.geometry import Outline, offsets_inside
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, Orientation, Tile, orientations
from nmbr9.rules.placing.bitboard import bits, mask_at_zero, neighbours
from nmbr9.rules.placing.spots import Anchors

if TYPE_CHECKING:
    from nmbr9.rules.placing.display import Display

Runs = tuple[tuple[int, int], ...]
"""The horizontal runs of an outline: length - 1, and the bit number of the first square."""

MOST_OUTLINES = 1 << 9
"""So many outlines below are remembered: far more than ours, but shapes of owners have no end."""


class Placement(NamedTuple):
    """Where a tile may be laid, number side up: rotation, left and top cell, level (2.2, 2.3)."""

    rotation: int
    x: int
    y: int
    level: int

    def piece(self, number: int) -> Piece:
        """Return the number tile as it lies there."""
        return Piece(NumberTile(number), self.x, self.y, self.level, self.rotation)


class Ground(NamedTuple):
    """What a level offers to outlines, prepared for runs of 1 to 4 squares in a row."""

    free: tuple[int, ...]
    """By run length - 1: where such a run finds every square free and supported (2.4, 2.6)."""
    near: tuple[int, ...] | None
    """By run length - 1: where such a run meets a tile's edge (2.5); None on an empty level."""

    @classmethod
    def of(cls, free: int, occupied: int, width: int) -> Ground:
        """Prepare a level from its buildable and its occupied cells."""
        two = free & free >> 1
        three = two & free >> 2
        runs = (free, two, three, three & free >> 3)
        if not occupied:
            return cls(runs, None)
        # A halo cell may itself be occupied; an outline that fits never lies on such a cell.
        halo = neighbours(occupied, width)
        two = halo | halo >> 1
        three = two | halo >> 2
        return cls(runs, (halo, two, three, three | halo >> 3))

    def fits(self, runs: Runs) -> int:
        """Return the anchors where every square is free and supported."""
        free = self.free
        anchors = -1
        for run, shift in runs:
            anchors &= free[run] >> shift
        return anchors

    def touches(self, runs: Runs) -> int:
        """Return the anchors where at least one edge meets an edge of a tile (2.5)."""
        near = self.near
        if near is None:
            return -1
        anchors = 0
        for run, shift in runs:
            anchors |= near[run] >> shift
        return anchors


@dataclass(frozen=True, slots=True, eq=False)
class Stencil:
    """A way to hold a tile, prepared for frames of one width."""

    orientation: Orientation
    width: int
    runs: Runs
    """Its horizontal runs as ``(length - 1, bit number)``."""
    mask: int
    """Its squares as a set of cells with its box at bit 0."""
    alone_on: dict[Outline, tuple[int, ...]] = field(default_factory=dict)
    """By outline below: the bit numbers, from that outline's box, where it lies on it alone."""

    @property
    def outline(self) -> Outline:
        """The outline it cuts."""
        return self.orientation.outline

    def shifts_alone_on(self, below: Outline) -> tuple[int, ...]:
        """Return where it would rest on one tile of this outline only (2.7)."""
        shifts = self.alone_on.get(below)
        if shifts is None:
            offsets = offsets_inside(self.outline, below)
            shifts = tuple(y * self.width + x for x, y in offsets)
            if len(self.alone_on) >= MOST_OUTLINES:
                self.alone_on.clear()
            self.alone_on[below] = shifts
        return shifts


@cache
def stencils(tile: Tile, flipped: bool, width: int) -> tuple[Stencil, ...]:
    """Return the stencils of a tile, number side up or turned over, for a width of frame."""
    return tuple(
        Stencil(
            orientation,
            width,
            tuple((length - 1, y * width + x) for x, y, length in orientation.outline.runs),
            mask_at_zero(orientation.outline, width),
        )
        for orientation in orientations(tile, flipped)
    )


class Finder:
    """Finds the places of one display."""

    __slots__ = ("_grounds", "display", "levels", "width")

    def __init__(self, display: Display) -> None:
        self.display = display
        self.width = display.frame.width
        self.levels = len(display.levels) + 1 if display.pieces else 1
        """How many levels a piece could lie on: from the table to one above the highest."""
        self._grounds: dict[int, Ground] = {}

    def ground(self, level: int) -> Ground:
        """Return what a level offers (2.4 to 2.6)."""
        known = self._grounds.get(level)
        if known is None:
            levels = self.display.levels
            taken = 0
            # No square may lie under any tile, however high (2.4).
            for above in levels[level:]:
                taken |= above
            below = levels[level - 1] if level else self.display.frame.everything
            occupied = levels[level] if level < len(levels) else 0
            known = self._grounds[level] = Ground.of(below & ~taken, occupied, self.width)
        return known

    def stencils(self, tile: Tile, flipped: bool = False) -> tuple[Stencil, ...]:
        """Return the stencils of a tile for this display's frame."""
        return stencils(tile, flipped, self.width)

    def anchors(self, stencil: Stencil, level: int, *, two_tiles: bool = True) -> int:
        """Return the anchors of a stencil by the rules 2.4 to 2.7, without any token.

        `two_tiles` is switched off for gap fillers (4.2).
        """
        if not self.display.pieces:
            return 1 << self.display.frame.index(0, 0)
        ground = self.ground(level)
        fits = ground.fits(stencil.runs)
        if fits:
            fits &= ground.touches(stencil.runs)
            if fits and level and two_tiles:
                none, one = self._few_tiles(stencil, level, fits)
                fits &= ~(none | one)
        return fits

    def sets(self, tile: Tile, levels: range, flipped: bool = False) -> tuple[Anchors, ...]:
        """Return where a tile may lie without any token, for each way to hold it on some levels."""
        two_tiles = not isinstance(tile, GapFiller)
        return tuple(
            (stencil.orientation.rotation, level, anchors)
            for level in levels
            for stencil in self.stencils(tile, flipped)
            if (anchors := self.anchors(stencil, level, two_tiles=two_tiles))
        )

    def spots(
        self, stencil: Stencil, level: int, tokens: Collection[Token]
    ) -> Iterator[tuple[tuple[Token, ...], int]]:
        """Yield sets of anchors with the tokens, out of `tokens`, that lying there costs (5.2)."""
        anchors = self.anchors(stencil, level)
        if anchors:
            yield (), anchors
        if not level or not tokens:
            return
        fits = self.ground(level).fits(stencil.runs)
        if fits:
            none, one = self._few_tiles(stencil, level, fits)
            for spent, found in self._split(stencil, level, fits & ~none, one):
                if spent and all(token in tokens for token in spent):
                    yield spent, found
        if Token.GAP in tokens:
            fits = self._over_gaps(stencil, level)
            none, one = self._count_tiles(stencil, level, fits)
            for spent, found in self._split(stencil, level, fits & ~none, one):
                if all(token in tokens for token in spent):
                    yield tuple(sorted((*spent, Token.GAP))), found

    def _split(
        self, stencil: Stencil, level: int, anchors: int, one: int
    ) -> Iterator[tuple[tuple[Token, ...], int]]:
        """Split anchors by the need for `apart` (5.5) and `single` (5.6)."""
        touching = self.ground(level).touches(stencil.runs)
        parts: tuple[tuple[tuple[Token, ...], int], ...] = (
            ((), anchors & touching & ~one),
            ((Token.APART,), anchors & ~touching & ~one),
            ((Token.SINGLE,), anchors & touching & one),
            ((Token.APART, Token.SINGLE), anchors & ~touching & one),
        )
        return ((spent, found) for spent, found in parts if found)

    def _over_gaps(self, stencil: Stencil, level: int) -> int:
        """Return the anchors that cover exactly one gap of the level below, wholly (5.3)."""
        free = self.ground(level).free[0]
        taken = 0
        for occupied in self.display.levels[level:]:
            taken |= occupied
        found = 0
        for gap in gaps(self.display, level - 1):
            first = (gap & -gap).bit_length() - 1
            for x, y in stencil.outline.squares:
                index = first - (y * self.width + x)
                mask = stencil.mask << index
                if mask & gap == gap and not gap & taken and not mask & ~(free | gap):
                    found |= 1 << index
        return found

    def _few_tiles(self, stencil: Stencil, level: int, anchors: int) -> tuple[int, int]:
        """Return the anchors that rest on no tile and those that rest on one (2.7, 4.3).

        The anchors must be fully supported.
        """
        display = self.display
        if level - 1 in display.filler_levels:
            return self._count_tiles(stencil, level, anchors)
        one = 0
        for index in display.indices_by_level[level - 1]:
            shifts = stencil.shifts_alone_on(display.outlines[index])
            if shifts:
                piece = display.pieces[index]
                corner = display.frame.index(piece.x, piece.y)
                for shift in shifts:
                    one |= 1 << (corner + shift)
        return 0, one

    def _count_tiles(self, stencil: Stencil, level: int, anchors: int) -> tuple[int, int]:
        """Do the same by counting at every anchor, where fillers or gaps lie below."""
        display = self.display
        tiles = [
            display.masks[index]
            for index in display.indices_by_level[level - 1]
            if not display.pieces[index].is_filler
        ]
        none = one = 0
        for index in bits(anchors):
            mask = stencil.mask << index
            under = sum(tile & mask != 0 for tile in tiles)
            if under == 0:
                none |= 1 << index
            elif under == 1:
                one |= 1 << index
        return none, one


def gaps(display: Display, level: int) -> list[int]:
    """Return the gaps of a level: empty cells that no path of empty cells leads out of (5.3)."""
    frame = display.frame
    empty = frame.everything & ~display.levels[level]
    # The margin is empty, so the frame's first cell is outside and reaches all that is open.
    inside = empty & ~_flood(1, empty, frame.width)
    found: list[int] = []
    while inside:
        gap = _flood(inside & -inside, inside, frame.width)
        found.append(gap)
        inside ^= gap
    return found


def _flood(seed: int, within: int, width: int) -> int:
    """Return all cells of `within` that paths across edges reach from `seed`."""
    reached = seed
    while True:
        # Rows run into each other at the frame's sides, harmlessly: both sides are outside.
        grown = (reached | neighbours(reached, width)) & within
        if grown == reached:
            return reached
        reached = grown


class LegalPlacements:
    """The legal placements of a number tile in a display: iterate, count or ask with `in`.

    Counting is cheaper than listing, because no placement is written out.
    """

    __slots__ = ("_anchors", "_display", "_tile")

    def __init__(self, display: Display, tile: NumberTile) -> None:
        self._display = display
        self._tile = tile
        finder = Finder(display)
        self._anchors = finder.sets(tile, range(finder.levels))

    def __len__(self) -> int:
        return sum(anchors.bit_count() for _, _, anchors in self._anchors)

    def __iter__(self) -> Iterator[Placement]:
        frame = self._display.frame
        # Written out by tuple's own constructor: a named tuple's checks nothing and is slower.
        make = tuple.__new__
        return iter(
            [
                make(Placement, (rotation, x, y, level))
                for rotation, level, anchors in self._anchors
                for x, y in frame.cells(anchors)
            ]
        )

    def __contains__(self, placement: object) -> bool:
        frame = self._display.frame
        match placement:
            case tuple((int(rotation), int(x), int(y), int(level))) if frame.has(x, y):
                return any(
                    anchors >> frame.index(x, y) & 1
                    for *way, anchors in self._anchors
                    if way == [rotation, level]
                )
        return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal placements of tile {self._tile.number}>"
