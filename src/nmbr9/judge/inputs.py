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

from nmbr9.judge.evaluate import FEATURES, features
from nmbr9.judge.patterns import ALL_PATTERNS, Classes, add_patterns, pattern_classes
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS, count_placements
from nmbr9.kernel.generate import levels_open
from nmbr9.kernel.layout import FACTS, HEIGHT, LEVELS, Position
from nmbr9.kernel.tables import Floats, Integers, Tables
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


class NetworkInputs(NamedTuple):
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


def new_network_inputs() -> NetworkInputs:
    """Return scratch arrays."""
    return NetworkInputs(
        np.zeros(MOST_LISTED, np.int64),
        np.zeros(MOST_LISTED, np.float32),
        np.zeros((LEVELS, FEATURES), np.int64),
        np.zeros((LEVELS, NUMBERS), np.int64),
        np.zeros(ALL_PATTERNS, np.int64),
        pattern_classes(),
    )


@compiled
def look(
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    inputs: NetworkInputs,
) -> int:
    """List the inputs of a position; return how many there are.

    `bag` is float64[NUMBERS], the tiles still to come; `highest` the level limit of 7.2 or
    ANY_LEVEL. Overwrites `work` and `inputs`.
    """
    listed = _list_bag(bag, inputs)
    listed = _list_features(position, inputs, listed)
    count_placements(position, tables, work, bag, highest, inputs.placements)
    listed = _list_placements(levels_open(position, highest), bag, inputs, listed)
    add_patterns(position, inputs.classes, inputs.patterns)
    return _list_patterns(inputs, listed)


@compiled
def _list_bag(bag: Floats, inputs: NetworkInputs) -> int:
    """List the inputs of the bag; return how many."""
    listed, cards, total = 0, 0.0, 0.0
    for number in range(NUMBERS):
        if bag[number] > 0:
            inputs.which[listed], inputs.amount[listed] = BAG + number, bag[number]
            cards += bag[number]
            total += number * bag[number]
            listed += 1
    inputs.which[listed], inputs.amount[listed] = CARDS, cards / 10
    inputs.which[listed + 1], inputs.amount[listed + 1] = SUM, total / 50
    inputs.which[listed + 2] = MOMENT + min(MOST_CARDS, int(cards + 0.5))
    inputs.amount[listed + 2] = 1
    return listed + 3


@compiled
def _list_features(position: Position, inputs: NetworkInputs, listed: int) -> int:
    """Add the features of the levels to the list; return its new length."""
    features(position, inputs.features)
    for level in range(min(position.book[FACTS, HEIGHT], FEATURE_LEVELS)):
        for feature in range(FEATURES):
            count = inputs.features[level, feature]
            if count != 0:
                inputs.which[listed] = LEVEL_FEATURES + level * FEATURES + feature
                inputs.amount[listed] = np.float32(count) * _SCALES[feature]
                listed += 1
    return listed


@compiled
def _list_placements(levels: int, bag: Floats, inputs: NetworkInputs, listed: int) -> int:
    """Add the buckets of numbers of placements to the list; return its new length."""
    for level in range(1, levels):
        base = PLACEMENTS + min(level - 1, COUNT_LEVELS - 1) * NUMBERS * BUCKETS
        for number in range(NUMBERS):
            count = inputs.placements[level, number]
            if count > 0:
                inputs.which[listed] = base + number * BUCKETS + bucket(count)
                inputs.amount[listed] = bag[number]
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
def _list_patterns(inputs: NetworkInputs, listed: int) -> int:
    """Add the patterns to the list and clear their counts; return the new length."""
    for entry in range(ALL_PATTERNS):
        count = inputs.patterns[entry]
        if count > 0:
            inputs.which[listed] = PATTERNS + entry
            inputs.amount[listed] = np.float32(count) * _PATTERN_SCALE
            inputs.patterns[entry] = 0
            listed += 1
    return listed
