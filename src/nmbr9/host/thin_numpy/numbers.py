"""Numbers, and what goes with each of an array."""

from __future__ import annotations

import math

from .arrays import ndarray

inf = math.inf


def ceil(value: float) -> float:
    """Return the next whole number above."""
    return float(math.ceil(value))


def minimum(one: ndarray, other: ndarray) -> ndarray:
    """Return the smaller of each two elements."""
    return one.combined(other, min)
