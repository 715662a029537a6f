"""What the learned value sees, by slow counts of cells; what it answers, by NumPy."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from nmbr9.judge.evaluate import change
from nmbr9.judge.inputs import INPUTS, bucket, look
from nmbr9.judge.linear import LINEAR_FILE, WEIGHTS_FOLDER, keep_best, load_linear
from nmbr9.judge.network import (
    HIDDEN,
    POINTS_PER_UNIT,
    load_value,
    new_scratch,
    value_of,
)
from nmbr9.judge.patterns import (
    ALL_PATTERNS,
    OCCUPIED_PATTERNS,
    PATTERN_LEVELS,
    ROOM_PATTERNS,
    ROOMS,
    SQUARES,
    SURFACE_PATTERNS,
    add_patterns,
    pattern_classes,
)
from nmbr9.judge.playout import keep_margin, new_random, random_playout
from nmbr9.kernel.codes import list_codes, place_code, unpack
from nmbr9.kernel.compile import COMPILER_IS_ON, NARROW
from nmbr9.kernel.convert import LISTED_AT_MOST, decode, encode
from nmbr9.kernel.counting import NUMBERS, count_placements
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import FACTS, HEIGHT, LEVELS, Position, new_position
from nmbr9.kernel.tables import FILLER_1, FILLER_2, UPRIGHT, tables
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules import Display, Piece
from nmbr9.rules.pieces.geometry import Cell

GAMES = 25 if COMPILER_IS_ON else 2
WORK = new_workspace()
FULL_BAG = np.full(NUMBERS, 2.0)


def some_position(seed: int, with_fillers: bool = False) -> Position:
    """A display of 3 to 15 tiles, built up well or at random."""
    rng, position = random.Random(seed), new_position()
    kinds = [rng.randrange(NUMBERS) for _ in range(rng.randint(3, 15))]
    if with_fillers:
        kinds += [FILLER_1, FILLER_2]
    if seed % 3 == 0:
        random_playout(position, tables(), WORK, np.array(kinds), ANY_LEVEL, new_random(seed))
    else:
        codes, values = np.zeros(2, np.int64), np.zeros(2)
        for kind in kinds:
            count = keep_best(
                position, tables(), WORK, kind, ANY_LEVEL, load_linear()[10], codes, values
            )
            place_code(position, tables(), kind, int(codes[rng.randrange(count)]))
            keep_margin(position)
    return position


def some_bag(seed: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).integers(0, 3, NUMBERS).astype(np.float64)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("with_fillers", [False, True])
def test_counts_are_those_of_find(seed: int, with_fillers: bool) -> None:
    position, bag = some_position(seed, with_fillers), some_bag(seed)
    counts = np.full((LEVELS, NUMBERS), 99, np.int64)
    for highest in (ANY_LEVEL, 2):
        count_placements(position, tables(), WORK, bag, highest, counts)
        for number in range(NUMBERS):
            find(position, tables(), WORK, number, highest)
            for level in range(1, levels_open(position, highest)):
                found = WORK.numbers[level, : tables().kinds[number, UPRIGHT]].sum()
                assert counts[level, number] == (found if bag[number] else 0), (level, number)


def turned(display: Display) -> Display:
    """The display after a quarter turn of the table."""
    pieces = []
    for piece in display.pieces:
        cells = {(-y, x) for x, y in piece.cells}
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        pieces.append(
            Piece(piece.tile, left, top, piece.level, (piece.rotation + 1) % 4, piece.flipped)
        )
        assert set(pieces[-1].cells) == cells
    return Display(tuple(pieces))


@pytest.mark.parametrize("seed", range(GAMES))
def test_turning_the_table_changes_nothing(seed: int) -> None:
    position, bag = some_position(seed), some_bag(seed)
    other = encode(turned(decode(position)))
    seen = []
    for display in (position, other):
        inputs = new_scratch().inputs
        listed = look(display, tables(), WORK, bag, ANY_LEVEL, inputs)
        amounts = np.zeros(INPUTS)
        amounts[inputs.which[:listed]] = inputs.amount[:listed]
        seen.append(amounts)
    different = np.flatnonzero(seen[0] != seen[1])
    # Only free rectangles of 3 by 2 and 2 by 3 change places.
    assert np.allclose(np.sort(seen[0][different]), np.sort(seen[1][different]))
    assert different.size <= 2 * LEVELS


def window(cells: set[Cell], x: int, y: int, side: int) -> int:
    return sum(
        1 << (side * dy + dx)
        for dy in range(side)
        for dx in range(side)
        if (x + dx, y + dy) in cells
    )


def windows(first: set[Cell], second: set[Cell], side: int) -> Counter[int]:
    """All windows that touch a cell of either set; the second set in higher bits."""
    corners = {
        (x - dx, y - dy) for x, y in first | second for dx in range(side) for dy in range(side)
    }
    return Counter(
        window(first, x, y, side) | window(second, x, y, side) << side * side for x, y in corners
    )


def slow_patterns(display: Display) -> list[int]:
    """The patterns of all levels as they are defined, by sets of cells."""
    counts, classes = [0] * ALL_PATTERNS, pattern_classes()
    height = len(display.levels)
    levels = [
        {cell for piece in display.pieces_on(level) for cell in piece.cells}
        for level in range(height + 2)
    ]
    for level in range(height + 1):
        shelf = min(level, PATTERN_LEVELS - 1)
        own, bare = levels[level], levels[level] - levels[level + 1]
        free = levels[level - 1] - own if level else set()
        for group, cells in ((SURFACE_PATTERNS, bare), (OCCUPIED_PATTERNS, own)):
            for pattern, times in windows(cells, set(), 3).items():
                counts[group + shelf * SQUARES + classes.squares[pattern]] += times
        for pattern, times in windows(own, free, 2).items():
            counts[ROOM_PATTERNS + shelf * ROOMS + classes.rooms[pattern]] += times
    return counts


@pytest.mark.parametrize("seed", range(GAMES))
def test_patterns(seed: int) -> None:
    position = some_position(seed)
    counts = np.zeros(ALL_PATTERNS, np.int64)
    add_patterns(position, pattern_classes(), counts)
    assert counts.tolist() == slow_patterns(decode(position))


def test_buckets_grow_with_the_number_of_placements() -> None:
    buckets = [bucket(count) for count in range(1, 40)]
    assert buckets[:9] == [0, 1, 2, 2, 3, 3, 3, 3, 4]
    assert buckets == sorted(buckets)
    assert buckets[16] == buckets[-1] == 5


@pytest.mark.parametrize("seed", range(GAMES))
def test_value_is_that_of_the_layers(seed: int) -> None:
    position, bag, scratch = some_position(seed), some_bag(seed), new_scratch()
    value = load_value()
    answer = value_of(value, position, tables(), WORK, bag, ANY_LEVEL, scratch)
    listed = look(position, tables(), WORK, bag, ANY_LEVEL, scratch.inputs)
    amounts = np.zeros(INPUTS + 1)
    amounts[scratch.inputs.which[:listed]] = scratch.inputs.amount[:listed]
    amounts[INPUTS] = 1
    hidden = np.append(np.maximum(amounts @ value.first, 0), 1)
    narrow = np.append(np.maximum(hidden @ value.second, 0), 1)
    assert answer == pytest.approx(narrow @ value.third * POINTS_PER_UNIT, abs=1e-3)


def test_nothing_comes_of_an_empty_bag() -> None:
    position, bag = some_position(1), np.zeros(NUMBERS)
    assert value_of(load_value(), position, tables(), WORK, bag, ANY_LEVEL, new_scratch()) == 0


def test_more_cards_are_worth_more() -> None:
    position = some_position(1)
    values = [
        value_of(load_value(), position, tables(), WORK, bag, ANY_LEVEL, new_scratch())
        for bag in (np.eye(NUMBERS)[9], np.ones(NUMBERS))
    ]
    assert values[0] < values[1]


def test_a_level_limit_lowers_the_value() -> None:
    positions = (some_position(seed) for seed in range(20))
    position = next(found for found in positions if found.book[FACTS, HEIGHT] > 2)
    bag = np.ones(NUMBERS)
    free, limited = (
        value_of(load_value(), position, tables(), WORK, bag, highest, new_scratch())
        for highest in (ANY_LEVEL, 0)
    )
    assert limited < free


@pytest.mark.parametrize("seed", range(GAMES))
def test_kept_placements_are_the_best(seed: int) -> None:
    position, kind = some_position(seed), seed % NUMBERS
    weights, codes = load_linear()[seed % 20], np.zeros(LISTED_AT_MOST, np.int64)
    count = find(position, tables(), WORK, kind, ANY_LEVEL)
    levels = levels_open(position, ANY_LEVEL)
    list_codes(WORK, levels, int(tables().kinds[kind, UPRIGHT]), codes)
    every = []
    for code in codes[:count].tolist():
        x, y, level, orientation, _ = unpack(code)
        outline = int(tables().kinds[kind, orientation])
        worth = change(position, tables(), outline, (x, y, level), weights)
        every.append(kind * level + worth)
    kept, values = np.zeros(8, np.int64), np.zeros(8)
    length = keep_best(position, tables(), WORK, kind, ANY_LEVEL, weights, kept, values)
    assert values[:length].tolist() == sorted(every, reverse=True)[:8]
    assert all(
        every[codes[:count].tolist().index(code)] == value
        for code, value in zip(kept[:length].tolist(), values[:length].tolist(), strict=True)
    )


def test_without_cards_only_points_count() -> None:
    assert not load_linear()[0].any()


def test_weights_are_small_and_read_only() -> None:
    assert LINEAR_FILE.exists()
    assert sum(path.stat().st_size for path in WEIGHTS_FOLDER.iterdir()) < 1_100_000
    value = load_value()
    assert value.first.shape == (INPUTS + 1, HIDDEN)
    assert value.second.shape == (HIDDEN + 1, NARROW)
    assert not any(array.flags.writeable for array in (*value, load_linear()))
