"""What happened in a match, as values that are stored and replayed.

An event is a fact: it was allowed when it was written. It carries seat numbers and the random id of
a player, never a name, so that the log can stay as it is when somebody's data is deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from nmbr9.match.errors import EventError
from nmbr9.match.setup import Setup
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import RecordError, shown
from nmbr9.rules.record import read_action


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `do` names its kind where it is stored."""

    do: ClassVar[str]
    at: float
    """Seconds since 1970."""
    command: str | None = None
    """The command that asked for it, as `command_key` gives it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is stored."""
        data: dict[str, Any] = {"do": self.do}
        for name in NAMES[type(self)]:
            value = getattr(self, name)
            if value is not None:
                data[name] = value.to_dict() if isinstance(value, Action | Setup) else value
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    """A person took an open seat."""

    do: ClassVar[str] = "joined"
    seat: int
    player: str | None = None
    """Who; None once the person's data was deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSeated(Event):
    """The host gave an open seat to a bot."""

    do: ClassVar[str] = "bot-seated"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOpened(Event):
    """A seat became free before the start."""

    do: ClassVar[str] = "seat-opened"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsChanged(Event):
    """The host chose other options before the start; the cards are shuffled anew."""

    do: ClassVar[str] = "options-changed"
    setup: Setup
    """What is played from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """The first card was revealed."""

    do: ClassVar[str] = "started"
    fewer: bool | None = None
    """True if seats were open: they are gone, and the others close up in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Event):
    """A player did something in the game."""

    do: ClassVar[str] = "acted"
    action: Action
    by: str | None = None
    """`"bot"` or `"clock"` if it was not the person (2.12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompted(Event):
    """A waiting player gave a slow one a minute (2.12)."""

    do: ClassVar[str] = "prompted"
    seat: int
    """The slow one."""
    deadline: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A person went away from a running match."""

    do: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCut(Event):
    """The last line of a person was cut; they did not say that they would go."""

    do: ClassVar[str] = "line-cut"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineBack(Event):
    """A person whose line was cut has one again; a bot that others called stops."""

    do: ClassVar[str] = "line-back"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """A person came back, and plays again if a bot had stood in."""

    do: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedToBot(Event):
    """A bot plays on for a person."""

    do: ClassVar[str] = "handed-to-bot"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinted(Event):
    """A person was shown what the strongest bot would do, for the first time in this game."""

    do: ClassVar[str] = "hinted"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematched(Event):
    """The host opened another match for the same people."""

    do: ClassVar[str] = "rematched"
    match: str


KINDS: dict[str, type[Event]] = {
    kind.do: kind
    for kind in (
        Joined,
        BotSeated,
        SeatOpened,
        OptionsChanged,
        Started,
        Acted,
        Prompted,
        Left,
        LineCut,
        LineBack,
        Returned,
        HandedToBot,
        Hinted,
        Rematched,
    )
}
"""Every kind of event by its name where it is stored."""

NAMES: dict[type[Event], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in KINDS.values()
}
"""What an event of each kind tells; asked for every event that is stored, so found once."""


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """Return the event that was stored.

    Raises: EventError.
    """
    kind = KINDS.get(data.get("do", ""))
    if kind is None:
        raise EventError(f"expected an event of {', '.join(KINDS)}, got {shown(data)}")
    values = {name: value for name, value in data.items() if name != "do"}
    try:
        if kind is Acted:
            values["action"] = read_action("action", values["action"])
        if kind is OptionsChanged:
            values["setup"] = Setup.from_dict(values["setup"])
        return kind(**values)
    except (KeyError, TypeError, RecordError) as error:
        raise EventError(f"expected an event, got {shown(data)}: {error}") from None


def command_key(seat: int, id: str) -> str:
    """Return the text by which a command is stored: the seat that it came from, and its id."""
    return f"{seat}:{id}"


def from_command_key(key: str) -> tuple[int, str]:
    """Return the seat and the id that `command_key` put together."""
    seat, id = key.split(":", 1)
    return int(seat), id
