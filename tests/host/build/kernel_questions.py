"""Random arguments for each function of the kernel that the browser has."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from nmbr9.judge.evaluate import FEATURES
from nmbr9.judge.ledger import new_ledger
from nmbr9.judge.linear import load_linear
from nmbr9.judge.lookahead import DEPTHS, SearchScratch, new_search_scratch
from nmbr9.judge.network import LEVEL_TO_LEVEL_FILE, VALUE_FILE, load_value
from nmbr9.judge.piles import MOST_PILES, ONE_CARD
from nmbr9.judge.playout import new_random
from nmbr9.judge.rollouts import CARDS
from nmbr9.judge.speed import midgame_sample
from nmbr9.kernel.codes import APART, BLACK, GAP, SINGLE, list_codes, place_code
from nmbr9.kernel.convert import LISTED_AT_MOST
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import LEVELS, Position, copy_of, new_position
from nmbr9.kernel.tables import FILLER_1, UPRIGHT, Floats, Integers, tables
from nmbr9.kernel.tokens import Allowance, list_placements
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.solver.known_deck.beam import Beam, Children, new_beam_scratch

Arguments = tuple[Any, ...]

_SAMPLE = midgame_sample(60)


def position(rng: Random) -> Position:
    """A display in the middle of a game; now and then a new one, or one with a filler."""
    if rng.random() < 0.1:
        return new_position()
    entry = rng.randrange(len(_SAMPLE.kinds))
    chosen = copy_of(Position(_SAMPLE.rows[entry], _SAMPLE.books[entry]))
    if rng.random() < 0.3:
        place_code(chosen, tables(), FILLER_1, rng.choice(_codes(chosen, FILLER_1)))
    return chosen


def _codes(position: Position, kind: int) -> list[int]:
    """Everywhere something can be laid."""
    work, codes = found(position, kind), np.zeros(LISTED_AT_MOST, np.int64)
    levels, orientations = levels_open(position, ANY_LEVEL), int(tables().kinds[kind, UPRIGHT])
    count = list_codes(work, levels, orientations, codes)
    listed: list[int] = codes[:count].tolist()
    return listed


def found(position: Position, kind: int) -> Workspace:
    """What `find` leaves."""
    work = new_workspace()
    find(position, tables(), work, kind, ANY_LEVEL)
    return work


def weights(rng: Random) -> Floats:
    linear: Floats = load_linear()[rng.randrange(len(load_linear()))]
    return linear


def bag(rng: Random) -> Floats:
    return np.array([rng.choice((0, 0.4, 1, 2)) for _ in range(NUMBERS)], np.float64)


def scratch(piles: int) -> SearchScratch:
    value = load_value() if piles == ONE_CARD else load_value(LEVEL_TO_LEVEL_FILE)
    return new_search_scratch(value, load_linear())


def place(rng: Random) -> Arguments:
    laid, kind, code = laying(rng)
    level, orientation = code >> 13 & 15, code >> 17 & 7
    outline = int(tables().kinds[kind, orientation])
    return laid, tables(), outline, code & 63, code >> 6 & 127, level


def laying(rng: Random) -> tuple[Position, int, int]:
    """A display, what is laid, and where."""
    laid, kind = position(rng), rng.randrange(NUMBERS)
    return laid, kind, rng.choice(_codes(laid, kind))


def laying_by_code(rng: Random) -> Arguments:
    laid, kind, code = laying(rng)
    return laid, tables(), kind, code


def taking_back(rng: Random) -> Arguments:
    laid, kind, code = laying(rng)
    place_code(laid, tables(), kind, code)
    return laid, tables()


def listing(rng: Random) -> Arguments:
    laid, kind = position(rng), rng.randrange(NUMBERS)
    codes: Integers = np.zeros(rng.choice((5, 400)), np.int64)
    levels, orientations = levels_open(laid, ANY_LEVEL), int(tables().kinds[kind, UPRIGHT])
    return found(laid, kind), levels, orientations, codes


def finding(rng: Random) -> Arguments:
    highest = rng.choice((ANY_LEVEL, 0, 1, 2))
    return position(rng), tables(), new_workspace(), rng.randrange(NUMBERS + 2), highest


def with_tokens(rng: Random) -> Arguments:
    tokens = rng.choice((0, APART | SINGLE, APART | BLACK | GAP | SINGLE))
    allowance = Allowance(rng.choice((ANY_LEVEL, 2)), tokens, rng.randrange(3))
    codes: Integers = np.zeros(2_000, np.int64)
    return position(rng), tables(), new_workspace(), rng.randrange(NUMBERS), allowance, codes


def evaluating(rng: Random) -> Arguments:
    return position(rng), np.zeros((LEVELS, FEATURES), np.int64), weights(rng)


def keeping_best(rng: Random) -> Arguments:
    best = np.zeros(8, np.int64), np.zeros(8)
    asked = position(rng), tables(), new_workspace(), rng.randrange(NUMBERS)
    return *asked, ANY_LEVEL, weights(rng), *best


def keeping_best_of(rng: Random) -> Arguments:
    laid, kind = position(rng), rng.randrange(NUMBERS)
    given: Integers = np.zeros(2_000, np.int64)
    allowance = Allowance(ANY_LEVEL, APART | BLACK | GAP | SINGLE, 2)
    count = list_placements(laid, tables(), new_workspace(), kind, allowance, given)
    best = np.zeros(8, np.int64), np.zeros(8)
    return laid, tables(), kind, given[:count].copy(), weights(rng), *best


def best_of_piles(rng: Random) -> Arguments:
    answers = np.array([[rng.uniform(-3, 20) for _ in range(MOST_PILES)] for _ in range(NUMBERS)])
    return answers, bag(rng), rng.randrange(MOST_PILES + 1)


def judging(rng: Random) -> Arguments:
    piles, kind, laid = rng.choice((ONE_CARD, 3)), rng.randrange(NUMBERS), position(rng)
    codes: Integers = np.array(_codes(laid, kind)[:20], np.int64)
    room = np.zeros(codes.size), np.zeros(codes.size)
    return scratch(piles), laid, tables(), kind, codes, bag(rng), ANY_LEVEL, piles, *room


def expecting(rng: Random) -> Arguments:
    piles = rng.choice((ONE_CARD, 2))
    widths: Integers = np.array([(4, 4), (6, 2), *[(6, 2)] * (DEPTHS - 2)], np.int64)
    asked = scratch(piles), position(rng), tables(), bag(rng), ANY_LEVEL, piles
    return *asked, rng.randrange(3), widths, rng.choice((-1, 7))


def extending(rng: Random) -> Arguments:
    kinds: Integers = np.array(rng.sample([*range(10), *range(10)], 20), np.int64)
    laid, count = new_position(), rng.randrange(1, 6)
    lines: Integers = np.zeros((1, 20), np.int64)
    for index in range(count):
        lines[0, index] = rng.choice(_codes(laid, int(kinds[index])))
        place_code(laid, tables(), int(kinds[index]), int(lines[0, index]))
    room = 64
    children = Children(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room),
        np.zeros(room, np.uint64),
    )
    beam = Beam(lines, np.zeros(1, np.uint64))
    return new_beam_scratch(), tables(), kinds, beam, count, 0, 1, children, 3


def rounding(rng: Random) -> Arguments:
    first = load_value().first.copy()
    first[rng.randrange(len(first))] += np.float32(rng.uniform(-0.5, 0.5))
    return (first,)


def copying(rng: Random) -> Arguments:
    value = load_value(rng.choice((VALUE_FILE, LEVEL_TO_LEVEL_FILE)))
    ledger = new_ledger(value)
    ledger.rows[:] = 0
    return ledger, value


def rolling_out(rng: Random) -> Arguments:
    piles = rng.choice((ONE_CARD, 2))
    luck = np.array([[rng.random() for _ in range(MOST_PILES)] for _ in range(CARDS)])
    return scratch(piles), position(rng), tables(), bag(rng), ANY_LEVEL, piles, luck


def shuffling(rng: Random) -> Arguments:
    return np.zeros((16, CARDS, MOST_PILES)), new_random(rng.randrange(1_000))


QUESTIONS: dict[str, Callable[[Random], Arguments]] = {
    "nmbr9.kernel.layout.clear": lambda rng: (position(rng),),
    "nmbr9.kernel.layout.place": place,
    "nmbr9.kernel.layout.take_back": taking_back,
    "nmbr9.kernel.codes.place_code": laying_by_code,
    "nmbr9.kernel.codes.list_codes": listing,
    "nmbr9.kernel.generate.find": finding,
    "nmbr9.kernel.tokens.list_placements": with_tokens,
    "nmbr9.judge.evaluate.evaluate": evaluating,
    "nmbr9.judge.linear.moment": lambda rng: (load_linear(), rng.uniform(0, 25)),
    "nmbr9.judge.linear.keep_best": keeping_best,
    "nmbr9.judge.linear.keep_best_of": keeping_best_of,
    "nmbr9.judge.piles.piles_open": lambda rng: (position(rng), rng.randrange(MOST_PILES + 1)),
    "nmbr9.judge.piles.has_next": lambda rng: (rng.uniform(0, 4), rng.randrange(4)),
    "nmbr9.judge.piles.tiles_to_come": lambda rng: (rng.uniform(0, 40), rng.randrange(3)),
    "nmbr9.judge.piles.mean_of_best": best_of_piles,
    "nmbr9.judge.lookahead.judge_codes": judging,
    "nmbr9.judge.lookahead.expectation": expecting,
    "nmbr9.judge.network.round_patterns": rounding,
    "nmbr9.judge.ledger.copy_rows": copying,
    "nmbr9.judge.rollouts.shuffle_luck": shuffling,
    "nmbr9.judge.rollouts.roll_out": rolling_out,
    "nmbr9.solver.known_deck.beam.extend": extending,
}
"""By function: arguments as the browser would hand over, chosen by dice."""
