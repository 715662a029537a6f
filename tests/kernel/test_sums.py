"""Compiled sums of rows have the same bits as the Python that says what they are."""

from __future__ import annotations

import numpy as np

from nmbr9.kernel.compile import (
    NARROW,
    WIDE,
    add_positive,
    add_rows,
    compiled,
    sum_changes,
)
from nmbr9.kernel.tables import Integers

RNG = np.random.default_rng(1)
ROWS, COUNT = 50, 25


def some_rows() -> Integers:
    return RNG.integers(0, ROWS, COUNT + 5)


def test_sum_of_changes_wraps_round() -> None:
    @compiled
    def asked(sums: object, rows: object, gone: object, come: object, count: int) -> None:
        sum_changes(sums, rows, gone, come, count)

    rows = RNG.integers(-30_000, 30_000, (ROWS, WIDE)).astype(np.int16)
    one, other = np.full((2, WIDE), 7, np.int16)
    gone, come = some_rows(), some_rows()
    asked(one, rows, gone, come, COUNT)
    sum_changes(other, rows, gone, come, COUNT)
    assert one.tolist() == other.tolist()
    assert len(set(one.tolist())) > WIDE // 2


def test_rows_are_added_in_their_order() -> None:
    @compiled
    def asked(sums: object, rows: object, which: object, amounts: object, count: int) -> None:
        add_rows(sums, rows, which, amounts, count)

    rows = RNG.normal(size=(ROWS, WIDE)).astype(np.float32)
    amounts = RNG.normal(size=COUNT + 5).astype(np.float32)
    one, other, which = rows[0].copy(), rows[0].copy(), some_rows()
    asked(one, rows, which, amounts, COUNT)
    add_rows(other, rows, which, amounts, COUNT)
    assert one.tobytes() == other.tobytes()
    assert one.tobytes() != rows[0].tobytes()


def test_only_positive_amounts_count() -> None:
    @compiled
    def asked(sums: object, rows: object, amounts: object) -> None:
        add_positive(sums, rows, amounts)

    rows = RNG.normal(size=(WIDE + 1, NARROW)).astype(np.float32)
    amounts = RNG.normal(size=WIDE).astype(np.float32)
    one, other = rows[WIDE].copy(), rows[WIDE].copy()
    asked(one, rows, amounts)
    add_positive(other, rows, amounts)
    assert one.tobytes() == other.tobytes()
    exact = rows[WIDE] + (rows[:WIDE].T * np.maximum(amounts, 0)).sum(1)
    assert np.allclose(one, exact, atol=1e-4)
