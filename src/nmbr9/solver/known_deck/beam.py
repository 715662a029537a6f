"""Beam search for a known deck: the best displays of each length, all extended by the next card.

A display in the beam is its line of codes. Laying it out again costs less than keeping positions,
so that memory stays small: a few hundred bytes for each display. Every display is extended by every
placement, and the tuned linear evaluation says which children stay. Those that occupy the same
cells count as one.

The learned value chooses better, but costs more time than the width it saves (docs/solver.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nmbr9.judge.evaluate import FEATURES, evaluate
from nmbr9.judge.linear import keep_best
from nmbr9.kernel.codes import LEVEL_SHIFT, ROW_SHIFT, place_code, unpack
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import (
    FACTS,
    LEVELS,
    MARGIN,
    ORIGIN_X,
    ORIGIN_Y,
    POINTS,
    WINDOW,
    DoesNotFit,
    Position,
    clear,
    has_margin,
    new_position,
)
from nmbr9.kernel.tables import HEIGHT_IN_ROWS, SHAPE, Floats, Integers, Tables, Words, tables
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.rules.pieces.piece import Piece
from nmbr9.solver.known_deck.code_lines import code_of_piece

WEIGHTS_FILE = Path(__file__).parent / "weights" / "beam.npz"
MOST_CHILDREN = 16
"""Children of one display that can stay; more of them crowd out others."""
WIDEST = 600_000
"""Displays in the beam at most: about 400 MB, and what a minute allows."""
CANDIDATES = 4
"""Children that are kept for each place in the next beam, before the best are chosen."""
AT_ONCE = 256
"""Displays extended between two looks at the clock: some milliseconds."""
LANDING_WIDTH = 50
"""With the time used up, the best few displays still get to the last card."""


class BeamScratch(NamedTuple):
    """Weights, read only, and scratch arrays of one thread."""

    linear: Floats
    position: Position
    work: Workspace
    counts: Integers
    """int64[LEVELS, FEATURES]."""
    codes: Integers
    """int64[MOST_CHILDREN]."""
    values: Floats
    """float64[MOST_CHILDREN]."""


class Beam(NamedTuple):
    """Displays of the same length, and how they are told apart."""

    lines: Integers
    """int64[n, cards]: their codes, best display first; the columns of later cards mean nothing."""
    hashes: Words
    """uint64[n]: by the cells they occupy."""


class Children(NamedTuple):
    """Candidates for the next beam."""

    parents: Integers
    codes: Integers
    values: Floats
    hashes: Words


@cache
def load_weights() -> Floats:
    """Return float64[cards, LEVELS, FEATURES]: the linear evaluation of bots, tuned for beams.

    Bots do not know the order and hold on to what may still come; a beam that is wide enough keeps
    both, and does better with weights that count for less (docs/solver.md).
    """
    with np.load(WEIGHTS_FILE) as stored:
        weights: Floats = np.ascontiguousarray(stored["weights"].astype(np.float64))
    weights.flags.writeable = False
    return weights


def new_beam_scratch() -> BeamScratch:
    """Return scratch arrays around the weights that ship with the package."""
    return BeamScratch(
        load_weights(),
        new_position(),
        new_workspace(),
        np.zeros((LEVELS, FEATURES), np.int64),
        np.zeros(MOST_CHILDREN, np.int64),
        np.zeros(MOST_CHILDREN, np.float64),
    )


def search(
    scratch: BeamScratch,
    cards: tuple[int, ...],
    width: int,
    stop: Callable[[], bool],
    laid: Sequence[Piece] = (),
) -> Integers:
    """Return the best line of codes that a beam of so many displays finds.

    It begins with the pieces that are laid already, which it moves to the middle. Told to stop, it
    brings the best few to the last card.

    Raises: DoesNotFit, when the pieces leave no room for more.
    """
    kinds = np.array(cards, np.int64)
    clear(scratch.position)
    facts = scratch.position.book[FACTS]
    lines = np.zeros((1, kinds.size), np.int64)
    # Turning the display changes nothing, so the first tile lies upright if it does not lie yet.
    lines[0, 0] = facts[ORIGIN_X] | facts[ORIGIN_Y] << ROW_SHIFT
    lines[0, : len(laid)] = [
        code_of_piece(scratch.position, piece) for piece in _in_the_middle(laid)
    ]
    beam = Beam(lines, np.zeros(1, np.uint64))
    room = CANDIDATES * width + AT_ONCE * MOST_CHILDREN
    children = Children(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.float64),
        np.zeros(room, np.uint64),
    )
    for count in range(max(1, len(laid)), kinds.size):
        beam = _next_beam(scratch, kinds, beam, count, children, width, stop)
        if not len(beam.lines):
            raise DoesNotFit("expected room for more tiles, got a display as wide as the window")
    points = ((beam.lines >> LEVEL_SHIFT & 15) * kinds).sum(axis=1)
    best: Integers = beam.lines[np.argmax(points)]
    return best


def _in_the_middle(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the same display with its middle at cell 0, 0.

    Raises: DoesNotFit.
    """
    if not pieces:
        return []
    left, top = min(piece.x for piece in pieces), min(piece.y for piece in pieces)
    width = max(piece.x + piece.outline.width for piece in pieces) - left
    height = max(piece.y + piece.outline.height for piece in pieces) - top
    room = WINDOW - 2 * MARGIN
    if max(width, height) > room:
        raise DoesNotFit(f"expected at most {room} by {room} cells, got {width} by {height}")
    right, down = -left - width // 2, -top - height // 2
    return [replace(piece, x=piece.x + right, y=piece.y + down) for piece in pieces]


