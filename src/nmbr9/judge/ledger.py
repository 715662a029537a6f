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
    look_at_display,
    look_at_other_bag,
    look_at_other_placements,
    look_at_placements,
)
from nmbr9.judge.network import (
    HIDDEN,
    STEP,
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
    ROOM_PATTERNS,
    ROOMS,
    SQUARES,
    SURFACE_PATTERNS,
    change_patterns,
)
from nmbr9.judge.piles import has_next, piles_open
from nmbr9.kernel.codes import place_code_inlined
from nmbr9.kernel.compile import compiled, inlined, sum_changes
from nmbr9.kernel.counting import NUMBERS, can_recount, count_placements, recount_placements
from nmbr9.kernel.generate import levels_open
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    LEVEL,
    LEVELS,
    PIECE_0,
    POINTS,
    Position,
    take_back_inlined,
)
from nmbr9.kernel.tables import Floats, Integers, Tables
from nmbr9.kernel.workspace import Workspace, aligned_zeros

ENTRIES = 12
"""Displays of a line that are kept at a time."""
FEW_OTHERS = 2
"""Where a bag differs in so many numbers, it is quicker to add what is different."""


class Ledger(NamedTuple):
    """What is kept of the displays of a line; one thread uses it at a time."""

    displays: Singles
    """float32[ENTRIES, HIDDEN]: the sum of the rows of features and patterns, and the last row."""
    bags: Floats
    """float64[ENTRIES, NUMBERS]: the bag with which the entry was made."""
    expecting_all: Singles
    """float32[ENTRIES, HIDDEN]: `displays` with the rows of that bag and of numbers of placements.
    """
    is_expecting: Integers
    """int64[ENTRIES]: 1 where these have been summed."""
    expecting: Singles
    """float32[ENTRIES, HIDDEN]: the same for the bag that was asked for last."""
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
        aligned_zeros(np.float32, ENTRIES, HIDDEN),
        np.zeros((ENTRIES, NUMBERS), np.float64),
        aligned_zeros(np.float32, ENTRIES, HIDDEN),
        np.zeros(ENTRIES, np.int64),
        aligned_zeros(np.float32, ENTRIES, HIDDEN),
        np.zeros((ENTRIES, LEVELS, NUMBERS), np.int64),
        np.zeros((LEVELS, NUMBERS), np.int64),
        aligned_zeros(np.int16, ALL_CHANGES, HIDDEN),
        aligned_zeros(np.int16, HIDDEN),
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
    for shelf in range(PATTERN_LEVELS):  # Windows without a cell do not count.
        rows[SURFACE_PATTERNS + shelf * SQUARES] = 0
        rows[OCCUPIED_PATTERNS + shelf * SQUARES] = 0
        rows[BOTH_PATTERNS + shelf * SQUARES] = 0
        rows[ROOM_PATTERNS + shelf * ROOMS] = 0


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
    _keep_bag(ledger, entry, bag)


@inlined
def _keep_bag(ledger: Ledger, entry: int, bag: Floats) -> None:
    """Note with which bag an entry was made."""
    for number in range(NUMBERS):
        ledger.bags[entry, number] = bag[number]
    ledger.is_expecting[entry] = 0


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
        steps = np.float32(ledger.steps[unit]) * STEP
        ledger.displays[following, unit] = ledger.displays[entry, unit] + steps
    add_inputs(value, scratch.inputs, listed, ledger.displays[following])
    _keep_bag(ledger, following, bag)


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
    levels, expecting, others = levels_open(position, highest), ledger.expecting[entry], 0
    for number in range(NUMBERS):
        others += bag[number] != ledger.bags[entry, number]
    if others > FEW_OTHERS:
        _expect_all(ledger, entry, value, levels, bag, scratch, expecting)
        return
    if not ledger.is_expecting[entry]:
        everything = ledger.expecting_all[entry]
        _expect_all(ledger, entry, value, levels, ledger.bags[entry], scratch, everything)
        ledger.is_expecting[entry] = 1
    for unit in range(HIDDEN):
        expecting[unit] = ledger.expecting_all[entry, unit]
    counts, inputs = ledger.placements[entry], scratch.inputs
    listed = look_at_other_bag(levels, counts, ledger.bags[entry], bag, inputs, 0)
    add_inputs(value, inputs, listed, expecting)


@compiled
def _expect_all(
    ledger: Ledger,
    entry: int,
    value: Value,
    levels: int,
    bag: Floats,
    scratch: Scratch,
    expecting: Singles,
) -> None:
    """Overwrite `expecting` with the sum of an entry's display and all that follows from a bag."""
    for unit in range(HIDDEN):
        expecting[unit] = ledger.displays[entry, unit]
    listed = look_at_bag(bag, scratch.inputs, 0)
    for level in range(1, levels):
        counts = ledger.placements[entry, level]
        listed = look_at_placements(level, counts, bag, scratch.inputs, listed)
    add_inputs(value, scratch.inputs, listed, expecting)


@compiled
def judge_replies(
    ledger: Ledger,
    entry: int,
    value: Value,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    scratch: Scratch,
    kind: int,
    codes: Integers,
    cards: float,
    piles: int,
    points: Floats,
    worths: Floats,
) -> None:
    """Write the points of placements of a kind, and their worth: points and value.

    The position is the display of an entry, prepared by `expect` for the tiles that come after the
    one laid; of that many `cards` they are drawn, and `piles` were open. `position` is restored.
    """
    before = position.book[FACTS, POINTS]
    for index in range(codes.shape[0]):
        place_code_inlined(position, tables, kind, codes[index])
        points[index] = position.book[FACTS, POINTS] - before
        worths[index] = points[index]
        if has_next(cards, piles_open(position, piles)):
            worths[index] += value_with_last(
                ledger, entry, value, position, tables, work, bag, highest, scratch
            )
        take_back_inlined(position, tables)


@inlined
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
    for changed in range(level, level + 2):
        for number in range(NUMBERS):
            counts[changed, number] = ledger.placements[entry, changed, number]
    listed = _look_at_last(ledger, position, tables, work, bag, highest, counts, inputs)
    for changed in range(max(level, 1), min(level + 2, levels_open(position, highest))):
        old, new = ledger.placements[entry, changed], counts[changed]
        listed = look_at_other_placements(changed, old, new, bag, inputs, listed)
    for unit in range(HIDDEN):
        steps = np.float32(ledger.steps[unit]) * STEP
        scratch.hidden[unit] = ledger.expecting[entry, unit] + steps
    add_inputs(value, scratch.inputs, listed, scratch.hidden)
    return finish(value, scratch.hidden, scratch.narrow)


@inlined
def _can_change(position: Position, level: int) -> bool:
    """Whether the last placement, on a level, changed only what lies around it."""
    return can_recount(position, level)


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

    They are those of features. Overwrites `ledger.steps` with what changed of patterns, and brings
    `counts` up to date, the numbers of placements before.
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
    listed = change_patterns(position, tables, inputs.classes, inputs.gone, inputs.come)
    sum_changes(ledger.steps, ledger.rows, inputs.gone, inputs.come, listed)
