"""How a game or a display looks where people look: in a notebook, and printed.

The rules draw nothing. Who draws is named here and loaded when the first picture is asked for, so
that the layers stay apart: nothing of the rules needs it, and without it there is only the plain
`repr`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from nmbr9.rules.game import Game
    from nmbr9.rules.placing.display import Display

DRAWN_BY = "nmbr9.draw.pictures"


class Pencil(Protocol):
    """What the module that draws can do."""

    def as_svg(self, value: Game | Display) -> str:
        """Return a picture."""

    def as_text(self, value: Game | Display) -> str:
        """Return it in characters."""


def pencil() -> Pencil | None:
    """Return who draws; None where the package has no pictures, as in a slim one."""
    try:
        return cast(Pencil, import_module(DRAWN_BY))
    except ImportError:
        return None


class Drawn:
    """What `Game` and `Display` have in common: a picture in notebooks, a readable `str`."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows."""
        found = pencil()
        return None if found is None else found.as_svg(cast("Game | Display", self))

    def __str__(self) -> str:
        found = pencil()
        return repr(self) if found is None else found.as_text(cast("Game | Display", self))
