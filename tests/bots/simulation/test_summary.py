"""What the scores of many games say."""

from __future__ import annotations

import pytest

from nmbr9.bots.simulation.summary import Interval, confidence_interval, student_t, summaries
from tests.bots.played_games import played


@pytest.mark.parametrize(
    ("degrees", "t"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (39, 2.023), (999, 1.962)]
)
def test_student_t_is_that_of_the_tables(degrees: int, t: float) -> None:
    assert student_t(degrees) == pytest.approx(t, rel=0.002)


def test_one_bot() -> None:
    games = [played("greedy", index, [score]) for index, score in enumerate([50, 60, 70])]
    (told,) = summaries(["greedy"], games)
    assert (told.bot, told.games, told.mean, told.sd) == ("greedy", 3, 60, 10)
    assert (told.min, told.max, told.difference) == (50, 70, None)
    assert told.cpu_seconds_per_move == pytest.approx(0.025)
    assert told.ci95 is not None
    assert told.ci95.low == pytest.approx(60 - 4.303 * 10 / 3**0.5)
    assert told.ci95.high == pytest.approx(60 + 4.303 * 10 / 3**0.5)


def test_bots_are_paired_by_game_in_whatever_order_they_came() -> None:
    games = [
        played("b", 2, [33]),
        played("a", 0, [10]),
        played("b", 0, [11]),
        played("a", 2, [30]),
        played("a", 1, [20]),
        played("b", 1, [22]),
    ]
    first, second = summaries(["a", "b"], games)
    assert first.difference is None
    assert second.difference is not None
    assert (second.difference.to, second.difference.mean) == ("a", 2)
    assert second.difference.ci95 == confidence_interval([1, 2, 3])


def test_seats_count_as_their_mean_but_extremes_are_of_single_ones() -> None:
    (told,) = summaries(["a"], [played("a", 0, [10, 30]), played("a", 1, [20, 25])])
    assert (told.mean, told.min, told.max) == (21.25, 10, 30)


def test_a_single_game_says_nothing_about_others() -> None:
    (told,) = summaries(["a"], [played("a", 0, [10])])
    assert (told.mean, told.sd, told.ci95) == (10, 0, None)


def test_equal_scores_leave_no_doubt() -> None:
    assert confidence_interval([5, 5, 5, 5, 5, 5]) == Interval(5, 5)
