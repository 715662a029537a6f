"""Looks of cells set into lines of text with coordinates, compact or with lines between tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.style import Style
from rich.text import Text

from nmbr9.draw.marks import Look
from nmbr9.draw.surface import Box
from nmbr9.rules.pieces.geometry import Cell

LABEL = Style(dim=True)

# By what meets there: 1 up, 2 down, 4 left, 8 right.
_JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

Finder = Callable[[Cell], Look]
"""Gives the look of a cell, empty ones included."""


def compact(looks: Mapping[Cell, Look], box: Box, empty: Look) -> list[Text]:
    """Return one line of text per row of cells, two characters per cell, under the x labels.

    Two characters are about as wide as one line is high, so squares look square.
    """
    gutter = _gutter(box)
    lines = [_column_labels(box, gutter)]
    for y in range(box.top, box.bottom + 1):
        line = _row_label(y, gutter)
        for x in range(box.left, box.right + 1):
            look = looks.get((x, y), empty)
            line.append(look.narrow, look.style)
        lines.append(line)
    return lines


def lined(looks: Mapping[Cell, Look], box: Box, empty: Look) -> list[Text]:
    """Return the same with lines between tiles: twice as large, and clear without colour."""
    gutter = _gutter(box)
    head = Text(" " * gutter)
    for x in range(box.left, box.right + 1):
        # A line and the three characters of a cell: the label's last digit stands over the number.
        head.append(f" {x:>2}".ljust(4), LABEL)

    def look_at(cell: Cell) -> Look:
        return looks.get(cell, empty)

    lines = [head]
    for y in range(box.top, box.bottom + 2):
        boundary = _boundary(box, y, look_at)
        if boundary.plain or box.top < y <= box.bottom:
            lines.append(Text(" " * gutter).append_text(boundary))
        if y <= box.bottom:
            lines.append(_row_label(y, gutter).append_text(_cells(box, y, look_at)))
    return lines


def side_by_side(blocks: list[list[Text]], width: int, gap: int = 3) -> list[Text]:
    """Return blocks of lines next to each other, in as many rows as the width asks for."""
    rows: list[list[list[Text]]] = []
    used = 0
    for block in blocks:
        needed = max(line.cell_len for line in block)
        if rows and used + gap + needed <= width:
            rows[-1].append(block)
            used += gap + needed
        else:
            rows.append([block])
            used = needed
    lines: list[Text] = []
    for row in rows:
        if lines:
            lines.append(Text())
        lines.extend(_joined(row, gap))
    return lines


def _joined(blocks: list[list[Text]], gap: int) -> list[Text]:
    widths = [max(line.cell_len for line in block) for block in blocks]
    lines = []
    for index in range(max(map(len, blocks))):
        line = Text()
        for block, width in zip(blocks, widths, strict=True):
            part = block[index].copy() if index < len(block) else Text()
            part.append(" " * (width - part.cell_len + gap))
            line.append_text(part)
        line.rstrip()
        lines.append(line)
    return lines


def _gutter(box: Box) -> int:
    return 1 + max(len(str(box.top)), len(str(box.bottom)), 2)


def _row_label(y: int, gutter: int) -> Text:
    return Text().append(f"{y:>{gutter - 1}} ", LABEL)


def _column_labels(box: Box, gutter: int) -> Text:
    """Return the x labels, each ending over the right edge of its column.

    Long labels would run together in columns of two characters, so of those only the even ones
    are written, and no 9 next to a 10; they may reach into the empty column on their left.
    """
    marks = [" "] * (gutter + 2 * box.width)
    for x in range(box.left, box.right + 1):
        if x % 2 and (abs(x) >= 10 or x + 1 in range(10, box.right + 1)):
            continue
        end = gutter + 2 * (x - box.left + 1)
        label = str(x)
        marks[end - len(label) : end] = label
    return Text().append("".join(marks).rstrip(), LABEL)


def _boundary(box: Box, y: int, look_at: Finder) -> Text:
    """Return the line above row y."""
    line = Text()
    for x in range(box.left, box.right + 2):
        up_left, up = look_at((x - 1, y - 1)), look_at((x, y - 1))
        left, here = look_at((x - 1, y)), look_at((x, y))
        arms = (
            1 * (up_left.owner != up.owner)
            + 2 * (left.owner != here.owner)
            + 4 * (up_left.owner != left.owner)
            + 8 * (up.owner != here.owner)
        )
        line.append(_JUNCTIONS[arms], Style() if arms else here.ground)
        if x <= box.right:
            parted = up.owner != here.owner
            line.append(_JUNCTIONS[12 * parted] * 3, Style() if parted else here.ground)
    line.rstrip()
    return line


def _cells(box: Box, y: int, look_at: Finder) -> Text:
    """Return row y itself."""
    line = Text()
    for x in range(box.left, box.right + 2):
        left, here = look_at((x - 1, y)), look_at((x, y))
        parted = left.owner != here.owner
        line.append("│" if parted else " ", Style() if parted else here.ground)
        if x <= box.right:
            line.append(here.wide, here.style)
    line.rstrip()
    return line
