"""The frames of the protocol (docs/protocol.md); what comes in is read strictly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from nmbr9.match import commands
from nmbr9.match.errors import Refused
from nmbr9.protocol.fields import (
    Field,
    FieldError,
    anything,
    flag,
    mapping,
    nullable,
    one_of,
    read_object,
    text,
    whole,
)
from nmbr9.protocol.seating import WantedOptions, options_check
from nmbr9.rules.errors import Nmbr9Error, RecordError
from nmbr9.rules.record import read_action

PROTOCOL = 1
"""Grows when what frames say changes, so that pages loaded before notice."""

MOST_BYTES = 4096
"""Of a frame from a client."""

EMOTES = ("hello", "wow", "hurry", "thanks", "oops", "good game")


class Json(NamedTuple):
    """How a host reads and writes JSON."""

    read: Callable[[str], Any]
    """Raises: ValueError."""
    write: Callable[[Any], str]


PLAIN_JSON = Json(
    json.loads, json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
)
"""For a host that has nothing quicker."""


class FrameError(Nmbr9Error, ValueError):
    """A frame that the protocol does not have."""

    def __init__(self, message: str, code: str = "frame/malformed") -> None:
        super().__init__(message)
        self.code = code


class OtherProtocol(FrameError):
    """A client that speaks another protocol than this host."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The first frame: which match, and the token of a seat in it unless something else tells."""

    match: str
    token: str | None
    protocol: int


@dataclass(frozen=True, slots=True)
class Sync:
    """Something was missed: send everything again."""


@dataclass(frozen=True, slots=True)
class Emote:
    """A gesture to the others; not stored."""

    emote: str


@dataclass(frozen=True, slots=True)
class Explain:
    """A question: which rules would this action break now? Told as in a record or as typed."""

    id: str
    action: dict[str, Any] | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Hint:
    """A question: what would the strongest bot do?"""

    id: str


@dataclass(frozen=True, slots=True)
class OtherOptions:
    """Other options for a match that waits; the host deals new cards for them."""

    options: WantedOptions
    is_hidden: bool
    is_listed: bool


@dataclass(frozen=True, slots=True)
class Again:
    """Another match for the same people; the host makes it."""

    same_deck: bool


Wish = commands.Command | OtherOptions | Again
"""What somebody may ask for; for the last two the host has to do something first."""


@dataclass(frozen=True, slots=True)
class CommandFrame:
    """A command: carried out at most once, however often it is sent with its id."""

    id: str
    wish: Wish


AnyFrame = Watch | Sync | Emote | Explain | Hint | CommandFrame

_check_id = text(1, 40, "^[A-Za-z0-9_-]+$")


# Type and deed have chosen the kind of frame already.
_TYPE, _ID, _DO = Field("type", anything), Field("id", _check_id), Field("do", anything)
_SEAT, _BOT = Field("seat", whole(0, 5)), Field("bot", text(1, 40))


class _Kind(NamedTuple):
    """A kind of frame, or of command."""

    fields: tuple[Field, ...]
    """Those besides `type`, of a command also besides `id` and `do`."""
    make: Callable[..., Any]
    """Takes the fields by their names."""


