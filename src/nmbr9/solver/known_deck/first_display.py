"""Some display for cards in a known order, by the rules alone.

It is there at once, before anything is compiled: whoever interrupts a search gets something.
"""

from __future__ import annotations

from collections.abc import Sequence

from nmbr9.rules.placing.display import Display
from nmbr9.rules.placing.finder import Placement
from nmbr9.solver.solution import Solution


def first_display(cards: Sequence[int], bound: int) -> Solution:
    """Return what always laying a tile as high, and then as near to the first one, makes of cards.

    `bound` is what is known that they cannot exceed.
    """
    display = Display()
    for number in cards:
        spot = min(display.legal_placements(number), key=_order)
        display = display.place_unchecked(spot.piece(number))
    return Solution(display.pieces, bound)


def _order(spot: Placement) -> tuple[int, int]:
    return -spot.level, spot.x**2 + spot.y**2
