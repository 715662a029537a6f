"""Contests without a server: what is late, what is ranked, and in what order."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from nmbr9.match.contest import (
    Entry,
    board,
    day_of,
    end_of,
    is_closed,
    is_practice,
    sees_cards,
)

CLOSES = 1000.0


def entry(score: int, finished: float | None = 500.0, *, is_helped: bool = False) -> Entry:
    return Entry(score, 0, finished, is_helped)


def test_a_day_ends_at_midnight_utc() -> None:
    end = end_of(date(2028, 2, 29))
    assert datetime.fromtimestamp(end, UTC).isoformat() == "2028-03-01T00:00:00+00:00"
    assert (day_of(end - 1), day_of(end)) == (date(2028, 2, 29), date(2028, 3, 1))


@pytest.mark.parametrize(
    ("closes", "closed"), [(None, False), (999.0, True), (1000.0, True), (1001.0, False)]
)
def test_a_contest_is_closed_from_its_time_on(closes: float | None, closed: bool) -> None:
    assert is_closed(closes, 1000.0) is closed


@pytest.mark.parametrize(
    ("played", "now", "practice"),
    [
        (entry(9, CLOSES), 2000.0, False),
        (entry(9, CLOSES + 1), 2000.0, True),
        (entry(9, is_helped=True), 600.0, True),
        (entry(9, None), CLOSES - 1, False),
        (entry(9, None, is_helped=True), CLOSES - 1, True),
        (entry(9, None), CLOSES, True),
    ],
)
def test_what_is_late_or_helped_is_practice(played: Entry, now: float, practice: bool) -> None:
    assert is_practice(played, CLOSES, now) is practice


@pytest.mark.parametrize(
    ("own", "while_open", "afterwards"),
    [
        (None, False, True),
        (entry(9, None), False, False),
        (entry(9), True, True),
        (entry(9, is_helped=True), False, True),
    ],
)
def test_cards_are_shown_to_the_ranked_and_when_it_is_over(
    own: Entry | None, while_open: bool, afterwards: bool
) -> None:
    assert sees_cards(own, CLOSES, CLOSES - 1) is while_open
    assert sees_cards(own, CLOSES, CLOSES + 2) is afterwards


def test_without_an_end_nothing_is_late() -> None:
    assert not is_practice(entry(9, 1e12), None, 1e12)
    assert not is_practice(entry(9, None), None, 1e12)


def test_the_board_shows_ranked_games_then_running_ones_then_practice() -> None:
    entries = [
        entry(70, is_helped=True),
        entry(40, None),
        entry(50),
        entry(60),
        entry(90, CLOSES + 1),
        entry(60),
        entry(80, None),
    ]
    assert [(s.entry, s.rank, s.is_practice) for s in board(entries, CLOSES, 600.0)] == [
        (3, 1, False),
        (5, 1, False),
        (2, 3, False),
        (6, None, False),
        (1, None, False),
        (4, None, True),
        (0, None, True),
    ]


def test_at_closing_time_running_games_become_practice() -> None:
    entries = [entry(40, None), entry(30, is_helped=True), entry(10)]
    standings = board(entries, CLOSES, CLOSES)
    assert [(s.entry, s.rank) for s in standings] == [(2, 1), (1, None), (0, None)]