_FRAMES = {
    "watch": _Kind(
        (
            Field("match", text(1, 40, "^[A-Za-z0-9-]+$")),
            Field("token", nullable(text(most=100)), None),
            Field("protocol", whole(), PROTOCOL),
        ),
        Watch,
    ),
    "sync": _Kind((), Sync),
    "emote": _Kind((Field("emote", one_of(*EMOTES)),), Emote),
    "explain": _Kind(
        (
            _ID,
            Field("action", nullable(mapping), None),
            Field("text", nullable(text(most=100)), None),
        ),
        Explain,
    ),
    "hint": _Kind((_ID,), Hint),
}
_COMMANDS = {
    "act": _Kind(
        (Field("revision", whole(0)), Field("action", mapping)),
        lambda revision, action: commands.Act(read_action("action", action), revision),
    ),
    "start": _Kind((Field("fewer", flag, False),), commands.Start),
    "change-options": _Kind(
        (
            Field("options", options_check),
            Field("is_hidden", flag, True),
            Field("is_listed", flag, False),
        ),
        OtherOptions,
    ),
    "leave": _Kind((), commands.Leave),
    "return": _Kind((), commands.Return),
    "open-seat": _Kind((_SEAT,), commands.OpenSeat),
    "prompt": _Kind((_SEAT,), commands.PromptPlayer),
    "seat-bot": _Kind((_SEAT, _BOT), commands.SeatBot),
    "hand-over": _Kind((_SEAT, _BOT), commands.HandOver),
    "rematch": _Kind((Field("same_deck", flag, False),), Again),
}
_FRAME_FIELDS = {name: (_TYPE, *kind.fields) for name, kind in _FRAMES.items()}
_COMMAND_FIELDS = {name: (_TYPE, _ID, _DO, *kind.fields) for name, kind in _COMMANDS.items()}


def read(text: str, json: Json) -> AnyFrame:
    """Return the frame in a text.

    Raises: FrameError, saying what was expected.
    """
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise FrameError(
            f"expected a frame of at most {MOST_BYTES} bytes, got {size}", "frame/too-long"
        )
    try:
        value = json.read(text)
    except ValueError as error:
        raise FrameError(f"expected JSON, got text that is none: {error}") from None
    except RecursionError:
        raise FrameError("expected a frame, got JSON nested too deeply") from None
    where: tuple[str, ...] = ()
    try:
        if not isinstance(value, dict):
            raise FieldError("Input should be a valid dictionary or object to extract fields from")
        name = _tag(value, "type", (*_FRAMES, "command"))
        where = (name,)
        if name != "command":
            told = read_object(value, _FRAME_FIELDS[name])
            del told["type"]
            frame: AnyFrame = _FRAMES[name].make(**told)
            return frame
        do = _tag(value, "do", _COMMANDS)
        where = (name, do)
        told = read_object(value, _COMMAND_FIELDS[do])
        del told["type"], told["do"]
        return CommandFrame(told.pop("id"), _COMMANDS[do].make(**told))
    except FieldError as error:
        place = ".".join((*where, *error.where)) or "frame"
        raise FrameError(f"{place}: {error}") from None
    except RecordError as error:
        raise FrameError(str(error)) from None


def _tag(value: Mapping[str, Any], key: str, known: Iterable[str]) -> str:
    """Return which kind an object is of."""
    if key not in value:
        raise FieldError(f"Unable to extract tag using discriminator '{key}'")
    tag = value[key]
    if not isinstance(tag, str) or tag not in known:
        listed = ", ".join(map(repr, known))
        raise FieldError(
            f"Input tag '{tag}' found using '{key}' does not match any of the expected tags: "
            f"{listed}"
        )
    return tag


def id_in(text: str, json: Json) -> str | None:
    """Return the id of a frame that is not read any further, so that its sender need not wait."""
    if len(text) > MOST_BYTES:
        return None
    try:
        id: str = _check_id.read(json.read(text)["id"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return id


def ping(n: int) -> dict[str, Any]:
    """Return the heartbeat; n is that of the last frame with parts."""
    return {"type": "ping", "n": n}


def accepted(id: str, revision: int) -> dict[str, Any]:
    """Return the answer to a command that is stored."""
    return {"type": "accepted", "id": id, "revision": revision}


def rejected(id: str, refused: Refused) -> dict[str, Any]:
    """Return the answer to a command that has no effect."""
    return {
        "type": "rejected",
        "id": id,
        "code": str(refused.code),
        "message": str(refused),
        "violations": [violation.to_dict() for violation in refused.violations],
    }


def error(code: str, message: str, id: str | None = None) -> dict[str, Any]:
    """Return the frame for what is no answer.

    Either a frame was not understood, or a command could not be decided now and may be sent again.
    """
    return {"type": "error", "code": code, "message": message, "id": id}
