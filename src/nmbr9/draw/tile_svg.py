"""One tile as SVG, layer by layer, as the look guide's "Drawing a tile" says.

Coordinates are those of the record times the side of a square; whoever puts the display into a
picture moves it as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from nmbr9.draw.digits import BAR, HAS_BAR, NO_POINTS, STROKES, DigitPlace, digit_place
from nmbr9.draw.markup import element, label, number, words
from nmbr9.draw.outline_path import outline_path
from nmbr9.draw.palette import LIGHT_INK, Theme, TileColours
from nmbr9.draw.words import TIMES, piece_in_words
from nmbr9.rules import NumberTile, Piece
from nmbr9.rules.geometry import Cell

SMALLEST_WITH_BADGE = 26
"""In smaller squares a badge would hide the tile."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What all tiles of a picture are drawn with."""

    theme: Theme
    square: float
    """The side of a square in pixels."""

    def name(self, thing: str) -> str:
        """Return the id of a definition.

        It names all it depends on: pictures that share a web page may share their definitions.
        """
        return f"nmbr9-{self.theme.name}-{number(self.square).replace('.', '_')}-{thing}"

    def reference(self, thing: str) -> str:
        """Return how a definition is used."""
        return f"url(#{self.name(thing)})"


def definitions(brush: Brush, pieces: Collection[Piece]) -> str:
    """Return the gradients, patterns and filters that these pieces need."""
    diagonal = {"x1": 0, "y1": 0, "x2": 1, "y2": 1}
    shared = [
        _gradient(brush.name("gloss"), diagonal, [("#FFF", 0.26), ("#FFF", 0.02), ("#000", 0.09)]),
        # Clear in the middle: from white straight to black it would be a grey line there.
        _gradient(brush.name("bevel"), diagonal, [("#FFF", 0.75), ("#FFF", 0.06), ("#000", 0.28)]),
    ]
    blurs = [_blur(brush, level) for level in sorted({piece.level for piece in pieces})]
    inks = {brush.theme.colours_of(piece).ink for piece in pieces if piece.flipped}
    hatches = [_hatch(brush, ink) for ink in sorted(inks)]
    return element("defs", *shared, *blurs, *hatches)


def shadows(brush: Brush, level: int, pieces: Iterable[Piece]) -> str:
    """Return the shadows of all pieces of a level: further away and softer the higher it is."""
    scale = brush.square / 48
    return element(
        "g",
        *(_outline(piece, brush) for piece in pieces),
        class_="shadows",
        fill=brush.theme.shadow,
        opacity=f"{min(0.58, 0.30 + 0.045 * level):.3f}",
        transform=f"translate({number((1 + 1.1 * level) * scale)} "
        f"{number((2.5 + 2.5 * level) * scale)})",
        filter=brush.reference(f"blur{level}"),
    )


def wall(brush: Brush, piece: Piece) -> str:
    """Return the side of a tile that shows below its face."""
    return _outline(
        piece,
        brush,
        class_="wall",
        fill=brush.theme.colours_of(piece).wall,
        transform=f"translate(0 {number(0.085 * brush.square)})",
    )


def face(brush: Brush, piece: Piece, uncovered: Collection[Cell], fog: float) -> str:
    """Return the face of a tile with its digit and badge where they can be seen.

    Args:
        brush: What to draw with.
        piece: The tile.
        uncovered: Its cells with nothing on top of them.
        fog: How much of the table's colour lies over it, 0 to 1.
    """
    colours = brush.theme.colours_of(piece)
    place = digit_place(piece, uncovered)
    held = place.cells if place else []
    layers = [
        _outline(piece, brush, class_="face", fill=colours.face),
        _outline(piece, brush, fill=brush.reference("gloss")),
        _hatching(brush, piece, colours) if piece.flipped else "",
        _inner_grid(brush, piece, colours),
        _outline(piece, brush, fill=brush.theme.table, opacity=fog) if fog else "",
        _line(piece, brush, 0.034, 0.034, colours.edge, opacity=0.95),
        _line(piece, brush, 0.06, 0.03, brush.reference("bevel")),
        _digit(brush, piece, place, colours) if place else "",
        _badge(brush, piece, [cell for cell in uncovered if cell not in held], colours),
    ]
    return element(
        "g", element("title", words(piece_in_words(piece))), *layers, class_=_kind(piece)
    )


