"""Rollouts against a slow version of themselves, and telling ways apart by them."""

from __future__ import annotations

import numpy as np
import pytest

from nmbr9.judge.lookahead import SearchScratch, expectation, points_of, rank_by_value
from nmbr9.judge.piles import MOST_PILES, ONE_CARD, draw, has_next, piles_open
from nmbr9.judge.playout import new_random
from nmbr9.judge.race import BATCH, race
from nmbr9.judge.rollouts import (
    CARDS,
    COMPARED,
    WIDTH,
    WITHIN,
    drawn,
    roll_out,
    shuffle_luck,
)
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import Position, copy_of, take_back
from nmbr9.kernel.tables import Floats, tables
from tests.judge.test_search import bag_of, new_judge_scratch, some_position

SLOW = pytest.mark.skipif(not COMPILER_IS_ON, reason="too slow in plain Python")
WIDTHS = np.full((8, 2), WIDTH, np.int64)


def some_luck(seed: int, rollouts: int = BATCH) -> Floats:
    luck: Floats = np.zeros((rollouts, CARDS, MOST_PILES))
    shuffle_luck(luck, new_random(seed))
    return luck


def replies(
    scratch: SearchScratch, position: Position, number: int, bag: Floats, piles: int, limit: int
) -> list[tuple[float, int]]:
    """The placements of a number that are compared, as value and code, best first."""
    count = rank_by_value(
        scratch, position, tables(), number, bag, ANY_LEVEL, piles, limit, 0, WIDTH
    )
    values, codes = scratch.values[0, 1, :count], scratch.codes[0, 1, :count]
    return list(zip(values.tolist(), codes.tolist(), strict=True))


def slow_rollout(
    scratch: SearchScratch, position: Position, bag: Floats, piles: int, luck: Floats
) -> float:
    """The same by its definition: every expectation is asked for as a whole."""
    position, total = copy_of(position), 0.0

    def ahead() -> float:
        return expectation(scratch, position, tables(), bag, ANY_LEVEL, piles, 1, WIDTHS, -1)

    for card in range(CARDS):
        shown = piles_open(position, piles)
        if not has_next(bag.sum(), shown):
            break
        ahead()
        numbers = [drawn(bag, luck[card, pile]) for pile in range(max(1, shown))]
        expected = max(scratch.answers[0, number, pile] for pile, number in enumerate(numbers))
        ways = []
        for pile, number in enumerate(numbers):
            rest = bag.copy()
            draw(bag, number, shown, rest)
            limit = ANY_LEVEL if shown == ONE_CARD else pile
            found = replies(scratch, position, number, rest, shown, limit)
            ways += [(value, code, number, rest) for value, code in found]
        ways = sorted(ways, key=lambda way: -way[0])[:COMPARED]
        before, piles = bag, shown
        worths = []
        for value, code, number, rest in ways:
            if value >= ways[0][0] - WITHIN:
                place_code(position, tables(), number, code)
                bag = rest
                worths.append(points_of(code, number) + ahead())
                take_back(position, tables())
                bag = before
        best = int(np.argmax(worths))
        if card > 0:
            total += worths[best] - expected
        _, code, number, bag = ways[best]
        place_code(position, tables(), number, code)
    return total


@SLOW
@pytest.mark.parametrize("piles", [ONE_CARD, 2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_rollout_is_what_it_says(piles: int, seed: int) -> None:
    scratch, position = new_judge_scratch(), some_position(new_judge_scratch(), seed)
    bag = bag_of(1, 2, 2, 5, 8, 9, 9, 9) if piles != ONE_CARD else np.full(NUMBERS, 0.7)
    before = copy_of(position)
    for luck in some_luck(seed, 4):
        found = roll_out(scratch, position, tables(), bag, ANY_LEVEL, piles, luck)
        assert found == pytest.approx(slow_rollout(scratch, position, bag, piles, luck), abs=2e-3)
    assert (position.rows == before.rows).all()
    assert (position.book[0] == before.book[0]).all()


@SLOW
def test_nothing_is_found_where_looking_two_cards_ahead_sees_everything() -> None:
    scratch, position = new_judge_scratch(), some_position(new_judge_scratch(), 1)
    for bag in (bag_of(9), np.zeros(NUMBERS)):
        luck = some_luck(1)[0]
        assert roll_out(scratch, position, tables(), bag, ANY_LEVEL, ONE_CARD, luck) == 0


def test_first_cards_are_spread_evenly() -> None:
    bag, luck = bag_of(*range(8)), some_luck(3)
    first = [drawn(bag, rollout[0, 0]) for rollout in luck]
    assert sorted(first) == sorted([*range(8)] * (BATCH // 8))
    assert luck.min() > 0
    assert luck.max() < 1
    assert len({rollout[1, 0] for rollout in luck}) == BATCH


def test_numbers_are_drawn_as_often_as_the_bag_holds_them() -> None:
    bag = np.array([0, 1, 0, 0, 2.5, 0, 0, 0, 0, 0.5])
    numbers = [drawn(bag, (step + 0.5) / 400) for step in range(400)]
    assert [numbers.count(number) for number in (1, 4, 9)] == [100, 250, 50]


class Rollouts:
    """Made-up rollouts with a mean for each way and the same luck for all."""

    def __init__(self, *means: float) -> None:
        self.means, self.asked = means, [0] * len(means)

    def __call__(self, way: int, luck: Floats) -> float:
        self.asked[way] += 1
        return float(self.means[way] + 8 * (luck[1, 0] - 0.5) + 2 * (luck[2, way] - 0.5))


def test_rollouts_find_who_was_judged_too_low() -> None:
    rollouts = Rollouts(0.0, 3.0, 0.0)
    answer = race(np.array([10.0, 9.0, 5.0]), rollouts, lambda: False, 200)
    assert np.argmax(answer) == 1
    assert rollouts.asked[2] == BATCH, "who is far behind is not asked again"
    assert max(rollouts.asked) < 200, "nor is anybody when one is left"


def test_without_time_values_stay() -> None:
    values = np.array([3.0, 2.0])
    assert race(values, Rollouts(0, 9), lambda: True, 50).tolist() == values.tolist()


def test_a_rollout_that_not_all_had_does_not_count() -> None:
    rollouts = Rollouts(0.0, 0.0)
    values = np.array([3.0, 2.9])

    def after(calls: int) -> Floats:
        rollouts.asked = [0, 0]
        return race(values, rollouts, lambda: sum(rollouts.asked) >= calls, 50)

    assert after(7).tolist() == after(6).tolist() != after(8).tolist()


def test_equal_ways_stay_in_until_the_end() -> None:
    rollouts = Rollouts(1.0, 1.0)
    race(np.array([2.0, 2.0]), rollouts, lambda: False, 3 * BATCH)
    assert rollouts.asked == [3 * BATCH, 3 * BATCH]
