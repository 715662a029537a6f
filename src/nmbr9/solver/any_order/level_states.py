"""States of the search level by level: the pieces of the lowest level that matter, and the bags.

A state is five words. The first four have three pieces each, in ascending order, moved to the
corner of the grid and turned so that the words are smallest; the fifth is the key of its stage: the
bag used so far and the bag of the level. Tiles of the level that are not among the pieces lie
somewhere else on it; where, is left open.
"""

from __future__ import annotations

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits
from nmbr9.kernel.tables import Integers, Words
from nmbr9.solver.any_order.outlines import (
    GRID,
    HEIGHT,
    TURNED,
    Shapes,
    pack_piece,
    toggle_piece,
    unpack_piece,
)

PIECES_PER_WORD = 3
PIECE_WORDS = 4
MOST_IN_STATE = PIECES_PER_WORD * PIECE_WORDS
KEY = PIECE_WORDS
STATE_WORDS = PIECE_WORDS + 1
NO_PIECE = (1 << 18) - 1


@compiled
def write_state(
    shapes: Shapes, pieces: Integers, count: int, key: int, scratch: Integers, state: Integers
) -> None:
    """Overwrite `state`, int64[STATE_WORDS], with its one name; `scratch` is int64[2, 20]."""
    turned, best = scratch[0], scratch[1]
    for index in range(count):
        turned[index] = pieces[index]
    for turn in range(4):
        if turn > 0:
            _turn(shapes, turned, count)
        _move_to_corner(turned, count)
        _sort(turned, count)
        if turn == 0 or _is_smaller(turned, best, count):
            for index in range(count):
                best[index] = turned[index]
    for word in range(PIECE_WORDS):
        packed = 0
        for slot in range(PIECES_PER_WORD):
            index = word * PIECES_PER_WORD + slot
            packed = packed << 18 | (best[index] if index < count else NO_PIECE)
        state[word] = packed
    state[KEY] = key


@compiled
def read_pieces(state: Integers, pieces: Integers, at: int) -> int:
    """Overwrite `pieces` with those of a state, `at` cells from the corner; return how many."""
    for index in range(MOST_IN_STATE):
        word = state[index // PIECES_PER_WORD]
        piece = word >> 18 * (PIECES_PER_WORD - 1 - index % PIECES_PER_WORD) & NO_PIECE
        if piece == NO_PIECE:
            return index
        shape, x, y = unpack_piece(piece)
        pieces[index] = pack_piece(shape, x + at, y + at)
    return MOST_IN_STATE


@compiled
def _turn(shapes: Shapes, pieces: Integers, count: int) -> None:
    """Turn pieces a quarter clockwise about some point; they stay in the grid."""
    for index in range(count):
        shape, x, y = unpack_piece(pieces[index])
        height = shapes.facts[shape, HEIGHT]
        pieces[index] = pack_piece(shapes.facts[shape, TURNED], GRID - y - height, x)


@compiled
def _move_to_corner(pieces: Integers, count: int) -> None:
    left, top = GRID, GRID
    for index in range(count):
        _, x, y = unpack_piece(pieces[index])
        left, top = min(left, x), min(top, y)
    for index in range(count):
        shape, x, y = unpack_piece(pieces[index])
        pieces[index] = pack_piece(shape, x - left, y - top)


@compiled
def _sort(pieces: Integers, count: int) -> None:
    """Sort a few pieces, ascending."""
    for index in range(1, count):
        piece, slot = pieces[index], index
        while slot > 0 and pieces[slot - 1] > piece:
            pieces[slot] = pieces[slot - 1]
            slot -= 1
        pieces[slot] = piece


@compiled
def _is_smaller(pieces: Integers, others: Integers, count: int) -> bool:
    for index in range(count):
        if pieces[index] != others[index]:
            return bool(pieces[index] < others[index])
    return False


def merged(states: Integers, scores: Integers) -> tuple[Integers, Integers]:
    """Return each state once, in ascending order, with the best of its scores."""
    order = np.lexsort((-scores, *states.T[::-1]))
    states, scores = states[order], scores[order]
    first = np.ones(len(states), bool)
    first[1:] = (states[1:] != states[:-1]).any(axis=1)
    return states[first], scores[first]


@compiled
def outer_edges(
    shapes: Shapes, states: Integers, grid: Words, pieces: Integers, edges: Integers
) -> None:
    """Count the edges between the pieces of each state and the rest; overwrites `edges`, int64[n].

    Overwrites `grid`, uint64[GRID], and `pieces`, int64[MOST_IN_STATE].
    """
    one = np.uint64(1)
    for entry in range(states.shape[0]):
        grid[:] = 0
        for index in range(read_pieces(states[entry], pieces, 1)):
            toggle_piece(shapes, grid, pieces[index])
        count = 0
        for row in range(GRID - 1):
            count += count_bits(grid[row] ^ grid[row + 1]) + count_bits(
                grid[row] ^ grid[row] << one
            )
        edges[entry] = count
