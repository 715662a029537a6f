"""The process protocol: what is written to a bot's standard input and read from its output.

One JSON object on each line, as docs/bot-protocol.md describes. Lines of a bot are read strictly:
whoever wrote them learns what was expected and what came.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

from nmbr9.bots.guests.view_data import legal_data, view_data
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Nmbr9Error, RecordError, shown
from nmbr9.rules.knowledge import View
from nmbr9.rules.names import LONGEST_NAME, NameRefused, checked_name, is_visible
from nmbr9.rules.pieces.tiles import (
    FILLER_SIZES,
    NUMBERS,
    STARTING_TILE_COUNT,
    GapFiller,
    NumberTile,
    StartingTile,
)
from nmbr9.rules.record import parse_json, read_action

PROTOCOL = 1
"""Grows when something that bots rely on changes its meaning or goes away."""
LONGEST_SUMMARY = 120
LARGEST_VERSION = 10**9


class BotFailed(Nmbr9Error):
    """A bot that gave no legal answer; the message says what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a bot says of itself."""

    name: str
    version: int
    summary: str


@cache
def hello_line() -> bytes:
    """Return the first line to a bot, with the shapes of all tiles as rows of X and `.`."""
    return _line(
        {
            "type": "hello",
            "protocol": PROTOCOL,
            "program": f"nmbr9 {version('nmbr9')}",
            "tiles": [NumberTile(number).shape.rows for number in NUMBERS],
            "fillers": {str(size): GapFiller(size).shape.rows for size in FILLER_SIZES},
            "starting_tiles": [StartingTile(i).shape.rows for i in range(STARTING_TILE_COUNT)],
        }
    )


def question_line(id: int, view: View, seed: int, seconds: float) -> bytes:
    """Return the line that asks for an action."""
    return _line(
        {
            "type": "choose",
            "id": id,
            "seconds": seconds,
            "seed": seed,
            "view": view_data(view),
            "legal": legal_data(view),
        }
    )


def introduction_line(said: Introduction) -> bytes:
    """Return a bot's answer to `hello_line`."""
    return _line(
        {
            "type": "hello",
            "protocol": PROTOCOL,
            "name": said.name,
            "version": said.version,
            "summary": said.summary,
        }
    )


def answer_line(id: int, action: Action) -> bytes:
    """Return a bot's answer to `question_line`."""
    return _line({"type": "action", "id": id, "action": action.to_dict()})


def read_introduction(line: bytes) -> Introduction:
    """Return what a bot says of itself in its first line.

    Raises: BotFailed.
    """
    data = _message(line, "hello", ("protocol", "name", "version"), ("summary",))
    if data["protocol"] != PROTOCOL:
        raise BotFailed(f"expected protocol {PROTOCOL}, got {shown(data['protocol'])}")
    return introduction(data["name"], data["version"], data.get("summary", ""))


def introduction(name: object, version: object, summary: object = "") -> Introduction:
    """Return what a bot says of itself, after checking that it can be shown and told apart.

    Raises: BotFailed.
    """
    # They separate what is typed, and parts of file names.
    wanted = f"expected a bot's name of 1 to {LONGEST_NAME} visible characters without , : / and \\"
    if not isinstance(name, str) or set(name) & set(",:/\\"):
        raise BotFailed(f"{wanted}, got {shown(name)}")
    try:
        name = checked_name(name)
    except NameRefused:
        raise BotFailed(f"{wanted}, got {shown(name)}") from None
    if type(version) is not int or not 0 <= version <= LARGEST_VERSION:
        raise BotFailed(f"expected a bot's version as a whole number, got {shown(version)}")
    if not isinstance(summary, str) or len(summary) > LONGEST_SUMMARY or not is_visible(summary):
        raise BotFailed(
            f"expected a summary of up to {LONGEST_SUMMARY} visible characters, "
            f"got {shown(summary)}"
        )
    return Introduction(name, version, summary)


def read_answer(line: bytes, id: int) -> Action:
    """Return the action that answers question `id`; it need not be legal.

    Raises: BotFailed.
    """
    data = _message(line, "action", ("id", "action"))
    if data["id"] != id or type(data["id"]) is not int:
        raise BotFailed(f"expected the answer to question {id}, got one to {shown(data['id'])}")
    try:
        return read_action("action", data["action"])
    except RecordError as error:
        raise BotFailed(str(error)) from None


def _message(
    line: bytes, kind: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """Return a message of one kind with exactly these keys, the optional ones or not."""
    try:
        data = parse_json(line)
    except RecordError:
        raise BotFailed(
            f"expected a line of JSON of type {kind!r}, got {shown(line.decode(errors='replace'))}"
        ) from None
    if not isinstance(data, dict) or data.get("type") != kind:
        raise BotFailed(f"expected a message of type {kind!r}, got {shown(data)}")
    known = {"type", *keys, *optional}
    for key in keys:
        if key not in data:
            raise BotFailed(f"expected the key {key!r} in {kind!r}, got {shown(data)}")
    for key in data:
        if key not in known:
            raise BotFailed(f"expected only {', '.join(sorted(known))} in {kind!r}, got {key!r}")
    return data


def _line(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
