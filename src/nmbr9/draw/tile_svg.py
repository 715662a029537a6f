"""One tile as SVG, layer by layer, as the look guide's "Drawing a tile" says.

A square is 100 units wide, whatever its size in the picture, so that coordinates are short; whoever
puts the display into a picture scales and moves it as a whole. What several layers and tiles have
in common is written once, in the definitions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from nmbr9.draw.digits import (
    BAR,
    HAS_BAR,
    NO_POINTS,
    STROKES,
    DigitPlace,
    digit_place,
    figures,
    figures_width,
)
from nmbr9.draw.markup import element, number, words
from nmbr9.draw.outline_path import outline_path
from nmbr9.draw.palette import DARK_INK, LIGHT_INK, Theme, TileColours
from nmbr9.draw.words import TIMES, piece_in_words
from nmbr9.rules import GapFiller, NumberTile, Piece, StartingTile
from nmbr9.rules.actions.kinds import ROTATION_LETTERS
from nmbr9.rules.pieces.geometry import Cell

BEVEL_INSET = 0.06
"""How far inside its cells the light on the edge of a tile lies, in sides of a square."""
UNIT = 100
"""The side of a square in the coordinates of a scene."""
SMALLEST_WITH_BADGE = 26
"""In smaller squares a badge would hide the tile."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What all tiles of a picture are drawn with."""

    theme: Theme
    square: float
    """The side of a square in pixels."""
    filters: bool = True
    """Whether shadows are blurred by filters, or drawn in bands."""

    def name(self, thing: str) -> str:
        """Return the id of a definition.

        It names all it depends on: pictures that share a web page may share their definitions.
        """
        return f"n9{self.theme.name[0]}{number(self.square).replace('.', '_')}{thing}"

    def reference(self, thing: str) -> str:
        """Return how a definition is used as a colour or filter."""
        return f"url(#{self.name(thing)})"

    def use(self, thing: str, **attributes: str | float | None) -> str:
        """Return a definition drawn."""
        return element("use", href=f"#{self.name(thing)}", **attributes)

    def pixels(self, count: float) -> float:
        """Return so many pixels in the coordinates of a scene."""
        return count * UNIT / self.square


LINES: dict[str, str | float] = {
    "fill": "none",
    "color": DARK_INK,
    "stroke_width": 3.2,
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}
"""How a scene draws lines unless they say otherwise: told once, around all of it."""


def definitions(brush: Brush, pieces: Collection[Piece]) -> str:
    """Return the shapes, digits, gradients, patterns and filters that these pieces need."""
    diagonal = {"x1": 0, "y1": 0, "x2": 1, "y2": 1}
    shared = [
        _gradient(brush.name("-g"), diagonal, [("#FFF", 0.26), ("#FFF", 0.02), ("#000", 0.09)]),
        # Clear in the middle: from white straight to black it would be a grey line there.
        _gradient(brush.name("-b"), diagonal, [("#FFF", 0.75), ("#FFF", 0.06), ("#000", 0.28)]),
    ]
    levels = sorted({piece.level for piece in pieces})
    inks = {brush.theme.colours_of(piece).ink for piece in pieces if piece.flipped}
    grids = {brush.theme.colours_of(piece).ink for piece in pieces}
    by_shape = {_shape_name(piece): piece for piece in pieces}
    digits = {_digit_name(piece): piece for piece in pieces if piece.is_number_tile}
    return element(
        "defs",
        *shared,
        *(_blur(brush, level) for level in levels if brush.filters),
        *(_hatch(brush, ink) for ink in sorted(inks)),
        *(_grid(brush, ink) for ink in sorted(grids)),
        *(_shape(brush, name, piece) for name, piece in sorted(by_shape.items())),
        *(_digit_strokes(brush, name, piece) for name, piece in sorted(digits.items())),
        *(_badge_of(brush, level) for level in levels if _has_badge(brush, level)),
    )


def walls(brush: Brush, pieces: Iterable[Piece]) -> str:
    """Return the sides of the tiles of a level that show below their faces."""
    return element(
        "g",
        *(lying(brush, piece, fill=brush.theme.colours_of(piece).wall) for piece in pieces),
        class_="walls",
        transform=f"translate(0 {number(0.085 * UNIT)})",
    )


