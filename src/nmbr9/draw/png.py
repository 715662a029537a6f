"""Pictures as PNG, for places that show no SVG: rendered by resvg, which needs nothing else."""

from __future__ import annotations

from nmbr9.draw.palette import ThemeName
from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.rules import Display, Game

__all__ = ["display_png", "game_png", "png_of"]


def png_of(svg: str, *, zoom: float = 1) -> bytes:
    """Return an SVG picture as PNG, so many times as large.

    Numbers are strokes; names need a font of the machine and are left out where there is none.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))


def display_png(
    display: Display, *, theme: ThemeName = "light", square: float = 48, zoom: float = 1
) -> bytes:
    """Return a display from above, as `display_svg` draws it."""
    return png_of(display_svg(display, theme=theme, square=square), zoom=zoom)


def game_png(
    game: Game, *, theme: ThemeName = "light", square: float = 36, zoom: float = 1
) -> bytes:
    """Return the displays of all players next to each other, as `game_svg` draws them."""
    return png_of(game_svg(game, theme=theme, square=square), zoom=zoom)
