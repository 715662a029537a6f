"""What a frame may hold: each key of each type of frame, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from nmbr9.rules.actions.kinds import FIELDS

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"

Keys: TypeAlias = Mapping[str, "Keys | frozenset[str] | None"]
"""What stands below each key: other keys, the keys of an action or a piece, or values only."""

ACTION = frozenset({"do", *(field.name for kind in FIELDS.values() for field in kind)})
"""Of actions, which are told in the words of a record: docs/rules.md has these."""


def values(names: str) -> Keys:
    """Return keys below which nothing stands but values."""
    return dict.fromkeys(names.split())


PIECE = frozenset(values("number starting_tile filler flipped rotation x y level"))

VIOLATION: Keys = {"code": None, "paragraph": None, "message": None, "squares": None, "token": None}
OPTIONS: Keys = {
    "players": None,
    "variant": None,
    "starting_tiles": None,
    "gap_fillers": None,
    "special_tokens": None,
}
SEAT: Keys = values(
    "name is_person bot is_away is_gone deadline is_clocked is_done points fillers used_tokens "
    "reserved has_rejected"
)
PARTS: Keys = {
    "match": {
        **values("id starting_shapes is_hidden is_listed contest host state commitment rematch"),
        "options": OPTIONS,
    },
    "seats": SEAT,
    "displays": {"keep": None, "pieces": PIECE},
    "table": values("round card_in_round revealed markers cards_left"),
    "you": {
        **values("seat revision number level_limit is_decided is_settled"),
        "legal": {
            **dict.fromkeys(ACTION),
            "at": values("x y width sets"),
        },
    },
    "result": values("scores winners deck starting_tiles salt marks"),
}
FRAMES: Keys = {
    "state": {"type": None, "n": None, "parts": PARTS},
    "changed": {"type": None, "n": None, "parts": PARTS},
    "ping": {"type": None, "n": None},
    "accepted": {"type": None, "id": None, "revision": None},
    "rejected": {**values("type id code message"), "violations": VIOLATION},
    "explained": {
        **values("type id revision"),
        "action": ACTION,
        "violations": VIOLATION,
    },
    "hinted": {**values("type id revision"), "action": ACTION},
    "error": values("type code message id"),
    "emote": values("type seat emote"),
}


def unknown_keys(frame: Mapping[str, Any]) -> list[str]:
    """Return the keys of a frame, with the way to them, that it may not have."""
    allowed = FRAMES.get(frame["type"])
    if not isinstance(allowed, Mapping):
        return [frame["type"]]
    return list(_unknown(frame, allowed, frame["type"]))


def _unknown(data: Any, allowed: Keys | frozenset[str] | None, way: str) -> Iterator[str]:
    if isinstance(data, list):
        for each in data:
            yield from _unknown(each, allowed, way)
    elif isinstance(data, dict):
        for key, value in data.items():
            name = key.split("/")[0] if way.endswith("parts") else key
            here = f"{way}.{name}"
            if allowed is None or name not in allowed:
                yield here
            else:
                below = allowed[name] if isinstance(allowed, Mapping) else allowed
                yield from _unknown(value, below, here)


@cache
def documented() -> frozenset[str]:
    """The words that docs/protocol.md tells as keys: in its frames, or in backticks."""
    page = PAGE.read_text(encoding="utf-8")
    quoted = re.findall(r'"([a-z_]+)":', page)
    types = re.findall(r'"type": "([a-z]+)"', page)
    marked = re.findall(r"`([a-z_]+)(?:/N)?`", page)
    return frozenset([*quoted, *types, *marked])


def named(keys: Keys) -> Iterator[str]:
    """Return all keys below some, but for those of actions, which docs/rules.md tells."""
    for key, below in keys.items():
        yield key
        if isinstance(below, Mapping) and key != "legal":
            yield from named(below)
        elif below is PIECE:
            yield from PIECE
