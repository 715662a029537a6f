"""Digits as strokes of our own, where on a tile they stand, and numbers made of them.

Where a picture is made, there may be no fonts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nmbr9.draw.markup import element, number
from nmbr9.draw.words import TIMES
from nmbr9.rules import NumberTile, Piece
from nmbr9.rules.pieces.geometry import Cell

STROKES = (
    "M30 8C47 8 52 27 52 50S47 92 30 92S8 73 8 50S13 8 30 8Z",
    "M17 27L36 8V92",
    "M10 31C10 17 18 8 31 8S51 17 51 30C51 52 24 64 10 92H52",
    "M12 8H49L30 39C43 39 52 49 52 65C52 82 42 92 29 92C19 92 11 87 8 78",
    "M40 92V8L8 68H54",
    "M48 8H18L14 46C19 41 24 39 31 39C44 39 52 50 52 65C52 82 43 92 29 92C19 92 12 87 8 79",
    "M42 8C28 20 8 42 8 66M8 66A22 26 0 1 0 52 66A22 26 0 1 0 8 66Z",
    "M8 8H52L25 92",
    "M30 49A18 20.5 0 1 0 30 8A18 20.5 0 1 0 30 49ZM30 49A22 21.5 0 1 1 30 92A22 21.5 0 1 1 30 49Z",
    "M18 92C32 80 52 58 52 34M52 34A22 26 0 1 0 8 34A22 26 0 1 0 52 34Z",
)
"""By number, in a box 60 wide and 100 high, for a stroke of 15 with round caps and joins."""

BAR = "M14 114H46"
"""Under 6 and 9, which are each other upside down."""
HAS_BAR = (6, 9)

NO_POINTS = "M30 22A28 28 0 1 0 30 78A28 28 0 1 0 30 22ZM4 81L56 19"
"""Instead of the digit of a turned-over tile (5.4), in the same box."""

TIMES_STROKES = "M-62 42l36 36m0-36l-36 36"
"""The sign before a level, to the left of that box."""

ADVANCE = 74
"""From one figure to the next, where a figure is 100 high."""

BLOCK_HEIGHT = 1.26
"""The height of a digit on a block of 2 by 2, in sides of a square."""
SQUARE_HEIGHT = 0.68
"""The height of a digit on a single square."""

_HOMES: tuple[tuple[Cell, int], ...] = (
    ((1, 0), 1),
    ((1, 1), 1),
    ((1, 0), 2),
    ((1, 2), 2),
    ((1, 2), 2),
    ((0, 0), 2),
    ((1, 2), 2),
    ((1, 0), 1),
    ((1, 0), 2),
    ((0, 0), 2),
)
"""By number: top left square and side of the home, on the tile upright."""


@dataclass(frozen=True, slots=True)
class DigitPlace:
    """Where a digit stands: a block of 2 by 2 cells or a single one."""

    x: int
    y: int
    side: int
    """2 or 1."""

    @property
    def cells(self) -> list[Cell]:
        """The cells that hold the digit."""
        return [(self.x + dx, self.y + dy) for dy in range(self.side) for dx in range(self.side)]

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, in cells."""
        return (self.x + self.side / 2, self.y + self.side / 2)

    @property
    def height(self) -> float:
        """The height of the digit, in sides of a square."""
        return BLOCK_HEIGHT if self.side == 2 else SQUARE_HEIGHT


def digit_place(piece: Piece, uncovered: Collection[Cell]) -> DigitPlace | None:
    """Return where the digit of a number tile stands when only these of its cells are uncovered.

    That is its home, else the nearest uncovered block of 2 by 2, else the nearest uncovered
    square; None when the tile is covered or has no number.
    """
    if not isinstance(piece.tile, NumberTile) or not uncovered:
        return None
    home = home_of(piece)
    if all(cell in uncovered for cell in home.cells):
        return home
    for side in (2, 1):
        places = [DigitPlace(x, y, side) for x, y in uncovered]
        free = [place for place in places if all(cell in uncovered for cell in place.cells)]
        if free:
            return min(free, key=lambda place: (_distance(place, home), place.y, place.x))
    raise AssertionError("an uncovered square is always free")


def home_of(piece: Piece) -> DigitPlace:
    """Return the home of a number tile's digit, turned with the tile; the digit stays upright."""
    assert isinstance(piece.tile, NumberTile)
    (left, top), side = _HOMES[piece.tile.number]
    home = DigitPlace(left, top, side).cells
    shape = piece.tile.shape
    width, height = shape.width, shape.height
    if piece.flipped:
        home = [(width - 1 - x, y) for x, y in home]
    for _ in range(piece.rotation % 4):
        home = [(height - 1 - y, x) for x, y in home]
        width, height = height, width
    return DigitPlace(piece.x + min(x for x, _ in home), piece.y + min(y for _, y in home), side)


def _distance(one: DigitPlace, other: DigitPlace) -> float:
    (x, y), (to_x, to_y) = one.centre, other.centre
    return (x - to_x) ** 2 + (y - to_y) ** 2


def figures_width(text: str, size: float) -> float:
    """Return how wide figures of that height are."""
    return (ADVANCE * len(text) - ADVANCE + 60) * size / 100


def figures(text: str, x: float, y: float, size: float, **attributes: str) -> str:
    """Return a number from x to the right, standing on y, with the lines of its place (`LINES`).

    `text` has digits, and the sign before a level.
    """
    digits = text.removeprefix(TIMES)
    strokes = (
        element(
            "path",
            d=STROKES[int(digit)],
            transform=f"translate({ADVANCE * index} 0)" if index else None,
        )
        for index, digit in enumerate(digits)
    )
    left = x + ADVANCE * size / 100 * (len(text) - len(digits))
    return element(
        "g",
        element("path", d=TIMES_STROKES) if len(digits) < len(text) else "",
        *strokes,
        stroke_width=15,
        transform=f"translate({number(left)} {number(y - size)})scale({number(size / 100)})",
        **attributes,
    )
