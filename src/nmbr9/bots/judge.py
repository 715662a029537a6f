"""Judging displays: what `careful`, `steady` and `strong` differ in."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from nmbr9.kernel.evaluate import FEATURES, Floats, evaluate
from nmbr9.kernel.layout import LEVELS, Position
from nmbr9.kernel.linear import keep_best, load_linear, moment
from nmbr9.kernel.lookahead import WIDEST, new_brain
from nmbr9.kernel.network import load_value, value_of
from nmbr9.kernel.search import Plan, after_seconds, rank_placements
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace

Ranked = list[tuple[int, float]]
"""Codes of placements with what each is worth: its points and those still to come, best first."""


class Judge(Protocol):
    """Says what a display is worth to a player who will still place the tiles of a bag."""

    foresees_points: bool
    """Whether `worth` is measured in points, so that different choices can be compared by it."""

    def worth(self, position: Position, bag: Floats, highest: int) -> float:
        """Return what is still to come; points already scored are left out."""

    def rank(
        self, position: Position, kind: int, bag: Floats, highest: int, seconds: float
    ) -> Ranked:
        """Return the best placements of a tile that cost no token, within about so many seconds."""


class LinearJudge:
    """The tuned sum of features: quick, and blind to which cards are left."""

    foresees_points = False

    def __init__(self) -> None:
        self._weights = load_linear()
        self._work = new_workspace()
        self._counts = np.zeros((LEVELS, FEATURES), np.int64)
        self._codes = np.zeros(WIDEST, np.int64)
        self._values = np.zeros(WIDEST, np.float64)

    def worth(self, position: Position, bag: Floats, highest: int) -> float:
        """Return the evaluation."""
        weights = self._weights[moment(self._weights, float(bag.sum()))]
        return float(evaluate(position, self._counts, weights))

    def rank(
        self, position: Position, kind: int, bag: Floats, highest: int, seconds: float
    ) -> Ranked:
        """Return placements by points and by what they change in the evaluation."""
        weights = self._weights[moment(self._weights, float(bag.sum()))]
        count = keep_best(
            position,
            tables(),
            self._work,
            kind,
            highest,
            weights,
            self._codes,
            self._values,
        )
        base = self.worth(position, bag, highest)
        values = (self._values[:count] + base).tolist()
        return list(zip(self._codes[:count].tolist(), values, strict=True))


class ValueJudge:
    """The learned value, and a look ahead as far as the plan and the budget allow."""

    foresees_points = True

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._brain = new_brain(load_value(), load_linear())

    def worth(self, position: Position, bag: Floats, highest: int) -> float:
        """Return the points still to come."""
        brain = self._brain
        return float(
            value_of(brain.value, position, tables(), brain.work, bag, highest, brain.scratch)
        )

    def rank(
        self, position: Position, kind: int, bag: Floats, highest: int, seconds: float
    ) -> Ranked:
        """Return placements by points plus what is expected to come."""
        found = rank_placements(
            self._brain, position, kind, bag, highest, self._plan, after_seconds(seconds)
        )
        return list(zip(found.codes.tolist(), found.values.tolist(), strict=True))
