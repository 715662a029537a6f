"""Every way to place a short deck, except those that cannot be better than the best so far.

Depth first, high levels first. Turning a whole display changes nothing, so the first tile lies
upright. A placement is left out when its points and the `ladder` of the cards after it promise no
more than has been found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import LEVEL_SHIFT, ROW_SHIFT, list_codes, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import (
    FACTS,
    HEIGHT,
    LEVEL_0,
    LEVELS,
    ORIGIN_X,
    ORIGIN_Y,
    POINTS,
    TILES,
    Position,
    has_margin,
    new_position,
    take_back,
)
from nmbr9.kernel.tables import UPRIGHT, Integers, Tables, tables
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.solver.known_deck.code_lines import pieces_of_line
from nmbr9.solver.ladder import MORE_TILES, ONE_TILE, ladder, most_points
from nmbr9.solver.solution import Solution

NODES_PER_SLICE = 4_000
"""Some milliseconds."""

# Entries of Search.facts.
DEPTH, BEST, NODES, IS_CUT, IMPROVED = range(5)


def solve_exactly(
    cards: tuple[int, ...], stop: Callable[[], bool], known: Solution | None = None
) -> Iterator[Solution]:
    """Yield better and better displays for cards in this order; the last one is proved best.

    Stopped before, the last one is not proved. Only what is better than a `known` display is new.
    """
    best, bound = known, most_points(cards)
    search = new_search(cards, -1 if best is None else best.score)
    while not stop() or best is None:
        is_over = go_on(search, tables(), NODES_PER_SLICE)
        if search.facts[IMPROVED]:
            best = Solution(pieces_of_line(search.position, cards, search.line), bound)
            yield best
        if is_over:
            if best is not None and not search.facts[IS_CUT]:
                yield Solution(best.pieces, best.score)
            return


class Search(NamedTuple):
    """An unfinished search: it can stop at any time and go on later."""

    position: Position
    work: Workspace
    kinds: Integers
    """int64[n]: the deck."""
    table: Integers
    """int64[n + 1, LEVELS, 2]: its `ladder`."""
    codes: Integers
    """int64[n, LISTED_AT_MOST]: by depth, the placements of the tile."""
    left: Integers
    """int64[n]: by depth, how many of them are still to be tried; the last ones come first."""
    line: Integers
    """int64[n]: the best line so far."""
    facts: Integers
    """int64[5]: how many tiles lie; the best score; positions looked at; whether the window was
    too small somewhere, so that placements may be missing; whether the best line is new."""


def new_search(cards: tuple[int, ...], known: int) -> Search:
    """Return a search for more points than are `known`."""
    count = len(cards)
    search = Search(
        new_position(),
        new_workspace(),
        np.array(cards, np.int64),
        np.array(ladder(cards, LEVELS), np.int64),
        np.zeros((count, LISTED_AT_MOST), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(5, np.int64),
    )
    # Turning the display changes nothing, so the first tile lies upright.
    x, y = search.position.book[FACTS, ORIGIN_X], search.position.book[FACTS, ORIGIN_Y]
    search.codes[0, 0], search.left[0] = x | y << ROW_SHIFT, 1
    search.facts[BEST] = known
    return search


@compiled
def go_on(search: Search, tables: Tables, nodes: int) -> bool:
    """Search until the best line is new or so many more positions were looked at.

    Returns whether the search is over: then no line is better than the best one.
    """
    position, facts, last = search.position, search.facts, search.kinds.shape[0] - 1
    facts[IMPROVED] = 0
    stop = facts[NODES] + nodes
    while facts[NODES] < stop:
        depth = facts[DEPTH]
        if search.left[depth] == 0 or not _promises(search, depth):
            if depth == 0:
                return True
            facts[DEPTH] -= 1
            take_back(position, tables)
            continue
        search.left[depth] -= 1
        code = search.codes[depth, search.left[depth]]
        if depth == last:
            facts[BEST] = _points_with(search, depth, code)
            facts[IMPROVED] = 1
            _note(search, depth, code)
            return False
        place_code(position, tables, search.kinds[depth], code)
        facts[DEPTH] += 1
        facts[NODES] += 1
        if not has_margin(position):
            facts[IS_CUT] = 1
        _list(search, tables, depth + 1)
    return False


@compiled
def _promises(search: Search, depth: int) -> bool:
    """Whether the next placement at a depth can lead to more than the best.

    If it cannot, neither can the later ones, which are no higher.
    """
    code = search.codes[depth, search.left[depth] - 1]
    level = code >> LEVEL_SHIFT & 15
    book = search.position.book
    height = max(level, book[FACTS, HEIGHT] - 1)
    tiles = book[LEVEL_0 + height, TILES] + (level == height)
    rest = search.table[depth + 1, height, MORE_TILES if tiles > 1 else ONE_TILE]
    return bool(_points_with(search, depth, code) + rest > search.facts[BEST])


@compiled
def _points_with(search: Search, depth: int, code: int) -> int:
    """Return the points once the tile of a depth lies where a code says (2.11)."""
    level = code >> LEVEL_SHIFT & 15
    return int(search.position.book[FACTS, POINTS] + level * search.kinds[depth])


@compiled
def _list(search: Search, tables: Tables, depth: int) -> None:
    """List the placements of the tile of a depth, the lowest levels first."""
    kind = search.kinds[depth]
    find(search.position, tables, search.work, kind, ANY_LEVEL)
    levels = levels_open(search.position, ANY_LEVEL)
    search.left[depth] = list_codes(
        search.work, levels, tables.kinds[kind, UPRIGHT], search.codes[depth]
    )


@compiled
def _note(search: Search, depth: int, code: int) -> None:
    """Write down the line that is being looked at."""
    for index in range(depth):
        search.line[index] = search.codes[index, search.left[index]]
    search.line[depth] = code
