"""The stand-in gives what NumPy gives, call by call."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from nmbr9.host import thin_numpy
from nmbr9.judge.linear import LINEAR_FILE
from nmbr9.judge.network import VALUE_FILE

Np = Any


def table(np: Np) -> Any:
    return np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.int64)


def changed(array: Any, key: Any, value: Any) -> Any:
    array[key] = value
    return array


def with_bits(np: Np) -> Any:
    words = np.zeros((2, 2), np.uint64)
    for bit in (3, 63, 3):
        words[1, 0] |= np.uint64(1 << bit)
    return words


def added(np: Np) -> Any:
    gains = np.array([1.0, 2.0, 3.0])
    gains[1:] += 0.5
    return gains


def distance(np: Np) -> int:
    whole = np.arange(4)
    return int(whole[2:].ctypes.data - whole.ctypes.data)


CALLS: dict[str, Callable[[Np], Any]] = {
    # Making
    "zeros": lambda np: np.zeros(3),
    "zeros of a kind": lambda np: np.zeros((2, 3), np.int64),
    "zeros of 32 bits": lambda np: np.zeros(2, np.float32),
    "full": lambda np: np.full(4, -1, np.int64),
    "ones": lambda np: np.ones(3, bool),
    "array of ints": lambda np: np.array([1, 2, 3]),
    "array of floats": lambda np: np.array([1, 2.5]),
    "array of a kind": lambda np: np.array([1, 2], np.float64),
    "array of rows": lambda np: np.array([(1, 2), (3, 4), (5, 6)], np.int64),
    "array of nothing": lambda np: np.array([], np.int64).reshape(-1, 3),
    "array of nothing at all": lambda np: np.array([]),
    "array of an array": lambda np: np.array(np.arange(3), np.float64),
    "array of arrays": lambda np: np.array([np.arange(3), np.arange(3)], np.int64),
    "arange": lambda np: np.arange(5),
    "repeat": lambda np: np.repeat(np.arange(3), [2, 0, 1]),
    "concatenate": lambda np: np.concatenate([np.arange(2), np.arange(3)]),
    "append": lambda np: np.append(np.arange(2), 7),
    "ascontiguousarray": lambda np: np.ascontiguousarray(table(np).T),
    # Parts
    "an element": lambda np: np.arange(5)[-2],
    "an element of a table": lambda np: table(np)[1, 2],
    "an element that is true": lambda np: np.ones(1, bool)[0],
    "a row": lambda np: table(np)[1],
    "a slice": lambda np: np.arange(9)[2:7:2],
    "a slice of rows": lambda np: table(np)[1:],
    "a slice of a row": lambda np: table(np)[1, :2],
    "a column": lambda np: table(np)[:, 1],
    "a corner": lambda np: table(np)[:2, 1:],
    "a line of a block": lambda np: np.zeros((2, 3, 4))[1, 2, :3],
    "nothing": lambda np: np.arange(3)[3:],
    "chosen by number": lambda np: np.arange(5)[np.array([3, 0, 3])],
    "chosen by truth": lambda np: np.arange(4)[np.arange(4) > 1],
    "rows chosen": lambda np: table(np)[np.array([2, 0])],
    "columns as rows": lambda np: list(table(np).T),
    "elements one by one": lambda np: list(np.arange(3)),
    "rows one by one": lambda np: list(table(np)),
    # Changing
    "an element set": lambda np: changed(table(np), (1, 1), 9),
    "bits added": with_bits,
    "all set": lambda np: changed(np.zeros(3), slice(None), 2),
    "a row set": lambda np: changed(table(np), 0, [7, 8, 9]),
    "rows set to a row": lambda np: changed(table(np), slice(0, 2), np.arange(3)),
    "a column set": lambda np: changed(table(np), (slice(None), 1), np.arange(3)),
    "a part set": lambda np: changed(np.arange(5), slice(1, 3), np.arange(2)),
    "a part of a row set": lambda np: changed(table(np), (0, slice(2)), [5, 6]),
    "chosen set to one": lambda np: changed(np.arange(4), np.array([1, 3]), 8),
    "chosen set": lambda np: changed(np.arange(4), np.array([3, 0]), np.array([5, 6])),
    "floats cut off": lambda np: changed(np.arange(2), 0, 3.9),
    "a part added to": added,
    "the largest word": lambda np: changed(np.zeros(1, np.uint64), 0, np.iinfo(np.uint64).max),
    # Other arrays
    "copy": lambda np: table(np).copy(),
    "astype": lambda np: np.array([1.5, -2.5]).astype(np.int64),
    "reshape": lambda np: np.arange(6).reshape(2, 3),
    "reshape to what is left": lambda np: np.arange(6).reshape(-1, 2),
    "a single one in a row": lambda np: np.arange(6)[2:3].reshape(1),
    # Numbers
    "plus": lambda np: np.arange(3) + np.arange(3),
    "plus a number": lambda np: 1 + np.arange(3),
    "plus a fraction": lambda np: np.arange(3) + 0.5,
    "minus": lambda np: np.arange(3) - 4.5,
    "times": lambda np: 0.35 * np.array([1.1, 2.2]),
    "times a block": lambda np: 0.8 * np.ones((2, 2, 2)),
    "times a row": lambda np: table(np) * np.arange(3),
    "over": lambda np: np.arange(3) / 4.5,
    "negative": lambda np: -np.array([1.5, -2]),
    "shifted": lambda np: np.array([1 << 20, 5 << 20]) >> 20,
    "some bits": lambda np: np.array([21, 22]) >> 1 & 3,
    "equal": lambda np: np.arange(3) == 1,
    "different": lambda np: np.arange(3)[1:] != np.arange(3)[:-1],
    "greater": lambda np: np.arange(3) > 1,
    "not less": lambda np: (np.array([1.5, 2.0, 0.5])[:2] >= np.array([1.75])[0]).sum(),
    "words of 16 bits": lambda np: np.zeros((2, 2), np.int16),
    "minimum": lambda np: np.minimum(np.array([1.0, 5.0]), np.array([2.0, 3.0])),
    "sum": lambda np: np.arange(4).sum(),
    "sum of rows": lambda np: table(np).sum(axis=1),
    "ceil": lambda np: np.ceil(2.1),
    "infinity": lambda np: -np.inf,
    "in": lambda np: (3 in np.arange(4), 4 in np.arange(4)),
    # Orders
    "argsort": lambda np: np.argsort(np.array([2.0, -1.0, 2.0, 0.5]), kind="stable"),
    "lexsort": lambda np: np.lexsort((np.array([1.0, 0.0, 2.0]), np.array([5, 5, 4]))),
    "argmax": lambda np: np.argmax(np.array([1, 7, 7])),
    "unique": lambda np: np.unique(np.array([3, 1, 3])),
    "the smallest": lambda np: sorted(np.argpartition(np.array([4.0, 1, 3, 2]), 2)[:2].tolist()),
    # What arrays say
    "facts": lambda np: (table(np).size, table(np).ndim, table(np).shape, len(table(np))),
    "bytes": lambda np: (np.zeros(1, np.float32).itemsize, np.zeros(1, np.uint64).itemsize),
    "rows after rows": lambda np: [
        part.flags.c_contiguous for part in (table(np), table(np)[1:], table(np)[:, 1])
    ],
    "distance": distance,
    "kinds called": lambda np: (np.int64(3.9), np.float32(0.25), np.uint64(7)),
}


def plain(value: Any) -> Any:
    """What a result is, in words that both have."""
    if hasattr(value, "tolist") and hasattr(value, "shape") and value.shape != ():
        return str(value.dtype), value.shape, value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value.item() if hasattr(value, "item") else value


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call(call: Callable[[Np], Any]) -> None:
    ours, theirs = plain(call(thin_numpy)), plain(call(numpy))
    assert ours == theirs
    assert type(ours) is type(theirs)


def test_sums_are_rounded_alike() -> None:
    rng = Random(9)
    for length in [*range(40), 128, 129, 500, 1_000]:
        items = [rng.uniform(-1, 1) * 10 ** rng.randrange(6) for _ in range(length)]
        ours = thin_numpy.array(items, thin_numpy.float64).sum()
        assert ours == numpy.array(items, numpy.float64).sum(), length


@pytest.mark.parametrize("file", [LINEAR_FILE, VALUE_FILE], ids=lambda file: file.stem)
def test_files_are_read_alike(file: Path) -> None:
    with numpy.load(file) as theirs, thin_numpy.load(file) as ours:
        for name in theirs.files:
            right = theirs[name].astype(numpy.float32)
            found = ours[name].astype(thin_numpy.float32)
            assert (str(found.dtype), found.shape) == (str(right.dtype), right.shape)
            assert found.tolist() == right.tolist()


def test_what_may_not_be_written_is_not() -> None:
    for np in (thin_numpy, numpy):
        array = np.zeros((2, 2))
        array.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            array[0][1] = 1


def test_a_view_sees_changes() -> None:
    whole = thin_numpy.zeros((2, 3))
    row = whole[1]
    whole[1, 2] = 5
    row[0] = 7
    assert whole.tolist() == [[0, 0, 0], [7, 0, 5]]


@pytest.mark.parametrize(
    "call",
    [
        lambda np: np.arange(3)[3],
        lambda np: np.arange(3)[1, 1],
        lambda np: np.arange(6).reshape(4),
        lambda np: np.arange(3) + np.arange(2),
    ],
    ids=["beyond", "too many indices", "other size", "other shape"],
)
def test_what_numpy_refuses_is_refused(call: Callable[[Np], Any]) -> None:
    for np in (thin_numpy, numpy):
        with pytest.raises((IndexError, ValueError)):
            call(np)


def test_mixed_kinds_that_nobody_needs_are_refused() -> None:
    with pytest.raises(TypeError, match="expected int64 and float64, got uint64 and float64"):
        thin_numpy.zeros(1, thin_numpy.uint64) + thin_numpy.zeros(1)


def test_infinity_is_the_same() -> None:
    assert thin_numpy.inf == math.inf
