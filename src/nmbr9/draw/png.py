"""Pictures as PNG, for places that show no SVG: rendered by resvg, which needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from nmbr9.draw.palette import ThemeName
from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.rules import Display, Game, Piece

if TYPE_CHECKING:
    from resvg import usvg

__all__ = ["display_png", "game_png", "png_of"]

MOST_PIXELS = 50_000_000
"""About 200 MB while it is drawn; a program that runs out of memory there is ended, not told."""


def png_of(svg: str, *, zoom: float = 1, fonts: Iterable[Path] = ()) -> bytes:
    """Return an SVG picture as PNG, so many times as large.

    Filters and half-clear layers take most of the time: `display_png` and `game_png` draw without
    the former.

    Args:
        svg: The picture.
        zoom: How many times as large.
        fonts: Files of fonts for names, besides those of the machine. Names are left out where
            there is no font; numbers are strokes and need none.

    Raises: ValueError, when it is no SVG, or none that can be drawn.
    """
    from resvg import render, usvg

    root = _checked(svg)
    # Looking through the fonts of a machine takes longer than drawing.
    options = _options(tuple(fonts)) if "<text" in svg else usvg.Options.default()
    tree = usvg.Tree.from_str(svg, options)
    width, height = tree.int_size()
    if not (zoom > 0 and zoom * zoom * width * height <= MOST_PIXELS):
        raise ValueError(
            f"expected a picture of 1 to {MOST_PIXELS} pixels, got {width} x {height}, zoom {zoom}"
        )
    if zoom != 1:
        root.attrib.setdefault("viewBox", f"0 0 {width} {height}")
        root.attrib.update(width=str(width * zoom), height=str(height * zoom))
        tree = usvg.Tree.from_str(ElementTree.tostring(root, encoding="unicode"), options)
    return render(tree, (1, 0, 0, 0, 1, 0))


def display_png(
    display: Display,
    *,
    title: str | None = None,
    theme: ThemeName = "light",
    square: float = 36,
    show_score: bool = False,
    highlight: Collection[int] = (),
    ghost: Piece | None = None,
    levels: Collection[int] | None = None,
    zoom: float = 1,
) -> bytes:
    """Return a display from above, as `display_svg` draws it."""
    svg = display_svg(
        display,
        title=title,
        theme=theme,
        square=square,
        show_score=show_score,
        highlight=highlight,
        ghost=ghost,
        levels=levels,
        filters=False,
    )
    return png_of(svg, zoom=zoom)


def game_png(
    game: Game, *, theme: ThemeName = "light", square: float = 36, zoom: float = 1
) -> bytes:
    """Return the displays of all players next to each other, as `game_svg` draws them."""
    return png_of(game_svg(game, theme=theme, square=square, filters=False), zoom=zoom)


@cache
def _options(fonts: tuple[Path, ...]) -> usvg.Options:
    from resvg import usvg

    options = usvg.Options.default()
    options.load_system_fonts()
    for font in fonts:
        options.load_font_file(str(font))
    return options


def _checked(svg: str) -> ElementTree.Element:
    """Return the root of a picture that resvg can read: where it cannot, it ends in a panic."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"expected an SVG picture, got what is no XML: {error}") from None
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        raise ValueError(f"expected an SVG picture, got an element {root.tag!r}")
    sides = [root.get("width", ""), root.get("height", "")]
    sides += root.get("viewBox", "").replace(",", " ").split()[2:]
    for side in sides:
        number = re.match(r"[-+.\d]+", side)
        if number and not float(number[0]) > 0:
            raise ValueError(f"expected an SVG picture with a size, got a side of {side!r}")
    return root
