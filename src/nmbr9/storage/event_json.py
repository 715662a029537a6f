"""JSON as it is stored, and the one place where an event names a person."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import orjson

from nmbr9.match.errors import EventError
from nmbr9.rules.errors import shown
from nmbr9.storage.errors import StorageError

Body = dict[str, Any]
"""An event, or the setup of a match: what JSON can say."""

_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
# Left to the encoder above, which refuses them.
_LEFT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def to_text(body: Body) -> str:
    """Return a body as compact JSON.

    Raises: StorageError.
    """
    # In a fifth of the time, but for what might matter: orjson writes null for what is not a
    # number, instead of refusing it; and other letters than ASCII's as they are, which not every
    # database of PostgreSQL takes. That it writes an exponent or DEL in another way, and an
    # enumeration's value, does no harm.
    with suppress(TypeError):
        encoded = orjson.dumps(body, option=_LEFT)
        if b"null" not in encoded and encoded.isascii():
            return encoded.decode()
    try:
        return _ENCODER.encode(body)
    except (TypeError, ValueError, RecursionError):
        raise StorageError(f"expected what JSON can say, got {shown(body)}") from None


def from_text(text: str) -> Body:
    """Return the body that `to_text` wrote.

    Raises: EventError.
    """
    try:
        body = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise EventError(f"expected JSON, got {shown(text)}: {error}") from None
    if not isinstance(body, dict):
        raise EventError(f"expected an object of JSON, got {shown(text)}")
    return body


def event_row(match: str, seq: int, event: Body) -> dict[str, Any]:
    """Return the row of the table `events`: who joined goes to a column of its own.

    Raises: StorageError.
    """
    player = event.get("player") if event.get("do") == "joined" else None
    if not isinstance(player, str):
        player = None
    body = event if player is None else {**event, "player": None}
    return {"match": match, "seq": seq, "body": to_text(body), "player": player}


def event_of(text: str, player: str | None) -> Body:
    """Return the event of a row."""
    body = from_text(text)
    if player is not None:
        body["player"] = player
    return body
