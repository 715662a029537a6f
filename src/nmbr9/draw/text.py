"""Displays as coloured text for the terminal.

The characters alone tell everything, so ``.plain`` is the picture without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.box import SIMPLE_HEAD
from rich.style import Style
from rich.table import Table
from rich.text import Text

from nmbr9.draw.character_grid import LABEL, compact, lined, side_by_side
from nmbr9.draw.marks import (
    BARE,
    FILLER,
    FREE,
    GHOST,
    MISFIT,
    SPOT,
    STARTING,
    TRIED,
    TURNED_OVER,
    Look,
    labelled,
    looks_from_above,
    looks_of,
    mark_of,
    variants_of,
)
from nmbr9.draw.palette import THEMES, Theme, ThemeName
from nmbr9.draw.surface import Box, box_around, topmost
from nmbr9.draw.words import counted, level_sum, printable
from nmbr9.rules import Display, GapFiller, Piece, Score, ScoreLine, StartingTile, score
from nmbr9.rules.pieces.geometry import Cell

__all__ = ["from_above", "level_by_level", "score_table"]

EMPTY_TABLE = Box(0, 0, 3, 3)
"""What is shown of a table with nothing on it."""


def from_above(
    display: Display,
    ghost: Piece | None = None,
    spots: Collection[Cell] | None = None,
    *,
    misfits: Collection[Cell] = (),
    lines: bool = False,
    margin: int = 1,
    legend: bool = True,
    theme: ThemeName = "dark",
) -> Text:
    """Return a display from above: ``8²`` is a square of an 8 on level 2.

    x grows to the right and y downwards, as in a record (section 9), so that what is read at the
    edges can be typed.

    Args:
        display: The display.
        ghost: A piece being tried (2.10), drawn over everything with ``*``.
        spots: Cells to mark with ``○``, such as those where placements are possible.
        misfits: The cells of the ghost that do not fit, marked with ``!`` instead.
        lines: Draw lines between tiles. The picture is twice as large.
        margin: How many empty cells to show around everything.
        legend: Explain below what occurs and is not plain.
        theme: Whose colours to use.
    """
    palette = THEMES[theme]
    looks = looks_from_above(display, palette, ghost, misfits, spots or ())
    box = (box_around(looks) or EMPTY_TABLE).with_margin(margin)
    rows = (lined if lines else compact)(looks, box, BARE)
    if legend:
        rows += _legend(display, looks, ghost, lines)
    return _text(rows)


def level_by_level(display: Display, *, width: int = 80, theme: ThemeName = "dark") -> Text:
    """Return each level alone, lowest first, with its sum; side by side where `width` allows.

    On level 1 and up a dot is a free cell with a tile below it: there a tile could be carried.
    """
    palette = THEMES[theme]
    blocks = [_level(display, line, palette) for line in score(display).lines]
    if not blocks:
        return Text("no tiles yet", style=LABEL, no_wrap=True)
    rows = side_by_side(blocks, width)
    if len(blocks) > 1:
        rows += [Text(f"{FREE} free, with a tile below", LABEL)]
    return _text(rows + _notes_on_kinds(display, display.pieces))


def score_table(names: Sequence[str], displays: Sequence[Display], *, width: int = 80) -> Table:
    """Return the points of each player, highest level first, then the total (2.11).

    The numbers behind the points are left out where they would not fit in `width`.
    """
    scores = [score(display) for display in displays]
    longest = max((len(line.numbers) for points in scores for line in points.lines), default=0)
    needed = max(len("20 tiles    0"), 2 * longest + 4)
    # What each player gets beside the levels; rich would squeeze out the levels otherwise.
    room = max(5, (width - 10) // max(1, len(scores)) - 3)
    with_numbers = room >= needed
    table = Table(box=SIMPLE_HEAD, show_footer=True, footer_style="bold", pad_edge=False)
    table.add_column("", footer="total", no_wrap=True)
    for name, points in zip(names, scores, strict=True):
        # Text, not markup: a name may hold square brackets.
        table.add_column(
            Text(printable(name), no_wrap=True, overflow="ellipsis"),
            footer=str(points.total),
            justify="right",
            no_wrap=True,
            max_width=min(room, max(24, needed)),
        )
    for level in reversed(range(max((len(points.lines) for points in scores), default=0))):
        cells = [
            _score_cell(points, level, display, with_numbers)
            for points, display in zip(scores, displays, strict=True)
        ]
        table.add_row(f"level {level}", *cells)
    return table


def _text(rows: Sequence[Text]) -> Text:
    text = Text("\n", no_wrap=True, overflow="ignore", end="").join(rows)
    # Joining takes its settings from the separator; the line end belongs to the whole.
    text.end = "\n"
    return text


def _level(display: Display, line: ScoreLine, theme: Theme) -> list[Text]:
    level = line.level
    owners = {(x, y): index for (x, y, on), index in display.piece_by_cell.items() if on == level}
    below = [(x, y) for x, y, on in display.piece_by_cell if on == level - 1]
    looks = looks_of(display, owners, theme)
    looks = dict.fromkeys(below, BARE) | looks
    box = box_around(looks) or EMPTY_TABLE
    head = Text().append(f"level {level}: ", LABEL).append(level_sum(display, line))
    nothing = Look(None, "  ", "   ", Style(), Style())
    return [head, *compact(looks, box, nothing)]


def _score_cell(points: Score, level: int, display: Display, with_numbers: bool) -> Text:
    if level >= len(points.lines):
        return Text("-", LABEL)
    line = points.lines[level]
    total = Text(f"{line.points:>5}", Style(bold=level > 0))
    if not with_numbers:
        return total
    laid = counted(len(display.pieces_on(0)), "tile")
    numbers = laid if level == 0 else "+".join(map(str, line.numbers))
    return Text().append(numbers, LABEL).append_text(total)


def _legend(
    display: Display, looks: dict[Cell, Look], ghost: Piece | None, lines: bool
) -> list[Text]:
    shown = {look.owner for look in looks.values()} - {None, GHOST}
    pieces = [piece for index, piece in enumerate(display.pieces) if index in shown]
    notes = [] if lines else _notes_on_twins(display)
    if ghost is not None:
        notes.append(f"{mark_of(ghost)}{TRIED} being tried on level {ghost.level}")
        pieces.append(ghost)
        if any(MISFIT in look.narrow for look in looks.values()):
            notes.append(f"{mark_of(ghost)}{MISFIT} does not fit there")
    if any(SPOT in look.narrow for look in looks.values()):
        notes.append(f"{SPOT} possible here")
    return [*(Text(note, LABEL) for note in notes), *_notes_on_kinds(display, pieces)]


def _notes_on_twins(display: Display) -> list[str]:
    """Return a line for every group of equal tiles that lie edge to edge."""
    variants = variants_of(display, topmost(display))
    groups: dict[tuple[str, int], set[int]] = {}
    for index, variant in variants.items():
        piece = display.pieces[index]
        groups.setdefault((mark_of(piece), piece.level), set()).add(variant)
    return [
        " and ".join(labelled(mark, level, variant) for variant in sorted(used))
        + " are different tiles"
        for (mark, level), used in sorted(groups.items())
        if len(used) > 1
    ]


def _notes_on_kinds(display: Display, pieces: Sequence[Piece]) -> list[Text]:
    """Return one line on the pieces that score nothing, when there are any."""
    kinds = {
        f"{STARTING} starting tile": any(isinstance(p.tile, StartingTile) for p in pieces),
        f"{FILLER} gap filler": any(isinstance(p.tile, GapFiller) for p in pieces),
        f"{TURNED_OVER} turned over": any(p.is_number_tile and p.flipped for p in pieces),
    }
    present = [words for words, is_there in kinds.items() if is_there]
    return [Text(", ".join(present) + ": no points", LABEL)] if present else []
