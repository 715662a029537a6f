"""Features by a slow count of cells, and changes by evaluating before and after."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from nmbr9.judge import evaluate as ev
from nmbr9.judge.playout import best_placement, keep_margin
from nmbr9.kernel.codes import list_codes, place_code, unpack
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import LISTED_AT_MOST, decode, encode
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import LEVELS, new_position, take_back
from nmbr9.kernel.tables import KINDS, UPRIGHT, Floats, tables
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules import Display, NumberTile, Piece
from nmbr9.rules.pieces.geometry import NEIGHBOURS, Cell

GAMES = 30 if COMPILER_IS_ON else 2
WORK = new_workspace()
CODES = np.zeros(LISTED_AT_MOST, np.int64)


def slow_features(display: Display) -> list[list[int]]:
    """The features of each level as they are defined, by sets of cells."""
    levels = [
        {cell for piece in display.pieces_on(level) for cell in piece.cells}
        for level in range(LEVELS + 1)
    ]
    return [
        [*occupied(own), *surface(own - higher), len(display.pieces_on(level))]
        for level, (own, higher) in enumerate(pairwise(levels))
    ]


def neighbours_in(cells: set[Cell], cell: Cell) -> int:
    return sum((cell[0] + dx, cell[1] + dy) in cells for dx, dy in NEIGHBOURS)


def occupied(cells: set[Cell]) -> list[int]:
    perimeter = sum(4 - neighbours_in(cells, cell) for cell in cells)
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in NEIGHBOURS} - cells
    closed = [neighbours_in(cells, cell) for cell in around]
    return [len(cells), perimeter, closed.count(4), closed.count(3)]


def surface(cells: set[Cell]) -> list[int]:
    perimeter = sum(4 - neighbours_in(cells, cell) for cell in cells)
    return [len(cells), perimeter, *(rectangles(cells, *size) for size in SIZES)]


SIZES = ((2, 2), (3, 2), (2, 3), (3, 3))


def rectangles(cells: set[Cell], width: int, height: int) -> int:
    return sum(
        all((x + dx, y + dy) in cells for dx in range(width) for dy in range(height))
        for x, y in cells
    )


def some_weights(seed: int) -> Floats:
    # Multiples of 1/8, so that sums in any order are exact.
    return np.random.default_rng(seed).integers(-80, 80, (LEVELS, ev.FEATURES)) / 8


@pytest.mark.parametrize("seed", range(GAMES))
def test_features_and_changes(seed: int) -> None:
    rng = random.Random(seed)
    position, weights = new_position(), some_weights(seed)
    counts = np.zeros((LEVELS, ev.FEATURES), np.int64)
    for kind in rng.choices(range(KINDS), k=14):
        found = find(position, tables(), WORK, kind, ANY_LEVEL)
        levels = levels_open(position, ANY_LEVEL)
        list_codes(WORK, levels, int(tables().kinds[kind, UPRIGHT]), CODES)
        codes = [int(code) for code in rng.sample(list(CODES[:found]), min(found, 8))]
        before = ev.evaluate(position, counts, weights)
        for code in codes:
            x, y, level, orientation, _ = unpack(code)
            outline = int(tables().kinds[kind, orientation])
            change = ev.change(position, tables(), outline, (x, y, level), weights)
            place_code(position, tables(), kind, code)
            assert ev.evaluate(position, counts, weights) == before + change
            take_back(position, tables())
        if codes:
            place_code(position, tables(), kind, max(codes, key=lambda code: unpack(code)[2]))
            keep_margin(position)
        ev.features(position, counts)
        assert counts.tolist() == slow_features(decode(position))


def test_the_best_placement_is_the_best_of_all() -> None:
    rng = random.Random(5)
    weights = some_weights(1)
    position = new_position()
    counts = np.zeros((LEVELS, ev.FEATURES), np.int64)
    for kind in rng.choices(range(10), k=6):
        best = best_placement(position, tables(), WORK, kind, ANY_LEVEL, weights)
        display = decode(position)
        values: dict[tuple[int, int, int, int], float] = {}
        for spot in display.legal_placements(kind):
            piece = _piece(kind, spot)
            after = encode(display.place_unchecked(piece))
            gained = display.place_unchecked(piece).points - display.points
            values[spot] = gained + ev.evaluate(after, counts, weights)
        place_code(position, tables(), kind, best)
        last = decode(position).pieces[-1]
        assert values[last.rotation, last.x, last.y, last.level] == max(values.values())


def _piece(kind: int, spot: tuple[int, int, int, int]) -> Piece:
    rotation, x, y, level = spot
    return Piece(NumberTile(kind), x, y, level, rotation)
