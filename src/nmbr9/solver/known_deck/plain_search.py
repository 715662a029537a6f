"""The exact search again for very short decks, by the rules alone.

A thousandth of the speed of ``exact``, and still quicker to answer than Numba is to load. Tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display
from nmbr9.solver.ladder import Ladder, ladder

LONGEST = 5
"""More cards than this are better left to compiled code."""


def better_and_better(cards: Sequence[int]) -> Iterator[Display]:
    """Yield displays for cards in this order, each better than the one before; the last is best."""
    # Turning the display changes nothing, so the first tile lies upright.
    first = Display((Piece(NumberTile(cards[0]), 0, 0, 0),))
    yield from _lines(first, cards, ladder(cards, len(cards)), [-1])


def _lines(
    display: Display, cards: Sequence[int], table: Ladder, best: list[int]
) -> Iterator[Display]:
    """Yield the full displays that have more points than `best`, one number, which they raise."""
    placed = len(display.pieces)
    if placed == len(cards):
        best[0] = display.points
        yield display
        return
    number = cards[placed]
    spots = sorted(display.legal_placements(number), key=lambda spot: -spot.level)
    for spot in spots:
        height = max(display.highest_level, spot.level)
        has_more = len(display.pieces_on(height)) + (spot.level == height) > 1
        promised = display.points + number * spot.level + table[placed + 1][height][has_more]
        if promised <= best[0]:
            return  # What comes after is lower still.
        yield from _lines(display.place_unchecked(spot.piece(number)), cards, table, best)
