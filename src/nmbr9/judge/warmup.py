"""Compiling everything once, so that nobody waits in the middle of a game.

The compiled code is kept in the user's cache (``cache_folder``) or where ``NUMBA_CACHE_DIR`` says;
a later process only loads it. A change of the sources or of the processor compiles anew.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nmbr9.judge.evaluate import FEATURES, evaluate
from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import new_search_scratch
from nmbr9.judge.network import load_value
from nmbr9.judge.playout import greedy_games, greedy_playout, new_random, random_games
from nmbr9.judge.search import STRONG, rank_placements, shortlist
from nmbr9.kernel.codes import APART, BLACK, GAP, SINGLE, list_codes, pack, place_code
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import (
    GUARD_ROWS,
    LEVELS,
    MIDDLE,
    copy_into,
    new_position,
    take_back,
)
from nmbr9.kernel.perft import perft
from nmbr9.kernel.tables import UPRIGHT, tables
from nmbr9.kernel.tokens import Allowance, list_placements
from nmbr9.kernel.workspace import new_workspace

Report = Callable[[str, int, int], None]
"""Gets the name of the step that begins, its index from 0, and how many steps there are."""


def warmup(report: Report | None = None) -> None:
    """Compile, or load from the cache, every entry point of the kernel by calling it once."""
    for index, (name, step) in enumerate(STEPS):
        if report is not None:
            report(name, index, len(STEPS))
        step()


def _place() -> None:
    position, work, codes = new_position(), new_workspace(), np.zeros(LISTED_AT_MOST, np.int64)
    kind = 8
    find(position, tables(), work, kind, ANY_LEVEL)
    levels = levels_open(position, ANY_LEVEL)
    list_codes(work, levels, int(tables().kinds[kind, UPRIGHT]), codes)
    place_code(position, tables(), kind, int(codes[0]))
    copy_into(new_position(), position)
    take_back(position, tables())


def _tokens() -> None:
    position, work, codes = new_position(), new_workspace(), np.zeros(LISTED_AT_MOST, np.int64)
    allowance = Allowance(ANY_LEVEL, APART | BLACK | GAP | SINGLE, 2)
    list_placements(position, tables(), work, 0, allowance, codes)


def _perft() -> None:
    perft([0, 1])


def _evaluate() -> None:
    counts, weights = np.zeros((LEVELS, FEATURES), np.int64), np.zeros((LEVELS, FEATURES))
    evaluate(new_position(), counts, weights)


def _random() -> None:
    position, work, scores = new_position(), new_workspace(), np.zeros(1, np.int64)
    random_games(position, tables(), work, np.arange(2), new_random(0), scores)


def _greedy() -> None:
    start, position, work = new_position(), new_position(), new_workspace()
    weights, scores = np.zeros((1, LEVELS, FEATURES)), np.zeros(1, np.int64)
    kinds, random_state = np.arange(2), new_random(0)
    greedy_games(start, position, tables(), work, kinds, weights, random_state, scores)
    greedy_playout(new_position(), tables(), work, kinds, ANY_LEVEL, weights)


def _search() -> None:
    scratch, position = new_search_scratch(load_value(), load_linear()), new_position()
    place_code(position, tables(), 8, pack(MIDDLE, GUARD_ROWS + MIDDLE, 0, 0, 0))
    bag = np.array([0.0, 2.0] + [1.0] * 8)
    ranking = rank_placements(scratch, position, 9, bag, plan=STRONG._replace(rollouts=1))
    shortlist(scratch, position, 9, 10.0, ANY_LEVEL, 1, ranking.codes)


STEPS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("placing", _place),
    ("tokens", _tokens),
    ("counting", _perft),
    ("evaluation", _evaluate),
    ("random games", _random),
    ("greedy games", _greedy),
    ("looking ahead", _search),
)
