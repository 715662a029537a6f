"""Measuring works and measures what it says; the C twin finds what the kernel finds."""

from __future__ import annotations

import shutil

import pytest

from benchmarks.kernel.twin import Twin
from nmbr9.judge.speed import count_all, measure, midgame_sample
from nmbr9.judge.value_speed import REPLIES, measure_values, value_sample
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace
from tests.machine import C_COMPILER, leave_out

pytestmark = pytest.mark.skipif(not COMPILER_IS_ON, reason="only the compiled kernel is fast")


def test_speeds_are_of_one_sample() -> None:
    sample = midgame_sample(count=20)
    speed = measure(seconds=0.01, sample=sample)
    assert speed.positions == 20
    total = count_all(sample, tables(), new_workspace(), 1)
    assert speed.placements_per_position * 20 == pytest.approx(total)
    per_second = speed.placements_per_position / speed.nanoseconds_per_position * 1e9
    assert speed.placements_per_second == pytest.approx(per_second)


def test_values_are_measured_after_comparing_them() -> None:
    speed = measure_values(value_sample(count=10), seconds=0.01)
    assert speed.values >= 10 * 3 * REPLIES
    assert speed.largest_difference < 1e-3
    assert speed.line_per_second > speed.whole_per_second


def test_the_twin_finds_the_same() -> None:
    if shutil.which("gcc") is None:
        leave_out(C_COMPILER)
    sample = midgame_sample(count=20, seed=4)
    assert Twin().count_all(sample, 2)[0] == count_all(sample, tables(), new_workspace(), 2)
