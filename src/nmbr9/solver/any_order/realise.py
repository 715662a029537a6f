"""From bags to a display: every tile of every level, those that carry nothing included.

The search level by level leaves open where tiles lie that are not needed to carry the level above.
Here the bag of every level is given, and all tiles are laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Integers
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.solver.any_order.arrangements import MIDDLE, add_tile
from nmbr9.solver.any_order.bags import bag_of, numbers_in
from nmbr9.solver.any_order.covers import COUNT, DEPTH, Covering, begin, new_covering, next_cover
from nmbr9.solver.any_order.outlines import (
    GRID,
    NUMBER,
    Shapes,
    is_connected,
    meets,
    pack_piece,
    rotation_of,
    shapes,
    unpack_piece,
)
from nmbr9.solver.solution import moved_to_origin

MOST_LAYOUTS = 200_000
"""Layouts of one level that are tried at most."""


class Realiser:
    """Looks for displays with given bags; keeps its scratch arrays."""

    def __init__(self) -> None:
        self._covering = new_covering()
        self._grid = np.zeros(GRID, np.uint64)
        self._halo = np.zeros(GRID, np.uint64)
        self._covers: Integers = np.zeros((MOST_LAYOUTS, 20), np.int64)
        self._levels_left = 0
        self.is_complete = True
        """Whether the last answer None means that there is no such display."""

    def display(self, bags: Sequence[int], most: int) -> tuple[Piece, ...] | None:
        """Return a display with these bags from the top down, or None if none was found.

        It tries to carry at most so many levels. The pieces are in an order in which they can be
        placed.
        """
        self._levels_left, self.is_complete = most, True
        for top in self._alone(bags[0]):
            found = self._under([top], bags[1:])
            if found is not None:
                return _in_order(found)
        return None

    def _under(self, levels: list[Integers], bags: Sequence[int]) -> list[Integers] | None:
        """Return all levels, from the top, that begin with these; depth first."""
        if not bags:
            return levels
        if self._levels_left == 0:
            self.is_complete = False
            return None
        self._levels_left -= 1
        for layout in self._layouts(levels[-1], bags[0]):
            found = self._under([*levels, layout], bags[1:])
            if found is not None:
                return found
        return None

    def _alone(self, bag: int) -> Iterator[Integers]:
        """Yield the arrangements of the highest level."""
        number, *others = numbers_in(bag)[::-1]
        first = pack_piece(int(shapes().first[number]), MIDDLE, MIDDLE)
        yield from self._with_others(np.full((1, 1), first, np.int64), others)

    def _layouts(self, upper: Integers, bag: int) -> Iterator[Integers]:
        """Yield the arrangements of a bag that carry an upper level."""
        covering = self._covering
        covering.choices[0, 0] = bag, 1 << 20
        covering.stack[0, COUNT] = 1
        begin(covering, shapes(), upper, upper.size)
        sizes = np.zeros(MOST_LAYOUTS, np.int64)
        count = list_covers(covering, shapes(), self._covers, sizes)
        if count > MOST_LAYOUTS:
            self.is_complete = False
        covers = self._covers[: min(count, MOST_LAYOUTS)].copy()
        # Most tiles first: those leave least to be laid elsewhere.
        for size in sorted(set(sizes[: len(covers)].tolist()), reverse=True):
            for cover in covers[sizes[: len(covers)] == size, :size]:
                laid = bag_of(shapes().facts[cover >> 12, NUMBER].tolist())
                yield from self._with_others(cover[np.newaxis], numbers_in(bag - laid))

    def _with_others(self, laid: Integers, others: Sequence[int]) -> Iterator[Integers]:
        """Yield arrangements with further tiles in all ways; all tiles hang together."""
        for number in others:
            longer = np.zeros((MOST_LAYOUTS, laid.shape[1] + 1), np.int64)
            count = add_tile(laid, shapes(), number, longer, self._grid, self._halo, False)
            if count > MOST_LAYOUTS:
                self.is_complete = False
            laid = longer[: min(count, MOST_LAYOUTS)]
        for layout in laid:
            if is_connected(shapes(), layout, layout.size):
                yield layout


@compiled
def list_covers(covering: Covering, shapes: Shapes, covers: Integers, sizes: Integers) -> int:
    """Write all covers, as long as there is room, and how many tiles each has; return how many."""
    count = 0
    while next_cover(covering, shapes):
        if count < covers.shape[0]:
            depth = covering.facts[DEPTH]
            for index in range(depth):
                covers[count, index] = covering.pieces[index]
            sizes[count] = depth
        count += 1
    return count


def _in_order(levels: Sequence[Integers]) -> tuple[Piece, ...]:
    """Return the pieces from the table up, each next to one that lies there already (2.5)."""
    ordered = []
    for level, layout in enumerate(reversed(levels)):
        rest = layout.tolist()
        laid: list[int] = []
        while rest:
            following = next(
                piece
                for piece in rest
                if not laid or any(meets(shapes(), piece, other) for other in laid)
            )
            rest.remove(following)
            laid.append(following)
        for piece in laid:
            shape, x, y = (int(part) for part in unpack_piece(piece))
            number = int(shapes().facts[shape, NUMBER])
            ordered.append(Piece(NumberTile(number), x, y, level, rotation_of(shape)))
    return moved_to_origin(ordered)
