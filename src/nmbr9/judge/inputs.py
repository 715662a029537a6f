"""What the learned value looks at: a list of (input, amount) pairs for a position and a bag.

Inputs come in four groups; only those that are not zero are listed, about 150 of `INPUTS`.

- The bag: how many tiles of each number are still to come, how many in all, what they add up to.
- The features of ``evaluate`` for each level.
- For each level above the table and each number still to come: a bucket for how many legal
  placements there are (two-tiles rule included), by the amount in the bag.
- How often each of the ``patterns`` occurs on each level.

Nothing of this changes when the display is turned or moved.

`look` lists a whole position. `look_at_change` lists what the last placement changed of features,
`look_at_bag` and `look_at_placements` what depends on the bag, `look_at_other_bag` and
`look_at_other_placements` what changes with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmbr9.judge.evaluate import (
    AREA,
    FEATURES,
    PIECES_ON,
    SURFACE,
    block,
    closed_changes,
    features,
    surface_changes,
)
from nmbr9.judge.patterns import (
    ALL_PATTERNS,
    MOST_CHANGED,
    Classes,
    add_patterns,
    pattern_classes,
)
from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.counting import NUMBERS, count_placements
from nmbr9.kernel.generate import levels_open
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    HEIGHT,
    LEVEL,
    LEVELS,
    OUTLINE,
    PIECE_0,
    Position,
    X,
    Y,
)
from nmbr9.kernel.tables import BLOCK, Floats, Integers, Tables
from nmbr9.kernel.workspace import Workspace

Singles = npt.NDArray[np.float32]
"""Arrays of the network, float32."""
Shorts = npt.NDArray[np.int16]
"""Arrays of small numbers of steps, int16."""

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
"""Room for every input, and for what is written after the last and does not count."""

# These bring the amounts to about the same size: by feature, and for all patterns.
_SCALES = np.array(
    [1 / 16, 1 / 16, 1 / 2, 1 / 4, 1 / 16, 1 / 16, 1 / 8, 1 / 8, 1 / 8, 1 / 4, 1 / 2], np.float32
)
PATTERN_SCALE = np.float32(1 / 4)


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
    gone: Integers
    """int64[MOST_CHANGED]: which patterns were where a placement changed them."""
    come: Integers
    """int64[MOST_CHANGED]: and which there are now."""
    classes: Classes


def new_network_inputs() -> NetworkInputs:
    """Return scratch arrays."""
    return NetworkInputs(
        np.zeros(MOST_LISTED, np.int64),
        np.zeros(MOST_LISTED, np.float32),
        np.zeros((LEVELS, FEATURES), np.int64),
        np.zeros((LEVELS, NUMBERS), np.int64),
        np.zeros(ALL_PATTERNS, np.int64),
        np.zeros(MOST_CHANGED, np.int64),
        np.zeros(MOST_CHANGED, np.int64),
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
    listed = look_at_display(position, inputs)
    listed = look_at_bag(bag, inputs, listed)
    count_placements(position, tables, work, bag, highest, inputs.placements)
    for level in range(1, levels_open(position, highest)):
        listed = look_at_placements(level, inputs.placements[level], bag, inputs, listed)
    return listed


@compiled
def look_at_display(position: Position, inputs: NetworkInputs) -> int:
    """List what does not depend on the bag: features and patterns; return how many there are."""
    listed = _list_features(position, inputs, 0)
    add_patterns(position, inputs.classes, inputs.patterns)
    return _list_patterns(inputs, listed)


@compiled
def look_at_bag(bag: Floats, inputs: NetworkInputs, listed: int) -> int:
    """Add the inputs of the bag to the list; return its new length."""
    cards, total = 0.0, 0.0
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


@inlined
def look_at_other_bag(
    levels: int, counts: Integers, old: Floats, new: Floats, inputs: NetworkInputs, listed: int
) -> int:
    """Add what changes with the bag to the list; return its new length.

    `counts` is int64[LEVELS, NUMBERS], numbers of placements, of which so many levels count.
    """
    which, amount = inputs.which, inputs.amount
    cards, total, old_cards = 0.0, 0.0, 0.0
    for number in range(NUMBERS):
        more = new[number] - old[number]
        cards, total, old_cards = cards + more, total + number * more, old_cards + old[number]
        if more == 0:
            continue
        which[listed], amount[listed] = BAG + number, more
        listed += 1
        for level in range(1, levels):
            count, base = counts[level, number], (min(level, COUNT_LEVELS) - 1) * NUMBERS * BUCKETS
            which[listed] = PLACEMENTS + base + number * BUCKETS + bucket(count)
            amount[listed] = more
            listed += count > 0
    which[listed], amount[listed] = CARDS, cards / 10
    which[listed + 1], amount[listed + 1] = SUM, total / 50
    was, now = int(old_cards + 0.5), int(old_cards + cards + 0.5)
    which[listed + 2], amount[listed + 2] = MOMENT + min(MOST_CARDS, was), -1
    which[listed + 3], amount[listed + 3] = MOMENT + min(MOST_CARDS, now), 1
    return listed + 4


@compiled
def _list_features(position: Position, inputs: NetworkInputs, listed: int) -> int:
    """Add the features of the levels to the list; return its new length."""
    features(position, inputs.features)
    for level in range(min(position.book[FACTS, HEIGHT], FEATURE_LEVELS)):
        for feature in range(FEATURES):
            count = inputs.features[level, feature]
            listed = _list_feature(level, feature, count, inputs, listed)
    return listed


@compiled
def look_at_placements(
    level: int, counts: Integers, bag: Floats, inputs: NetworkInputs, listed: int
) -> int:
    """Add the buckets of numbers of placements on a level to the list; return its new length."""
    base = PLACEMENTS + min(level - 1, COUNT_LEVELS - 1) * NUMBERS * BUCKETS
    for number in range(NUMBERS):
        if counts[number] > 0 and bag[number] > 0:
            inputs.which[listed] = base + number * BUCKETS + bucket(counts[number])
            inputs.amount[listed] = bag[number]
            listed += 1
    return listed


@inlined
def look_at_other_placements(
    level: int, old: Integers, new: Integers, bag: Floats, inputs: NetworkInputs, listed: int
) -> int:
    """Add what changes when a level has other numbers of placements; return the new length."""
    base = PLACEMENTS + min(level - 1, COUNT_LEVELS - 1) * NUMBERS * BUCKETS
    which, amount = inputs.which, inputs.amount
    for number in range(NUMBERS):
        if bag[number] > 0:
            # Without branches: whether a number changes its bucket is as good as random.
            was, now = bucket(old[number]), bucket(new[number])
            which[np.uint64(listed)] = base + number * BUCKETS + was
            amount[np.uint64(listed)] = -bag[number]
            listed += (was != now) & (was >= 0)
            which[np.uint64(listed)] = base + number * BUCKETS + now
            amount[np.uint64(listed)] = bag[number]
            listed += (was != now) & (now >= 0)
    return listed


@inlined
def bucket(count: int) -> int:
    """Return the bucket of a number of placements; -1 for none."""
    return int((count > 0) + (count > 1) + (count > 2) + (count > 4) + (count > 8)) - int(
        count <= 16
    )


@compiled
def _list_patterns(inputs: NetworkInputs, listed: int) -> int:
    """Add the patterns to the list and clear their counts; return the new length."""
    for entry in range(ALL_PATTERNS):
        count = inputs.patterns[entry]
        if count > 0:
            inputs.which[listed] = PATTERNS + entry
            inputs.amount[listed] = np.float32(count) * PATTERN_SCALE
            inputs.patterns[entry] = 0
            listed += 1
    return listed


@inlined
def look_at_change(position: Position, tables: Tables, inputs: NetworkInputs) -> int:
    """List by how much the last placement changed features; return how many.

    Its level must not be the last one.
    """
    piece = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1]
    x, y, level = piece[X], piece[Y], piece[LEVEL]
    tile = tables.outlines[piece[OUTLINE], BLOCK]
    own = block(position.rows[level + 1], x, y)
    before, higher = own & ~tile, block(position.rows[level + 2], x, y)
    listed = 0
    if level < FEATURE_LEVELS:
        closed = closed_changes(before, tile)
        for feature in range(4):
            listed = _list_feature(level, AREA + feature, closed[feature], inputs, listed)
        listed = _list_surface(level, before & ~higher, own & ~higher, inputs, listed)
        listed = _list_feature(level, PIECES_ON, 1, inputs, listed)
    if 0 < level <= FEATURE_LEVELS:
        lower = block(position.rows[level], x, y)
        listed = _list_surface(level - 1, lower & ~before, lower & ~own, inputs, listed)
    return listed


@inlined
def _list_surface(level: int, before: Any, after: Any, inputs: NetworkInputs, listed: int) -> int:
    """Add the features of a level whose surface changes in a block; return the new length."""
    changes = surface_changes(before, after)
    for feature in range(6):
        listed = _list_feature(level, SURFACE + feature, changes[feature], inputs, listed)
    return listed


@inlined
def _list_feature(level: int, feature: int, count: int, inputs: NetworkInputs, listed: int) -> int:
    """Add a feature of a level, if there is anything of it; return the new length."""
    inputs.which[listed] = LEVEL_FEATURES + level * FEATURES + feature
    inputs.amount[listed] = np.float32(count) * _SCALES[feature]
    return int(listed + (count != 0))
