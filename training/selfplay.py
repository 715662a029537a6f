"""Plays games and writes down what the learned value saw: the material to learn from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.evaluate import Floats
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.inputs import Singles, look
from nmbr9.kernel.layout import FACTS, POINTS, Position, clear, take_back
from nmbr9.kernel.lookahead import Brain, expectation, points_of, rank_by_value
from nmbr9.kernel.playout import keep_margin, random_below, shuffle
from nmbr9.kernel.tables import Integers, Tables, Words

MOVES = 20
MOST_KEPT = 400
"""Inputs kept of a position; few positions have more than 250."""


class Memory(NamedTuple):
    """Positions after a placement, and the points that came after them."""

    which: npt.NDArray[np.uint16]
    """uint16[positions, MOST_KEPT]: the inputs that are not zero."""
    amount: Singles
    """float32[positions, MOST_KEPT]."""
    listed: Integers
    """int64[positions]: how many there are."""
    target: Floats
    """float64[positions]: the points to come."""


def new_memory(positions: int) -> Memory:
    """Return room for so many positions."""
    return Memory(
        np.zeros((positions, MOST_KEPT), np.uint16),
        np.zeros((positions, MOST_KEPT), np.float32),
        np.zeros(positions, np.int64),
        np.zeros(positions),
    )


class Notes(NamedTuple):
    """Scratch arrays for one game."""

    bag: Floats
    """float64[NUMBERS]: tiles still to come."""
    expected: Floats
    """float64[MOVES]: points to come after each move, as expected then."""
    rewards: Floats
    """float64[MOVES]: points of each move."""
    entries: Integers
    """int64[MOVES]: where the position after each move was written."""


def new_notes() -> Notes:
    """Return scratch arrays."""
    return Notes(np.zeros(NUMBERS), np.zeros(MOVES), np.zeros(MOVES), np.zeros(MOVES, np.int64))


@compiled
def play_game(
    brain: Brain,
    position: Position,
    tables: Tables,
    deck: Integers,
    depth: int,
    widths: Integers,
    trace: float,
    memory: Memory,
    start: int,
    notes: Notes,
) -> int:
    """Play a game with a look ahead of `depth` cards (-1: by points and linear evaluation alone).

    Writes the position after each move but the last to `memory`, from `start` on; with a look ahead
    also those after the moves it compared. Targets mix what was expected, with weight 1 - trace,
    and what came, with weight trace; moves not made only have an expectation. Returns the end of
    what was written. Overwrites `notes`.
    """
    clear(position)
    bag = notes.bag
    bag[:] = 0
    for card in deck:
        bag[card] += 1
    row = max(depth, 0)
    for move in range(MOVES):
        kind = deck[move]
        bag[kind] -= 1
        count = rank_by_value(brain, position, tables, kind, bag, ANY_LEVEL, row, widths[depth, 0])
        code, worth = brain.codes[row, 1, 0], brain.values[row, 1, 0]
        if depth < 0:
            code = brain.codes[row, 0, 0]
        elif depth > 0 and move < MOVES - 1:
            worth = -np.inf
            for entry in range(min(count, widths[depth, 1])):
                trial = brain.codes[row, 1, entry]
                place_code(position, tables, kind, trial)
                expected = expectation(brain, position, tables, bag, ANY_LEVEL, depth, widths, -1)
                _remember(brain, position, tables, bag, memory, start, expected)
                take_back(position, tables)
                if points_of(trial, kind) + expected > worth:
                    code, worth = trial, points_of(trial, kind) + expected
                    notes.entries[move] = start
                start += 1
        notes.rewards[move] = points_of(code, kind)
        notes.expected[move] = worth - notes.rewards[move]
        place_code(position, tables, kind, code)
        keep_margin(position)
        if depth <= 0 and move < MOVES - 1:
            _remember(brain, position, tables, bag, memory, start, notes.expected[move])
            notes.entries[move] = start
            start += 1
    _set_targets(notes, trace, depth > 0, memory.target)
    return start


@compiled
def _remember(
    brain: Brain,
    position: Position,
    tables: Tables,
    bag: Floats,
    memory: Memory,
    entry: int,
    target: float,
) -> None:
    """Write the inputs of a position to an entry."""
    sight = brain.scratch.sight
    listed = min(MOST_KEPT, look(position, tables, brain.work, bag, ANY_LEVEL, sight))
    for place in range(listed):
        memory.which[entry, place] = sight.which[place]
        memory.amount[entry, place] = sight.amount[place]
    memory.listed[entry] = listed
    memory.target[entry] = target


@compiled
def _set_targets(notes: Notes, trace: float, own: bool, target: Floats) -> None:
    """Write the points to come after each move, from the last one backwards.

    `own` says that the expectation after a move already looks at least one card ahead; otherwise
    the one after the next move is taken.
    """
    later = 0.0
    for move in range(MOVES - 2, -1, -1):
        reward = notes.rewards[move + 1]
        guess = notes.expected[move] if own else reward + notes.expected[move + 1]
        later = (1 - trace) * guess + trace * (reward + later)
        target[notes.entries[move]] = later


@compiled
def play_games(
    brain: Brain,
    position: Position,
    tables: Tables,
    deck: Integers,
    depth: int,
    widths: Integers,
    trace: float,
    random_state: Words,
    memory: Memory,
    start: int,
    notes: Notes,
    scores: Integers,
) -> int:
    """Play games with shuffled decks into `memory` from `start` on, from its beginning when full.

    Overwrites `scores`, int64[games], and the order of `deck`. Returns where the next game begins.
    """
    longest = MOVES * max(1, widths[depth, 1])
    for game in range(scores.shape[0]):
        shuffle(deck, random_state)
        if start + longest > memory.target.shape[0]:
            start = 0
        start = play_game(brain, position, tables, deck, depth, widths, trace, memory, start, notes)
        scores[game] = position.book[FACTS, POINTS]
    return start


@compiled
def draw_entries(random_state: Words, filled: int, chosen: Integers) -> None:
    """Overwrite `chosen` with entries of a memory at random."""
    for place in range(chosen.shape[0]):
        chosen[place] = random_below(random_state, filled)
