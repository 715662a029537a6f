"""From errors to answers: a status, a code and a sentence, never a traceback."""

from __future__ import annotations

from typing import NamedTuple

from nmbr9.match.errors import EventError, Refused
from nmbr9.match.store import NotFound, StorageError
from nmbr9.rules.errors import OptionsError, RecordError
from nmbr9.rules.names import NameRefused

DAMAGED = "expected a match that follows the rules, got one that does not: it cannot go on"
AWAY = "the database cannot be reached: try again"


class Denied(Exception):
    """A request that is understood and not granted."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Malformed(Denied):
    """A request that is not understood."""

    def __init__(self, message: str) -> None:
        super().__init__(422, "request/malformed", message)


class Denial(NamedTuple):
    """What is said of an error."""

    status: int
    code: str
    message: str


def denial(error: Exception) -> Denial:
    """Return what is said of an error that an answer may raise; others are raised again."""
    match error:
        case Denied():
            return Denial(error.status, error.code, str(error))
        case Refused():
            return Denial(409, str(error.code), str(error))
        case OptionsError():
            return Denial(422, "options/impossible", str(error))
        case RecordError():
            return Denial(422, "record/refused", str(error))
        case NameRefused():
            return Denial(422, "player/name", str(error))
        case EventError():
            return Denial(409, "match/damaged", DAMAGED)
        case NotFound():
            return Denial(404, "match/not-found", str(error))
        case StorageError():
            return Denial(503, "storage/unavailable", AWAY)
    raise error


EXPECTED = (Denied, Refused, OptionsError, RecordError, NameRefused, EventError, StorageError)
"""The errors that `denial` knows."""
