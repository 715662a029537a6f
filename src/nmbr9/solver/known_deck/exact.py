"""Every way to place a short deck, except those that cannot be better than the best so far.

Depth first, high levels first. Turning a whole display changes nothing, so the first tile lies
upright. A placement is left out when its points and what the order of the later cards allows
(``order_bound``) promise no more than has been found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import LEVEL_SHIFT, ROW_SHIFT, list_codes, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.generate import find, levels_open
from nmbr9.kernel.layout import (
    FACTS,
    ORIGIN_X,
    ORIGIN_Y,
    POINTS,
    Position,
    has_margin,
    new_position,
    take_back,
)
from nmbr9.kernel.tables import UPRIGHT, Integers, Tables, tables
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.solver.known_deck.code_lines import pieces_of_line
from nmbr9.solver.known_deck.order_bound import (
    NOTHING,
    OrderBound,
    States,
    bound_by_order,
    height_of,
    rest_with,
)
from nmbr9.solver.known_deck.profiles import LEVELS, Profiles, profiles
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
    best = known
    order = bound_by_order(cards, NOTHING if best is None else best.score, stop)
    if order is None:
        return
    if best is not None:
        best = Solution(best.pieces, min(best.bound, order.most))
        yield best
    search = new_search(cards, order, NOTHING if best is None else best.score)
    while best is None or not (best.is_proved or stop()):
        is_over = go_on(search, tables(), profiles(), NODES_PER_SLICE)
        if search.facts[IMPROVED]:
            best = Solution(pieces_of_line(search.position, cards, search.line), order.most)
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
    states: States
    """What its order allows."""
    profile: Integers
    """int64[n + 1, LEVELS]: by depth, the codes of what lies."""
    hopes: Integers
    """int64[n, LEVELS]: by depth, the most that can come once the tile lies on a level; NOTHING if
    it cannot, or if that is not more than was known."""
    codes: Integers
    """int64[n, LISTED_AT_MOST]: by depth, the placements of the tile."""
    left: Integers
    """int64[n]: by depth, how many of them are still to be tried; the last ones come first."""
    line: Integers
    """int64[n]: the best line so far."""
    facts: Integers
    """int64[5]: how many tiles lie; the best score; positions looked at; whether the window was
    too small somewhere, so that placements may be missing; whether the best line is new."""


def new_search(cards: tuple[int, ...], order: OrderBound, known: int) -> Search:
    """Return a search for more points than are `known`."""
    count = len(cards)
    search = Search(
        new_position(),
        new_workspace(),
        np.array(cards, np.int64),
        order.states,
        np.zeros((count + 1, LEVELS), np.int64),
        np.full((count, LEVELS), NOTHING, np.int64),
        np.zeros((count, LISTED_AT_MOST), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(5, np.int64),
    )
    # Turning the display changes nothing, so the first tile lies upright.
    x, y = search.position.book[FACTS, ORIGIN_X], search.position.book[FACTS, ORIGIN_Y]
    search.codes[0, 0], search.left[0] = x | y << ROW_SHIFT, 1
    search.hopes[0, 0] = order.states.rest[0]
    search.facts[BEST] = known
    return search


@compiled
def go_on(search: Search, tables: Tables, profiles: Profiles, nodes: int) -> bool:
    """Search until the best line is new or so many more positions were looked at.

    Returns whether the search is over: then no line is better than the best one.
    """
    position, facts, last = search.position, search.facts, search.kinds.shape[0] - 1
    facts[IMPROVED] = 0
    stop = facts[NODES] + nodes
    while facts[NODES] < stop:
        depth = facts[DEPTH]
        if search.left[depth] == 0:
            if depth == 0:
                return True
            facts[DEPTH] -= 1
            take_back(position, tables)
            continue
        search.left[depth] -= 1
        code = search.codes[depth, search.left[depth]]
        level = code >> LEVEL_SHIFT & 15
        if not _promises(search, depth, level):
            continue
        if depth == last:
            facts[BEST] = _points_with(search, depth, level)
            facts[IMPROVED] = 1
            _note(search, depth, code)
            return False
        place_code(position, tables, search.kinds[depth], code)
        facts[DEPTH] += 1
        facts[NODES] += 1
        if not has_margin(position):
            facts[IS_CUT] = 1
        for each in range(LEVELS):
            search.profile[depth + 1, each] = search.profile[depth, each]
        before = search.profile[depth, level]
        search.profile[depth + 1, level] = profiles.after[before, search.kinds[depth]]
        _list(search, tables, profiles, depth + 1)
    return False


@compiled
def _promises(search: Search, depth: int, level: int) -> bool:
    """Whether the tile of a depth can lead to more than the best if it lies on a level."""
    hope = search.hopes[depth, level]
    return bool(hope >= 0 and _points_with(search, depth, level) + hope > search.facts[BEST])


@compiled
def _points_with(search: Search, depth: int, level: int) -> int:
    """Return the points once the tile of a depth lies on a level (2.11)."""
    return int(search.position.book[FACTS, POINTS] + level * search.kinds[depth])


@compiled
def _list(search: Search, tables: Tables, profiles: Profiles, depth: int) -> None:
    """List the placements of the tile of a depth, the lowest levels first, if any can help."""
    kind, codes, hopes = search.kinds[depth], search.profile[depth], search.hopes[depth]
    search.left[depth] = 0
    highest = NOTHING
    for level in range(LEVELS):
        hopes[level] = NOTHING
    for level in range(min(height_of(codes) + 1, LEVELS)):
        hopes[level] = rest_with(search.states, profiles, codes, depth, level, kind)
        if _promises(search, depth, level):
            highest = level
    if highest >= 0:
        find(search.position, tables, search.work, kind, highest)
        levels = levels_open(search.position, highest)
        search.left[depth] = list_codes(
            search.work, levels, tables.kinds[kind, UPRIGHT], search.codes[depth]
        )


@compiled
def _note(search: Search, depth: int, code: int) -> None:
    """Write down the line that is being looked at."""
    for index in range(depth):
        search.line[index] = search.codes[index, search.left[index]]
    search.line[depth] = code
