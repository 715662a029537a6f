"""What a player can do, as values that read and write as in a record (section 9).

`str` gives the short notation, which ``notation`` reads back.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, get_type_hints

from nmbr9.rules.options import Token, parse_token

ROTATION_LETTERS = "urdl"
"""Where the top of the tile points after 0 to 3 quarter turns: up, right, down, left."""


def spot(rotation: int, x: int, y: int, level: int) -> str:
    """Return a place in the short notation, such as ``r@3,-2^1``; the table's ^0 is left out."""
    letter = ROTATION_LETTERS[rotation] if rotation in range(4) else f"?{rotation}"
    return f"{letter}@{x},{y}" + (f"^{level}" if level else "")


@dataclass(frozen=True, slots=True)
class Act:
    """What all actions have in common; `do` names their kind in records."""

    do: ClassVar[str]
    player: int

    def to_dict(self) -> dict[str, object]:
        """Return the action as it stands in a record."""
        data: dict[str, object] = {"player": self.player, "do": self.do}
        for field in FIELDS[type(self)][1:]:
            value = getattr(self, field.name)
            if isinstance(value, tuple):
                value = [str(token) for token in value]
            if value is not None:
                data[field.name] = value
        return data

    def __str__(self) -> str:
        return self.do


@dataclass(frozen=True, slots=True)
class Take(Act):
    """Take a card's tile (6.2), in Level to Level from one of the open cards (7.1)."""

    do: ClassVar[str] = "take"
    pile: int | None = None
    """The marker the card lies under, only in Level to Level."""

    def __str__(self) -> str:
        return self.do if self.pile is None else f"{self.do} {self.pile}"


@dataclass(frozen=True, slots=True)
class Reject(Act):
    """Refuse a card (6.2)."""

    do: ClassVar[str] = "reject"


@dataclass(frozen=True, slots=True)
class Place(Act):
    """Place the tile of this turn (2.2), at the cost of special tokens where it breaks a rule."""

    do: ClassVar[str] = "place"
    number: int
    flipped: bool
    rotation: int
    x: int
    y: int
    level: int
    tokens: tuple[Token, ...] = ()

    def __post_init__(self) -> None:
        if self.tokens != ():
            object.__setattr__(self, "tokens", tuple(parse_token(token) for token in self.tokens))

    @property
    def spot(self) -> tuple[int, int, int, int]:
        """Where the tile lies: rotation, x, y and level."""
        return self.rotation, self.x, self.y, self.level

    def __str__(self) -> str:
        side = "~" if self.flipped else ""
        place = spot(*self.spot)
        return f"{self.number}{side}{place}" + "".join(f"+{token}" for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Reserve(Act):
    """Keep the tile of this turn for later (5.8)."""

    do: ClassVar[str] = "reserve"


@dataclass(frozen=True, slots=True)
class Build(Act):
    """Build the tile that was reserved in an earlier turn (5.8)."""

    do: ClassVar[str] = "build"
    rotation: int
    x: int
    y: int
    level: int

    def __str__(self) -> str:
        return f"build {spot(self.rotation, self.x, self.y, self.level)}"


@dataclass(frozen=True, slots=True)
class Fill(Act):
    """Add a gap filler (4.1)."""

    do: ClassVar[str] = "fill"
    size: int
    rotation: int
    x: int
    y: int
    level: int

    def __str__(self) -> str:
        return f"fill {self.size}{spot(self.rotation, self.x, self.y, self.level)}"


@dataclass(frozen=True, slots=True)
class Move(Act):
    """Lift an own number tile and place it elsewhere (5.7)."""

    do: ClassVar[str] = "move"
    piece: int
    """The index of the piece in the order it entered the display."""
    rotation: int
    x: int
    y: int
    level: int

    def __str__(self) -> str:
        return f"move #{self.piece} {spot(self.rotation, self.x, self.y, self.level)}"


@dataclass(frozen=True, slots=True)
class Pass(Act):
    """Miss a round because nothing can be chosen (7.4)."""

    do: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Done(Act):
    """End the turn although something optional is left (8.1)."""

    do: ClassVar[str] = "done"


Action = Take | Reject | Place | Reserve | Build | Fill | Move | Pass | Done
"""What a player does: one of the kinds, so that a type checker knows them all."""

KINDS: dict[str, type[Action]] = {
    kind.do: kind for kind in (Take, Reject, Place, Reserve, Build, Fill, Move, Pass, Done)
}
"""Every kind of action by its name in records."""


class ActionField(NamedTuple):
    """Something that an action tells."""

    name: str
    types: tuple[type, ...]
    """What its value may be, the usual type first."""


_TYPES: dict[Any, tuple[type, ...]] = {
    int: (int,),
    bool: (bool,),
    int | None: (int, type(None)),
    tuple[Token, ...]: (tuple,),
}
"""By annotation; another one must be added here before an action can have it."""


def fields_of(kind: type[Act]) -> tuple[ActionField, ...]:
    """Return what actions of a kind tell."""
    hints = get_type_hints(kind)
    return tuple(ActionField(field.name, _TYPES[hints[field.name]]) for field in fields(kind))


FIELDS: dict[type[Act], tuple[ActionField, ...]] = {
    kind: fields_of(kind) for kind in KINDS.values()
}
"""What an action of each kind tells; asked for every action, so found once."""
