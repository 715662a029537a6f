"""Playing games to their end: at random, or greedily by an evaluation.

Every function that rolls dice gets its own random state, uint64[1], which it changes; nothing here
is shared between threads or games.
"""

from __future__ import annotations

import numpy as np

from nmbr9.judge.evaluate import change
from nmbr9.kernel.codes import NO_PLACEMENT, nth_code, pack, place_code
from nmbr9.kernel.compile import compiled, lowest_bit
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import FACTS, POINTS, Position, clear, copy_into, has_margin, recentre
from nmbr9.kernel.tables import NUMBER, UPRIGHT, Floats, Integers, Tables, Words
from nmbr9.kernel.workspace import END, FIRST, Workspace, anchor_row


def new_random(seed: int) -> Words:
    """Return a random state, uint64[1]; neighbouring seeds give unrelated sequences."""
    mask = (1 << 64) - 1
    mixed = (seed * 0x9E37_79B9_7F4A_7C15 + 0x1234_5678_9ABC_DEF1) & mask
    mixed = (mixed ^ (mixed >> 31)) * 0xD6E8_FEB8_6659_FD93 & mask
    return np.array([(mixed ^ (mixed >> 32)) or 1], np.uint64)


@compiled
def random_below(random_state: Words, limit: int) -> int:
    """Return a number of 0 to limit - 1, each equally likely; limit is below 2 ** 32."""
    state = random_state[0]
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    random_state[0] = state
    number = (state >> np.uint64(32)) * np.uint64(limit) >> np.uint64(32)
    # Signed again: an unsigned index would make floats of what it is subtracted from.
    return int(np.int64(number))


@compiled
def shuffle(kinds: Integers, random_state: Words) -> None:
    """Put kinds in a random order, in place."""
    for last in range(kinds.shape[0] - 1, 0, -1):
        other = random_below(random_state, last + 1)
        kinds[last], kinds[other] = kinds[other], kinds[last]


@compiled
def keep_margin(position: Position) -> bool:
    """Recentre a position that has lost its margin; return whether it has one now."""
    return has_margin(position) or recentre(position)


@compiled
def random_playout(
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    highest: int,
    random_state: Words,
) -> int:
    """Place kinds one after another, each legal placement equally likely; return the points.

    Changes `position` for good and overwrites `work`. A kind that fits nowhere is left out, which
    the rules exclude for tiles (2.8).
    """
    for index in range(kinds.shape[0]):
        kind = kinds[index]
        found = find(position, tables, work, kind, highest)
        if found > 0:
            levels, orientations = levels_open(position, highest), tables.kinds[kind, UPRIGHT]
            code = nth_code(work, levels, orientations, random_below(random_state, found))
            place_code(position, tables, kind, code)
            keep_margin(position)
    return int(position.book[FACTS, POINTS])


@compiled
def best_placement(
    position: Position, tables: Tables, work: Workspace, kind: int, highest: int, weights: Floats
) -> int:
    """Return the code of the placement with the largest points plus `change`; the first of equals.

    Overwrites `work`. Returns NO_PLACEMENT if nothing fits.
    """
    find(position, tables, work, kind, highest)
    best, best_value = NO_PLACEMENT, -np.inf
    for level in range(levels_open(position, highest)):
        for orientation in range(tables.kinds[kind, UPRIGHT]):
            if work.numbers[level, orientation] == 0:
                continue
            outline = tables.kinds[kind, orientation]
            points = np.float64(level * tables.sizes[outline, NUMBER])
            for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
                word = work.anchors[anchor_row(level, orientation, row)]
                while word != 0:
                    x = lowest_bit(word)
                    value = points + change(position, tables, outline, (x, row, level), weights)
                    if value > best_value:
                        best, best_value = pack(x, row, level, orientation, 0), value
                    word &= word - np.uint64(1)
    return best


@compiled
def greedy_playout(
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    highest: int,
    weights: Floats,
) -> int:
    """Place kinds one after another, each at its `best_placement`; return the points.

    `weights` is float64[cards, LEVELS, FEATURES]: with c kinds still to come after the one in hand
    entry c counts, or the last one if there are fewer. Changes `position`, overwrites `work`.
    """
    for index in range(kinds.shape[0]):
        cards = min(kinds.shape[0] - 1 - index, weights.shape[0] - 1)
        code = best_placement(position, tables, work, kinds[index], highest, weights[cards])
        if code != NO_PLACEMENT:
            place_code(position, tables, kinds[index], code)
            keep_margin(position)
    return int(position.book[FACTS, POINTS])


@compiled
def random_games(
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    random_state: Words,
    scores: Integers,
) -> None:
    """Play games at random from an empty display, each with the kinds in a new order.

    Overwrites `position`, `work`, the order of `kinds`, and `scores`, int64[games].
    """
    for game in range(scores.shape[0]):
        clear(position)
        shuffle(kinds, random_state)
        scores[game] = random_playout(position, tables, work, kinds, ANY_LEVEL, random_state)


@compiled
def greedy_games(
    start: Position,
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    weights: Floats,
    random_state: Words,
    scores: Integers,
) -> None:
    """Play on greedily from `start`, again and again, each time with `kinds` in a new order.

    `weights` as for `greedy_playout`. Overwrites all but `start`, `tables` and `weights`.
    """
    for game in range(scores.shape[0]):
        copy_into(position, start)
        shuffle(kinds, random_state)
        scores[game] = greedy_playout(position, tables, work, kinds, ANY_LEVEL, weights)
