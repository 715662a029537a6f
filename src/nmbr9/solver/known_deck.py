"""The best display for a known order of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nmbr9.solver import plain
from nmbr9.solver.cards import check_cards
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution

Stop = Callable[[], bool]
"""Whether to stop, asked every few milliseconds."""


def never() -> bool:
    """Do not stop before it is done."""
    return False


def solve(cards: Sequence[int], stop: Stop = never) -> Iterator[Solution]:
    """Yield better and better displays for cards in this order, until one is proved best or `stop`.

    Raises: CardsError.
    """
    numbers = check_cards(cards)
    if len(numbers) <= plain.LONGEST:
        yield from _solve_plainly(numbers)
        return
    # Only now, because it loads Numba.
    from nmbr9.solver.exact import solve_exactly

    yield from solve_exactly(numbers, stop)


def _solve_plainly(cards: tuple[int, ...]) -> Iterator[Solution]:
    bound = most_points(cards)
    best = None
    for display in plain.better_and_better(cards):
        best = Solution(display.pieces, bound)
        yield best
    assert best is not None, "any display is better than none"
    yield Solution(best.pieces, best.score)
