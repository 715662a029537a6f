"""Finding every place where a piece may lie, with shifts and ANDs on whole levels at once.

This is the generator; ``legality`` is the checker. They share no logic and test each other.

A set of *anchors* holds the cells where the left and top cell of an outline's box may lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nmbr9.rules.bitboard import bits, mask_at_zero, neighbours, run_shifts
from nmbr9.rules.geometry import Outline, offsets_inside
from nmbr9.rules.options import Token
from nmbr9.rules.tiles import NumberTile, orientations

if TYPE_CHECKING:
    from nmbr9.rules.display import Display

LONGEST_RUN = 4


class Placement(NamedTuple):
    """Where a tile may be laid, number side up: rotation, left and top cell, level (2.2, 2.3)."""

    rotation: int
    x: int
    y: int
    level: int


@dataclass(frozen=True, slots=True)
class Ground:
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

    def fits(self, outline: Outline, width: int) -> int:
        """Return the anchors where every square is free and supported."""
        free = self.free
        anchors = -1
        for run, shift in run_shifts(outline, width):
            anchors &= free[run] >> shift
        return anchors

    def touches(self, outline: Outline, width: int) -> int:
        """Return the anchors where at least one edge meets an edge of a tile (2.5)."""
        if self.near is None:
            return -1
        near = self.near
        anchors = 0
        for run, shift in run_shifts(outline, width):
            anchors |= near[run] >> shift
        return anchors


class Finder:
    """Finds the places of one display."""

    __slots__ = ("display", "grounds", "width")

    def __init__(self, display: Display) -> None:
        self.display = display
        self.width = display.frame.width
        self.grounds = _grounds(display)
        """What each level offers, from the table to one above the highest."""

    def anchors(self, outline: Outline, level: int, *, two_tiles: bool = True) -> int:
        """Return the anchors of an outline by the rules 2.4 to 2.7, without any token.

        `two_tiles` is switched off for gap fillers (4.2).
        """
        if not self.display.pieces:
            return 1 << self.display.frame.index(0, 0)
        ground = self.grounds[level]
        fits = ground.fits(outline, self.width)
        if fits:
            fits &= ground.touches(outline, self.width)
            if fits and level and two_tiles:
                none, one = self._few_tiles(outline, level, fits)
                fits &= ~(none | one)
        return fits

    def spots(
        self, outline: Outline, level: int, tokens: Collection[Token]
    ) -> Iterator[tuple[tuple[Token, ...], int]]:
        """Yield sets of anchors with the tokens, out of `tokens`, that lying there costs (5.2)."""
        anchors = self.anchors(outline, level)
        if anchors:
            yield (), anchors
        if level and tokens:
            fits = self.grounds[level].fits(outline, self.width)
            if fits:
                none, one = self._few_tiles(outline, level, fits)
                yield from self._with_tokens(outline, level, fits & ~none, one, tokens)
            if Token.GAP in tokens:
                over_gaps = self._over_gaps(outline, level)
                if over_gaps:
                    none, one = self._count_tiles(outline, level, over_gaps)
                    for spent, found in self._with_tokens(
                        outline, level, over_gaps & ~none, one, tokens, with_none=True
                    ):
                        yield tuple(sorted((*spent, Token.GAP))), found

    def _with_tokens(
        self,
        outline: Outline,
        level: int,
        anchors: int,
        one: int,
        tokens: Collection[Token],
        *,
        with_none: bool = False,
    ) -> Iterator[tuple[tuple[Token, ...], int]]:
        """Split anchors by the need for `apart` (5.5) and `single` (5.6)."""
        touching = self.grounds[level].touches(outline, self.width)
        for spent, found in (
            ((), anchors & touching & ~one),
            ((Token.APART,), anchors & ~touching & ~one),
            ((Token.SINGLE,), anchors & touching & one),
            ((Token.APART, Token.SINGLE), anchors & ~touching & one),
        ):
            if found and (spent or with_none) and all(token in tokens for token in spent):
                yield spent, found

    def _over_gaps(self, outline: Outline, level: int) -> int:
        """Return the anchors that cover exactly one gap of the level below, wholly (5.3)."""
        shape = mask_at_zero(outline, self.width)
        free = self.grounds[level].free[0]
        taken = 0
        for occupied in self.display.levels[level:]:
            taken |= occupied
        found = 0
        for gap in gaps(self.display, level - 1):
            first = (gap & -gap).bit_length() - 1
            for x, y in outline.squares:
                index = first - (y * self.width + x)
                mask = shape << index
                if mask & gap == gap and not gap & taken and not mask & ~(free | gap):
                    found |= 1 << index
        return found

    def _few_tiles(self, outline: Outline, level: int, anchors: int) -> tuple[int, int]:
        """Return the anchors that rest on no tile and those that rest on one (2.7, 4.3).

        The anchors must be fully supported.
        """
        display = self.display
        below = display.indices_by_level[level - 1]
        if any(display.pieces[index].is_filler for index in below):
            return self._count_tiles(outline, level, anchors)
        one = 0
        index_of = display.frame.index
        for index in below:
            piece = display.pieces[index]
            for dx, dy in offsets_inside(outline, piece.outline):
                one |= 1 << index_of(piece.x + dx, piece.y + dy)
        return 0, one

    def _count_tiles(self, outline: Outline, level: int, anchors: int) -> tuple[int, int]:
        """Do the same by counting at every anchor, where fillers or gaps lie below."""
        display = self.display
        tiles = [
            display.masks[index]
            for index in display.indices_by_level[level - 1]
            if not display.pieces[index].is_filler
        ]
        shape = mask_at_zero(outline, self.width)
        none = one = 0
        for index in bits(anchors):
            mask = shape << index
            under = sum(tile & mask != 0 for tile in tiles)
            if under == 0:
                none |= 1 << index
            elif under == 1:
                one |= 1 << index
        return none, one


def _grounds(display: Display) -> tuple[Ground, ...]:
    """Return what each level offers, from the table to one above the highest (2.4 to 2.6)."""
    frame = display.frame
    width = frame.width
    levels = (*display.levels, 0) if display.pieces else (0,)
    found: list[Ground] = []
    taken = 0
    # From above, because no square may lie under any tile, however high (2.4).
    for level in range(len(levels) - 1, -1, -1):
        taken |= levels[level]
        below = levels[level - 1] if level else frame.everything
        found.append(Ground.of(below & ~taken, levels[level], width))
    return tuple(found[::-1])


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
        self._anchors = [
            (orientation.rotation, level, anchors)
            for level in range(len(finder.grounds))
            for orientation in orientations(tile)
            if (anchors := finder.anchors(orientation.outline, level))
        ]

    def __len__(self) -> int:
        return sum(anchors.bit_count() for _, _, anchors in self._anchors)

    def __iter__(self) -> Iterator[Placement]:
        cell = self._display.frame.cell
        for rotation, level, anchors in self._anchors:
            for index in bits(anchors):
                x, y = cell(index)
                yield Placement(rotation, x, y, level)

    def __contains__(self, placement: object) -> bool:
        return placement in list(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal placements of tile {self._tile.number}>"
