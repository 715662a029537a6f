"""Points of a display, level by level, and who has won (2.11, 2.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display

EXCELLENT = 100
"""Points alone that count as excellent (2.13)."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one level brings: its numbers, their sum and the sum times the level."""

    level: int
    numbers: tuple[int, ...]
    """The numbers that score, in the order they were laid; turned-over tiles do not (5.4)."""

    @property
    def points(self) -> int:
        """The level's points."""
        return sum(self.numbers) * self.level


@dataclass(frozen=True, slots=True)
class Score:
    """A display's score as lines, lowest level first; the total follows from them (2.11)."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """All points together."""
        return sum(line.points for line in self.lines)

    @property
    def is_excellent(self) -> bool:
        """Whether a game alone would be called excellent (2.13)."""
        return self.total >= EXCELLENT


def score(display: Display) -> Score:
    """Return the score of a display: number times level, summed (2.11)."""
    return Score(
        tuple(
            ScoreLine(level, tuple(_scoring_numbers(display.pieces_on(level))))
            for level in range(len(display.levels))
        )
    )


def _scoring_numbers(pieces: Sequence[Piece]) -> list[int]:
    return [
        piece.tile.number
        for piece in pieces
        if isinstance(piece.tile, NumberTile) and not piece.flipped
    ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the scores, and everyone who shares the win (2.11)."""

    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the most points."""
        best = max(self.scores)
        return tuple(player for player, points in enumerate(self.scores) if points == best)

    @property
    def is_shared(self) -> bool:
        """Whether several players tie for the win."""
        return len(self.winners) > 1
