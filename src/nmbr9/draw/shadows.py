"""Shadows under the tiles of a level: blurred by a filter, or as bands of plain colour.

A browser blurs at once what takes a renderer on the processor ten times as long as all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist

from nmbr9.draw.markup import element, number
from nmbr9.draw.outline_path import INSET, outline_paths
from nmbr9.draw.tile_svg import UNIT, Brush, lying, softness
from nmbr9.rules import Piece

FURTHEST = 0.48
"""How far a band may lie from the outline, in sides of a square: beyond half a side it would
leave nothing of a narrow tile."""


def shadows(brush: Brush, level: int, pieces: Sequence[Piece]) -> str:
    """Return the shadows of all pieces of a level: further away and softer the higher it is."""
    scale = UNIT / 48
    darkness = min(0.58, 0.30 + 0.045 * level)
    return element(
        "g",
        *(
            [lying(brush, piece) for piece in pieces]
            if brush.filters
            else _bands(level, pieces, darkness)
        ),
        class_="shadows",
        fill=brush.theme.shadow,
        opacity=darkness if brush.filters else None,
        transform=f"translate({number((1 + 1.1 * level) * scale)} "
        f"{number((2.5 + 2.5 * level) * scale)})",
        filter=brush.reference(f"-blur{level}") if brush.filters else None,
    )


def _bands(level: int, pieces: Sequence[Piece], darkness: float) -> Iterator[str]:
    """Yield what lies on top of each other and grows darker inwards, as a blurred edge does.

    The edge of a blurred plane is as dark as the normal distribution says; each band lies where
    that is one step darker.
    """
    cells = [cell for piece in pieces for cell in piece.cells]
    edge = NormalDist(0, softness(level) / UNIT)
    count, before = 4 + level, 0.0
    insets = (INSET + edge.inv_cdf((index + 0.5) / count) for index in range(count))
    kept = (max(-FURTHEST, min(FURTHEST, inset)) for inset in insets)
    for index, outline in enumerate(outline_paths(cells, UNIT, kept)):
        so_far = darkness * (index + 1) / count
        # What the band adds to those below it, which it does not hide.
        opacity = (so_far - before) / (1 - before)
        before = so_far
        yield element("path", d=outline, fill_opacity=f"{opacity:.3f}")
