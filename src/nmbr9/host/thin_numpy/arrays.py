"""Arrays, in the buffers of ``array.array``, whose addresses compiled code can be given."""

from __future__ import annotations

import math
import operator
from array import array as buffer
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from .kinds import Kind, bool_, common, float64, int64, kind_of


class ndarray:  # noqa: N801 - its name in NumPy
    """Numbers of one kind in rows and columns; a part of it is a view of the same numbers."""

    __slots__ = ("_buffer", "_is_writeable", "_start", "_steps", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        content: buffer[Any],
        kind: Kind,
        shape: tuple[int, ...],
        start: int = 0,
        steps: tuple[int, ...] | None = None,
        is_writeable: bool = True,
    ) -> None:
        self._buffer, self.dtype, self.shape, self._start = content, kind, shape, start
        self._steps = _row_after_row(shape) if steps is None else steps
        self._is_writeable = is_writeable

    # --- what it is --------------------------------------------------------------------------

    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many elements it has."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def flags(self) -> _Flags:
        """Whether it may be written, and how it lies."""
        return _Flags(self)

    @property
    def ctypes(self) -> _Address:
        """Where it lies."""
        address, _ = self._buffer.buffer_info()
        return _Address(address + self._start * self._buffer.itemsize)

    @property
    def T(self) -> ndarray:  # noqa: N802 - its name in NumPy
        """The same with rows as columns."""
        return self._seen(self.shape[::-1], self._start, self._steps[::-1])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return value in self.flat_list()

    def tolist(self) -> list[Any]:
        """Return the elements as lists of rows."""
        if self.ndim > 1:
            return [row.tolist() for row in self]
        make = bool if self.dtype is bool_ else None
        first, step, count = self._start, self._steps[0], self.shape[0]
        part = self._buffer[first : first + step * count : step] if count else ()
        return [make(item) for item in part] if make else list(part)

    def flat_list(self) -> list[Any]:
        """Return the elements row after row in one list."""
        if self.ndim == 1:
            return self.tolist()
        return [item for row in self for item in row.flat_list()]

    # --- parts -------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, ndarray):
            return self._chosen(key)
        start, shape, steps = self._part(key if isinstance(key, tuple) else (key,))
        if shape:
            return self._seen(shape, start, steps)
        item = self._buffer[start]
        return bool(item) if self.dtype is bool_ else item

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self._is_writeable:
            raise ValueError("assignment destination is read-only")
        if isinstance(key, ndarray):
            indices = _indices(key)
            for index, item in zip(indices, _as_many(value, len(indices)), strict=True):
                self[index] = item
            return
        start, shape, steps = self._part(key if isinstance(key, tuple) else (key,))
        if not shape:
            self._buffer[start] = self.dtype(value)
            return
        places = self._seen(shape, start, steps)._places()
        kind = self.dtype
        for place, item in zip(places, _as_many(value, math.prod(shape)), strict=True):
            self._buffer[place] = kind(item)

    def _part(self, key: tuple[Any, ...]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Return where a part begins, its shape and steps; without a shape it is an element."""
        start, shape, steps = self._start, list(self.shape), list(self._steps)
        if len(key) > len(shape):
            raise IndexError(f"expected at most {len(shape)} indices, got {len(key)}")
        axis = 0
        for part in key:
            length, step = shape[axis], steps[axis]
            if isinstance(part, slice):
                first, end, by = part.indices(length)
                start += first * step
                shape[axis], steps[axis] = len(range(first, end, by)), step * by
                axis += 1
            else:
                index = operator.index(part)
                if not -length <= index < length:
                    raise IndexError(f"expected an index below {length}, got {index}")
                start += index % length * step
                del shape[axis], steps[axis]
        return start, tuple(shape), tuple(steps)

    def _chosen(self, key: ndarray) -> ndarray:
        indices = _indices(key)
        shape = (len(indices), *self.shape[1:])
        if self.ndim == 1:
            items = self.tolist()
            return made([items[index] for index in indices], self.dtype, shape)
        return made([x for index in indices for x in self[index].flat_list()], self.dtype, shape)

    def _seen(self, shape: tuple[int, ...], start: int, steps: tuple[int, ...]) -> ndarray:
        return ndarray(self._buffer, self.dtype, shape, start, steps, self._is_writeable)

    def _places(self) -> Iterator[int]:
        """Yield where in the buffer each element lies, row after row."""
        for spot in product(*(range(length) for length in self.shape)):
            yield self._start + sum(map(operator.mul, spot, self._steps))

    # --- others of it ------------------------------------------------------------------------

    def copy(self) -> ndarray:
        """Return an array of its own with the same elements."""
        return made(self.flat_list(), self.dtype, self.shape)

    def astype(self, kind: Any) -> ndarray:
        """Return the elements as another kind."""
        return made(self.flat_list(), kind_of(kind), self.shape)

    def reshape(self, *shape: int) -> ndarray:
        """Return the same elements in other rows; one length may be -1, whatever is left."""
        known = -math.prod(shape)
        lengths = tuple(self.size // known if length < 0 else length for length in shape)
        if math.prod(lengths) != self.size or not self.flags.c_contiguous:
            raise ValueError(f"expected {self.size} elements in a row, got {shape}")
        return self._seen(lengths, self._start, _row_after_row(lengths))

    def sum(self, axis: int | None = None) -> Any:
        """Return the sum of all, or with axis 1 of each row."""
        if axis is None:
            items = self.flat_list()
            return pairwise_sum(items) if self.dtype is float64 else sum(items)
        if axis != 1 or self.ndim != 2:
            raise ValueError(f"expected the sum of each row, got axis {axis} of {self.ndim}")
        return made([row.sum() for row in self], self.dtype, self.shape[:1])

    # --- arithmetic --------------------------------------------------------------------------

    def combined(
        self, other: Any, deed: Callable[[Any, Any], Any], kind: Kind | None = None
    ) -> ndarray:
        """Return what comes of each element and another number, or that of another array.

        The other array has the same shape, or that of a row, which then goes with every row.
        """
        if isinstance(other, ndarray):
            if other.shape != self.shape[self.ndim - other.ndim :]:
                raise ValueError(f"expected arrays alike, got {self.shape} and {other.shape}")
            theirs, other_kind = other.flat_list(), other.dtype
            theirs *= math.prod(self.shape[: self.ndim - other.ndim])
        else:
            theirs, other_kind = [other] * self.size, kind_of(type(other))
            if other_kind is int64:  # A plain number leaves the kind as it is.
                other_kind = self.dtype
        found = list(map(deed, self.flat_list(), theirs))
        return made(found, kind or common(self.dtype, other_kind), self.shape)

    def __add__(self, other: Any) -> ndarray:
        return self.combined(other, operator.add)

    def __sub__(self, other: Any) -> ndarray:
        return self.combined(other, operator.sub)

    def __mul__(self, other: Any) -> ndarray:
        return self.combined(other, operator.mul)

    def __truediv__(self, other: Any) -> ndarray:
        return self.combined(other, operator.truediv, float64)

    def __rshift__(self, other: Any) -> ndarray:
        return self.combined(other, operator.rshift)

    def __and__(self, other: Any) -> ndarray:
        return self.combined(other, operator.and_)

    def __neg__(self) -> ndarray:
        return made([-item for item in self.flat_list()], self.dtype, self.shape)

    def __iadd__(self, other: Any) -> ndarray:
        self[:] = self + other
        return self

    def __eq__(self, other: Any) -> ndarray:  # type: ignore[override]
        return self.combined(other, operator.eq, bool_)

    def __ne__(self, other: Any) -> ndarray:  # type: ignore[override]
        return self.combined(other, operator.ne, bool_)

    def __gt__(self, other: Any) -> ndarray:
        return self.combined(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> ndarray:
        return self.combined(other, operator.ge, bool_)

    __radd__, __rmul__ = __add__, __mul__


class _Flags:
    """What may be done with an array."""

    __slots__ = ("_array",)

    def __init__(self, array: ndarray) -> None:
        self._array = array

    @property
    def writeable(self) -> bool:
        """Whether its elements may be changed."""
        return self._array._is_writeable

    @writeable.setter
    def writeable(self, value: bool) -> None:
        self._array._is_writeable = value

    @property
    def c_contiguous(self) -> bool:
        """Whether its rows lie one after the other."""
        return self._array._steps == _row_after_row(self._array.shape)


class _Address:
    """Where an array lies."""

    __slots__ = ("data",)

    def __init__(self, data: int) -> None:
        self.data = data


def _row_after_row(shape: tuple[int, ...]) -> tuple[int, ...]:
    steps, step = [], 1
    for length in reversed(shape):
        steps.append(step)
        step *= length
    return tuple(reversed(steps))


def _indices(key: ndarray) -> list[int]:
    """Return which elements an array chooses: those it names, or where it is true."""
    items = key.tolist()
    if key.dtype is bool_:
        return [index for index, is_chosen in enumerate(items) if is_chosen]
    return items


def _as_many(value: Any, count: int) -> Sequence[Any]:
    """Return so many elements of a number, a list, an array, or a row for all rows."""
    if isinstance(value, ndarray):
        items = value.flat_list()
    elif isinstance(value, (list, tuple)):
        items = list(value)
    else:
        return [value] * count
    return items * (count // len(items)) if 0 < len(items) < count else items


def made(items: Sequence[Any], kind: Kind, shape: tuple[int, ...]) -> ndarray:
    """Return an array of its own."""
    content = buffer(kind.code, [kind(item) for item in items])
    return ndarray(content, kind, shape)


def pairwise_sum(items: Sequence[float]) -> float:
    """Return a sum as NumPy rounds it: eight sums side by side, halves of what is long."""
    count = len(items)
    if count < 8:
        return float(sum_of(items, 0.0))
    if count > 128:
        half = count // 2 - count // 2 % 8
        return pairwise_sum(items[:half]) + pairwise_sum(items[half:])
    even = count - count % 8
    a, b, c, d, e, f, g, h = (sum_of(items[first:even:8], 0.0) for first in range(8))
    return sum_of(items[even:], ((a + b) + (c + d)) + ((e + f) + (g + h)))


def sum_of(items: Sequence[float], start: float) -> float:
    """Return a sum rounded at each step, which the `sum` of Python no longer is."""
    for item in items:
        start += item
    return start
