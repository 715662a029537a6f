"""How a question is asked, and reading it strictly."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nmbr9.protocol.fields import Field, FieldError, read_object
from nmbr9.protocol.frames import Json
from nmbr9.protocol.requests.denials import Malformed

Answer = Callable[..., Awaitable[Any]]
"""Takes the visit, and by their names what was read; returns JSON-ready data, or None."""

_NAME = re.compile(r"\{(\w+)\}")


class Route(NamedTuple):
    """A question that a page may ask."""

    method: str
    path: str
    """Below ``/api``; in braces the names of those of `words` that stand in it."""
    answer: Answer
    words: tuple[Field, ...] = ()
    query: tuple[Field, ...] = ()
    body: tuple[Field, ...] | None = None
    """The fields of the object that comes with it."""
    is_record: bool = False
    """Whether a text comes with it, which the answer reads by itself, as `record`."""
    status: int = 200

    def found_in(self, path: str) -> dict[str, str] | None:
        """Return the words in a path, or None when it is another one."""
        pattern = _NAME.sub(r"(?P<\1>[^/]+)", self.path)
        found = re.fullmatch(pattern, path)
        return None if found is None else found.groupdict()

    def read(
        self, words: Mapping[str, str], query: Mapping[str, str], content: bytes, json: Json
    ) -> dict[str, Any]:
        """Return what the answer takes.

        Raises: Malformed.
        """
        told = _read("path", words, self.words)
        # Addresses carry what others put there, too; what nobody reads is no mistake.
        names = {field.name for field in self.query}
        told |= _read("query", {k: v for k, v in query.items() if k in names}, self.query)
        if self.body is not None:
            told |= _read("body", _object(content, json), self.body)
        if self.is_record:
            told["record"] = content
        return told


def _read(where: str, value: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
    try:
        return read_object(value, fields)
    except FieldError as error:
        raise Malformed(f"{'.'.join((where, *error.where))}: {error}") from None


def _object(content: bytes, json: Json) -> dict[str, Any]:
    try:
        value = json.read(content.decode())
    except (ValueError, RecursionError):
        raise Malformed("body: expected JSON, got something else") from None
    if type(value) is not dict:
        raise Malformed("body: expected an object, got something else")
    return value
