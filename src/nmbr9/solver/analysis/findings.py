"""What was found out about a game, as values: plain to keep, to send and to write as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nmbr9.rules.actions.kinds import Action, Build, Place
from nmbr9.rules.game import Game

__all__ = ["Analysis", "Decision", "Verdict", "Weighed"]

TURNING_POINTS = 3
LEAST_LOSS = 2.0
"""Points; who loses less has not lost the game by it."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action and what it promises."""

    action: Action
    value: float
    """Points of the display, now and expected to come."""
    gained: int
    """Points that it brings at once."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an action compares with the best one known."""

    best: tuple[Weighed, ...]
    """The best ways to go on, best first; the action itself may be among them."""
    value: float
    """What the action promises."""
    loss: float
    """How many points less than the best that is; 0 for the best."""
    low: float
    high: float
    """What looking less far ahead says the loss is: the least and the most of it."""

    @property
    def is_best(self) -> bool:
        """Whether nothing better is known."""
        return self.loss == 0


@dataclass(frozen=True, slots=True)
class Decision:
    """An action that a player chose and how it compares with the best one known."""

    index: int
    """Which action of the record, from 0."""
    round_number: int
    action: Action
    verdict: Verdict

    @property
    def is_placement(self) -> bool:
        """Whether a number tile was laid."""
        return isinstance(self.action, (Place, Build))

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready data; actions as in a record."""
        verdict = self.verdict
        return {
            "index": self.index,
            "round": self.round_number,
            "action": self.action.to_dict(),
            "value": round(verdict.value, 2),
            "loss": round(verdict.loss, 2),
            "low": round(verdict.low, 2),
            "high": round(verdict.high, 2),
            "best": weighed_dicts(verdict.best),
        }


def weighed_dicts(ways: tuple[Weighed, ...]) -> list[dict[str, Any]]:
    """Return ways to go on as JSON-ready data."""
    return [
        {"action": way.action.to_dict(), "value": round(way.value, 2), "gained": way.gained}
        for way in ways
    ]


@dataclass(frozen=True)
class Analysis:
    """All that was found out about a game."""

    game: Game
    moves: tuple[Decision, ...]
    hindsight: tuple[list[int] | None, ...]
    """By player."""
    par: int | None
    best_found: int | None
    """The best score with the order known, or None."""

    @classmethod
    def of_nothing(cls, game: Game) -> Analysis:
        """Return an analysis that has not begun."""
        return cls(game, (), (None,) * len(game.players), None, None)

    def losses(self) -> list[float]:
        """Return the sum of losses of each player."""
        return [
            sum(move.verdict.loss for move in self.moves if move.action.player == player)
            for player in range(len(self.game.players))
        ]

    def turning_points(self, player: int) -> list[Decision]:
        """Return the decisions that lost most, worst first."""
        own = [move for move in self.moves if move.action.player == player]
        worst = sorted(own, key=lambda move: -move.verdict.loss)[:TURNING_POINTS]
        return [move for move in worst if move.verdict.loss >= LEAST_LOSS]

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready data."""
        return {
            "scores": self.game.scores,
            "par": self.par,
            "best_found": self.best_found,
            "players": [
                {
                    "name": name,
                    "loss": round(self.losses()[player], 2),
                    "moves": [m.to_dict() for m in self.moves if m.action.player == player],
                    "turning_points": [move.index for move in self.turning_points(player)],
                    "hindsight": self.hindsight[player],
                }
                for player, name in enumerate(self.game.names)
            ],
        }


def best_known(
    found: int | None, par: int | None, hindsight: Sequence[list[int] | None]
) -> int | None:
    """Return the best score that anything has shown to be possible, or None if nothing looked."""
    if found is None:
        return None
    return max([found, par or 0, *(line[0] for line in hindsight if line)])


def agreeing(
    hindsight: Sequence[list[int] | None], best: int | None
) -> tuple[list[int] | None, ...]:
    """Return what was possible after 0, 1, ... placements, raised to the best score found.

    Before the first tile everything is possible that was found for the deck, and after it as well:
    it lies alone, and any display can be turned until its first tile lies like this one.
    """
    return tuple(
        line if line is None or best is None else [max(best, each) for each in line[:2]] + line[2:]
        for line in hindsight
    )
