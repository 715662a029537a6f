"""Plays games and writes down what the learned value saw: the material to learn from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmbr9.judge.inputs import Singles, look
from nmbr9.judge.lookahead import SearchScratch, expectation, points_of, rank_by_value
from nmbr9.judge.piles import MOST_PILES, ONE_CARD, has_next, piles_open, share_tiles
from nmbr9.judge.playout import keep_margin, random_below, shuffle
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import FACTS, POINTS, Position, clear, take_back
from nmbr9.kernel.tables import Floats, Integers, Tables, Words

MOST_MOVES = 21
"""Twenty in the basic game; with two piles open all the time one more."""
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
    """float64[MOST_MOVES]: points to come after each move, as expected then."""
    rewards: Floats
    """float64[MOST_MOVES]: points of each move."""
    entries: Integers
    """int64[MOST_MOVES]: where the position after each move was written."""


def new_notes() -> Notes:
    """Return scratch arrays."""
    return Notes(
        np.zeros(NUMBERS),
        np.zeros(MOST_MOVES),
        np.zeros(MOST_MOVES),
        np.zeros(MOST_MOVES, np.int64),
    )


@compiled
def play_game(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    deck: Integers,
    piles: int,
    depth: int,
    widths: Integers,
    trace: float,
    memory: Memory,
    start: int,
    notes: Notes,
) -> int:
    """Play a game with a look ahead of `depth` cards (-1: by points and linear evaluation alone).

    So many `piles` are open at the start, or ONE_CARD. Writes the position after each move but the
    last to `memory`, from `start` on; with a look ahead also those after the moves it compared.
    Targets mix what was expected, with weight 1 - trace, and what came, with weight trace; moves
    not made only have an expectation. Returns the end of what was written. Overwrites `notes`.
    """
    clear(position)
    bag = notes.bag
    bag[:] = 0
    for card in deck:
        bag[card] += 1
    row, move = max(depth, 0), 0
    highest = ANY_LEVEL if piles == ONE_CARD else MOST_PILES - 1
    drawn = 0
    while has_next(bag.sum(), piles):
        shown = max(1, piles)
        for pile in range(shown):
            bag[deck[drawn + pile]] -= 1
        best, best_worth, best_kind = 0, -np.inf, 0
        for pile in range(shown):
            kind = deck[drawn + pile]
            limit = highest if piles == ONE_CARD else pile
            count = rank_by_value(
                scratch, position, tables, kind, bag, highest, piles, limit, row, widths[depth, 0]
            )
            looks_ahead = depth > 0 and has_next(bag.sum(), piles)
            by = 0 if depth < 0 else 1
            for entry in range(min(count, widths[depth, 1]) if looks_ahead else 1):
                code, worth = scratch.codes[row, by, entry], scratch.values[row, 1, entry]
                if looks_ahead:
                    place_code(position, tables, kind, code)
                    to_come = expectation(
                        scratch, position, tables, bag, highest, piles, depth, widths, -1
                    )
                    _remember(
                        scratch, position, tables, bag, piles, highest, memory, start, to_come
                    )
                    take_back(position, tables)
                    worth = points_of(code, kind) + to_come
                if worth > best_worth:
                    best, best_worth, best_kind = code, worth, kind
                    notes.entries[move] = start
                start += looks_ahead
        drawn += shown
        notes.rewards[move] = points_of(best, best_kind)
        notes.expected[move] = best_worth - notes.rewards[move]
        place_code(position, tables, best_kind, best)
        keep_margin(position)
        if depth <= 0 and has_next(bag.sum(), piles):
            to_come = notes.expected[move]
            _remember(scratch, position, tables, bag, piles, highest, memory, start, to_come)
            notes.entries[move] = start
            start += 1
        piles = piles_open(position, piles)
        move += 1
    _set_targets(notes, move, trace, depth > 0, memory.target)
    return start


@compiled
def _remember(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    bag: Floats,
    piles: int,
    highest: int,
    memory: Memory,
    entry: int,
    target: float,
) -> None:
    """Write the inputs of a position to an entry, and what is expected to come."""
    inputs = scratch.network.inputs
    share_tiles(bag, piles, scratch.tiles)
    listed = min(MOST_KEPT, look(position, tables, scratch.work, scratch.tiles, highest, inputs))
    for place in range(listed):
        memory.which[entry, place] = inputs.which[place]
        memory.amount[entry, place] = inputs.amount[place]
    memory.listed[entry] = listed
    memory.target[entry] = target


@compiled
def _set_targets(notes: Notes, moves: int, trace: float, own: bool, target: Floats) -> None:
    """Write the points to come after each move, from the last one backwards.

    `own` says that the expectation after a move already looks at least one card ahead; otherwise
    the one after the next move is taken.
    """
    later = 0.0
    for move in range(moves - 2, -1, -1):
        reward = notes.rewards[move + 1]
        guess = notes.expected[move] if own else reward + notes.expected[move + 1]
        later = (1 - trace) * guess + trace * (reward + later)
        target[notes.entries[move]] = later


@compiled
def play_games(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    deck: Integers,
    piles: int,
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
    longest = MOST_MOVES * max(1, widths[depth, 1]) * max(1, MOST_PILES if piles != ONE_CARD else 1)
    for game in range(scores.shape[0]):
        shuffle(deck, random_state)
        if start + longest > memory.target.shape[0]:
            start = 0
        start = play_game(
            scratch, position, tables, deck, piles, depth, widths, trace, memory, start, notes
        )
        scores[game] = position.book[FACTS, POINTS]
    return start


@compiled
def draw_entries(random_state: Words, filled: int, chosen: Integers) -> None:
    """Overwrite `chosen` with entries of a memory at random."""
    for place in range(chosen.shape[0]):
        chosen[place] = random_below(random_state, filled)
