"""The model of docs/scale.md: what it says follows from what was measured."""

from __future__ import annotations

import pytest

from benchmarks.scale.found import found
from benchmarks.scale.model import (
    BUSY,
    HEARING,
    Units,
    commits,
    database_ms,
    most_notified,
    plan,
    server_ms,
)
from benchmarks.scale.telling import PAGE, page

UNITS = Units(
    placement=0.5,
    commit=1.0,
    onlooker=0.05,
    arrival=3.0,
    onlooker_second=0.01,
    match_second=0.06,
    database_placement=0.1,
    database_commit=0.3,
    database_arrival=1.0,
    batch_seconds=0.01,
    process_mb=100.0,
    match_kb=50.0,
    socket_kb=25.0,
    log_kb=0.5,
    game_kb=30.0,
    hear_commit=0.02,
    hear_match=0.001,
)


def test_the_page_says_what_follows_from_what_was_measured() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(found()), "run python -m benchmarks.scale"


def test_a_commit_takes_in_what_comes_while_it_is_collected() -> None:
    assert commits(UNITS, 100, 1) == pytest.approx(50)
    assert commits(UNITS, 100, 1_000_000) == pytest.approx(100)
    assert server_ms(UNITS, 100, 1) == pytest.approx(0.5 + 0.5 * 1.0)
    assert database_ms(UNITS, 100, 1) == pytest.approx(0.1 + 0.5 * 0.3)
    # Two processes commit more often, and each hears of the other.
    share = 1 / 1.5
    heard = share * 0.02 + 0.001
    assert server_ms(UNITS, 100, 2) == pytest.approx(0.5 + share * 1.0 + heard)


def test_the_plan_has_room_in_each_process() -> None:
    for players in (1_000, 100_000):
        for is_notified in (False, True):
            it = plan(UNITS, players, is_notified=is_notified)
            assert it.cores <= BUSY * it.processes
            assert it.placements == pytest.approx(players / 15)
            assert it.frames == 4 * it.placements


def test_what_is_heard_by_all_ends_where_it_takes_its_share() -> None:
    most = most_notified(UNITS)
    assert plan(UNITS, most, is_notified=True).heard > HEARING
    assert plan(UNITS, most - 1000, is_notified=True).heard <= HEARING
