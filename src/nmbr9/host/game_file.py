"""All games of a browser as one file: believed only after every move in it was checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from nmbr9.bots.registry import BOTS
from nmbr9.host.browser_house import Somebody
from nmbr9.host.match_store import Header, Whole
from nmbr9.match.device import is_at_device_of
from nmbr9.match.events import Joined, event_from_dict
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.fields import (
    Check,
    Field,
    FieldError,
    anything,
    mapping,
    read_object,
    sequence,
    text,
)
from nmbr9.protocol.frames import PLAIN_JSON
from nmbr9.protocol.requests.denials import Denied
from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.rules.names import checked_name

FORMAT = "nmbr9-games"
VERSION = 1
"""Whoever meets a higher one is an older page, and says so."""


class GameFile(NamedTuple):
    """What such a file holds."""

    people: list[Somebody]
    """Whose device it was, and who played there."""
    matches: list[Whole]


LATEST = 1e11
"""Seconds since 1970, long after which no calendar of a browser goes on."""
DAMAGED = (Nmbr9Error, LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What a setup or events may raise that nobody has written."""


def _moment(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= LATEST:
        raise FieldError(f"expected seconds since 1970, got {shown(value)}")
    return value


_MOMENT = Check(_moment, {"type": "number"})
_ID = text(1, 100, "^[A-Za-z0-9-]+$")
_FILE = (
    Field("format", text()),
    Field("version", anything),
    Field("people", sequence(mapping)),
    Field("matches", sequence(mapping)),
)
_PERSON = (Field("id", _ID), Field("name", text()), Field("created", _MOMENT))
_MATCH = (
    Field("match", text(1, 40, "^[A-Za-z0-9-]+$")),
    Field("created", _MOMENT),
    Field("setup", mapping),
    Field("events", sequence(mapping)),
)


def written(
    people: Iterable[Somebody], matches: Iterable[tuple[Header, list[dict[str, Any]]]]
) -> dict[str, Any]:
    """Return the file of all this, ready for JSON.

    What follows from the events is not in it, nor what opens a seat: both are made anew.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "people": [one._asdict() for one in people],
        "matches": [
            {"match": one.match, "created": one.created, "setup": one.setup, "events": events}
            for one, events in matches
        ],
    }


def read(content: bytes, owner: str | None) -> GameFile:
    """Return what is in a file; whoever had the device becomes the owner of this one, if any.

    Raises: Denied.
    """
    told = _known_format(content)
    try:
        fields = read_object(told, _FILE)
        people = [_person(one) for one in fields["people"]]
        moved = _moved(people, owner)
        matches = [_match(one, moved) for one in fields["matches"]]
        ids = {one.match.id for one in matches}
        if len(ids) < len(matches):
            raise FieldError(f"expected {len(matches)} different matches, got {len(ids)}")
    except DAMAGED as error:
        where = error.where if isinstance(error, FieldError) else ()
        why = ": ".join((*where, str(error)))
        raise _refused(f"expected games as this page saves them, got others: {why}") from None
    return GameFile([one._replace(id=moved[one.id]) for one in people], matches)


def _known_format(content: bytes) -> dict[str, Any]:
    """Return an object that says it is such a file, of this version or an older one.

    Raises: Denied.
    """
    expected = f"expected a file of the format {FORMAT}, version {VERSION} or older"
    try:
        told = PLAIN_JSON.read(content.decode())
    except (ValueError, RecursionError):
        raise _refused(f"{expected}, got something that is not JSON") from None
    if type(told) is not dict or told.get("format") != FORMAT:
        raise _refused(f"{expected}, got {shown(told)}")
    version = told.get("version")
    if type(version) is not int or version < 1:
        raise _refused(f"{expected}, got version {shown(version)}")
    if version > VERSION:
        raise Denied(409, "games/newer", f"{expected}, got version {shown(version)}")
    return told


def _refused(message: str) -> Denied:
    return Denied(422, "games/refused", message)


def _person(told: dict[str, Any]) -> Somebody:
    """Raises: FieldError; NameRefused."""
    one = Somebody(**read_object(told, _PERSON))
    return one._replace(name=checked_name(one.name))


def _moved(people: Sequence[Somebody], owner: str | None) -> dict[str, str]:
    """Return the ids that people have here by those they had.

    Raises: FieldError.
    """
    before = min((one.id for one in people), key=len, default="")
    others = [one.id for one in people if not is_at_device_of(before, one.id)]
    if others or len({one.id for one in people}) < len(people):
        raise FieldError("expected different people at one device, got others", "people")
    return {one.id: (owner or before) + one.id.removeprefix(before) for one in people}


def _match(told: dict[str, Any], moved: dict[str, str]) -> Whole:
    """Return a match played again from its events.

    Raises: FieldError; EventError, when it breaks the rules or is no match.
    """
    fields = read_object(told, _MATCH)
    id, events = fields["match"], [_event(one, moved) for one in fields["events"]]
    if not events:
        raise FieldError("expected what happened, got nothing", "events")
    setup = Setup.from_dict(fields["setup"])
    match = Match.replayed(id, setup, map(event_from_dict, events))
    for seat in match.seats:
        if seat.bot is not None and seat.bot not in BOTS:
            raise FieldError(f"expected a bot of {', '.join(BOTS)}, got {shown(seat.bot)}")
    return Whole(fields["created"], setup.to_dict(), match, events, {})


def _event(told: dict[str, Any], moved: dict[str, str]) -> dict[str, Any]:
    _moment(told.get("at"))
    if told.get("do") != Joined.do:
        return told
    player = told.get("player")
    if type(player) is not str or player not in moved:
        raise FieldError(f"expected somebody of this file, got {shown(player)}", "events")
    return {**told, "player": moved[player]}
