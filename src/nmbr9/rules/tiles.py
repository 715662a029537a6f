"""The pieces that can lie in a display: number tiles, starting tiles and gap fillers (section 1).

The shapes are data in ``tiles.json``. The starting tiles there are our own (3.2); whoever owns the
printed set can enter theirs in a JSON file named by the environment variable
``NMBR9_STARTING_TILES``: a list of six shapes, each a list of rows of ``X`` and ``.``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from nmbr9.rules.errors import OptionsError
from nmbr9.rules.geometry import Outline

NUMBERS = range(10)
STARTING_TILE_COUNT = 6
FILLER_SIZES = (1, 2)
STARTING_TILES_VARIABLE = "NMBR9_STARTING_TILES"
MAX_STARTING_TILE_SIDE = 8


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
    """One of the six starting tiles: a tile without a number (3.2)."""

    index: int

    @property
    def shape(self) -> Outline:
        """Its outline as it lies at the start."""
        return _starting_shapes()[self.index]


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


@cache
def outline_of(tile: Tile, flipped: bool, rotation: int) -> Outline:
    """Return the outline of a tile, turned over or not, after `rotation` quarter turns."""
    shape = tile.shape
    return (shape.mirrored() if flipped else shape).turned(rotation)


@cache
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


@cache
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
    path = os.environ.get(STARTING_TILES_VARIABLE)
    if not path:
        return parse_starting_tiles(_packaged()["starting"])
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OptionsError(
            f"expected a JSON file of six starting tiles in {path!r}: {error}"
        ) from None
    return parse_starting_tiles(data)


def parse_starting_tiles(data: object) -> tuple[Outline, ...]:
    """Return the outlines of six starting tiles given as rows of ``X`` and ``.`` (3.2).

    Raises: OptionsError, saying which shape is wrong and why.
    """
    if not isinstance(data, list) or len(data) != STARTING_TILE_COUNT:
        came = f"{len(data)} of them" if isinstance(data, list) else type(data).__name__
        raise OptionsError(f"expected a list of {STARTING_TILE_COUNT} starting tiles, got {came}")
    return tuple(_parse_starting_tile(index, rows) for index, rows in enumerate(data))


def _parse_starting_tile(index: int, rows: object) -> Outline:
    side = MAX_STARTING_TILE_SIDE
    if not isinstance(rows, list) or not 1 <= len(rows) <= side or not _are_drawn(rows, side):
        raise OptionsError(
            f"expected starting tile {index} as 1 to {side} rows of 1 to {side} marks X or ., "
            f"got {rows!r}"
        )
    if not any("X" in row for row in rows):
        raise OptionsError(f"expected starting tile {index} to have a square X, got {rows!r}")
    outline = Outline.parse(rows)
    if not outline.is_connected:
        raise OptionsError(f"expected the squares of starting tile {index} to hang together")
    return outline


def _are_drawn(rows: Iterable[object], side: int) -> bool:
    return all(
        isinstance(row, str) and 1 <= len(row) <= side and set(row) <= {"X", "."} for row in rows
    )
