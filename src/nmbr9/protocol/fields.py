"""Reading JSON objects strictly: exactly these keys, exactly these types.

Clients are told what is wrong in these very words, which stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple


class Check(NamedTuple):
    """What a value has to be."""

    read: Callable[[Any], Any]
    """Returns a value as it is kept. Raises: FieldError."""
    schema: Mapping[str, Any]
    """The same as JSON Schema, for those who write clients."""


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
                read[name] = check.read(value[name])
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


def object_schema(fields: Sequence[Field]) -> dict[str, Any]:
    """Return the JSON Schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {field.name: field.check.schema for field in fields},
        "required": [field.name for field in fields if field.default is REQUIRED],
        "additionalProperties": False,
    }


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

    schema: dict[str, Any] = {"type": "string", "minLength": least, "maxLength": most}
    if pattern is not None:
        schema["pattern"] = pattern
    return Check(check, schema)


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

    bounds = {"minimum": least, "maximum": most}
    kept = {name: bound for name, bound in bounds.items() if bound is not None}
    return Check(check, {"type": "integer", **kept})


def whole_text(least: int, most: int) -> Check:
    """Return a check for a whole number between two, written in an address."""
    number = whole(least, most)

    def check(value: str) -> object:
        if not (value.isascii() and value.isdecimal()):
            raise FieldError("Input should be a valid integer")
        return number.read(int(value[:20]))

    return Check(check, number.schema)


def _number_text(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise FieldError("Input should be a valid number")
    return number


number_text = Check(_number_text, {"type": "number"})
"""A number written in an address."""


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise FieldError("Input should be a valid boolean")
    return value


flag = Check(_flag, {"type": "boolean"})
"""True or false."""


def one_of(*choices: str) -> Check:
    """Return a check for one of some texts."""
    listed = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"

    def check(value: object) -> object:
        if value not in choices:
            raise FieldError(f"Input should be {listed}")
        return value

    return Check(check, {"enum": list(choices)})


def _mapping(value: object) -> dict[str, Any]:
    if type(value) is not dict:
        raise FieldError("Input should be a valid dictionary")
    return value


mapping = Check(_mapping, {"type": "object"})
"""An object, whatever is in it."""

anything = Check(lambda value: value, {})
"""Whatever somebody sends; it is checked elsewhere."""


def sequence(of: Check = anything, most: int | None = None) -> Check:
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
                of.read(item)
            except FieldError as error:
                raise FieldError(str(error), str(index)) from None
        return value

    schema: dict[str, Any] = {"type": "array", "items": of.schema}
    return Check(check, schema if most is None else {**schema, "maxItems": most})


def nullable(check: Check) -> Check:
    """Return a check for null, or for what another one takes."""
    return Check(
        lambda value: None if value is None else check.read(value),
        {"anyOf": [check.schema, {"type": "null"}]},
    )
