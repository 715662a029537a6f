"""Counting legal sequences of placements: the quickest way to see whether rules are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display

SPLIT_DEPTH = 2


def perft(numbers: Sequence[int], display: Display | None = None) -> int:
    """Return how many ways there are to place these numbers one after another (2.2 to 2.8).

    Examples:
        >>> perft([0, 1])
        168
    """
    display = display or Display()
    if not numbers:
        return 1
    placements = display.legal_placements(numbers[0])
    if len(numbers) == 1:
        return len(placements)
    return sum(perft(numbers[1:], after) for after in _children(display, numbers[0]))


def counts(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the same number in parts, each with how many parts there are, to show progress."""
    starts = [Display()]
    depth = min(SPLIT_DEPTH, len(numbers) - 1)
    for number in numbers[: max(depth, 0)]:
        starts = [after for display in starts for after in _children(display, number)]
    for display in starts:
        yield perft(numbers[depth:], display), len(starts)


def _children(display: Display, number: int) -> Iterator[Display]:
    tile = NumberTile(number)
    for rotation, x, y, level in display.legal_placements(number):
        yield display.place_unchecked(Piece(tile, x, y, level, rotation))
