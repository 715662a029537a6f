"""The best display for a known order of cards."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence

from nmbr9.solver.cards import check_cards
from nmbr9.solver.known_deck import plain_search
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution

__all__ = ["solve"]

Stop = Callable[[], bool]
"""Whether to stop, asked every few milliseconds."""

SecondsLeft = Callable[[], float]
"""How much processor time may still be used."""

HIGHEST_SCORE = 262
"""No display of the basic game scores more, whatever the order: docs/highest-score.md."""
EXACT_UP_TO = 10
"""Decks of so many cards are tried exactly, after a quick look by a beam."""
FIRST_WIDTH = 100
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
    cards: Sequence[int], stop: Stop = never, seconds_left: SecondsLeft | None = None
) -> Iterator[Solution]:
    """Yield better and better displays for cards in this order.

    Ends when one is proved best, when `stop` says so, or after the widest beams; the first beam, a
    narrow one, is always searched to its end. With `seconds_left`, in processor time, beams are
    chosen so that the last one ends in time.
    Raises: CardsError.
    """
    numbers = check_cards(cards)
    if len(numbers) <= plain_search.LONGEST:
        yield from _solve_plainly(numbers)
    elif len(numbers) <= EXACT_UP_TO:
        # Only now, because it loads Numba.
        from nmbr9.solver.known_deck.exact import solve_exactly

        first = next(_beams(numbers, never, None))
        yield first
        yield from solve_exactly(numbers, stop, first)
    else:
        yield from _beams(numbers, stop, seconds_left)


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


def _beams(
    cards: tuple[int, ...], stop: Stop, seconds_left: SecondsLeft | None
) -> Iterator[Solution]:
    """Yield what wider and wider beams find, if it is better."""
    from nmbr9.solver.known_deck import beam
    from nmbr9.solver.known_deck.code_lines import pieces_of_line

    usual, bound = beam.new_beam_scratch(), bound_of(cards)
    best: Solution | None = None
    width = FIRST_WIDTH
    for factor in FACTORS:
        while best is None or not stop():
            scratch = usual._replace(linear=(factor if width >= WIDE else 1.0) * usual.linear)
            started = time.process_time()
            # A first run may spend all its time on compiling, and still has to find something.
            line = beam.search(scratch, cards, width, never if best is None else stop)
            found = Solution(pieces_of_line(scratch.position, cards, line), bound)
            if best is None or found.score > best.score:
                best = found
                yield best
            if best.is_proved:
                return
            spent = time.process_time() - started
            left = math.inf if seconds_left is None else seconds_left()
            if width == beam.WIDEST:
                width = _fitting(width, spent, left)
                break
            width = min(_next_width(width, spent, left), beam.WIDEST)


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
