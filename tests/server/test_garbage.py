"""The collector waits for a quiet moment."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from nmbr9.server.garbage import LONGEST_SECONDS, NEVER, Sweeps, keep_pauses_short


@pytest.fixture
def usual() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


def test_a_full_pass_waits_until_nobody_plays() -> None:
    now, passes = 0.0, []
    sweeps = Sweeps(lambda: now, lambda: passes.append(now))
    assert not sweeps.consider(5)
    assert not sweeps.consider(9)
    assert sweeps.consider(9)
    assert not sweeps.consider(10)
    now = LONGEST_SECONDS
    assert sweeps.consider(20)
    assert passes == [0, LONGEST_SECONDS]


@pytest.mark.usefixtures("usual")
def test_old_objects_are_left_alone() -> None:
    keep_pauses_short()
    assert gc.get_threshold()[2] == NEVER
    assert gc.get_freeze_count() > 1000
