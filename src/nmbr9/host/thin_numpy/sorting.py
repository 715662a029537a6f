"""Orders of elements."""

from __future__ import annotations

from collections.abc import Sequence

from .arrays import made, ndarray
from .kinds import int64


def argsort(values: ndarray, kind: str = "stable") -> ndarray:
    """Return the indices of the elements from the smallest to the largest."""
    items = values.tolist()
    return made(sorted(range(len(items)), key=items.__getitem__), int64, values.shape)


def argpartition(values: ndarray, count: int) -> ndarray:
    """Return the indices with those of the smallest `count` first; here they are even sorted."""
    return argsort(values)


def lexsort(keys: Sequence[ndarray]) -> ndarray:
    """Return the indices ordered by the last key, of equals by the one before it, and so on."""
    columns = [key.tolist() for key in reversed(keys)]
    rows = list(zip(*columns, strict=True))
    return made(sorted(range(len(rows)), key=rows.__getitem__), int64, (len(rows),))


def argmax(values: ndarray) -> int:
    """Return the index of the largest element, of equals the first."""
    items = values.tolist()
    return items.index(max(items))


def unique(values: ndarray) -> ndarray:
    """Return the different elements in order."""
    items = sorted(set(values.flat_list()))
    return made(items, values.dtype, (len(items),))
