"""The frames of the WebSocket protocol (docs/protocol.md); what comes in is read strictly."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from nmbr9.match import commands
from nmbr9.match.errors import Refused
from nmbr9.rules.errors import Nmbr9Error, RecordError
from nmbr9.rules.record import read_action
from nmbr9.server.shapes import OptionsBody

PROTOCOL = 1
"""Grows when what frames say changes, so that pages loaded before notice."""

MOST_BYTES = 4096
"""Of a frame from a client."""

Seat = Annotated[int, Field(ge=0, le=5)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]
MatchId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9-]+$")]
FrameId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
_ID: TypeAdapter[str] = TypeAdapter(FrameId, config=ConfigDict(strict=True))


class FrameError(Nmbr9Error, ValueError):
    """A frame that the protocol does not have."""

    def __init__(self, message: str, code: str = "frame/malformed") -> None:
        super().__init__(message)
        self.code = code


class OtherProtocol(FrameError):
    """A client that speaks another protocol than this server."""


def id_in(text: str) -> str | None:
    """Return the id of a frame that is not read any further, so that its sender need not wait."""
    if len(text) > MOST_BYTES:
        return None
    try:
        return _ID.validate_python(orjson.loads(text)["id"])
    except (orjson.JSONDecodeError, TypeError, LookupError, ValidationError):
        return None


class Frame(BaseModel):
    """A frame from a client: exactly these keys, exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Watch(Frame):
    """The first frame: which match, and the token of a seat in it unless the cookie says who."""

    type: Literal["watch"]
    match: MatchId
    token: str | None = Field(default=None, max_length=100)
    protocol: int = PROTOCOL


class Sync(Frame):
    """Something was missed: send everything again."""

    type: Literal["sync"]


class Emote(Frame):
    """A gesture to the others; not stored."""

    type: Literal["emote"]
    emote: Literal["hello", "wow", "hurry", "thanks", "oops", "good game"]


class ExplainFrame(Frame):
    """A question: which rules would this action break now? Told as in a record or as typed."""

    type: Literal["explain"]
    id: FrameId
    action: dict[str, Any] | None = None
    text: str | None = Field(default=None, max_length=100)


class HintFrame(Frame):
    """A question: what would the strongest bot do?"""

    type: Literal["hint"]
    id: FrameId


class CommandFrame(Frame):
    """A command: carried out at most once, however often it is sent with its id."""

    type: Literal["command"]
    id: FrameId


class ActFrame(CommandFrame):
    """An action in the words of a record."""

    do: Literal["act"]
    revision: int = Field(ge=0)
    action: dict[str, Any]


class PlainFrame(CommandFrame):
    """A command without anything to say."""

    do: Literal["leave", "return"]


class StartFrame(CommandFrame):
    """The start, if need be without the seats that are open."""

    do: Literal["start"]
    fewer: bool = False


class OptionsFrame(CommandFrame):
    """Other options for a match that waits."""

    do: Literal["change-options"]
    options: OptionsBody
    is_hidden: bool = True
    is_listed: bool = False


class SeatFrame(CommandFrame):
    """A command about a seat."""

    do: Literal["open-seat", "prompt"]
    seat: Seat


class BotFrame(CommandFrame):
    """A command about a bot for a seat."""

    do: Literal["seat-bot", "hand-over"]
    seat: Seat
    bot: BotName


class RematchFrame(CommandFrame):
    """Another match for the same people."""

    do: Literal["rematch"]
    same_deck: bool = False


AnyCommand = Annotated[
    ActFrame | StartFrame | OptionsFrame | PlainFrame | SeatFrame | BotFrame | RematchFrame,
    Field(discriminator="do"),
]
AnyFrame = Watch | Sync | Emote | ExplainFrame | HintFrame | CommandFrame
_READER: TypeAdapter[AnyFrame] = TypeAdapter(
    Annotated[
        Watch | Sync | Emote | ExplainFrame | HintFrame | AnyCommand, Field(discriminator="type")
    ]
)


def read(text: str | bytes) -> AnyFrame:
    """Return the frame in a text.

    Raises: FrameError, saying what was expected.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MOST_BYTES:
        raise FrameError(
            f"expected a frame of at most {MOST_BYTES} bytes, got {len(data)}", "frame/too-long"
        )
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise FrameError(f"expected JSON, got text that is none: {error}") from None
    try:
        return _READER.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "frame"
        raise FrameError(f"{where}: {first['msg']}") from None
    except RecursionError:
        raise FrameError("expected a frame, got JSON nested too deeply") from None


def command_of(frame: CommandFrame) -> commands.Command:
    """Return what a command frame asks for; what needs new cards is the server's own affair.

    Raises: FrameError.
    """
    match frame:
        case ActFrame(revision=revision, action=action):
            try:
                return commands.Act(read_action("action", action), revision)
            except RecordError as error:
                raise FrameError(str(error)) from None
        case StartFrame(fewer=fewer):
            return commands.Start(fewer)
        case PlainFrame(do="leave"):
            return commands.Leave()
        case PlainFrame(do="return"):
            return commands.Return()
        case SeatFrame(do="open-seat", seat=seat):
            return commands.OpenSeat(seat)
        case SeatFrame(do="prompt", seat=seat):
            return commands.PromptPlayer(seat)
        case BotFrame(do="seat-bot", seat=seat, bot=bot):
            return commands.SeatBot(seat, bot)
        case BotFrame(do="hand-over", seat=seat, bot=bot):
            return commands.HandOver(seat, bot)
    raise AssertionError(f"a frame without a meaning: {frame}")


def write(frame: dict[str, Any]) -> str:
    """Return a frame to a client as text."""
    return orjson.dumps(frame).decode()


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
