"""What the learned value looks at: a list of (input, amount) pairs for a position and a bag.

Inputs come in four groups; only those that are not zero are listed, about 150 of `INPUTS`.

- The bag: how many tiles of each number are still to come, how many in all, what they add up to.
- The features of ``evaluate`` for each level.
- For each level above the table and each number still to come: a bucket for how many legal
  placements there are (two-tiles rule included), by the amount in the bag.
- How often each of the ``patterns`` occurs on each level.

Nothing of this changes when the display is turned or moved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS, count_placements
from nmbr9.kernel.evaluate import FEATURES, Floats, features
from nmbr9.kernel.generate import levels_open
from nmbr9.kernel.layout import FACTS, HEIGHT, LEVELS, Position
from nmbr9.kernel.patterns import ALL_PATTERNS, Classes, add_patterns, pattern_classes
from nmbr9.kernel.tables import Integers, Tables
from nmbr9.kernel.workspace import Workspace

Singles = npt.NDArray[np.float32]
"""Arrays of the network, float32."""

MOST_CARDS = 20
FEATURE_LEVELS = 6
COUNT_LEVELS = 6
"""Levels 1 to 6; higher ones count as the last."""
BUCKETS = 6
"""Of numbers of placements: 1, 2, 3 to 4, 5 to 8, 9 to 16, more."""

# Where each group begins.
BAG = 0
CARDS = BAG + NUMBERS
SUM = CARDS + 1
MOMENT = SUM + 1
LEVEL_FEATURES = MOMENT + MOST_CARDS + 1
PLACEMENTS = LEVEL_FEATURES + FEATURE_LEVELS * FEATURES
PATTERNS = PLACEMENTS + COUNT_LEVELS * NUMBERS * BUCKETS
INPUTS = PATTERNS + ALL_PATTERNS

MOST_LISTED = INPUTS + 4
"""Room for every input and for a few entries more, so that four can be read at a time."""

# These bring the amounts to about the same size: by feature, and for all patterns.
_SCALES = np.array(
    [1 / 16, 1 / 16, 1 / 2, 1 / 4, 1 / 16, 1 / 16, 1 / 8, 1 / 8, 1 / 8, 1 / 4, 1 / 2], np.float32
)
_PATTERN_SCALE = np.float32(1 / 4)


class Sight(NamedTuple):
    """Scratch arrays and result of looking at a position; one thread uses it at a time."""

    which: Integers
    """int64[MOST_LISTED]: which inputs are not zero."""
    amount: Singles
    """float32[MOST_LISTED]: what they are."""
    features: Integers
    """int64[LEVELS, FEATURES]."""
    placements: Integers
    """int64[LEVELS, NUMBERS]: legal placements by level and number, 0 where the bag is empty."""
    patterns: Integers
    """int64[ALL_PATTERNS]: how often each occurs; zero between calls."""
    classes: Classes


def new_sight() -> Sight:
    """Return scratch arrays."""
    return Sight(
        np.zeros(MOST_LISTED, np.int64),
        np.zeros(MOST_LISTED, np.float32),
        np.zeros((LEVELS, FEATURES), np.int64),
        np.zeros((LEVELS, NUMBERS), np.int64),
        np.zeros(ALL_PATTERNS, np.int64),
        pattern_classes(),
    )


@compiled
def look(
    position: Position, tables: Tables, work: Workspace, bag: Floats, highest: int, sight: Sight
) -> int:
    """List the inputs of a position; return how many there are.

    `bag` is float64[NUMBERS], the tiles still to come; `highest` the level limit of 7.2 or
    ANY_LEVEL. Overwrites `work` and `sight`.
    """
    listed = _list_bag(bag, sight)
    listed = _list_features(position, sight, listed)
    count_placements(position, tables, work, bag, highest, sight.placements)
    listed = _list_placements(levels_open(position, highest), bag, sight, listed)
    add_patterns(position, sight.classes, sight.patterns)
    return _list_patterns(sight, listed)


@compiled
def _list_bag(bag: Floats, sight: Sight) -> int:
    """List the inputs of the bag; return how many."""
    listed, cards, total = 0, 0.0, 0.0
    for number in range(NUMBERS):
        if bag[number] > 0:
            sight.which[listed], sight.amount[listed] = BAG + number, bag[number]
            cards += bag[number]
            total += number * bag[number]
            listed += 1
    sight.which[listed], sight.amount[listed] = CARDS, cards / 10
    sight.which[listed + 1], sight.amount[listed + 1] = SUM, total / 50
    sight.which[listed + 2] = MOMENT + min(MOST_CARDS, int(cards + 0.5))
    sight.amount[listed + 2] = 1
    return listed + 3


@compiled
def _list_features(position: Position, sight: Sight, listed: int) -> int:
    """Add the features of the levels to the list; return its new length."""
    features(position, sight.features)
    for level in range(min(position.book[FACTS, HEIGHT], FEATURE_LEVELS)):
        for feature in range(FEATURES):
            count = sight.features[level, feature]
            if count != 0:
                sight.which[listed] = LEVEL_FEATURES + level * FEATURES + feature
                sight.amount[listed] = np.float32(count) * _SCALES[feature]
                listed += 1
    return listed


@compiled
def _list_placements(levels: int, bag: Floats, sight: Sight, listed: int) -> int:
    """Add the buckets of numbers of placements to the list; return its new length."""
    for level in range(1, levels):
        base = PLACEMENTS + min(level - 1, COUNT_LEVELS - 1) * NUMBERS * BUCKETS
        for number in range(NUMBERS):
            count = sight.placements[level, number]
            if count > 0:
                sight.which[listed] = base + number * BUCKETS + bucket(count)
                sight.amount[listed] = bag[number]
                listed += 1
    return listed


@compiled
def bucket(count: int) -> int:
    """Return the bucket of a number of placements, which is not 0."""
    if count <= 2:
        return count - 1
    if count <= 4:
        return 2
    if count <= 8:
        return 3
    return 4 if count <= 16 else 5


@compiled
def _list_patterns(sight: Sight, listed: int) -> int:
    """Add the patterns to the list and clear their counts; return the new length."""
    for entry in range(ALL_PATTERNS):
        count = sight.patterns[entry]
        if count > 0:
            sight.which[listed] = PATTERNS + entry
            sight.amount[listed] = np.float32(count) * _PATTERN_SCALE
            sight.patterns[entry] = 0
            listed += 1
    return listed
