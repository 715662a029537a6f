"""Kinds of elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Kind:
    """What every element of an array is; called, it makes such a number of another one."""

    __slots__ = ("_make", "code", "itemsize", "name")

    def __init__(self, name: str, code: str, itemsize: int, make: Callable[[Any], Any]) -> None:
        self.name, self.code, self.itemsize, self._make = name, code, itemsize, make

    def __call__(self, value: Any = 0) -> Any:
        """Return a number as Python has it."""
        return self._make(value)

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


_MOST = {"int64": (1 << 63) - 1, "uint64": (1 << 64) - 1}

int64 = Kind("int64", "q", 8, int)
uint64 = Kind("uint64", "Q", 8, lambda value: int(value) & _MOST["uint64"])
float64 = Kind("float64", "d", 8, float)
float32 = Kind("float32", "f", 4, float)
int16 = Kind("int16", "h", 2, int)
bool_ = Kind("bool", "b", 1, bool)

_BY_TYPE = {int: int64, float: float64, bool: bool_}


def kind_of(kind: Any) -> Kind:
    """Return a kind that may be given as a type of Python."""
    return kind if isinstance(kind, Kind) else _BY_TYPE[kind]


def common(one: Kind, other: Kind) -> Kind:
    """Return the kind of a sum.

    Raises: TypeError, for kinds that NumPy has rules for which nothing here needs.
    """
    if one is other:
        return one
    kinds = {one, other}
    if kinds == {int64, bool_}:
        return int64
    if kinds <= {int64, float64, bool_}:
        return float64
    raise TypeError(f"expected int64 and float64, got {one} and {other}")


class iinfo:  # noqa: N801 - its name in NumPy
    """The limits of a kind of integers."""

    def __init__(self, kind: Kind) -> None:
        self.max = _MOST[kind.name]
