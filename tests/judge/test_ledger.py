"""Values along a line of placements are those of the whole display, whatever is laid."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nmbr9.judge.ledger import ENTRIES, begin_line, expect, go_on, new_ledger, value_with_last
from nmbr9.judge.network import Scratch, Value, load_value, new_scratch, value_of
from nmbr9.kernel.codes import APART, BLACK, GAP, SINGLE, place_code
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL, WIDEST_FOR_HALF
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    LEFT_COLUMN,
    RIGHT_COLUMN,
    Position,
    clear,
    has_margin,
    new_position,
    take_back,
)
from nmbr9.kernel.tables import FILLER_1, KINDS, Floats, Tables, tables
from nmbr9.kernel.tokens import Allowance, list_placements
from nmbr9.kernel.workspace import Workspace, new_workspace

MOST_TILES = 18
LAST_COLUMN = 63
ALL_TOKENS = Allowance(ANY_LEVEL, APART | BLACK | GAP | SINGLE, 2)
NO_TOKENS = Allowance(ANY_LEVEL, 0, 0)


class Walk:
    """Lays and takes back at random, and keeps a ledger along the way."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.value, self.ledger = load_value(), new_ledger(load_value())
        self.position, self.work, self.scratch = new_position(), new_workspace(), new_scratch()
        self.codes = np.zeros(LISTED_AT_MOST, np.int64)
        self.entry = self.begun = self.asked = 0
        self.levels: set[int] = set()

    def bag(self) -> Floats:
        return np.array([self.rng.choice((0, 0.4, 1, 2)) for _ in range(NUMBERS)])

    def begin(self) -> None:
        """Begin a line with the display as it is, or with an empty one."""
        if self.position.book[FACTS, COUNT] >= MOST_TILES or not has_margin(self.position):
            clear(self.position)
        self.entry, self.begun = 0, int(self.position.book[FACTS, COUNT])
        begin_line(self.ledger, 0, *self._asked(np.full(NUMBERS, 2.0)))

    def _asked(
        self, bag: Floats
    ) -> tuple[Value, Position, Tables, Workspace, Floats, int, Scratch]:
        return self.value, self.position, tables(), self.work, bag, ANY_LEVEL, self.scratch

    def lay(self, rightmost: bool = False) -> float:
        """Lay something; return by how much the two values of the display differ."""
        with_fillers = self.rng.random() < 0.03
        kind = self.rng.randrange(FILLER_1 if with_fillers else 0, KINDS if with_fillers else 10)
        allowance = ALL_TOKENS if self.rng.random() < 0.1 else NO_TOKENS
        count = list_placements(self.position, tables(), self.work, kind, allowance, self.codes)
        if not count:
            return 0.0
        # The later ones are higher up.
        picks = self.rng.choice((1, 4, 16))
        code = int(self.codes[max(self.rng.randrange(count) for _ in range(picks))])
        if rightmost:
            code = max(self.codes[:count].tolist(), key=lambda each: each & LAST_COLUMN)
        self.levels.add(code >> 13 & 15)
        bag = self.bag()
        expect(self.ledger, self.entry, self.value, self.position, bag, ANY_LEVEL, self.scratch)
        place_code(self.position, tables(), kind, code)
        found = value_with_last(self.ledger, self.entry, *self._asked(bag))
        self.asked += found != 0
        go_on(self.ledger, self.entry, self.entry + 1, *self._asked(np.full(NUMBERS, 2.0)))
        self.entry += 1
        return abs(found - value_of(*self._asked(bag)))

    def step(self) -> float:
        """Go on with the line, or back; return the difference of the values, if any was asked."""
        if self.entry == ENTRIES - 1 or self.rng.random() < 0.25 or not has_margin(self.position):
            if self.entry in (0, ENTRIES - 1) or self.rng.random() < 0.05:
                self.begin()
            else:
                take_back(self.position, tables())
                self.entry -= 1
            return 0.0
        return self.lay()


def largest_difference(steps: int, seed: int) -> float:
    walk = Walk(seed)
    walk.begin()
    differences = [walk.step() for _ in range(steps)]
    assert max(walk.levels) >= (3 if COMPILER_IS_ON else 2)
    assert sum(difference > 0 for difference in differences) > steps / 20, "values were asked for"
    return max(differences)


def test_values_of_a_line_are_those_of_the_whole_display() -> None:
    assert largest_difference(3_000 if COMPILER_IS_ON else 60, seed=1) < 1e-3


def test_values_on_a_display_that_is_counted_as_a_whole_with_whole_words() -> None:
    walk = Walk(seed=3)
    walk.begin()
    differences = [walk.lay(rightmost=True) for _ in range(9)] + [walk.lay() for _ in range(2)]
    facts = walk.position.book[FACTS]
    assert facts[RIGHT_COLUMN] - facts[LEFT_COLUMN] > WIDEST_FOR_HALF
    assert walk.asked == len(differences)
    assert max(differences) < 1e-3


@pytest.mark.long
@pytest.mark.skipif(not COMPILER_IS_ON, reason="far too slow in plain Python")
def test_a_hundred_thousand_placements_and_take_backs() -> None:
    assert largest_difference(100_000, seed=2) < 1e-3