def face(brush: Brush, piece: Piece, uncovered: Collection[Cell], fog: float) -> str:
    """Return the face of a tile with its digit and badge where they can be seen.

    Args:
        brush: What to draw with.
        piece: The tile.
        uncovered: Its cells with nothing on top of them.
        fog: How much of the table's colour lies over it, 0 to 1.
    """
    colours, shape = brush.theme.colours_of(piece), _shape_name(piece)
    place = digit_place(piece, uncovered)
    held = place.cells if place else []
    layers = [
        brush.use(shape, fill=colours.face),
        brush.use(shape, fill=brush.reference("-g")),
        _hatching(brush, piece, colours) if piece.flipped else "",
        brush.use(shape, fill=brush.reference(_grid_name(colours.ink))),
        brush.use(shape, fill=brush.theme.table, fill_opacity=fog) if fog else "",
        brush.use(shape, stroke=colours.edge),
        _bevel(brush, piece),
        _digit(brush, piece, place) if place else "",
        _badge(brush, piece, [cell for cell in uncovered if cell not in held], colours),
    ]
    return element(
        "g",
        element("title", words(piece_in_words(piece))),
        *layers,
        class_=_kind(piece),
        transform=_moved(piece.x * UNIT, piece.y * UNIT),
        color=None if colours.ink == DARK_INK else colours.ink,
    )


def ghost(brush: Brush, piece: Piece) -> str:
    """Return a tile that is not laid, over everything: half clear, with a broken line around it."""
    shape, theme = _shape_name(piece), brush.theme
    place = digit_place(piece, piece.cells)
    return element(
        "g",
        element("title", words(f"tried: {piece_in_words(piece)}")),
        brush.use(shape, fill=theme.colours_of(piece).face, fill_opacity=0.6),
        _ring(brush, shape, theme.ink, 5, stroke_dasharray="14 9"),
        _digit(brush, piece, place) if place else "",
        class_="ghost",
        transform=_moved(piece.x * UNIT, piece.y * UNIT),
        color=theme.colours_of(piece).ink,
    )


def highlight(brush: Brush, piece: Piece) -> str:
    """Return a line around a tile that is to be looked at."""
    return element(
        "g",
        _ring(brush, _shape_name(piece), brush.theme.surface, 14),
        _ring(brush, _shape_name(piece), brush.theme.bad, 8),
        class_="highlight",
        transform=_moved(piece.x * UNIT, piece.y * UNIT),
    )


def _ring(brush: Brush, shape: str, stroke: str, width: float, **more: str) -> str:
    return brush.use(shape, stroke=stroke, stroke_width=width, **more)


def _kind(piece: Piece) -> str:
    if isinstance(piece.tile, NumberTile):
        return f"tile n{piece.tile.number}" + (" turned-over" if piece.flipped else "")
    return "tile filler" if piece.is_filler else "tile starting"


def _shape_name(piece: Piece) -> str:
    """Return a word for a tile as it is held."""
    side, letter = "t" * piece.flipped, ROTATION_LETTERS[piece.rotation % 4]
    match piece.tile:
        case NumberTile(number):
            return f"-{number}{side}{letter}"
        case GapFiller(size):
            return f"-f{size}{side}{letter}"
        case StartingTile(which):
            rows = str(which) if isinstance(which, int) else "-".join(which)
            return f"-s{rows}{side}{letter}"


def _moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def lying(brush: Brush, piece: Piece, **attributes: str) -> str:
    """Return the outline of a tile where it lies."""
    x, y = piece.x * UNIT or None, piece.y * UNIT or None
    return brush.use(_shape_name(piece), x=x, y=y, **attributes)


def _shape(brush: Brush, name: str, piece: Piece) -> str:
    """Return the outline of a tile as it is held."""
    return element("path", id=brush.name(name), d=outline_path(piece.outline.at(0, 0), UNIT))


def _bevel(brush: Brush, piece: Piece) -> str:
    return element(
        "path",
        d=outline_path(piece.outline.at(0, 0), UNIT, BEVEL_INSET),
        stroke=brush.reference("-b"),
    )


def _grid_name(ink: str) -> str:
    return "-l" if ink == LIGHT_INK else "-k"


def _grid(brush: Brush, ink: str) -> str:
    """Return faint lines between the squares of a tile, so that they can be counted.

    Those around the tile lie outside its outline, so that they are not seen.
    """
    half = UNIT // 2
    lines = element(
        "path",
        d=f"M{half} 0v34m0 32v34M0 {half}h34m32 0h34",
        stroke=ink,
        stroke_opacity=0.13,
        stroke_width=max(2.2, brush.pixels(0.5)),
    )
    # Half a square aside, so that a corner of squares is the middle of the pattern.
    return element(
        "pattern",
        lines,
        id=brush.name(_grid_name(ink)),
        x=-half,
        y=-half,
        width=UNIT,
        height=UNIT,
        patternUnits="userSpaceOnUse",
    )


