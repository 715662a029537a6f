"""The best display for a known order of cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from nmbr9.solver.cards import check_cards
from nmbr9.solver.known_deck import plain_search
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution

if TYPE_CHECKING:
    from nmbr9.solver.known_deck.beam import BeamScratch

__all__ = ["solve"]

Stop = Callable[[], bool]
"""Whether to stop, asked every few milliseconds."""

SecondsLeft = Callable[[], float]
"""How much processor time may still be used, or how much of any other budget."""

HIGHEST_SCORE = 262
"""No display of the basic game scores more, whatever the order: docs/highest-score.md."""
EXACT_UP_TO = 12
"""Decks of so many cards are tried exactly, after a quick look by two beams."""
FIRST_WIDTH = 100
QUICK_WIDTH = 3000
"""Of the second of them: 0.2 s that save the exact search more."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""Its multiples fill the space between 0 and 1 evenly, however many of them there are."""
GROWTH = 6.0
"""How much wider each beam is than the one before."""
WIDE = 1000
"""From this width on a beam keeps so much that weights should count for less (docs/solver.md)."""
FACTORS = (0.8, 1.0, 0.65)
"""By how much then; after the widest beam it is searched again with the next one, and then with
others between the largest and the smallest for as long as there is time."""


def never() -> bool:
    """Do not stop before it is done."""
    return False


class Slices:
    """A budget that is the same on every machine: a beam takes one slice for 256 displays.

    Its `stop` and `left` are what `solve` asks for; with them its answer depends on nothing but the
    cards.
    """

    def __init__(self, most: int) -> None:
        self._left = most

    def stop(self) -> bool:
        """Take a slice; return whether there was none left."""
        self._left -= 1
        return self._left < 0

    def left(self) -> float:
        """Return how many are left."""
        return float(self._left)


def solve(
    cards: Sequence[int],
    stop: Stop = never,
    seconds_left: SecondsLeft | None = None,
    with_bound: bool = True,
) -> Iterator[Solution]:
    """Yield better and better displays for cards in this order.

    Ends when one is proved best, when `stop` says so, or without `seconds_left` after the widest
    beams; the first beam, a narrow one, is always searched to its end. With `seconds_left`, in
    processor time, beams are chosen so that the last one ends in time. `with_bound` asks how far
    longer decks can still be from the best, which takes a second.
    Raises: CardsError.
    """
    numbers = check_cards(cards)
    if len(numbers) <= plain_search.LONGEST:
        yield from _solve_plainly(numbers)
    elif len(numbers) <= EXACT_UP_TO:
        # Only now, because it loads Numba.
        from nmbr9.solver.known_deck.exact import solve_exactly

        best: Solution | None = None
        for best in _quick_look(numbers, stop):
            yield best
        yield from solve_exactly(numbers, stop, best)
    else:
        yield from _beams(numbers, stop, seconds_left, with_bound)


def bound_of(cards: Sequence[int]) -> int:
    """Return a number of points that these cards in this order cannot exceed."""
    return min(most_points(cards), HIGHEST_SCORE)


def _solve_plainly(cards: tuple[int, ...]) -> Iterator[Solution]:
    bound = bound_of(cards)
    best = None
    for display in plain_search.better_and_better(cards):
        best = Solution(display.pieces, bound)
        yield best
    assert best is not None, "any display is better than none"
    yield Solution(best.pieces, best.score)


def _quick_look(cards: tuple[int, ...], stop: Stop) -> Iterator[Solution]:
    """Yield what a narrow beam finds, and a wider one if it is better."""
    from nmbr9.solver.known_deck import beam

    scratch = beam.new_beam_scratch()
    best = _searched(scratch, cards, FIRST_WIDTH, never)
    yield best
    if not stop():
        found = _searched(scratch, cards, QUICK_WIDTH, stop)
        if found.score > best.score:
            yield found


def _searched(scratch: BeamScratch, cards: tuple[int, ...], width: int, stop: Stop) -> Solution:
    """Return what a beam of a width finds."""
    from nmbr9.solver.known_deck import beam
    from nmbr9.solver.known_deck.code_lines import pieces_of_line

    line = beam.search(scratch, cards, width, stop)
    return Solution(pieces_of_line(scratch.position, cards, line), bound_of(cards))


def _beams(
    cards: tuple[int, ...], stop: Stop, seconds_left: SecondsLeft | None, with_bound: bool
) -> Iterator[Solution]:
    """Yield what wider and wider beams find, if it is better, and early on a better bound."""
    from nmbr9.solver.known_deck import beam

    usual, bound = beam.new_beam_scratch(), bound_of(cards)
    best: Solution | None = None
    width = FIRST_WIDTH
    factors: Iterator[float] = _factors(seconds_left is not None)
    factor: float | None = next(factors)
    while factor is not None and (best is None or not stop()):
        scratch = usual._replace(linear=(factor if width >= WIDE else 1.0) * usual.linear)
        before = math.inf if seconds_left is None else seconds_left()
        # A first run may spend all its time on compiling, and still has to find something.
        found = _searched(scratch, cards, width, never if best is None else stop)
        spent = 0.0 if seconds_left is None else before - seconds_left()
        if best is None or found.score > best.score:
            best = replace(found, bound=bound)
            yield best
        if with_bound:
            with_bound = False
            bound = min(bound, _bound_by_order(cards, best.score, stop))
            best = replace(best, bound=bound)
            yield best
        if best.is_proved:
            return
        left = math.inf if seconds_left is None else seconds_left()
        if width == beam.WIDEST:
            factor, width = next(factors, None), _fitting(width, spent, left)
        else:
            width = min(_next_width(width, spent, left), beam.WIDEST)


def _factors(is_endless: bool) -> Iterator[float]:
    """Yield by how much weights count, one after the other for the widest beams."""
    yield from FACTORS
    smallest, largest = min(FACTORS), max(FACTORS)
    for turn in count(1):
        if not is_endless:
            return
        yield smallest + (largest - smallest) * (turn * GOLDEN % 1.0)


def _bound_by_order(cards: tuple[int, ...], known: int, stop: Stop) -> int:
    """Return a bound that knows which tiles can lie on which; stopped, one that knows less."""
    from nmbr9.solver.known_deck.order_bound import bound_by_order

    found = bound_by_order(cards, known, stop)
    return bound_of(cards) if found is None else found.most


def _next_width(width: int, spent: float, left: float) -> int:
    """Return a larger width, after a beam that took so much of a budget.

    If only one more beam fits what is left, that one uses all of it.
    """
    if math.isinf(left) or left >= GROWTH * spent * (1 + GROWTH):
        return int(GROWTH * width)
    return max(width, _fitting(width, spent, left))


def _fitting(width: int, spent: float, left: float) -> int:
    """Return a width that uses what is left, if one took so much; at most the widest."""
    from nmbr9.solver.known_deck import beam

    if math.isinf(left) or spent <= 0:
        return beam.WIDEST
    return min(beam.WIDEST, max(FIRST_WIDTH, int(width * left / spent)))
