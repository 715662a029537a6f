"""Reading JSON objects strictly: exactly these keys, exactly these types.

Clients are told what is wrong in these very words, which stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Check = Callable[[Any], Any]
"""Returns a value as it is kept. Raises: FieldError."""

REQUIRED = object()
"""Stands for the default of a field that has to be there."""


class FieldError(ValueError):
    """A value that is not what a field takes; `where` leads to it."""

    def __init__(self, message: str, *where: str) -> None:
        super().__init__(message)
        self.where = where


class Field(NamedTuple):
    """A key of an object."""

    name: str
    check: Check
    default: Any = REQUIRED


def read_object(value: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
    """Return the value of each field of an object that has no others.

    Raises: FieldError, for the first field that is wrong, then for the first key that is too many.
    """
    read, missing = {}, 0
    for name, check, default in fields:
        if name in value:
            try:
                read[name] = check(value[name])
            except FieldError as error:
                raise FieldError(str(error), name, *error.where) from None
        elif default is REQUIRED:
            raise FieldError("Field required", name)
        else:
            read[name] = default
            missing += 1
    if len(value) > len(fields) - missing:
        extra = next(key for key in value if key not in read)
        raise FieldError("Extra inputs are not permitted", extra)
    return read


def text(least: int = 0, most: int = 100, pattern: str | None = None) -> Check:
    """Return a check for a text of some length, all of which is as a pattern says."""
    compiled = None if pattern is None else re.compile(pattern.replace("$", r"\Z"))

    def check(value: object) -> str:
        if type(value) is not str:
            raise FieldError("Input should be a valid string")
        if len(value) < least:
            raise FieldError(f"String should have at least {least} character{'s' * (least != 1)}")
        if len(value) > most:
            raise FieldError(f"String should have at most {most} characters")
        if compiled is not None and not compiled.match(value):
            raise FieldError(f"String should match pattern '{pattern}'")
        return value

    return check


def whole(least: int | None = None, most: int | None = None) -> Check:
    """Return a check for a whole number between two."""

    def check(value: object) -> int:
        if type(value) is not int:
            raise FieldError("Input should be a valid integer")
        if least is not None and value < least:
            raise FieldError(f"Input should be greater than or equal to {least}")
        if most is not None and value > most:
            raise FieldError(f"Input should be less than or equal to {most}")
        return value

    return check


def flag(value: object) -> bool:
    """Check that a value is true or false."""
    if type(value) is not bool:
        raise FieldError("Input should be a valid boolean")
    return value


def one_of(*choices: str) -> Check:
    """Return a check for one of some texts."""
    listed = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"

    def check(value: object) -> object:
        if value not in choices:
            raise FieldError(f"Input should be {listed}")
        return value

    return check


def mapping(value: object) -> dict[str, Any]:
    """Check that a value is an object, whatever is in it."""
    if type(value) is not dict:
        raise FieldError("Input should be a valid dictionary")
    return value


def sequence(of: Check = lambda item: item, most: int | None = None) -> Check:
    """Return a check for a list."""

    def check(value: object) -> list[Any]:
        if type(value) is not list:
            raise FieldError("Input should be a valid list")
        if most is not None and len(value) > most:
            raise FieldError(
                f"List should have at most {most} items after validation, not {len(value)}"
            )
        for index, item in enumerate(value):
            try:
                of(item)
            except FieldError as error:
                raise FieldError(str(error), str(index)) from None
        return value

    return check


def nullable(check: Check) -> Check:
    """Return a check for null, or for what another one takes."""
    return lambda value: None if value is None else check(value)