def _next_beam(
    scratch: BeamScratch,
    kinds: Integers,
    beam: Beam,
    count: int,
    children: Children,
    width: int,
    stop: Callable[[], bool],
) -> Beam:
    """Return the best displays with one more tile."""
    written, size = 0, len(beam.lines)
    for first in range(0, size, AT_ONCE):
        if stop():
            size = min(size, LANDING_WIDTH)
        if first >= size:
            break
        end = min(size, first + AT_ONCE)
        written = extend(scratch, tables(), kinds, beam, count, first, end, children, written)
        if written > CANDIDATES * width:
            written = _keep(children, written, 2 * width)
    written = _keep(children, written, 2 * width)
    chosen = _different(children, written)[:width]
    lines = beam.lines[children.parents[chosen]]
    lines[:, count] = children.codes[chosen]
    return Beam(lines, children.hashes[chosen])


def _keep(children: Children, written: int, most: int) -> int:
    """Move the best children to the front; return how many there are then."""
    if written <= most:
        return written
    best = np.argpartition(-children.values[:written], most)[:most]
    for array in children:
        array[:most] = array[best]
    return most


def _different(children: Children, written: int) -> Integers:
    """Return the children that differ in the cells they occupy, best first."""
    values, hashes = children.values[:written], children.hashes[:written]
    order = np.lexsort((-values, hashes))
    first = np.ones(written, bool)
    first[1:] = hashes[order][1:] != hashes[order][:-1]
    different = order[first]
    best: Integers = different[np.argsort(-values[different], kind="stable")]
    return best


@compiled
def extend(
    scratch: BeamScratch,
    tables: Tables,
    kinds: Integers,
    beam: Beam,
    count: int,
    first: int,
    end: int,
    children: Children,
    written: int,
) -> int:
    """Write the best children of displays `first` to `end` behind those written; return how many.

    The displays have `count` tiles; the next card is laid.
    """
    weights = scratch.linear[min(kinds.shape[0] - 1 - count, scratch.linear.shape[0] - 1)]
    for entry in range(first, end):
        clear(scratch.position)
        for index in range(count):
            place_code(scratch.position, tables, kinds[index], beam.lines[entry, index])
        if not has_margin(scratch.position):
            continue  # A placement could lie outside of the arrays.
        base = (
            evaluate(scratch.position, scratch.counts, weights)
            + scratch.position.book[FACTS, POINTS]
        )
        kept = keep_best(
            scratch.position,
            tables,
            scratch.work,
            kinds[count],
            ANY_LEVEL,
            weights,
            scratch.codes,
            scratch.values,
        )
        for index in range(kept):
            code = scratch.codes[index]
            children.parents[written], children.codes[written] = entry, code
            children.values[written] = base + scratch.values[index]
            piece = hash_of(tables, kinds[count], code)
            children.hashes[written] = beam.hashes[entry] + piece
            written += 1
    return written


@compiled
def hash_of(tables: Tables, kind: int, code: int) -> Any:
    """Return a sum over the cells of a piece; sums of all pieces tell displays apart."""
    x, y, level, orientation, _ = unpack(code)
    outline = tables.kinds[kind, orientation]
    total = np.uint64(0)
    for dy in range(tables.sizes[outline, HEIGHT_IN_ROWS]):
        row = tables.outlines[outline, SHAPE + dy]
        for dx in range(4):
            if row >> np.uint64(dx) & np.uint64(1):
                word = np.uint64((level * 128 + y + dy) * 64 + x + dx + 1)
                word *= np.uint64(0x9E37_79B9_7F4A_7C15)
                word ^= word >> np.uint64(29)
                word *= np.uint64(0xBF58_476D_1CE4_E5B9)
                word ^= word >> np.uint64(32)
                total += word
    return total
