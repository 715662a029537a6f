"""What a known order allows: never less than what is possible, and a lot less than any order."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display
from nmbr9.solver.any_order.bags import bag_of
from nmbr9.solver.any_order.relation_cache import FULL
from nmbr9.solver.any_order.relations import find_relations
from nmbr9.solver.cards import with_the_rest
from nmbr9.solver.known_deck import order_bound
from nmbr9.solver.known_deck.order_bound import NOTHING, OrderBound, bound_by_order, rest_with
from nmbr9.solver.known_deck.profiles import LEVELS, can_carry, profiles, small_bags
from nmbr9.solver.known_deck.solve import HIGHEST_SCORE, solve
from nmbr9.solver.solution import Solution
from scripts.small_bag_table import table_of
from tests.solver.known_deck.test_solve import EIGHT_CARDS, FIVE_CARDS, FOUR_CARDS, SIX_CARDS


def random_decks(count: int, cards: int, seed: int) -> list[tuple[int, ...]]:
    random = Random(seed)
    return [tuple(random.sample(with_the_rest(()), cards)) for _ in range(count)]


def bound(cards: tuple[int, ...], known: int = NOTHING) -> OrderBound:
    found = bound_by_order(cards, known)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cards", "score"), [*FOUR_CARDS.items(), *FIVE_CARDS.items(), *SIX_CARDS.items()]
)
def test_it_is_never_below_an_exact_value(cards: tuple[int, ...], score: int) -> None:
    assert bound(cards).most >= score


@pytest.mark.parametrize(("cards", "score"), EIGHT_CARDS.items())
def test_it_is_never_below_an_exact_value_of_eight_cards(
    cards: tuple[int, ...], score: int
) -> None:
    assert bound(cards).most >= score


def by_all_assignments(cards: tuple[int, ...]) -> int:
    """The bound again: every way to give each card a level, without merging or cutting."""
    made = profiles()

    def best(levels: tuple[int, ...], rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        found = NOTHING
        for level, code in enumerate(levels):
            after = int(made.after[code, rest[0]])
            if level == 0 or can_carry(made, levels[level - 1], after):
                later = best((*levels[:level], after, *levels[level + 1 :]), rest[1:])
                found = max(found, level * rest[0] + later)
        return found

    return best((0,) * LEVELS, cards)


@pytest.mark.parametrize("cards", random_decks(4, 7, 3))
def test_it_is_the_best_of_all_ways_to_give_each_card_a_level(cards: tuple[int, ...]) -> None:
    assert bound(cards).most == by_all_assignments(cards)


@pytest.mark.parametrize("seed", range(3))
def test_a_display_that_can_be_built_is_never_thought_impossible(seed: int) -> None:
    """With each tile of a real display, what has come and what may come is at least its score."""
    (cards,) = random_decks(1, 20, seed)
    random, display = Random(seed), Display()
    for number in cards:
        spots = sorted(
            display.legal_placements(number),
            key=lambda spot: (-spot.level, abs(spot.x) + abs(spot.y), random.random()),
        )
        spot = spots[0] if random.random() < 0.8 else random.choice(spots)
        display = display.place(
            Piece(NumberTile(number), spot.x, spot.y, spot.level, spot.rotation)
        )
    states, made, points = bound(cards).states, profiles(), 0
    codes = np.zeros(LEVELS, np.int64)
    for count, (number, piece) in enumerate(zip(cards, display.pieces, strict=True)):
        rest = rest_with(states, made, codes, count, piece.level, number) if count else 0
        points += piece.points
        if count:
            assert points + rest >= display.points, count
        codes[piece.level] = made.after[codes[piece.level], number]
    assert points == display.points > 0


def test_with_a_better_display_known_there_is_less_to_look_at() -> None:
    (cards,) = random_decks(1, 20, 8)
    all_ways, few_ways = bound(cards), bound(cards, 130)
    assert all_ways.most == few_ways.most < HIGHEST_SCORE
    assert few_ways.states.facts[0] < all_ways.states.facts[0] / 2
    assert bound(cards, all_ways.most).most == all_ways.most, "known to be best"
    assert bound(cards, all_ways.most + 5).most == all_ways.most + 5, "what is known is possible"


def test_it_grows_with_what_it_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    (cards,) = random_decks(1, 12, 1)
    expected = bound(cards).most
    monkeypatch.setattr(order_bound, "FIRST_ROOM", 16)
    assert bound(cards).most == expected
    monkeypatch.setattr(order_bound, "MOST_ROOM", 16)
    assert bound_by_order(cards) is None, "it gives up rather than say too little"


def test_it_can_be_stopped() -> None:
    (cards,) = random_decks(1, 20, 1)
    assert bound_by_order(cards, stop=lambda: True) is None
    stopped = list(solve(cards, lambda: True))
    assert stopped[-1].bound == HIGHEST_SCORE


@pytest.mark.rest
def test_a_whole_deck_is_bounded_far_below_any_order() -> None:
    bounds = [bound(cards).most for cards in random_decks(10, 20, 2026)]
    assert np.mean(bounds) < 215, bounds
    assert max(bounds) < HIGHEST_SCORE


def test_a_solution_of_a_whole_deck_tells_the_bound() -> None:
    (cards,) = random_decks(1, 20, 2)
    seen: list[Solution] = []
    for solution in solve(cards, lambda: len(seen) > 1):
        seen.append(solution)
    assert [seen[0].bound, seen[1].bound] == [HIGHEST_SCORE, bound(cards).most]
    assert seen[0].score == seen[1].score < seen[1].bound
    unbounded = list(solve(cards, lambda: True, with_bound=False))
    assert [solution.bound for solution in unbounded] == [HIGHEST_SCORE]


def test_levels_that_are_bags_carry_what_relations_say() -> None:
    """The table in the file, for all parts of a few bags, against arrangements tried anew."""
    numbers = (1, 7, 7, 8)
    relations = find_relations(bag_of(numbers))
    bags = [bag for bag in small_bags() if bag and not set(bag) - set(numbers)]
    parts = [bag for bag in bags if all(bag.count(n) <= numbers.count(n) for n in bag)]
    made, codes = profiles(), {bag: code for code, bag in enumerate(small_bags())}
    rows = {bag: row for row, bag in enumerate(sorted(parts, key=lambda bag: (len(bag), bag)))}
    for upper in parts:
        for lower in parts:
            expected = relations.lies_on[rows[upper], rows[lower]]
            assert made.lies_on[codes[upper], codes[lower]] == expected, (upper, lower)


@pytest.mark.long
def test_the_table_is_that_of_the_proof() -> None:
    assert (profiles().lies_on == table_of(find_relations(FULL))).all()


def test_codes_tell_bags_or_squares() -> None:
    made, bags = profiles(), small_bags()
    assert bags[0] == ()
    assert made.tiles[0] == 0
    for bag, longer in pairwise([(), (8,), (7, 8), (1, 7, 8)]):
        (added,) = set(longer) - set(bag)
        code = made.after[bags.index(bag), added]
        assert bags[code] == longer
    many = made.after[bags.index((1, 7, 8)), 9]
    assert (made.squares[many], made.tiles[many]) == (5 + 7 + 8 + 10, 4)
    assert made.squares[made.after[many, 1]] == 5 + 7 + 8 + 10 + 5
