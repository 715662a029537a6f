"""Displays as SVG pictures: self-contained, without scripts, fonts or references to elsewhere."""

from __future__ import annotations

from collections.abc import Collection

from nmbr9.draw.palette import THEMES, ThemeName
from nmbr9.draw.scene import display_scene, level_scene
from nmbr9.draw.sheet import Panel, document, sheet, table
from nmbr9.draw.surface import Box, box_around
from nmbr9.draw.tile_svg import Brush
from nmbr9.draw.words import counted, display_in_words, level_sum
from nmbr9.rules import Display, Game, Piece, score

__all__ = ["display_svg", "game_svg", "levels_svg"]

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
    highlight: Collection[int] = (),
    ghost: Piece | None = None,
    levels: Collection[int] | None = None,
    filters: bool = True,
) -> str:
    """Return a display from above.

    Args:
        display: The display.
        title: What the picture is called; also shown when the score is.
        theme: "light" or "dark".
        square: The side of a square in pixels.
        show_score: Put the title and the points above the display.
        highlight: The indices of pieces to draw a line around, in the order they were laid.
        ghost: A piece that is only tried, drawn half clear over everything.
        levels: Show the pieces of these levels only.
        filters: Blur shadows with filters. Without, they are drawn in bands: more bytes, but
            several times as quick where no browser draws.

    Raises: ValueError, when a piece to highlight is not there.
    """
    for index in highlight:
        if index not in range(len(display.pieces)):
            last = len(display.pieces) - 1
            raise ValueError(f"expected pieces of 0 to {last} to highlight, got {index!r}")
    brush = Brush(THEMES[theme], square, filters)
    whole, story = display, display_in_words(display)
    if levels is not None:
        shown = [index for index, piece in enumerate(display.pieces) if piece.level in levels]
        display = Display(tuple(display.pieces[index] for index in shown))
        highlight = [shown.index(index) for index in highlight if index in shown]
    scene = display_scene(brush, display, highlighted=highlight, tried=ghost)
    pieces = display.pieces if ghost is None else (*display.pieces, ghost)
    # Room for what is not shown as well, so that pictures of several levels can be compared.
    box = _frame(whole if ghost is None else Display((*whole.pieces, ghost)))
    name = title or f"NMBR 9 display, {counted(whole.points, 'point')}"
    if show_score:
        panel = Panel(title or "Display", _extent(whole), str(whole.points), scene, box)
        return sheet(brush, [panel], 1, pieces, name, story)
    size = (box.width * square, box.height * square)
    ground = table(brush, box, scene, 0, 0, size)
    return document(brush, *size, ground, pieces, name, story)


def game_svg(
    game: Game, *, theme: ThemeName = "light", square: float = 36, filters: bool = True
) -> str:
    """Return the displays of all players next to each other, with names and points."""
    brush = Brush(THEMES[theme], square, filters)
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
