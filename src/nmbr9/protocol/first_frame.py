"""The beginning of a connection to a match, and what ends it."""

from __future__ import annotations

from nmbr9.match.errors import EventError
from nmbr9.match.store import NotFound, StorageError
from nmbr9.protocol import frames
from nmbr9.protocol.frames import FrameError, Json, OtherProtocol, Watch
from nmbr9.protocol.requests.denials import DAMAGED, Denied

# Why a connection is closed (RFC 6455 and 4000 to 4999 for our own).
POLICY = 1008
RESTART = 1012
NO_SUCH_MATCH = 4004
OTHER_PROTOCOL = 4009

ENDING = (FrameError, Denied, EventError, StorageError)
"""What may end a connection at its beginning; `closing` knows them."""


def read_first(text: str, json: Json) -> Watch:
    """Return the first frame of a connection.

    Raises: FrameError.
    """
    frame = frames.read(text, json)
    if not isinstance(frame, Watch):
        raise FrameError("expected a frame of type watch first")
    if frame.protocol != frames.PROTOCOL:
        raise OtherProtocol(f"expected protocol {frames.PROTOCOL}, got {frame.protocol}")
    return frame


def no_such_token() -> FrameError:
    """Return what is said to those whose token opens no seat of the match."""
    return FrameError("expected the token of a seat in this match", "seat/token")


def closing(error: Exception) -> tuple[int, str]:
    """Return with which code and reason a connection is closed; other errors are raised again."""
    match error:
        case OtherProtocol():
            return OTHER_PROTOCOL, str(error)
        case FrameError() | Denied():
            return POLICY, f"{error.code}: {error}"
        case NotFound():
            return NO_SUCH_MATCH, str(error)
        case EventError():
            return POLICY, f"match/damaged: {DAMAGED}"
        case StorageError():
            return RESTART, "the database cannot be reached: try again"
    raise error
