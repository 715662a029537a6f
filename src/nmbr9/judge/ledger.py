"""The learned value along a line of placements, without looking at the whole display each time.

A placement changes little: the features and patterns around the tile, and how many placements its
level and the next one have. So a *ledger* keeps, for each display of a line, what the display alone
brings to the first layer of the network, and the numbers of placements on its levels. The next
display adds the rows of what is new and takes off those of what is gone; taking a tile back is
going on with the entry before. The answers are those of ``network.value_of`` but for rounding.

Entries are numbered by the caller. Where a change would not stay near the tile (a filler, a covered
gap, a very wide display) the entry is made from the whole display.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.judge.inputs import (
    PATTERNS,
    NetworkInputs,
    Shorts,
    Singles,
    look_at_bag,
    look_at_change,
    look_at_changed_patterns,
    look_at_display,
    look_at_other_placements,
    look_at_placements,
)
from nmbr9.judge.network import (
    HIDDEN,
    STEPS,
    Scratch,
    Value,
    add_inputs,
    finish,
    steps_of,
    sum_inputs,
    value_of,
)
from nmbr9.judge.patterns import (
    ALL_CHANGES,
    ALL_PATTERNS,
    BOTH_PATTERNS,
    OCCUPIED_PATTERNS,
    PATTERN_LEVELS,
    SQUARES,
    SURFACE_PATTERNS,
)
from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.counting import NUMBERS, can_recount, count_placements, recount_placements
from nmbr9.kernel.generate import levels_open
from nmbr9.kernel.layout import COUNT, FACTS, LEVEL, LEVELS, PIECE_0, Position
from nmbr9.kernel.tables import Floats, Integers, Tables
from nmbr9.kernel.workspace import Workspace

ENTRIES = 12
"""Displays of a line that are kept at a time."""


class Ledger(NamedTuple):
    """What is kept of the displays of a line; one thread uses it at a time."""

    displays: Singles
    """float32[ENTRIES, HIDDEN]: the sum of the rows of features and patterns, and the last row."""
    expecting: Singles
    """float32[ENTRIES, HIDDEN]: the same with the rows of a bag and of numbers of placements."""
    placements: Integers
    """int64[ENTRIES, LEVELS, NUMBERS]: legal placements by level and number, for the numbers that
    the bag held when the line began; levels that are not open mean nothing."""
    recounted: Integers
    """int64[LEVELS, NUMBERS]: the same for a display without an entry."""
    rows: Shorts
    """int16[ALL_CHANGES, HIDDEN], read only: what a pattern more brings to the first layer, in
    STEPS to 1; from BOTH_PATTERNS on what it brings as one of the surface and as an occupied one.
    """
    steps: Shorts
    """int16[HIDDEN]: a sum of them."""


def new_ledger(value: Value) -> Ledger:
    """Return room for the displays of a line."""
    ledger = Ledger(
        np.zeros((ENTRIES, HIDDEN), np.float32),
        np.zeros((ENTRIES, HIDDEN), np.float32),
        np.zeros((ENTRIES, LEVELS, NUMBERS), np.int64),
        np.zeros((LEVELS, NUMBERS), np.int64),
        np.zeros((ALL_CHANGES, HIDDEN), np.int16),
        np.zeros(HIDDEN, np.int16),
    )
    copy_rows(ledger, value)
    return ledger


@compiled
def copy_rows(ledger: Ledger, value: Value) -> None:
    """Take over the weights of patterns: needed again whenever they have changed."""
    rows = ledger.rows
    for pattern in range(ALL_PATTERNS):
        for unit in range(HIDDEN):
            rows[pattern, unit] = np.int16(steps_of(value.first[PATTERNS + pattern, unit]))
    for square in range(PATTERN_LEVELS * SQUARES):
        for unit in range(HIDDEN):
            surface = rows[SURFACE_PATTERNS + square, unit]
            occupied = rows[OCCUPIED_PATTERNS + square, unit]
            rows[BOTH_PATTERNS + square, unit] = surface + occupied


@compiled
def begin_line(
    ledger: Ledger,
    entry: int,
    value: Value,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    scratch: Scratch,
) -> None:
    """Make an entry from the whole display.

    `bag` has a share of every number that may be asked for later, `highest` is the level limit of
    7.2. Overwrites `work` and `scratch`.
    """
    listed = look_at_display(position, scratch.inputs)
    sum_inputs(value, scratch.inputs, listed, ledger.displays[entry])
    ledger.placements[entry] = 0
    count_placements(position, tables, work, bag, highest, ledger.placements[entry])


@compiled
def go_on(
    ledger: Ledger,
    entry: int,
    following: int,
    value: Value,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    scratch: Scratch,
) -> None:
    """Make the entry of a display that has one piece more than the display of another entry."""
    level = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1, LEVEL]
    if not _can_change(position, level):
        begin_line(ledger, following, value, position, tables, work, bag, highest, scratch)
        return
    for each in range(LEVELS):
        for number in range(NUMBERS):
            ledger.placements[following, each, number] = ledger.placements[entry, each, number]
    counts = ledger.placements[following]
    listed = _look_at_last(ledger, position, tables, work, bag, highest, counts, scratch.inputs)
    for unit in range(HIDDEN):
        steps = np.float32(ledger.steps[unit]) * (1 / STEPS)
        ledger.displays[following, unit] = ledger.displays[entry, unit] + steps
    add_inputs(value, scratch.inputs, listed, ledger.displays[following])


@compiled
def expect(
    ledger: Ledger,
    entry: int,
    value: Value,
    position: Position,
    bag: Floats,
    highest: int,
    scratch: Scratch,
) -> None:
    """Prepare an entry for a bag; `position` is its display.

    `bag` is float64[NUMBERS], as `value_of` takes it.
    """
    for unit in range(HIDDEN):
        ledger.expecting[entry, unit] = ledger.displays[entry, unit]
    listed = look_at_bag(bag, scratch.inputs, 0)
    for level in range(1, levels_open(position, highest)):
        counts = ledger.placements[entry, level]
        listed = look_at_placements(level, counts, bag, scratch.inputs, listed)
    add_inputs(value, scratch.inputs, listed, ledger.expecting[entry])


@compiled
def value_with_last(
    ledger: Ledger,
    entry: int,
    value: Value,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    scratch: Scratch,
) -> float:
    """Return the value of a display that has one piece more than the display of an entry.

    The entry was prepared for the same `bag` by `expect`; the ledger does not change. With an empty
    bag the answer is exactly 0.
    """
    if bag.sum() <= 0:
        return 0.0
    level = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1, LEVEL]
    if not _can_change(position, level):
        return value_of(value, position, tables, work, bag, highest, scratch)
    counts, inputs = ledger.recounted, scratch.inputs
    listed = _look_at_last(ledger, position, tables, work, bag, highest, counts, inputs)
    for changed in range(max(level, 1), min(level + 2, levels_open(position, highest))):
        old, new = ledger.placements[entry, changed], counts[changed]
        listed = look_at_other_placements(changed, old, new, bag, inputs, listed)
    for unit in range(HIDDEN):
        steps = np.float32(ledger.steps[unit]) * (1 / STEPS)
        scratch.hidden[unit] = ledger.expecting[entry, unit] + steps
    add_inputs(value, scratch.inputs, listed, scratch.hidden)
    return finish(value, scratch.hidden, scratch.narrow)


@inlined
def _can_change(position: Position, level: int) -> bool:
    """Whether the last placement, on a level, changed only what lies around it."""
    return bool(level < LEVELS - 1 and can_recount(position, level))


@compiled
def _look_at_last(
    ledger: Ledger,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    counts: Integers,
    inputs: NetworkInputs,
) -> int:
    """Look at what the last placement changed, near its tile; return how many inputs are listed.

    They are those of features. Overwrites `ledger.steps` with what changed of patterns, and
    `counts` for the level of the placement and the next.
    """
    _sum_changed_patterns(ledger, position, tables, inputs)
    level = position.book[PIECE_0 + position.book[FACTS, COUNT] - 1, LEVEL]
    recount_placements(position, tables, work, bag, highest, level, counts)
    return look_at_change(position, tables, inputs)


@inlined
def _sum_changed_patterns(
    ledger: Ledger, position: Position, tables: Tables, inputs: NetworkInputs
) -> None:
    """Overwrite `ledger.steps` with what the last placement changed of the patterns."""
    listed = look_at_changed_patterns(position, tables, inputs)
    rows, steps, which, times = ledger.rows, ledger.steps, inputs.which, inputs.times
    for entry in range(listed, listed + 3):  # Four rows at a time are added.
        which[entry], times[entry] = 0, 0
    for unit in range(HIDDEN):
        steps[unit] = 0
    for entry in range(0, listed, 4):
        a, b = np.uint64(which[entry]), np.uint64(which[entry + 1])
        c, d = np.uint64(which[entry + 2]), np.uint64(which[entry + 3])
        for unit in range(HIDDEN):
            steps[unit] += np.int16(
                (times[entry] * rows[a, unit] + times[entry + 1] * rows[b, unit])
                + (times[entry + 2] * rows[c, unit] + times[entry + 3] * rows[d, unit])
            )
