"""Looking ahead, against brute force over the plain rules; and keeping to limits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import (
    DEPTHS,
    WIDEST,
    SearchScratch,
    expectation,
    new_search_scratch,
    rank_by_value,
)
from nmbr9.judge.network import load_value, value_of
from nmbr9.judge.piles import MOST_PILES, ONE_CARD, mean_of_best, piles_open
from nmbr9.judge.playout import keep_margin
from nmbr9.judge.search import (
    NOTHING,
    STEADY,
    STRONG,
    Branch,
    Plan,
    after_nodes,
    after_seconds,
    rank,
    rank_placements,
    shortlist,
)
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import decode, encode
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import Position, copy_of, new_position, take_back
from nmbr9.kernel.tables import Floats, tables
from nmbr9.rules import Display, NumberTile, Piece

ALL = np.full((DEPTHS, 2), WIDEST, np.int64)
SEEDS = range(4 if COMPILER_IS_ON else 1)


def new_judge_scratch() -> SearchScratch:
    return new_search_scratch(load_value(), load_linear())


@pytest.fixture
def scratch() -> SearchScratch:
    return new_judge_scratch()


def position_after(scratch: SearchScratch, numbers: list[int]) -> Position:
    """A sensible display of these numbers."""
    position, bag = new_position(), np.ones(NUMBERS)
    for number in numbers:
        rank_by_value(
            scratch, position, tables(), number, bag, ANY_LEVEL, ONE_CARD, ANY_LEVEL, 0, 4
        )
        place_code(position, tables(), number, int(scratch.codes[0, 1, 0]))
        keep_margin(position)
    return position


def some_position(scratch: SearchScratch, seed: int, tiles: int = 6) -> Position:
    return position_after(scratch, np.random.default_rng(seed).permutation(10)[:tiles].tolist())


def bag_of(*numbers: int) -> Floats:
    return np.bincount(np.array(numbers, np.int64), minlength=NUMBERS).astype(np.float64)


def children(display: Display, number: int) -> list[tuple[int, Display]]:
    """Points and display of every legal placement, by the plain rules."""
    return [
        (number * place.level, Display((*display.pieces, piece)))
        for place in display.legal_placements(number)
        for piece in [
            Piece(NumberTile(number), place.x, place.y, place.level, place.rotation, False)
        ]
    ]


def worth(scratch: SearchScratch, display: Display, bag: Floats) -> float:
    return value_of(
        scratch.value, encode(display), tables(), scratch.work, bag, ANY_LEVEL, scratch.network
    )


def best_of(scratch: SearchScratch, display: Display, number: int, bag: Floats) -> float:
    return max(points + worth(scratch, child, bag) for points, child in children(display, number))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_card_is_exact(scratch: SearchScratch, seed: int) -> None:
    position = some_position(scratch, seed)
    for number in range(NUMBERS):
        best = max(points for points, _ in children(decode(position), number))
        bag = bag_of(number)
        answer = expectation(scratch, position, tables(), bag, ANY_LEVEL, ONE_CARD, 1, ALL, -1)
        assert answer == best


@pytest.mark.parametrize("seed", SEEDS)
def test_one_card_ahead_is_an_expectation_of_the_best(scratch: SearchScratch, seed: int) -> None:
    # Level 0 of a few tiles has more than WIDEST placements, so the filter must not matter: it
    # keeps what it likes, and brute force is asked for no more than that.
    position = some_position(scratch, seed, 3)
    display, bag = decode(position), bag_of(8, 8, 9)
    answer = expectation(scratch, position, tables(), bag, ANY_LEVEL, ONE_CARD, 1, ALL, -1)
    expected = (
        2 * best_of(scratch, display, 8, bag_of(8, 9)) + best_of(scratch, display, 9, bag_of(8, 8))
    ) / 3
    assert answer <= expected + 1e-3
    assert answer >= expected - 1.5


@pytest.mark.parametrize("seed", SEEDS)
def test_two_cards_ahead_end_exactly(scratch: SearchScratch, seed: int) -> None:
    """With a bag of two the value is never asked for: both orders are played out."""
    position = some_position(scratch, seed, 4)
    display, wide = decode(position), np.array([[WIDEST, WIDEST]] * DEPTHS)
    answer = expectation(
        scratch, position, tables(), bag_of(0, 9), ANY_LEVEL, ONE_CARD, 2, wide, -1
    )
    total = 0
    for first, second in ((0, 9), (9, 0)):
        total += max(
            points + max(more for more, _ in children(child, second))
            for points, child in children(display, first)
        )
    # Only placements that the linear evaluation ranks below WIDEST are left out.
    assert answer <= total / 2 + 1e-9
    assert answer >= total / 2 - 1


@pytest.mark.parametrize("piles", [ONE_CARD, 1, 3])
def test_numbers_one_by_one_are_the_whole(scratch: SearchScratch, piles: int) -> None:
    position, bag = some_position(scratch, 1), bag_of(1, 2, 2, 9)
    widths = np.full((DEPTHS, 2), 3, np.int64)
    depth = 2 if COMPILER_IS_ON else 1

    def ask(number: int) -> float:
        return expectation(
            scratch, position, tables(), bag, ANY_LEVEL, piles, depth, widths, number
        )

    whole = ask(-1)
    scratch.answers[:] = np.nan
    for number in (1, 2, 9):
        ask(number)
    answers = scratch.answers[depth - 1]
    assert mean_of_best(answers, bag, piles_open(position, piles)) == pytest.approx(whole)


def test_the_best_of_what_the_piles_show() -> None:
    answers, bag = np.random.default_rng(5).uniform(0, 9, (NUMBERS, MOST_PILES)), bag_of(0, 4, 4, 7)
    answers[7, 0] = -np.inf  # No placement of a 7 on level 0 was looked at.
    shown = list(product((0, 4, 4, 7), repeat=3))
    best = [max(answers[number, pile] for pile, number in enumerate(cards)) for cards in shown]
    assert mean_of_best(answers, bag, 3) == pytest.approx(sum(best) / len(best))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_round_of_piles_is_exact(scratch: SearchScratch, seed: int) -> None:
    """Each pile has its own limit (7.2); nothing comes after the last card."""
    position = some_position(scratch, seed)
    piles = piles_open(position, 2)
    bag = bag_of(*[9] * piles)
    answer = expectation(scratch, position, tables(), bag, ANY_LEVEL, 2, 1, ALL, -1)
    best = max(points for points, _ in children(decode(position), 9) if points <= 9 * (piles - 1))
    assert answer == best


def test_two_tiles_on_its_level_open_the_next_pile(scratch: SearchScratch) -> None:
    position = new_position()
    assert piles_open(position, ONE_CARD) == ONE_CARD
    for number, piles in ((9, 1), (9, 2)):
        rank_by_value(scratch, position, tables(), number, bag_of(1), 4, 1, 0, 0, 4)
        place_code(position, tables(), number, int(scratch.codes[0, 1, 0]))
        assert piles_open(position, 1) == piles


def test_no_depth_asks_the_value(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 1), np.ones(NUMBERS)
    answer = expectation(scratch, position, tables(), bag, ANY_LEVEL, ONE_CARD, 0, ALL, -1)
    assert answer == worth(scratch, decode(position), bag)


def test_looking_changes_nothing(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 2), bag_of(3, 4, 5)
    before, bag_before = copy_of(position), bag.copy()
    plan = Plan(6, (3, 2), ((3, 2), (3, 2)))
    rank_placements(scratch, position, 7, bag, plan=plan)
    assert (position.rows == before.rows).all()
    assert decode(position) == decode(before)
    assert (bag == bag_before).all()


def test_without_time_the_value_decides(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 3), np.ones(NUMBERS)
    ranking = rank_placements(scratch, position, 9, bag, plan=STRONG, stop=after_seconds(0))
    count = rank_by_value(
        scratch, position, tables(), 9, bag, ANY_LEVEL, ONE_CARD, ANY_LEVEL, 0, STRONG.filtered
    )
    assert ranking.depth == 0
    assert ranking.codes.tolist() == scratch.codes[0, 1, :count].tolist()
    assert ranking.values.tolist() == sorted(ranking.values, reverse=True)


def test_the_last_tile_takes_the_most_points(scratch: SearchScratch) -> None:
    position = some_position(scratch, 1, 8)
    ranking = rank_placements(scratch, position, 9, np.zeros(NUMBERS))
    assert ranking.values[0] == max(points for points, _ in children(decode(position), 9))


def test_the_same_nodes_give_the_same_answer(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 1), np.ones(NUMBERS)
    plan = STRONG if COMPILER_IS_ON else Plan(4, (2,), ((2, 2),))
    first, second = (
        rank_placements(scratch, position, 8, bag, plan=plan, stop=after_nodes(3_000))
        for _ in range(2)
    )
    assert first.codes.tolist() == second.codes.tolist()
    assert first.values.tolist() == second.values.tolist()
    assert first.nodes == second.nodes


def test_more_nodes_look_deeper(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 1), bag_of(1, 6, 9)
    plan = Plan(4, (3, 2), ((2, 2),))
    depths = [
        rank_placements(scratch, position, 8, bag, plan=plan, stop=after_nodes(nodes)).depth
        for nodes in (1, 30, 10_000)
    ]
    assert depths == [0, 1, 2]


@pytest.mark.rest
@pytest.mark.skipif(not COMPILER_IS_ON, reason="plain Python is too slow for clocks")
def test_seconds_are_kept(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 1), np.full(NUMBERS, 1.5)
    rank_placements(scratch, position, 8, bag, stop=after_seconds(0.1))
    started = time.process_time()
    rank_placements(scratch, position, 8, bag, stop=after_seconds(0.2))
    assert time.process_time() - started < 0.4  # On the wall the tests next to this count, too.


def test_a_level_limit_holds(scratch: SearchScratch) -> None:
    position = some_position(scratch, 1, 8)
    ranking = rank_placements(scratch, position, 9, np.full(NUMBERS, 0.3), 1, STEADY)
    assert {code >> 13 & 15 for code in ranking.codes.tolist()} <= {0, 1}


def test_laying_nothing_is_looked_ahead_as_far_as_laying_something(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 2), bag_of(2, 5, 9)
    codes = shortlist(scratch, position, 7, bag.sum(), ANY_LEVEL, 3)
    nowhere = np.zeros(1, np.int64)
    branches = [
        Branch(position, 7, codes, bag),
        Branch(position, NOTHING, nowhere, bag + bag_of(7), 2.5),
    ]
    plan = Plan(3, (4, 4), ((4, 2),))
    ranking = rank(scratch, branches, ANY_LEVEL, plan)
    assert ranking.depth == 2
    assert ranking.values.tolist() == sorted(ranking.values, reverse=True)
    widths = np.tile(np.array([[4, 2]]), (DEPTHS, 1))
    for branch, code, value in zip(*ranking[:3], strict=True):
        told = branches[branch]
        points = 0
        if told.kind != NOTHING:
            before = decode(position).points
            place_code(position, tables(), told.kind, int(code))
            points = decode(position).points - before
        to_come = expectation(
            scratch, position, tables(), told.bag, ANY_LEVEL, ONE_CARD, 2, widths, -1
        )
        if told.kind != NOTHING:
            take_back(position, tables())
        assert value == pytest.approx(points + told.bonus + to_come)


def test_a_shortlist_of_given_placements_is_that_of_all(scratch: SearchScratch) -> None:
    position, bag = some_position(scratch, 3), np.ones(NUMBERS)
    every = shortlist(scratch, position, 6, bag.sum(), ANY_LEVEL, WIDEST)
    best = shortlist(scratch, position, 6, bag.sum(), ANY_LEVEL, 5)
    assert shortlist(scratch, position, 6, bag.sum(), ANY_LEVEL, 5, every).tolist() == best.tolist()
    assert shortlist(scratch, position, 6, bag.sum(), ANY_LEVEL, 5, every[9:11]).tolist() == [
        code for code in every.tolist() if code in every[9:11]
    ]


PROGRAM = """
import numpy as np
from nmbr9.kernel.layout import new_position
from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import new_search_scratch
from nmbr9.judge.network import load_value
from nmbr9.judge.search import Plan, rank_placements

scratch = new_search_scratch(load_value(), load_linear())
ranking = rank_placements(scratch, new_position(), 8, np.ones(10), plan=Plan(2, (2, 2), ((2, 2),)))
print(ranking.values.tolist())
"""


@pytest.mark.long
@pytest.mark.skipif(not COMPILER_IS_ON, reason="nothing is cached")
def test_compiled_code_from_the_cache_answers_the_same(tmp_path: Path) -> None:
    """A compiled function that calls itself would crash in the second process."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    answers = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert answers[0] == answers[1] != b""
