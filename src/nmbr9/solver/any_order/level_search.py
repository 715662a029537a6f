"""From the states of one level to those of the next: all covers with all bags that can pay."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Integers
from nmbr9.solver.any_order.bag_bound import Setting, Stage, find_key, next_bags
from nmbr9.solver.any_order.bags import key_below, sum_of
from nmbr9.solver.any_order.covers import (
    COUNT,
    DEPTH,
    USED,
    Covering,
    begin,
    new_covering,
    next_cover,
)
from nmbr9.solver.any_order.level_states import (
    KEY,
    MOST_IN_STATE,
    STATE_WORDS,
    read_pieces,
    write_state,
)
from nmbr9.solver.any_order.outlines import Shapes, is_connected

CORNER = 8
"""Cells between the corner of the grid and the pieces that are covered: room for any tile."""
TOO_MANY_PIECES = -2

MOST_BAGS = 60_000
MOST_SQUARES = 170
"""Of all twenty tiles together."""


class Scratch(NamedTuple):
    """Scratch arrays and results of one thread."""

    covering: Covering
    bags: Integers
    """int64[MOST_BAGS, 3]."""
    upper: Integers
    """int64[20]: pieces to be covered."""
    starts: Integers
    """int64[MOST_SQUARES + 2], to sort bags by their squares."""
    turning: Integers
    """int64[2, 20]."""
    states: Integers
    """int64[room, STATE_WORDS]: the states found."""
    scores: Integers
    """int64[room]."""


def new_scratch(room: int) -> Scratch:
    """Return scratch arrays with room for so many states."""
    return Scratch(
        new_covering(),
        np.zeros((MOST_BAGS, 3), np.int64),
        np.zeros(20, np.int64),
        np.zeros(MOST_SQUARES + 2, np.int64),
        np.zeros((2, 20), np.int64),
        np.zeros((room, STATE_WORDS), np.int64),
        np.zeros(room, np.int64),
    )


@compiled
def expand_states(
    setting: Setting,
    shapes: Shapes,
    states: Integers,
    scores: Integers,
    below: Stage,
    target: int,
    scratch: Scratch,
    first: int,
    end: int,
    may_cut: bool,
) -> tuple[int, int]:
    """Write the states of the next level that follow from states `first` to `end`.

    Only those are written that can still have more points than the target. Returns the first state
    that did not fit any more and how many were found; TOO_MANY_PIECES in its place if a level
    had more pieces than a state can hold. With `may_cut` states are left out where those that
    follow from a single one do not fit, and all with tiles above the table that carry nothing.
    """
    found, room = 0, scratch.states.shape[0]
    covering = scratch.covering
    for entry in range(first, end):
        before, key = found, states[entry, KEY]
        if entry == first or key != states[entry - 1, KEY] or scores[entry] != scores[entry - 1]:
            _list_choices(setting, key, scores[entry], below, target, scratch)
        if covering.stack[0, COUNT] == 0:
            continue
        count = read_pieces(states[entry], scratch.upper, CORNER)
        begin(covering, shapes, scratch.upper, count)
        # Whether the table can carry a state is one question, however many ways there are.
        while (below.level > 0 or found == before) and next_cover(covering, shapes):
            depth = covering.facts[DEPTH]
            if depth > MOST_IN_STATE:
                return TOO_MANY_PIECES, found
            used = covering.stack[depth, USED]
            hangs = is_connected(shapes, covering.pieces, depth)
            is_first = True
            for index in range(covering.stack[depth, COUNT]):
                bag = covering.choices[depth, index, 0]
                if bag == used and not hangs:
                    continue
                if may_cut and below.level > 0 and bag != used:
                    continue
                if found == room:
                    if may_cut and before == 0:
                        return entry + 1, found
                    return entry, before
                child = key_below(key, bag)
                if is_first:
                    write_state(
                        shapes,
                        covering.pieces,
                        depth,
                        child,
                        scratch.turning,
                        scratch.states[found],
                    )
                    is_first = False
                else:
                    for word in range(KEY):
                        scratch.states[found, word] = scratch.states[found - 1, word]
                    scratch.states[found, KEY] = child
                scratch.scores[found] = scores[entry] + below.level * sum_of(bag)
                found += 1
    return end, found


@compiled
def _list_choices(
    setting: Setting, key: int, score: int, below: Stage, target: int, scratch: Scratch
) -> None:
    """Write the bags for the next level with which more than the target is still possible."""
    covering, bags = scratch.covering, scratch.bags
    number = next_bags(setting, key, below.level, target + 1 - score, bags)
    count = 0
    for index in range(number):
        bag = bags[index, 0]
        child = find_key(below.keys, key_below(key, bag))
        if child >= 0 and score + bags[index, 2] + below.rest[child] > target:
            bags[count, 0], bags[count, 1] = bag, bags[index, 1]
            count += 1
    _most_squares_first(bags, count, scratch.starts, covering.choices[0])
    covering.stack[0, COUNT] = count


@compiled
def _most_squares_first(bags: Integers, count: int, starts: Integers, choices: Integers) -> None:
    """Copy bags and their squares to `choices`, most squares first; overwrites `starts`."""
    starts[:] = 0
    for index in range(count):
        starts[MOST_SQUARES - bags[index, 1] + 1] += 1
    for squares in range(MOST_SQUARES):
        starts[squares + 1] += starts[squares]
    for index in range(count):
        place = MOST_SQUARES - bags[index, 1]
        slot = starts[place]
        choices[slot, 0], choices[slot, 1] = bags[index, 0], bags[index, 1]
        starts[place] += 1
