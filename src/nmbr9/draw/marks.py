"""How one cell looks in the terminal: a number with its level, a ghost, a spot, the bare table.

Everything is told by characters; colours only repeat it, so a picture can be read without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rich.style import Style

from nmbr9.draw.palette import Theme, TileColours, blend
from nmbr9.draw.surface import topmost
from nmbr9.rules import Display, GapFiller, NumberTile, Piece
from nmbr9.rules.pieces.geometry import NEIGHBOURS, Cell

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
STARTING, FILLER, TURNED_OVER = "S", "F", "∅"
TRIED, MISFIT, SPOT, FREE = "*", "!", "○", "·"

GHOST = -1
"""The owner of a ghost's cells, where others have the index of their piece."""


@dataclass(frozen=True, slots=True)
class Look:
    """One cell of the picture."""

    owner: int | None
    """Which piece it belongs to; None for the bare table."""
    narrow: str
    """Two characters."""
    wide: str
    """Three characters, for drawings with lines, the number in the middle."""
    style: Style
    ground: Style
    """The style between cells of the same owner."""


def mark_of(piece: Piece) -> str:
    """Return the character that stands for a piece: its number, or why it has none."""
    match piece.tile:
        case NumberTile(number):
            return TURNED_OVER if piece.flipped else str(number)
        case GapFiller():
            return FILLER
    return STARTING


def looks_from_above(
    display: Display,
    theme: Theme,
    ghost: Piece | None,
    misfits: Collection[Cell],
    spots: Collection[Cell],
) -> dict[Cell, Look]:
    """Return how each cell that shows anything looks from above."""
    top = topmost(display)
    looks = looks_of(display, top, theme)
    for cell in spots:
        looks[cell] = _spot(display, top.get(cell), theme)
    if ghost is not None:
        for cell in ghost.cells:
            looks[cell] = _tried(ghost, cell in misfits, theme)
    return looks


def looks_of(display: Display, owners: Mapping[Cell, int], theme: Theme) -> dict[Cell, Look]:
    """Return how cells look that show the given pieces."""
    variants = variants_of(display, owners)
    looks = {}
    for index in set(owners.values()):
        looks[index] = _laid(display.pieces[index], index, variants[index], theme)
    return {cell: looks[index] for cell, index in owners.items()}


BARE = Look(None, f"{FREE} ", f" {FREE} ", Style(dim=True), Style())
"""An empty cell. Without a colour of its own: the terminal may be light or dark."""


def variants_of(display: Display, owners: Mapping[Cell, int]) -> dict[int, int]:
    """Return a variant per piece, different for equal-looking pieces that lie edge to edge.

    Two 9s side by side on one level would otherwise be one blob of 9s.
    """
    alike: dict[int, set[int]] = {index: set() for index in owners.values()}
    for (x, y), index in owners.items():
        for dx, dy in NEIGHBOURS:
            other = owners.get((x + dx, y + dy), index)
            if other != index and _same_mark(display.pieces[index], display.pieces[other]):
                alike[index].add(other)
    variants: dict[int, int] = {}
    for index in sorted(alike):
        taken = {variants.get(other) for other in alike[index]}
        # Four variants are enough for the four tiles of a number that a display can hold.
        variants[index] = next((v for v in range(4) if v not in taken), 0)
    return variants


def _same_mark(one: Piece, other: Piece) -> bool:
    return mark_of(one) == mark_of(other) and one.level == other.level


def labelled(mark: str, level: int, variant: int) -> str:
    """Return a mark with its level, two characters in one of four ways.

    >>> [labelled("8", 2, variant) for variant in range(4)]
    ['8²', '8₂', '²8', '₂8']
    """
    digits = SUBSCRIPTS if variant % 2 else SUPERSCRIPTS
    small = digits[level] if level < len(digits) else "⁺"
    return mark + small if variant < 2 else small + mark


def _laid(piece: Piece, index: int, variant: int, theme: Theme) -> Look:
    colours = theme.colours_of(piece)
    # Twins are shaded too: with colours on, that is seen before the small digits are.
    face = blend(colours.face, colours.wall, 0.3 * variant / (1 + variant / 2))
    style = Style(color=colours.ink, bgcolor=face, bold=True)
    label = labelled(mark_of(piece), piece.level, variant)
    wide = " " + labelled(mark_of(piece), piece.level, 0)
    return Look(index, label, wide, style, Style(bgcolor=face))


def _spot(display: Display, index: int | None, theme: Theme) -> Look:
    style = Style(color=theme.on_accent, bgcolor=theme.accent, bold=True)
    if index is None:
        return Look(None, f"{SPOT} ", f" {SPOT} ", style, Style())
    piece = display.pieces[index]
    label = labelled(mark_of(piece), piece.level, 0)
    ground = Style(bgcolor=theme.colours_of(piece).face)
    # In two characters there is no room for the number, but the level below is worth keeping.
    return Look(index, SPOT + label[1], SPOT + label, style, ground)


def _tried(ghost: Piece, is_misfit: bool, theme: Theme) -> Look:
    mark = mark_of(ghost)
    if is_misfit:
        style = Style(color=theme.on_bad, bgcolor=theme.bad, bold=True)
        return Look(GHOST, mark + MISFIT, f" {mark}{MISFIT}", style, style)
    style = _reversed(theme.colours_of(ghost))
    return Look(GHOST, mark + TRIED, f" {mark}{TRIED}", style, style)


def _reversed(colours: TileColours) -> Style:
    """Return the tile's colours exchanged: held in the hand, not yet laid."""
    return Style(color=colours.face, bgcolor=colours.ink, bold=True)
