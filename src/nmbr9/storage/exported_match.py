"""Reading an exported match that may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from nmbr9.rules.errors import shown
from nmbr9.storage.contests import ContestRow
from nmbr9.storage.errors import StorageError
from nmbr9.storage.event_json import Body
from nmbr9.storage.matches import MatchRow

LARGEST = 2**31 - 1
"""The largest whole number that both databases keep in a column."""


class ExportedMatch(NamedTuple):
    """A match as a line of an export tells it."""

    match: MatchRow
    contest: ContestRow | None
    entered: int | None
    """The seat with which it counts in the contest."""
    events: list[Body]
    seats: list[Body]
    """Seat and score of each."""


def parse_line(data: object) -> ExportedMatch:
    """Return the match that one line of an export says.

    Raises: StorageError.
    """
    line = _mapping(data, "a match")
    head = _mapping(line.get("match"), "match")
    contest, entered = None, None
    if line.get("contest") is not None:
        played = _mapping(line["contest"], "contest")
        contest = _contest(played)
        entered = _field(played, "entered", _is_whole, "a seat or null", optional=True)
    events = _list(line.get("events"), "events")
    match = MatchRow(
        id=_field(head, "id", _is_id, "an id"),
        created=_field(head, "created", _is_time, "a time"),
        setup=_mapping(head.get("setup"), "setup"),
        contest=contest.id if contest else None,
        length=len(events),
        finished=_field(head, "finished", _is_time, "a time"),
        played=None if head.get("played") is None else _mapping(head["played"], "played"),
    )
    seats = [
        {
            "seat": _field(seat, "seat", _is_whole, "a whole number"),
            "score": _field(seat, "score", _is_whole, "a whole number or null", optional=True),
        }
        for seat in _list(line.get("seats"), "seats")
    ]
    return ExportedMatch(match, contest, entered, events, seats)


def _contest(data: Body) -> ContestRow:
    return ContestRow(
        id=_field(data, "id", _is_id, "an id"),
        kind=_field(data, "kind", _is_id, "a kind"),
        day=_field(data, "day", _is_id, "a day or null", optional=True),
        created=_field(data, "created", _is_time, "a time"),
        closes=_field(data, "closes", _is_time, "a time or null", optional=True),
        setup=_mapping(data.get("setup"), "setup"),
        origin=_field(data, "origin", _is_id, "the id of a match or null", optional=True),
    )


def _field(
    data: Body, name: str, fits: Callable[[object], bool], wanted: str, optional: bool = False
) -> Any:
    value = data.get(name)
    if fits(value) or (optional and value is None):
        return value
    raise StorageError(f"expected {wanted} as {name!r}, got {shown(value)}")


def _mapping(value: object, name: str) -> Body:
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return value
    raise StorageError(f"expected an object as {name!r}, got {shown(value)}")


def _list(value: object, name: str) -> list[Body]:
    if isinstance(value, list):
        return [_mapping(each, f"one of {name}") for each in value]
    raise StorageError(f"expected a list of objects as {name!r}, got {shown(value)}")


def _is_id(value: object) -> bool:
    return isinstance(value, str) and value != "" and value.isprintable()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
