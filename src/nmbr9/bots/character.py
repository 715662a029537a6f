"""A character of the ladder: judges well enough, and overlooks things as people do.

What they overlook is a way of turning the tile on a level: they did not try it. Which ones is up to
the chance of their seat, so that no two of them build the same display.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from nmbr9.bots.ladder import Step
from nmbr9.bots.planner import Planner
from nmbr9.judge.judge import Judge, LinearJudge, ValueJudge, Way
from nmbr9.judge.lookahead import WIDEST
from nmbr9.judge.search import STEADY, STRONG, Branch, Plan, Stop, after_seconds
from nmbr9.kernel.codes import LEVEL_SHIFT, TOKEN_SHIFT
from nmbr9.kernel.layout import Position
from nmbr9.kernel.tables import Integers
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import View

PLANS = (
    Plan(WIDEST, (), STEADY.replies),
    Plan(WIDEST, STEADY.roots[:1], STEADY.replies),
    Plan(WIDEST, STEADY.roots, STEADY.replies),
    STRONG,
)
"""By how far a character looks with the learned value: so many cards, and all that `strong` does.
"""
ALIKE = 0.2
"""Points that nobody can tell apart: chance decides between ways so close to the best."""
COMPARED_AT_LAST = 3
"""Between at most so many; every plan has looked equally far at these."""


class Character(Planner):
    """Plays a step of the ladder."""

    def __init__(self, step: Step, limit: Callable[[float], Stop] = after_seconds) -> None:
        self._eyes = Eyes(judge_of(step, limit), step.overlooked)
        super().__init__(step.name, step.version, self._eyes)

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return the action that promises most of those that are seen."""
        self._eyes.open(random)
        return super().choose(view, random, seconds)


def judge_of(step: Step, limit: Callable[[float], Stop]) -> Judge:
    """Return what somebody of a step goes by; `limit` makes a limit of seconds."""
    if step.cards is None:
        return LinearJudge(WIDEST, step.future)
    return ValueJudge(PLANS[step.cards], limit)


class Eyes(Judge):
    """Overlooks a share of the ways of turning a tile on a level."""

    def __init__(self, judge: Judge, overlooked: float) -> None:
        self.foresees_points = judge.foresees_points
        self._judge, self._overlooked = judge, overlooked
        self.open(Random(0))

    def open(self, random: Random) -> None:
        """Look anew: what was overlooked before may be seen now."""
        self._random = random
        self._seen: dict[tuple[int, int], bool] = {}

    def shortlist(
        self,
        position: Position,
        kind: int,
        tiles: float,
        highest: int,
        given: Integers | None = None,
    ) -> Integers:
        """Return what is seen of the placements worth a closer look.

        Of those of the tile in hand that is one at least.
        """
        codes = self._judge.shortlist(position, kind, tiles, highest, given)
        ways = [(kind, code) for code in (codes >> LEVEL_SHIFT & TURN_AND_LEVEL).tolist()]
        for way in ways:
            if way not in self._seen:
                self._seen[way] = self._random.random() >= self._overlooked
        if given is None and ways and not any(self._seen[way] for way in ways):
            self._seen[self._random.choice(ways)] = True
        return codes[np.array([self._seen[way] for way in ways], np.bool_)]

    def ranked(
        self, branches: Sequence[Branch], highest: int, piles: int, seconds: float
    ) -> list[Way]:
        """Return the best first; chance puts one first of those that are as good as alike."""
        ways = self._judge.ranked(branches, highest, piles, seconds)
        close = [way for way in ways[:COMPARED_AT_LAST] if way.value >= ways[0].value - ALIKE]
        chosen = self._random.choice(close)
        return [chosen, *(way for way in ways if way is not chosen)]


TURN_AND_LEVEL = (1 << TOKEN_SHIFT - LEVEL_SHIFT) - 1
"""The bits of a code that say how a tile is turned and on which level."""
