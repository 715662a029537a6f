"""Scenes laid on tables, tables in panels, panels on a sheet: the whole SVG document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nmbr9.draw.digits import figures, figures_width
from nmbr9.draw.markup import element, fitted, label, number, width_of, words
from nmbr9.draw.surface import Box
from nmbr9.draw.tile_svg import LINES, UNIT, Brush, definitions
from nmbr9.rules import Piece

PADDING = 16
HEADER = 58
"""The height of a panel's words."""
NARROWEST = 200
"""The least width of a table in a panel, so that there is room for the words."""
FIGURE_SIZE = 0.72
"""The height of figures in the size of the letters beside them."""
TITLE_SIZE, NOTE_SIZE, VALUE_SIZE, PILL_SIZE = 17, 13, 30, 12


@dataclass(frozen=True, slots=True)
class Panel:
    """A table under its words."""

    title: str
    note: str
    """A quiet second line."""
    value: str
    """The points, large."""
    scene: str
    """The tiles, as markup in the display's coordinates."""
    box: Box
    """The cells to show."""
    pill: str = ""
    """A word in gold next to the value, such as "Winner"."""


def document(
    brush: Brush,
    width: float,
    height: float,
    content: str,
    pieces: Sequence[Piece],
    title: str,
    description: str,
) -> str:
    """Return a complete SVG document."""
    return (
        element(
            "svg",
            element("title", words(title)),
            element("desc", words(description)),
            definitions(brush, pieces),
            _table_definitions(brush),
            content,
            xmlns="http://www.w3.org/2000/svg",
            version="1.1",
            role="img",
            width=width,
            height=height,
            viewBox=f"0 0 {number(width)} {number(height)}",
        )
        + "\n"
    )


def table(brush: Brush, box: Box, scene: str, x: float, y: float, size: tuple[float, float]) -> str:
    """Return a table of that size at x, y, with the cells of the box in its middle."""
    width, height = size
    square = brush.square
    left = x + (width - box.width * square) / 2 - box.left * square
    top = y + (height - box.height * square) / 2 - box.top * square
    radius = min(16, width / 8, height / 8)
    ground = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
    # The dots belong to the cells, so they lie in the display's coordinates; none at the rim,
    # where they would be cut.
    rim = square / 4
    dots = element(
        "rect",
        x=x - left + rim,
        y=y - top + rim,
        width=width - 2 * rim,
        height=height - 2 * rim,
        fill=brush.reference("dots"),
    )
    return element("rect", fill=brush.reference("table"), **ground) + element(
        "g",
        dots,
        element("g", scene, transform=f"scale({square / UNIT:.6g})", **LINES)
        if scene
        else _nothing(brush, box),
        transform=f"translate({number(left)} {number(top)})",
    )


def sheet(
    brush: Brush,
    panels: Sequence[Panel],
    columns: int,
    pieces: Sequence[Piece],
    title: str,
    description: str,
) -> str:
    """Return a document of panels of one size, in rows of so many columns."""
    area = (
        max(NARROWEST, max(panel.box.width for panel in panels) * brush.square),
        max(panel.box.height for panel in panels) * brush.square,
    )
    step_x, step_y = area[0] + 3 * PADDING, area[1] + HEADER + 3 * PADDING
    rows = -(-len(panels) // columns)
    width, height = columns * step_x + PADDING, rows * step_y + PADDING
    theme = brush.theme
    parts = [element("rect", width=width, height=height, rx=24, fill=theme.background)]
    for index, panel in enumerate(panels):
        row, column = divmod(index, columns)
        parts.append(_panel(brush, panel, PADDING + column * step_x, PADDING + row * step_y, area))
    return document(brush, width, height, "".join(parts), pieces, title, description)


def _panel(brush: Brush, panel: Panel, x: float, y: float, area: tuple[float, float]) -> str:
    width, height = area[0] + 2 * PADDING, area[1] + HEADER + 2 * PADDING
    theme = brush.theme
    card = element(
        "rect", x=x, y=y, width=width, height=height, rx=20, fill=theme.surface, stroke=theme.line
    )
    left, right = x + PADDING, x + width - PADDING
    value_width = figures_width(panel.value, FIGURE_SIZE * VALUE_SIZE)
    pill_width = width_of(panel.pill, PILL_SIZE) + 20 if panel.pill else 0
    room = area[0] - value_width - pill_width - 28
    parts = [
        card,
        label(
            fitted(panel.title, room, TITLE_SIZE),
            left,
            y + PADDING + 17,
            TITLE_SIZE,
            theme.ink,
            font_weight="650",
        ),
        label(fitted(panel.note, room, NOTE_SIZE), left, y + PADDING + 38, NOTE_SIZE, theme.muted),
        _value(panel.value, right, y + PADDING + 32, theme.ink),
    ]
    if panel.pill:
        parts.append(
            _gold_pill(brush, panel.pill, right - value_width - 16 - pill_width, y, pill_width)
        )
    parts.append(table(brush, panel.box, panel.scene, left, y + PADDING + HEADER, area))
    return element("g", element("title", words(panel.title)), *parts, class_="panel")


def _value(text: str, right: float, y: float, ink: str) -> str:
    size = FIGURE_SIZE * VALUE_SIZE
    left = right - figures_width(text, size)
    return element(
        "g",
        element("title", text),
        figures(text, left, y, size),
        class_="value",
        stroke=ink,
        **LINES,
    )


def _gold_pill(brush: Brush, text: str, x: float, y: float, width: float) -> str:
    theme = brush.theme
    top = y + PADDING + 10
    return element("rect", x=x, y=top, width=width, height=24, rx=12, fill=theme.gold) + label(
        text,
        x + width / 2,
        top + 16.2,
        PILL_SIZE,
        theme.on_gold,
        font_weight="700",
        text_anchor="middle",
    )


def _nothing(brush: Brush, box: Box) -> str:
    """Return words for a table without tiles."""
    square = brush.square
    return label(
        "No tiles yet",
        (box.left + box.width / 2) * square,
        (box.top + box.height / 2) * square + 5,
        max(13, 0.3 * square),
        brush.theme.muted,
        text_anchor="middle",
    )


def _table_definitions(brush: Brush) -> str:
    theme, square = brush.theme, brush.square
    light = element(
        "radialGradient",
        element("stop", offset="40%", stop_color=theme.table),
        element("stop", offset="100%", stop_color=theme.table_edge),
        id=brush.name("table"),
        cx="45%",
        cy="35%",
        r="100%",
    )
    dots = element(
        "pattern",
        element("circle", cx=square / 2, cy=square / 2, r=0.035 * square, fill=theme.dot),
        id=brush.name("dots"),
        # Half a square aside: the dot of a corner of cells lies in the middle of its own tile.
        x=-square / 2,
        y=-square / 2,
        width=square,
        height=square,
        patternUnits="userSpaceOnUse",
    )
    return element("defs", light, dots)
