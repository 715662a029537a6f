"""The tiles of a display painted in the right order, in the display's own coordinates."""

from __future__ import annotations

from collections.abc import Collection

from nmbr9.draw.markup import element
from nmbr9.draw.outline_path import outline_path
from nmbr9.draw.shadows import shadows
from nmbr9.draw.surface import uncovered
from nmbr9.draw.tile_svg import UNIT, Brush, face, ghost, highlight, walls
from nmbr9.rules import Display, Piece

STRONGEST_FOG = 0.24
FOG_PER_LEVEL = 0.055


def display_scene(
    brush: Brush,
    display: Display,
    *,
    highlighted: Collection[int] = (),
    tried: Piece | None = None,
) -> str:
    """Return all tiles from above, a line around the highlighted ones, then the one being tried.

    Lowest level first; inside a level all shadows, then all walls, then all faces, so that
    neighbours hide each other's walls.
    """
    seen = uncovered(display)
    parts = []
    for level, indices in enumerate(display.indices_by_level):
        if not indices:
            continue
        fog = min(STRONGEST_FOG, FOG_PER_LEVEL * (display.highest_level - level))
        pieces = display.pieces_on(level)
        parts += [shadows(brush, level, pieces), walls(brush, pieces)]
        parts += [face(brush, display.pieces[index], seen[index], fog) for index in indices]
    parts += [highlight(brush, display.pieces[index]) for index in sorted(highlighted)]
    return "".join(parts) + (ghost(brush, tried) if tried is not None else "")


def level_scene(brush: Brush, display: Display, level: int) -> str:
    """Return the tiles of one level, over the footprint of the level below it."""
    pieces = display.pieces_on(level)
    return "".join(
        [
            _footprint(brush, display.pieces_on(level - 1)),
            shadows(brush, level, pieces),
            walls(brush, pieces),
            *(face(brush, piece, piece.cells, 0) for piece in pieces),
        ]
    )


def _footprint(brush: Brush, pieces: list[Piece]) -> str:
    if not pieces:
        return ""
    theme = brush.theme
    outlines = "".join(outline_path(piece.cells, UNIT) for piece in pieces)
    return element(
        "path",
        class_="footprint",
        d=outlines,
        fill=theme.ink,
        fill_opacity=0.07,
        stroke=theme.muted,
        stroke_opacity=0.45,
        stroke_width=0.03 * UNIT,
    )
