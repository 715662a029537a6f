"""Looking ahead: the best reply to every card that may come next, some cards deep.

The value of a display after a placement is an expectation over the next card, each as likely as
the bag says, of the best points plus value that this card allows; at the last depth the learned
value stands for the rest. Of the placements of a card only those are looked at that the linear
evaluation likes best, and of those only the ones that the value likes best are followed deeper.

Where several piles are open (see ``piles``) the expectation is over what all of them show, and the
bag holds all cards that are left, not only those that will be placed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.judge.ledger import Ledger, begin_line, expect, go_on, judge_replies, new_ledger
from nmbr9.judge.linear import insert, keep_best, moment
from nmbr9.judge.network import Scratch, Value, new_scratch, value_of
from nmbr9.judge.piles import (
    MOST_PILES,
    ONE_CARD,
    draw,
    has_next,
    mean_of_best,
    piles_open,
    share_tiles,
    tiles_to_come,
)
from nmbr9.kernel.codes import LEVEL_SHIFT, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.layout import Position, take_back
from nmbr9.kernel.tables import Floats, Integers, Tables
from nmbr9.kernel.workspace import Workspace, new_workspace

DEPTHS = 8
"""One more than the cards that can be looked ahead."""
WIDEST = 64
"""The most placements of a card that can be compared."""
MOST_REPLIES = 3
"""The most replies that a rollout follows."""

# Columns of SearchScratch.stack: the number drawn; of its placements to follow the one in work and
# the end; the piles open then, or ONE_CARD.
DRAWN, ENTRY, LAST, PILES = range(4)
FRAME = 4


class SearchScratch(NamedTuple):
    """Weights, read only, and scratch arrays of one thread."""

    value: Value
    linear: Floats
    """float64[cards, LEVELS, FEATURES]."""
    work: Workspace
    network: Scratch
    ledger: Ledger
    """An entry for the display at each depth."""
    codes: Integers
    """int64[DEPTHS, 2, WIDEST]: by depth, placements by linear evaluation and by value."""
    values: Floats
    """float64[DEPTHS, 2, WIDEST]: what they are worth."""
    points: Floats
    """float64[WIDEST]: of the placements in work."""
    stack: Integers
    """int64[DEPTHS, FRAME]: an unfinished expectation at each depth."""
    answers: Floats
    """float64[DEPTHS, NUMBERS, MOST_PILES]: at each depth, what the best reply to a number brings
    if it comes from a pile; -inf where none was looked at. ONE_CARD uses pile 0."""
    replies: Integers
    """int64[DEPTHS, MOST_REPLIES]: in a rollout, the best replies to the cards drawn at each depth.
    """
    reply_values: Floats
    """float64[DEPTHS, MOST_REPLIES]: what they are worth, best first; -inf for none."""
    bags: Floats
    """float64[DEPTHS, NUMBERS]: at each depth, the bag after the number drawn."""
    tiles: Floats
    """float64[NUMBERS]: the tiles that the value is told will still be placed."""
    nodes: Integers
    """int64[1]: how many displays have been judged by the value so far."""


def new_search_scratch(value: Value, linear: Floats) -> SearchScratch:
    """Return scratch arrays around weights."""
    return SearchScratch(
        value,
        linear,
        new_workspace(),
        new_scratch(),
        new_ledger(value),
        np.zeros((DEPTHS, 2, WIDEST), np.int64),
        np.zeros((DEPTHS, 2, WIDEST), np.float64),
        np.zeros(WIDEST, np.float64),
        np.zeros((DEPTHS, FRAME), np.int64),
        np.zeros((DEPTHS, NUMBERS, MOST_PILES), np.float64),
        np.zeros((DEPTHS, MOST_REPLIES), np.int64),
        np.zeros((DEPTHS, MOST_REPLIES), np.float64),
        np.zeros((DEPTHS, NUMBERS), np.float64),
        np.zeros(NUMBERS, np.float64),
        np.zeros(1, np.int64),
    )


@compiled
def value_after(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
) -> float:
    """Return the learned value of what is to come; `piles` were open before the last placement."""
    scratch.nodes[0] += 1
    if not has_next(bag.sum(), piles_open(position, piles)):
        return 0.0
    share_tiles(bag, piles, scratch.tiles)
    return value_of(
        scratch.value, position, tables, scratch.work, scratch.tiles, highest, scratch.network
    )


@compiled
def rank_by_value(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    kind: int,
    bag: Floats,
    highest: int,
    piles: int,
    limit: int,
    depth: int,
    filtered: int,
) -> int:
    """List the placements of a kind by points plus value, best first; return how many.

    None is above `limit`, none later above `highest`. The linear evaluation keeps the best
    `filtered` of them. `bag` is without the tile in hand, and `piles` were open with it. Overwrites
    row `depth` of codes and values, there entry 1 holds the result, and of the ledger. `position`
    is restored.
    """
    begin_line(
        scratch.ledger,
        depth,
        scratch.value,
        position,
        tables,
        scratch.work,
        bag,
        highest,
        scratch.network,
    )
    return rank_replies(
        scratch, position, tables, kind, bag, highest, piles, limit, depth, filtered
    )


@compiled
def rank_replies(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    kind: int,
    bag: Floats,
    highest: int,
    piles: int,
    limit: int,
    depth: int,
    filtered: int,
) -> int:
    """Do as `rank_by_value` for a display that has the entry `depth` in the ledger."""
    tiles = tiles_to_come(bag.sum(), piles)
    codes, values = scratch.codes[depth], scratch.values[depth]
    count = keep_best(
        position,
        tables,
        scratch.work,
        kind,
        min(limit, highest),
        scratch.linear[moment(scratch.linear, tiles)],
        codes[0, :filtered],
        values[0, :filtered],
    )
    share_tiles(bag, piles, scratch.tiles)
    expect(scratch.ledger, depth, scratch.value, position, scratch.tiles, highest, scratch.network)
    judge_replies(
        scratch.ledger,
        depth,
        scratch.value,
        position,
        tables,
        scratch.work,
        scratch.tiles,
        highest,
        scratch.network,
        kind,
        codes[0, :count],
        bag.sum(),
        piles,
        scratch.points,
        values[0],
    )
    scratch.nodes[0] += count
    for entry in range(count):
        insert(codes[1], values[1], entry + 1, codes[0, entry], values[0, entry])
    return count


@compiled
def judge_codes(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    kind: int,
    codes: Integers,
    bag: Floats,
    highest: int,
    piles: int,
    points: Floats,
    values: Floats,
) -> None:
    """Write the points of each placement of a kind, tokens and fillers included, and its worth.

    The worth is points plus value. `position` is restored; overwrites `points` and `values`,
    float64[codes], and entry 0 of the ledger.
    """
    # Not a plain 0, for which the compiler would make another copy of everything called.
    row = int(np.int64(0))
    begin_line(
        scratch.ledger,
        row,
        scratch.value,
        position,
        tables,
        scratch.work,
        bag,
        highest,
        scratch.network,
    )
    share_tiles(bag, piles, scratch.tiles)
    expect(scratch.ledger, row, scratch.value, position, scratch.tiles, highest, scratch.network)
    judge_replies(
        scratch.ledger,
        row,
        scratch.value,
        position,
        tables,
        scratch.work,
        scratch.tiles,
        highest,
        scratch.network,
        kind,
        codes,
        bag.sum(),
        piles,
        points,
        values,
    )
    scratch.nodes[0] += codes.shape[0]


@compiled
def points_of(code: int, kind: int) -> float:
    """Return number times level (2.11) of a placement without tokens; fillers score nothing."""
    return np.float64((code >> LEVEL_SHIFT & 15) * (kind if kind < NUMBERS else 0))


@compiled
def expectation(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
    depth: int,
    widths: Integers,
    only: int,
) -> float:
    """Return the points still to come, looking `depth` cards ahead; 0 asks the value at once.

    `piles` were open before the last placement, or ONE_CARD. `widths` is int64[DEPTHS, 2]: row d,
    with d cards still to be looked ahead, has how many placements of a card the linear evaluation
    lets through and how many are followed. With `only` not negative just that next number is looked
    at: once all of them have been, `mean_of_best` of `scratch.answers[depth - 1]` is
    the expectation.
    `position` is restored. Overwrites rows below `depth` of ledger, codes, values, stack and bags,
    and of answers all but the other numbers of the first of these rows.
    """
    if depth == 0:
        return value_after(scratch, position, tables, bag, highest, piles)
    # A stack by hand: a compiled function that calls itself crashes when loaded from the cache.
    row, held = depth - 1, bag
    begin_line(
        scratch.ledger,
        row,
        scratch.value,
        position,
        tables,
        scratch.work,
        bag,
        highest,
        scratch.network,
    )
    _begin_expectation(scratch.stack[row], position, piles)
    while True:
        frame = scratch.stack[row]
        if frame[ENTRY] < frame[LAST]:
            place_code(position, tables, frame[DRAWN], scratch.codes[row, 1, frame[ENTRY]])
            held = scratch.bags[row]
            go_on(
                scratch.ledger,
                row,
                row - 1,
                scratch.value,
                position,
                tables,
                scratch.work,
                held,
                highest,
                scratch.network,
            )
            row -= 1
            _begin_expectation(scratch.stack[row], position, frame[PILES])
            continue
        number = _next_number(frame, held, only if row == depth - 1 else -1)
        if number < NUMBERS:
            draw(held, number, frame[PILES], scratch.bags[row])
            limit = highest if frame[PILES] == ONE_CARD else frame[PILES] - 1
            count = rank_replies(
                scratch,
                position,
                tables,
                number,
                scratch.bags[row],
                highest,
                frame[PILES],
                limit,
                row,
                widths[row, 0],
            )
            if row > 0 and scratch.bags[row].sum() > 0:
                frame[LAST] = min(count, widths[row, 1])
            _answer_without_following(scratch, row, count)
            continue
        answer = mean_of_best(scratch.answers[row], held, frame[PILES])
        row += 1
        if row == depth:
            return answer
        frame = scratch.stack[row]
        held = bag if row == depth - 1 else scratch.bags[row + 1]
        take_back(position, tables)
        code = scratch.codes[row, 1, frame[ENTRY]]
        _note(scratch, row, code, answer + points_of(code, frame[DRAWN]))
        frame[ENTRY] += 1


@compiled
def one_card_ahead(
    scratch: SearchScratch,
    row: int,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
    filtered: int,
) -> float:
    """Return the points still to come, looking one card ahead: the mean of its best replies.

    The display has the entry `row` in the ledger. `piles` were open before the last placement. Of
    each card the best `filtered` placements by linear evaluation are compared. Overwrites that row.
    """
    frame = scratch.stack[row]
    _begin_expectation(frame, position, piles)
    while True:
        number = _next_number(frame, bag, -1)
        if number == NUMBERS:
            return mean_of_best(scratch.answers[row], bag, frame[PILES])
        draw(bag, number, frame[PILES], scratch.bags[row])
        limit = highest if frame[PILES] == ONE_CARD else frame[PILES] - 1
        count = rank_replies(
            scratch,
            position,
            tables,
            number,
            scratch.bags[row],
            highest,
            frame[PILES],
            limit,
            row,
            filtered,
        )
        _answer_without_following(scratch, row, count)


@compiled
def _begin_expectation(frame: Integers, position: Position, piles: int) -> None:
    """Begin with an expectation over all numbers."""
    frame[DRAWN], frame[ENTRY], frame[LAST] = -1, 0, 0
    frame[PILES] = piles_open(position, piles)


@compiled
def _next_number(frame: Integers, bag: Floats, only: int) -> int:
    """Go on to the next number that may be drawn; return NUMBERS when there is none left."""
    number = int(frame[DRAWN]) + 1
    if not has_next(bag.sum(), frame[PILES]):
        number = NUMBERS
    while number < NUMBERS and (bag[number] <= 0 or (only >= 0 and number != only)):
        number += 1
    frame[DRAWN], frame[ENTRY], frame[LAST] = number, 0, 0
    return number


@compiled
def _answer_without_following(scratch: SearchScratch, row: int, count: int) -> None:
    """Answer the number drawn by the worth of the placements that are not followed.

    Where some are followed, the others only count for piles whose limit the followed ones exceed.
    """
    frame = scratch.stack[row]
    number, followed = frame[DRAWN], frame[LAST]
    for pile in range(MOST_PILES):
        scratch.answers[row, number, pile] = -np.inf if count > 0 else 0.0
    if followed == 0 or frame[PILES] != ONE_CARD:
        for entry in range(followed, count):
            _note(scratch, row, scratch.codes[row, 1, entry], scratch.values[row, 1, entry])


@compiled
def _note(scratch: SearchScratch, row: int, code: int, answer: float) -> None:
    """Keep what a placement of the number drawn brings, if it is the best of its piles (7.2)."""
    number, piles = scratch.stack[row, DRAWN], scratch.stack[row, PILES]
    for pile in range(max(1, piles)):
        if piles == ONE_CARD or (code >> LEVEL_SHIFT & 15) <= pile:
            scratch.answers[row, number, pile] = max(scratch.answers[row, number, pile], answer)
