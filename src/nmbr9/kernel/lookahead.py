"""Looking ahead: the best reply to every card that may come next, some cards deep.

The value of a display after a placement is an expectation over the next card, each as likely as
the bag says, of the best points plus value that this card allows; at the last depth the learned
value stands for the rest. Of the placements of a card only those are looked at that the linear
evaluation likes best, and of those only the ones that the value likes best are followed deeper.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import LEVEL_SHIFT, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.evaluate import Floats
from nmbr9.kernel.layout import FACTS, POINTS, Position, take_back
from nmbr9.kernel.linear import insert, keep_best, moment
from nmbr9.kernel.network import Scratch, Value, new_scratch, value_of
from nmbr9.kernel.tables import Integers, Tables
from nmbr9.kernel.workspace import Workspace, new_workspace

DEPTHS = 8
"""One more than the cards that can be looked ahead."""
WIDEST = 64
"""The most placements of a card that can be compared."""

# Columns of Brain.stack: the number drawn, how many of it the bag held, and of all; of its
# placements to follow the one in work and the end; the best so far; the sum over numbers.
DRAWN, HELD, CARDS, ENTRY, LAST, BEST, TOTAL = range(7)
FRAME = 7


class Brain(NamedTuple):
    """Weights, read only, and scratch arrays of one thread."""

    value: Value
    linear: Floats
    """float64[cards, LEVELS, FEATURES]."""
    work: Workspace
    scratch: Scratch
    codes: Integers
    """int64[DEPTHS, 2, WIDEST]: by depth, placements by linear evaluation and by value."""
    values: Floats
    """float64[DEPTHS, 2, WIDEST]: what they are worth."""
    stack: Floats
    """float64[DEPTHS, FRAME]: an unfinished expectation at each depth."""
    nodes: Integers
    """int64[1]: how many displays have been judged by the value so far."""


def new_brain(value: Value, linear: Floats) -> Brain:
    """Return scratch arrays around weights."""
    return Brain(
        value,
        linear,
        new_workspace(),
        new_scratch(),
        np.zeros((DEPTHS, 2, WIDEST), np.int64),
        np.zeros((DEPTHS, 2, WIDEST), np.float64),
        np.zeros((DEPTHS, FRAME), np.float64),
        np.zeros(1, np.int64),
    )


@compiled
def rank_by_value(
    brain: Brain,
    position: Position,
    tables: Tables,
    kind: int,
    bag: Floats,
    highest: int,
    depth: int,
    filtered: int,
) -> int:
    """List the placements of a kind by points plus value, best first; return how many.

    The linear evaluation keeps the best `filtered` of them. `bag` is without the tile in hand.
    Overwrites row `depth` of codes and values, there entry 1 holds the result. `position` is
    restored.
    """
    cards = bag.sum()
    codes, values = brain.codes[depth], brain.values[depth]
    count = keep_best(
        position,
        tables,
        brain.work,
        kind,
        highest,
        brain.linear[moment(brain.linear, cards)],
        codes[0, :filtered],
        values[0, :filtered],
    )
    for entry in range(count):
        code = codes[0, entry]
        points = points_of(code, kind)
        place_code(position, tables, kind, code)
        worth = points + value_of(
            brain.value, position, tables, brain.work, bag, highest, brain.scratch
        )
        take_back(position, tables)
        insert(codes[1], values[1], entry + 1, code, worth)
    brain.nodes[0] += count
    return count


@compiled
def judge_codes(
    brain: Brain,
    position: Position,
    tables: Tables,
    kind: int,
    codes: Integers,
    bag: Floats,
    highest: int,
    points: Floats,
    values: Floats,
) -> None:
    """Write the points of each placement of a kind, tokens and fillers included, and its worth.

    The worth is points plus value. `position` is restored; overwrites `points` and `values`,
    float64[codes].
    """
    before = position.book[FACTS, POINTS]
    for entry in range(codes.shape[0]):
        place_code(position, tables, kind, codes[entry])
        points[entry] = position.book[FACTS, POINTS] - before
        values[entry] = points[entry] + value_of(
            brain.value, position, tables, brain.work, bag, highest, brain.scratch
        )
        take_back(position, tables)
    brain.nodes[0] += codes.shape[0]


@compiled
def points_of(code: int, kind: int) -> float:
    """Return number times level (2.11) of a placement without tokens; fillers score nothing."""
    return np.float64((code >> LEVEL_SHIFT & 15) * (kind if kind < NUMBERS else 0))


@compiled
def expectation(
    brain: Brain,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    depth: int,
    widths: Integers,
    only: int,
) -> float:
    """Return the points still to come, looking `depth` cards ahead; 0 asks the value at once.

    `widths` is int64[DEPTHS, 2]: row d, with d cards still to be looked ahead, has how many
    placements of a card the linear evaluation lets through and how many are followed. With `only`
    not negative just that next number is looked at, so that the answers for all numbers add up to
    the expectation. `position` and `bag` are restored. Overwrites rows below `depth` of codes,
    values and stack.
    """
    if depth == 0:
        brain.nodes[0] += 1
        return value_of(brain.value, position, tables, brain.work, bag, highest, brain.scratch)
    # A stack by hand: a compiled function that calls itself crashes when loaded from the cache.
    row = depth - 1
    _begin(brain.stack[row], bag)
    while True:
        frame = brain.stack[row]
        if frame[ENTRY] < frame[LAST]:
            code = brain.codes[row, 1, int(frame[ENTRY])]
            place_code(position, tables, int(frame[DRAWN]), code)
            row -= 1
            _begin(brain.stack[row], bag)
            continue
        number = _next_number(frame, bag, only if row == depth - 1 else -1)
        if number < NUMBERS:
            count = rank_by_value(
                brain, position, tables, number, bag, highest, row, widths[row, 0]
            )
            frame[BEST] = brain.values[row, 1, 0] if count > 0 else 0.0
            if row > 0 and frame[CARDS] > 1 and count > 0:
                frame[BEST], frame[ENTRY], frame[LAST] = -np.inf, 0, min(count, widths[row, 1])
            continue
        answer = frame[TOTAL] / frame[CARDS] if frame[CARDS] > 0 else 0.0
        row += 1
        if row == depth:
            return float(answer)
        frame = brain.stack[row]
        take_back(position, tables)
        answer += points_of(brain.codes[row, 1, int(frame[ENTRY])], int(frame[DRAWN]))
        frame[BEST] = max(frame[BEST], answer)
        frame[ENTRY] += 1


@compiled
def _begin(frame: Floats, bag: Floats) -> None:
    """Begin with an expectation over all numbers of a bag."""
    frame[:] = 0
    frame[DRAWN], frame[CARDS] = -1, bag.sum()


@compiled
def _next_number(frame: Floats, bag: Floats, only: int) -> int:
    """Put back the number drawn, adding its best answer to the total, and draw the next one.

    Returns NUMBERS when there is none left.
    """
    number = int(frame[DRAWN])
    if number >= 0:
        bag[number] = frame[HELD]
        frame[TOTAL] += frame[BEST] * frame[HELD]
    number += 1
    while number < NUMBERS and (bag[number] <= 0 or (only >= 0 and number != only)):
        number += 1
    frame[DRAWN], frame[ENTRY], frame[LAST] = number, 0, 0
    if number < NUMBERS:
        frame[HELD] = bag[number]
        bag[number] = max(0.0, bag[number] - 1)
    return number
