"""Games and displays as notebooks and `print` show them: `rules.pictures` finds these by name."""

from __future__ import annotations

from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.draw.text import from_above
from nmbr9.draw.words import counted, printable, standing
from nmbr9.rules import Display, Game


def as_svg(value: Game | Display) -> str:
    """Return the picture of a game or a display."""
    return game_svg(value) if isinstance(value, Game) else display_svg(value, square=36)


def as_text(value: Game | Display) -> str:
    """Return a game or a display in characters, without colours."""
    if isinstance(value, Display):
        return from_above(value).plain
    displays = (
        f"{printable(name)}: {counted(state.display.points, 'point')}\n"
        f"{from_above(state.display).plain}"
        for name, state in zip(value.names, value.players, strict=True)
    )
    return "\n".join([*displays, standing(value)])
