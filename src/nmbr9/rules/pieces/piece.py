"""A tile or filler as it lies in a display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from nmbr9.rules.pieces.geometry import Cell, Outline
from nmbr9.rules.pieces.starting_shapes import shape_data
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, StartingTile, Tile, outline_of


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile, how it is held and where it lies.

    `x` and `y` are the left and top cell of its bounding box after turning (section 9).
    """

    tile: Tile
    x: int
    y: int
    level: int
    rotation: int = 0
    flipped: bool = False

    @property
    def outline(self) -> Outline:
        """Its outline as it lies."""
        return outline_of(self.tile, self.flipped, self.rotation)

    @property
    def cells(self) -> list[Cell]:
        """The cells it covers on its level."""
        return self.outline.at(self.x, self.y)

    @property
    def is_filler(self) -> bool:
        """Whether it is a gap filler, which never counts as one of two tiles (4.3)."""
        return isinstance(self.tile, GapFiller)

    @property
    def is_number_tile(self) -> bool:
        """Whether it is a number tile, turned over or not (3.2, 5.4)."""
        return isinstance(self.tile, NumberTile)

    @property
    def points(self) -> int:
        """Number times level (2.11); nothing for what is turned over or has no number."""
        if isinstance(self.tile, NumberTile) and not self.flipped:
            return self.tile.number * self.level
        return 0

    def to_dict(self) -> dict[str, Any]:
        """Return the piece in the words of a record (section 9).

        What it is stands under `number`, `starting_tile` (an index, or the rows of a shape of one's
        own) or `filler` (a size).
        """
        match self.tile:
            case NumberTile(number):
                what: dict[str, Any] = {"number": number}
            case StartingTile(which):
                what = {"starting_tile": shape_data(which)}
            case GapFiller(size):
                what = {"filler": size}
            case other:
                assert_never(other)
        return {
            **what,
            "flipped": self.flipped,
            "rotation": self.rotation,
            "x": self.x,
            "y": self.y,
            "level": self.level,
        }
