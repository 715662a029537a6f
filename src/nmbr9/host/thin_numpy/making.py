"""Making arrays."""

from __future__ import annotations

import math
from array import array as buffer
from collections.abc import Iterable, Sequence
from typing import Any

from .arrays import made, ndarray
from .kinds import float64, int64, kind_of


def array(values: Any, kind: Any = None) -> ndarray:
    """Return an array of a list, of lists of equal length, or of another array."""
    shape, items = _flattened(values)
    if kind is None:
        is_whole = items and not any(isinstance(item, float) for item in items)
        kind = int64 if is_whole else float64
    return made(items, kind_of(kind), shape)


def _flattened(values: Any) -> tuple[tuple[int, ...], list[Any]]:
    """Return the shape and the elements."""
    if isinstance(values, ndarray):
        return values.shape, values.flat_list()
    items = list(values)
    if not items or not isinstance(items[0], (list, tuple, ndarray)):
        return (len(items),), items
    parts = [_flattened(item) for item in items]
    shapes = {shape for shape, _ in parts}
    if len(shapes) > 1:
        raise ValueError(f"expected rows of equal length, got {sorted(shapes)}")
    return (len(parts), *shapes.pop()), [item for _, part in parts for item in part]


def zeros(shape: int | Sequence[int], kind: Any = float64) -> ndarray:
    """Return an array of nothing but zeros."""
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = kind_of(kind)
    return ndarray(buffer(kind.code, bytes(kind.itemsize * math.prod(lengths))), kind, lengths)


def full(shape: int | Sequence[int], value: Any, kind: Any) -> ndarray:
    """Return an array with the same number everywhere."""
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    return made([value] * math.prod(lengths), kind_of(kind), lengths)


def ones(shape: int | Sequence[int], kind: Any = float64) -> ndarray:
    """Return an array of ones."""
    return full(shape, 1, kind)


def arange(count: int) -> ndarray:
    """Return 0, 1, ... count - 1."""
    return made(range(count), int64, (count,))


def repeat(values: ndarray, counts: Iterable[int]) -> ndarray:
    """Return each element as often as the counts say."""
    pairs = zip(values.tolist(), counts, strict=True)
    items = [item for item, count in pairs for _ in range(count)]
    return made(items, values.dtype, (len(items),))


def concatenate(arrays: Sequence[ndarray]) -> ndarray:
    """Return the elements of lists of the same kind in one."""
    items = [item for one in arrays for item in one.tolist()]
    return made(items, arrays[0].dtype, (len(items),))


def append(values: ndarray, more: Any) -> ndarray:
    """Return a list with one more number."""
    return made([*values.tolist(), more], values.dtype, (len(values) + 1,))


def ascontiguousarray(values: ndarray) -> ndarray:
    """Return the same, row after row."""
    return values if values.flags.c_contiguous else values.copy()