def _kind(piece: Piece) -> str:
    if isinstance(piece.tile, NumberTile):
        return f"tile n{piece.tile.number}" + (" turned-over" if piece.flipped else "")
    return "tile filler" if piece.is_filler else "tile starting"


def _outline(piece: Piece, brush: Brush, **attributes: str | float) -> str:
    return element(
        "path", d=outline_path(piece.cells, brush.square), fill_rule="evenodd", **attributes
    )


def _line(
    piece: Piece, brush: Brush, inset: float, width: float, stroke: str, opacity: float = 1
) -> str:
    return element(
        "path",
        d=outline_path(piece.cells, brush.square, inset),
        fill="none",
        stroke=stroke,
        stroke_width=width * brush.square,
        stroke_opacity=opacity if opacity < 1 else None,
    )


def _inner_grid(brush: Brush, piece: Piece, colours: TileColours) -> str:
    """Return faint lines between the squares of a tile, so that they can be counted."""
    square, cells = brush.square, set(piece.cells)
    near, length = 0.16 * square, 0.68 * square
    lines = []
    for x, y in piece.cells:
        if (x + 1, y) in cells:
            lines.append(
                f"M{number((x + 1) * square)} {number(y * square + near)}v{number(length)}"
            )
        if (x, y + 1) in cells:
            lines.append(
                f"M{number(x * square + near)} {number((y + 1) * square)}h{number(length)}"
            )
    if not lines:
        return ""
    return element(
        "path",
        d="".join(lines),
        fill="none",
        stroke=colours.ink,
        stroke_opacity=0.13,
        stroke_width=max(0.022 * square, 0.5),
    )


def _digit(brush: Brush, piece: Piece, place: DigitPlace, colours: TileColours) -> str:
    assert isinstance(piece.tile, NumberTile)
    shown = piece.tile.number
    bar = ""
    up = 0
    if piece.flipped:
        strokes = element("path", d=NO_POINTS, stroke_width=12)
    else:
        strokes = element("path", d=STROKES[shown], stroke_width=15)
        if shown in HAS_BAR:
            bar, up = element("path", d=BAR, stroke_width=9), 7
    scale = place.height * brush.square / 100
    x, y = (middle * brush.square for middle in place.centre)
    return element(
        "g",
        strokes,
        bar,
        class_="no-points" if piece.flipped else "digit",
        transform=f"translate({number(x - 30 * scale)} {number(y - (50 + up) * scale)}) "
        f"scale({scale:.4f})",
        fill="none",
        stroke=colours.ink,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _badge(brush: Brush, piece: Piece, free: Collection[Cell], colours: TileColours) -> str:
    """Return the pill with the level, in the lower right of a square without the digit."""
    square = brush.square
    if piece.level == 0 or not free or square < SMALLEST_WITH_BADGE:
        return ""
    x, y = max(free, key=lambda cell: (cell[0] + cell[1], cell[1]))
    width, height = max(22, 0.52 * square), max(14.5, 0.34 * square)
    size = 0.7 * height
    left = (x + 1 - 0.075) * square - width
    top = (y + 1 - 0.085) * square - height
    pill = element(
        "rect", x=left, y=top, width=width, height=height, rx=height / 2, fill=colours.ink
    )
    text = label(
        f"{TIMES}{piece.level}",
        left + width / 2,
        top + height / 2 + 0.35 * size,
        size,
        colours.face,
        font_weight="700",
        text_anchor="middle",
    )
    return element("g", pill, text, class_="badge")


def _hatching(brush: Brush, piece: Piece, colours: TileColours) -> str:
    return _outline(piece, brush, class_="hatching", fill=brush.reference(_hatch_name(colours.ink)))


def _hatch_name(ink: str) -> str:
    return "hatch-light" if ink == LIGHT_INK else "hatch-dark"


def _hatch(brush: Brush, ink: str) -> str:
    """Return diagonal stripes: a turned-over tile is not what it was."""
    step = number(0.25 * brush.square)
    stripe = element(
        "path", d=f"M0 0V{step}", stroke=ink, stroke_opacity=0.3, stroke_width=0.14 * brush.square
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


def _blur(brush: Brush, level: int) -> str:
    return element(
        "filter",
        element("feGaussianBlur", stdDeviation=(1.8 + 1.6 * level) * brush.square / 48),
        id=brush.name(f"blur{level}"),
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
