"""The best display for a known order of cards: exact where decks are short."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display
from nmbr9.solver.cards import CardsError, check_cards, parse_cards, with_the_rest
from nmbr9.solver.known_deck import beam, plain_search
from nmbr9.solver.known_deck.exact import solve_exactly
from nmbr9.solver.known_deck.solve import FACTORS, Slices, _factors, never, solve
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution
from tests.tiers import first

FOUR_CARDS = {
    (4, 2, 9, 7): 9,
    (9, 4, 8, 7): 8,
    (4, 7, 8, 2): 8,
    (8, 9, 6, 5): 6,
    (3, 1, 7, 2): 7,
    (9, 9, 8, 8): 16,
}
FIVE_CARDS = {
    (4, 2, 9, 8, 0): 9,
    (9, 4, 8, 9, 5): 14,
    (4, 7, 8, 3, 4): 12,
    (8, 9, 7, 8, 2): 10,
}
SIX_CARDS = {
    (7, 8, 1, 3, 6, 9): 25,
    (4, 5, 7, 5, 2, 9): 27,
    (1, 0, 8, 7, 9, 6): 16,
    (5, 0, 1, 2, 3, 6): 16,
    (3, 0, 8, 6, 7, 4): 23,
    (6, 8, 2, 0, 8, 4): 18,
    (9, 5, 2, 1, 0, 3): 7,
    (6, 4, 1, 3, 6, 8): 25,
}
EIGHT_CARDS = {
    (6, 6, 1, 4, 9, 1, 5, 9): 33,
    (0, 9, 6, 6, 2, 8, 1, 9): 33,
    (5, 9, 4, 3, 7, 3, 8, 6): 33,
    (8, 8, 7, 6, 4, 6, 0, 7): 30,
    (8, 1, 7, 3, 4, 4, 6, 9): 31,
    (5, 7, 4, 1, 8, 0, 8, 2): 28,
    (9, 2, 5, 0, 4, 1, 7, 3): 26,
    (6, 8, 5, 5, 1, 8, 2, 9): 33,
}
"""Found by a search that cut by the ladder only."""

DECK = (3, 7, 1, 0, 9, 4, 4, 8, 2, 6, 5, 1, 9, 0, 7, 3, 8, 2, 5, 6)


def last(solutions: Iterator[Solution]) -> Solution:
    *_, solution = solutions
    return solution


def enumerated(cards: tuple[int, ...]) -> int:
    """The best score of all legal sequences, none left out."""

    def best(display: Display, rest: tuple[int, ...]) -> int:
        if not rest:
            return display.points
        return max(
            best(
                display.place(
                    Piece(NumberTile(rest[0]), spot.x, spot.y, spot.level, spot.rotation)
                ),
                rest[1:],
            )
            for spot in display.legal_placements(rest[0])
        )

    return best(Display(), cards)


@pytest.mark.parametrize(("cards", "score"), [*FOUR_CARDS.items(), *FIVE_CARDS.items()])
def test_short_decks_have_the_values_that_enumeration_found(
    cards: tuple[int, ...], score: int
) -> None:
    solution = last(solve(cards))
    assert (solution.score, solution.bound, solution.is_proved) == (score, score, True)
    assert solution.game.scores == [score]


@pytest.mark.long
@pytest.mark.parametrize("cards", [(1, 1), (7, 7, 7), (9, 9, 8), (2, 1, 1), (0, 8, 0)])
def test_plain_enumeration_agrees(cards: tuple[int, ...]) -> None:
    *_, display = plain_search.better_and_better(cards)
    assert display.points == enumerated(cards)


@pytest.mark.parametrize(
    "cards", first(6, [(5,), (1, 9, 1), (7, 1, 1, 2, 9), *FOUR_CARDS, *FIVE_CARDS])
)
def test_the_compiled_search_agrees_with_the_plain_one(cards: tuple[int, ...]) -> None:
    *_, display = plain_search.better_and_better(cards)
    found = last(solve_exactly(cards, never))
    assert found.is_proved
    assert found.score == display.points


@pytest.mark.parametrize(("cards", "score"), [*SIX_CARDS.items(), *EIGHT_CARDS.items()])
def test_six_and_eight_cards_have_the_values_that_another_search_found(
    cards: tuple[int, ...], score: int
) -> None:
    solution = last(solve(cards))
    assert (solution.score, solution.is_proved) == (score, True)
    assert last(solve_exactly(cards, never)).score == score


def test_seven_cards_are_proved() -> None:
    solution = last(solve((0, 1, 2, 3, 4, 5, 6)))
    assert (solution.score, solution.is_proved) == (21, True)


def test_no_search_finds_more_than_the_ladder_allows() -> None:
    for cards in [*FOUR_CARDS, *FIVE_CARDS]:
        assert last(solve(cards)).score <= most_points(cards)
    assert most_points((9,)) == 0
    assert most_points((1, 1, 9, 9, 9)) == 9 + 9 + 18


def test_improvements_come_one_after_another_and_can_be_stopped() -> None:
    seen = [solution.score for solution in solve((3, 4, 1, 9, 9, 4), lambda: True)]
    assert len(seen) == 1
    everything = [solution.score for solution in solve((3, 4, 1, 9, 9, 4))]
    assert everything == sorted(everything)
    assert everything[0] == seen[0] < everything[-1]


def searched(deck: tuple[int, ...], slices: int) -> list[int]:
    """The scores that come one after the other."""
    budget = Slices(slices)
    found = solve(deck, budget.stop, budget.left, with_bound=False)
    return [solution.score for solution in found]


def test_with_a_budget_in_slices_the_answer_is_always_the_same() -> None:
    assert searched(DECK, 200) == searched(DECK, 200)
    assert searched(DECK, 0) == searched(DECK, 200)[:1], "the first beam comes to its end"
    assert searched(DECK, 200)[-1] > searched(DECK, 0)[-1]


def test_a_budget_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the widest beams are done with every factor."""
    monkeypatch.setattr(beam, "WIDEST", 200)
    budget = Slices(300)
    list(solve(DECK, budget.stop, budget.left, with_bound=False))
    assert budget.left() <= 0
    stops = Slices(10_000)
    list(solve(DECK, stops.stop, with_bound=False))
    assert 9_700 < stops.left() < 9_990, "without a limit it ends after three of the widest"


def test_factors_never_end_and_stay_between_the_largest_and_the_smallest() -> None:
    factors = list(islice(_factors(is_endless=True), 40))
    assert list(_factors(is_endless=False)) == list(FACTORS) == factors[:3]
    assert all(min(FACTORS) <= factor <= max(FACTORS) for factor in factors)
    assert len(set(factors)) == 40


def test_a_record_goes_on_with_the_other_cards() -> None:
    game = last(solve((9, 9, 8, 8))).game
    assert not game.is_over
    assert game.deck == (9, 9, 8, 8, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
    assert game.deck == with_the_rest([9, 9, 8, 8])
    assert type(game).from_record(game.to_record()) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 1 to 20 cards, got 0"),
        ("1,2,10", "expected cards of 0 to 9 with commas, got '10'"),
        ("1,x", "expected cards of 0 to 9 with commas, got 'x'"),
        ("1,1,1", "expected at most 2 cards of each number, got 3 of 1"),
        (",".join("01234567890" * 4)[:81], "expected 1 to 20 cards, got 41"),
    ],
)
def test_bad_cards_are_refused(text: str, message: str) -> None:
    with pytest.raises(CardsError) as refusal:
        parse_cards(text)
    assert str(refusal.value) == message


def test_cards_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(CardsError, match="expected cards of 0 to 9, got True"):
        check_cards([True])
