"""The pieces that can lie in a display: number tiles, starting tiles and gap fillers (section 1).

The shapes are data in ``tiles.json``. The starting tiles there are our own (3.2); a game of
somebody who owns the printed set carries other shapes, see ``starting_shapes``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from nmbr9.rules.pieces.geometry import Outline
from nmbr9.rules.pieces.starting_shapes import StartingShape

NUMBERS = range(10)
STARTING_TILE_COUNT = 6
FILLER_SIZES = (1, 2)
REMEMBERED = 1 << 12
"""Outlines of so many tiles are kept: far more than ours, but shapes of owners are without end."""


@dataclass(frozen=True, slots=True)
class NumberTile:
    """A number tile, 0 to 9 (1.1).

    Raises: ValueError, for any other number.
    """

    number: int

    def __post_init__(self) -> None:
        if self.number not in NUMBERS:
            raise ValueError(f"expected a number tile of 0 to 9, got {self.number!r}")

    @property
    def shape(self) -> Outline:
        """Its outline upright, number side up."""
        return _number_shapes()[self.number]


@dataclass(frozen=True, slots=True)
class StartingTile:
    """A starting tile, which has no number: one of our six, or a shape of its owner's (3.2)."""

    which: StartingShape

    @property
    def shape(self) -> Outline:
        """Its outline as it lies at the start."""
        if isinstance(self.which, int):
            return _starting_shapes()[self.which]
        return Outline.parse(self.which)


@dataclass(frozen=True, slots=True)
class GapFiller:
    """A gap filler of 1 or 2 squares (4.1)."""

    size: int

    @property
    def shape(self) -> Outline:
        """Its outline, lying flat."""
        return Outline.of((x, 0) for x in range(self.size))


Tile = NumberTile | StartingTile | GapFiller


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of the distinct ways to hold a tile: mirror image first, then quarter turns."""

    flipped: bool
    rotation: int
    outline: Outline


@lru_cache(REMEMBERED)
def outline_of(tile: Tile, flipped: bool, rotation: int) -> Outline:
    """Return the outline of a tile, turned over or not, after `rotation` quarter turns."""
    shape = tile.shape
    return (shape.mirrored() if flipped else shape).turned(rotation)


@lru_cache(REMEMBERED)
def orientations(tile: Tile, flipped: bool = False) -> tuple[Orientation, ...]:
    """Return the distinct orientations of a tile, each under its one name (section 9).

    Turned over, only outlines that number side up does not give are listed (5.4).
    """
    seen = {o.outline for o in orientations(tile, False)} if flipped else set()
    found: list[Orientation] = []
    for rotation in range(4):
        outline = outline_of(tile, flipped, rotation)
        if outline not in seen:
            seen.add(outline)
            found.append(Orientation(flipped, rotation, outline))
    return tuple(found)


@lru_cache(REMEMBERED)
def name_of(tile: Tile, flipped: bool, rotation: int) -> tuple[bool, int]:
    """Return the one name ``(flipped, rotation)`` of that outline (section 9).

    Unflipped comes before flipped, then the smallest rotation counts.

    >>> name_of(NumberTile(8), False, 3)
    (False, 1)
    """
    outline = outline_of(tile, flipped, rotation)
    for side in (False, True):
        for orientation in orientations(tile, side):
            if orientation.outline == outline:
                return orientation.flipped, orientation.rotation
    raise AssertionError("an outline is always among the orientations of its own tile")


@cache
def _packaged() -> dict[str, list[list[str]]]:
    text = resources.files(__package__).joinpath("tiles.json").read_text(encoding="utf-8")
    data: dict[str, list[list[str]]] = json.loads(text)
    return data


@cache
def _number_shapes() -> tuple[Outline, ...]:
    return tuple(Outline.parse(rows) for rows in _packaged()["numbers"])


@cache
def _starting_shapes() -> tuple[Outline, ...]:
    return tuple(Outline.parse(rows) for rows in _packaged()["starting"])
