"""Counting legal sequences of placements: the quickest way to see whether rules are right."""

from __future__ import annotations

from collections.abc import Sequence

from nmbr9.rules.display import Display
from nmbr9.rules.piece import Piece
from nmbr9.rules.tiles import NumberTile


def perft(numbers: Sequence[int], display: Display | None = None) -> int:
    """Return how many ways there are to place these numbers one after another (2.2 to 2.8).

    >>> perft([0, 1])
    168
    """
    display = display or Display()
    if not numbers:
        return 1
    placements = display.legal_placements(numbers[0])
    if len(numbers) == 1:
        return len(placements)
    tile = NumberTile(numbers[0])
    return sum(
        perft(numbers[1:], display.place_unchecked(Piece(tile, x, y, level, rotation)))
        for rotation, x, y, level in placements
    )
