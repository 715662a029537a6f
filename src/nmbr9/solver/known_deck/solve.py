"""The best display for a known order of cards."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
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
"""How much processor time may still be used."""

HIGHEST_SCORE = 262
"""No display of the basic game scores more, whatever the order: docs/highest-score.md."""
EXACT_UP_TO = 12
"""Decks of so many cards are tried exactly, after a quick look by two beams."""
FIRST_WIDTH = 100
QUICK_WIDTH = 3000
"""Of the second of them: 0.2 s that save the exact search more."""
GROWTH = 6.0
"""How much wider each beam is than the one before."""
WIDE = 1000
"""From this width on a beam keeps so much that weights should count for less (docs/solver.md)."""
FACTORS = (0.8, 1.0, 0.65)
"""By how much then; after the widest beam it is searched again with the next one."""


def never() -> bool:
    """Do not stop before it is done."""
    return False


def solve(
    cards: Sequence[int],
    stop: Stop = never,
    seconds_left: SecondsLeft | None = None,
    with_bound: bool = True,
) -> Iterator[Solution]:
    """Yield better and better displays for cards in this order.

    Ends when one is proved best, when `stop` says so, or after the widest beams; the first beam, a
    narrow one, is always searched to its end. With `seconds_left`, in processor time, beams are
    chosen so that the last one ends in time. `with_bound` asks how far longer decks can still be
    from the best, which takes a second.
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
    for factor in FACTORS:
        while best is None or not stop():
            scratch = usual._replace(linear=(factor if width >= WIDE else 1.0) * usual.linear)
            started = time.process_time()
            # A first run may spend all its time on compiling, and still has to find something.
            found = _searched(scratch, cards, width, never if best is None else stop)
            if best is None or found.score > best.score:
                best = replace(found, bound=bound)
                yield best
            spent = time.process_time() - started
            if with_bound:
                with_bound = False
                bound = min(bound, _bound_by_order(cards, best.score, stop))
                best = replace(best, bound=bound)
                yield best
            if best.is_proved:
                return
            left = math.inf if seconds_left is None else seconds_left()
            if width == beam.WIDEST:
                width = _fitting(width, spent, left)
                break
            width = min(_next_width(width, spent, left), beam.WIDEST)


def _bound_by_order(cards: tuple[int, ...], known: int, stop: Stop) -> int:
    """Return a bound that knows which tiles can lie on which; stopped, one that knows less."""
    from nmbr9.solver.known_deck.order_bound import bound_by_order

    found = bound_by_order(cards, known, stop)
    return bound_of(cards) if found is None else found.most


def _next_width(width: int, spent: float, left: float) -> int:
    """Return a larger width, after one that took a certain time.

    If only one more beam fits the time that is left, that one uses all of it.
    """
    if left < GROWTH * spent * (1 + GROWTH):
        return max(width, _fitting(width, spent, left))
    return int(GROWTH * width)


def _fitting(width: int, spent: float, left: float) -> int:
    """Return a width that uses the time left, if one took a certain time; at most the widest."""
    from nmbr9.solver.known_deck import beam

    if spent <= 0 or math.isinf(left):
        return beam.WIDEST
    return min(beam.WIDEST, max(FIRST_WIDTH, int(width * left / spent)))