def _digit_name(piece: Piece) -> str:
    assert isinstance(piece.tile, NumberTile)
    return "-none" if piece.flipped else f"-d{piece.tile.number}"


def _digit_strokes(brush: Brush, name: str, piece: Piece) -> str:
    assert isinstance(piece.tile, NumberTile)
    shown = piece.tile.number
    if piece.flipped:
        strokes = element("path", d=NO_POINTS, stroke_width=12)
    else:
        strokes = element("path", d=STROKES[shown], stroke_width=15)
        if shown in HAS_BAR:
            strokes += element("path", d=BAR, stroke_width=9)
    return element(
        "g",
        strokes,
        id=brush.name(name),
        stroke="currentColor",
    )


def _digit(brush: Brush, piece: Piece, place: DigitPlace) -> str:
    assert isinstance(piece.tile, NumberTile)
    up = 7 if piece.tile.number in HAS_BAR and not piece.flipped else 0
    scale = place.height * UNIT / 100
    x, y = ((at - near) * UNIT for at, near in zip(place.centre, (piece.x, piece.y), strict=True))
    return brush.use(
        _digit_name(piece),
        transform=f"{_moved(x - 30 * scale, y - (50 + up) * scale)}scale({number(scale)})",
    )


def _has_badge(brush: Brush, level: int) -> bool:
    return level > 0 and brush.square >= SMALLEST_WITH_BADGE


def _badge_size(brush: Brush) -> tuple[float, float]:
    return max(brush.pixels(22), 0.52 * UNIT), max(brush.pixels(14.5), 0.34 * UNIT)


def _badge_of(brush: Brush, level: int) -> str:
    """Return the pill with a level: the pill in ink, the figures in the colour of the face."""
    width, height = _badge_size(brush)
    size, text = 0.58 * height, f"{TIMES}{level}"
    left = (width - figures_width(text, size)) / 2
    pill = element(
        "rect", width=width, height=height, rx=height / 2, fill="currentColor", stroke="none"
    )
    return element(
        "g", pill, figures(text, left, (height + size) / 2, size), id=brush.name(f"-x{level}")
    )


def _badge(brush: Brush, piece: Piece, free: Collection[Cell], colours: TileColours) -> str:
    """Return the pill with the level, in the lower right of a square without the digit."""
    if not free or not _has_badge(brush, piece.level):
        return ""
    x, y = max(free, key=lambda cell: (cell[0] + cell[1], cell[1]))
    width, height = _badge_size(brush)
    return brush.use(
        f"-x{piece.level}",
        x=(x - piece.x + 1 - 0.075) * UNIT - width,
        y=(y - piece.y + 1 - 0.085) * UNIT - height,
        stroke=colours.face,
    )


def _hatching(brush: Brush, piece: Piece, colours: TileColours) -> str:
    # The stripes go through all tiles of a picture in one line: they lie in its coordinates.
    return element(
        "path",
        class_="hatching",
        d=outline_path(piece.cells, UNIT),
        fill=brush.reference(_hatch_name(colours.ink)),
        transform=_moved(-piece.x * UNIT, -piece.y * UNIT),
    )


def _hatch_name(ink: str) -> str:
    return "-hatch-light" if ink == LIGHT_INK else "-hatch-dark"


def _hatch(brush: Brush, ink: str) -> str:
    """Return diagonal stripes: a turned-over tile is not what it was."""
    step = 0.25 * UNIT
    stripe = element(
        "path", d=f"M0 0V{number(step)}", stroke=ink, stroke_opacity=0.3, stroke_width=0.14 * UNIT
    )
    return element(
        "pattern",
        stripe,
        id=brush.name(_hatch_name(ink)),
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def softness(level: int) -> float:
    """Return the standard deviation of the edge of a shadow: softer the higher its tile lies."""
    return (1.8 + 1.6 * level) * UNIT / 48


def _blur(brush: Brush, level: int) -> str:
    return element(
        "filter",
        element("feGaussianBlur", stdDeviation=softness(level)),
        id=brush.name(f"-blur{level}"),
        x="-30%",
        y="-30%",
        width="160%",
        height="160%",
    )


def _gradient(name: str, along: dict[str, int], stops: list[tuple[str, float]]) -> str:
    written = (
        element(
            "stop",
            offset=f"{round(100 * index / (len(stops) - 1))}%",
            stop_color=colour,
            stop_opacity=opacity,
        )
        for index, (colour, opacity) in enumerate(stops)
    )
    return element("linearGradient", *written, id=name, **along)
