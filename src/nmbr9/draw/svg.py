"""Displays as SVG pictures: self-contained, without scripts, fonts or references to elsewhere."""

from __future__ import annotations

from nmbr9.draw.palette import THEMES, ThemeName
from nmbr9.draw.scene import display_scene, level_scene
from nmbr9.draw.sheet import Panel, document, sheet, table
from nmbr9.draw.surface import Box, box_around
from nmbr9.draw.tile_svg import Brush
from nmbr9.draw.words import counted, display_in_words, level_sum
from nmbr9.rules import Display, Game, score

MARGIN = 1
"""Cells of bare table around a display."""
EMPTY_TABLE = Box(0, 0, 2, 0)
"""What is shown of a table with nothing on it, before the margin."""


def display_svg(
    display: Display,
    *,
    title: str | None = None,
    theme: ThemeName = "light",
    square: float = 48,
    show_score: bool = False,
) -> str:
    """Return a display from above.

    Args:
        display: The display.
        title: What the picture is called; also shown when the score is.
        theme: "light" or "dark".
        square: The side of a square in pixels.
        show_score: Put the title and the points above the display.
    """
    brush = Brush(THEMES[theme], square)
    box, scene, story = _frame(display), display_scene(brush, display), display_in_words(display)
    name = title or f"NMBR 9 display, {counted(display.points, 'point')}"
    if show_score:
        panel = Panel(title or "Display", _extent(display), str(display.points), scene, box)
        return sheet(brush, [panel], 1, display.pieces, name, story)
    size = (box.width * square, box.height * square)
    ground = table(brush, box, scene, 0, 0, size)
    return document(brush, *size, ground, display.pieces, name, story)


def game_svg(game: Game, *, theme: ThemeName = "light", square: float = 36) -> str:
    """Return the displays of all players next to each other, with names and points."""
    brush = Brush(THEMES[theme], square)
    displays = [state.display for state in game.players]
    seats = list(zip(game.names, displays, strict=True))
    winners = game.outcome.winners if game.outcome and len(seats) > 1 else ()
    panels = [
        Panel(
            name,
            _extent(display),
            str(display.points),
            display_scene(brush, display),
            _frame(display),
            "Winner" if seat in winners else "",
        )
        for seat, (name, display) in enumerate(seats)
    ]
    standing = ", ".join(f"{name} {display.points}" for name, display in seats)
    story = " ".join(f"{name}: {display_in_words(display)}" for name, display in seats)
    columns = len(panels) if len(panels) <= 3 else -(-len(panels) // 2)
    pieces = [piece for display in displays for piece in display.pieces]
    return sheet(brush, panels, columns, pieces, f"NMBR 9: {standing}", story)


def levels_svg(
    display: Display,
    *,
    title: str | None = None,
    theme: ThemeName = "light",
    square: float = 32,
) -> str:
    """Return each level alone, lowest first, side by side, with its sum.

    The level below shows through as a footprint: what a level lies on, and where it could grow.
    """
    brush = Brush(THEMES[theme], square)
    # One frame for all, so that a cell is at the same place in every panel.
    frame = _frame(display)
    panels = [
        Panel(
            f"Level {line.level}",
            level_sum(display, line),
            str(line.points),
            level_scene(brush, display, line.level),
            frame,
        )
        for line in score(display).lines
    ] or [Panel("Level 0", "", "0", "", frame)]
    name = title or f"NMBR 9 display level by level, {counted(display.points, 'point')}"
    columns = len(panels) if len(panels) <= 4 else -(-len(panels) // 2)
    return sheet(brush, panels, columns, display.pieces, name, display_in_words(display))


def _frame(display: Display) -> Box:
    cells = (cell for piece in display.pieces for cell in piece.cells)
    return (box_around(cells) or EMPTY_TABLE).with_margin(MARGIN)


def _extent(display: Display) -> str:
    """Return how large a display is, in words."""
    if not display.pieces:
        return ""
    tiles = counted(len(display.pieces), "tile")
    levels = len(display.levels)
    return f"{tiles} on {counted(levels, 'level')}"
