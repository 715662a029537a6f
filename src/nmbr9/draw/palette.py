"""The colours of tiles and table, in one place: as in the look guide, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nmbr9.rules import NumberTile, Piece, StartingTile

ThemeName = Literal["light", "dark"]

DARK_INK = "#1D1915"
LIGHT_INK = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class TileColours:
    """The colours of one kind of tile."""

    name: str
    """What people call it, such as "Lagoon"."""
    face: str
    wall: str
    """The side of the tile, and its edge where it has no rim."""
    ink: str
    """The digit on the face."""
    rim: str | None = None
    """A lighter edge for dark tiles on the dark table."""

    @property
    def edge(self) -> str:
        """The colour of the thin line around the face."""
        return self.rim or self.wall


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that is coloured in a picture."""

    name: ThemeName
    background: str
    """Behind panels."""
    surface: str
    """Panels."""
    line: str
    """The hairline around a panel."""
    table: str
    """The table; also the fog that lets low tiles recede."""
    table_edge: str
    """The table far from the light."""
    dot: str
    """The dots at the corners of cells."""
    ink: str
    muted: str
    """Secondary text."""
    shadow: str
    accent: str
    """Green: a place that fits."""
    on_accent: str
    bad: str
    """Red: does not fit."""
    on_bad: str
    gold: str
    """Winners."""
    on_gold: str
    numbers: tuple[TileColours, ...]
    """By number, 0 to 9."""
    starting: TileColours
    filler: TileColours

    def colours_of(self, piece: Piece) -> TileColours:
        """Return the colours of a piece; a turned-over tile keeps those of its number."""
        match piece.tile:
            case NumberTile(number):
                return self.numbers[number]
            case StartingTile():
                return self.starting
        return self.filler


_STARTING = TileColours("Stone", "#6F6A62", "#3F3B36", LIGHT_INK)
_FILLER = TileColours("Sand", "#B9B1A3", "#7B7366", DARK_INK)

LIGHT = Theme(
    name="light",
    background="#F7F3EB",
    surface="#FFFFFF",
    line="#E3DBCC",
    table="#E9E2D4",
    table_edge="#DFD6C4",
    dot="#B9AD97",
    ink="#211C16",
    muted="#675E52",
    shadow="#3B2A10",
    accent="#0B6B4C",
    on_accent="#FFFFFF",
    bad="#B4232F",
    on_bad="#FFFFFF",
    gold="#F0C65A",
    on_gold="#4A3206",
    numbers=(
        TileColours("Chalk", "#E6DFCF", "#83775F", DARK_INK),
        TileColours("Walnut", "#633413", "#3A1C08", LIGHT_INK),
        TileColours("Apricot", "#DC7124", "#9A4A10", DARK_INK),
        TileColours("Lemon", "#FFD23A", "#9C7205", DARK_INK),
        TileColours("Leaf", "#8FC56B", "#55883A", DARK_INK),
        TileColours("Lagoon", "#187A7D", "#0B4E51", LIGHT_INK),
        TileColours("Sky", "#78CFF5", "#2F86B0", DARK_INK),
        TileColours("Indigo", "#2C4AB0", "#182B72", LIGHT_INK),
        TileColours("Rose", "#D78CBB", "#96507C", DARK_INK),
        TileColours("Cherry", "#C12A3A", "#7C1622", LIGHT_INK),
    ),
    starting=_STARTING,
    filler=_FILLER,
)

DARK = Theme(
    name="dark",
    background="#121514",
    surface="#1D2220",
    line="#2D3431",
    table="#191D1C",
    table_edge="#101312",
    dot="#414A46",
    ink="#F3EFE7",
    muted="#B0AA9E",
    shadow="#000000",
    accent="#52C795",
    on_accent="#06231A",
    bad="#FF7A77",
    on_bad="#2B0507",
    gold="#F0B941",
    on_gold="#2A1D02",
    numbers=(
        TileColours("Chalk", "#DAD3C3", "#8B8069", DARK_INK),
        TileColours("Walnut", "#6B3A17", "#432108", LIGHT_INK, "#A68A76"),
        TileColours("Apricot", "#DC7124", "#9A4A10", DARK_INK),
        TileColours("Lemon", "#F7C933", "#A87D08", DARK_INK),
        TileColours("Leaf", "#8FC56B", "#55883A", DARK_INK),
        TileColours("Lagoon", "#187A7D", "#0B4E51", LIGHT_INK, "#5CA2A4"),
        TileColours("Sky", "#70C8EF", "#2F86B0", DARK_INK),
        TileColours("Indigo", "#3450BA", "#1D3180", LIGHT_INK, "#8495D6"),
        TileColours("Rose", "#D78CBB", "#96507C", DARK_INK),
        TileColours("Cherry", "#C12A3A", "#7C1622", LIGHT_INK, "#DA7A84"),
    ),
    starting=_STARTING,
    filler=_FILLER,
)

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


def blend(colour: str, other: str, share: float) -> str:
    """Return `colour` with a share (0 to 1) of `other` mixed in.

    >>> blend("#000000", "#FF8000", 0.5)
    '#804000'
    """
    channels = (
        round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02X}" for channel in channels)
