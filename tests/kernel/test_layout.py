"""Positions: round trips, limits of the window, placing and taking back."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nmbr9.judge.playout import new_random, random_playout
from nmbr9.kernel import tables as tables_module
from nmbr9.kernel.codes import list_codes, place_code
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import LISTED_AT_MOST, Lister, decode, encode
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import (
    BOOK_COLUMNS,
    COUNT,
    FACTS,
    GUARD_ROWS,
    PIECE_0,
    POINTS,
    WINDOW,
    DoesNotFit,
    Position,
    clear,
    copy_into,
    copy_of,
    has_margin,
    new_position,
    recentre,
    take_back,
)
from nmbr9.kernel.tables import FILLER_1, KINDS, UPRIGHT, tables
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules import Display, Piece
from nmbr9.rules.pieces import starting_shapes
from nmbr9.rules.pieces.tiles import NumberTile, StartingTile
from tests.strategies import own_shapes

EXAMPLES = 100 if COMPILER_IS_ON else 5
kinds_to_place = st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=20)
WORK = new_workspace()
CODES = np.zeros(LISTED_AT_MOST, np.int64)


def grow(position: Position, kinds: list[int], rng: random.Random) -> None:
    """Place kinds, each at random, as far as they fit."""
    for kind in kinds:
        found = find(position, tables(), WORK, kind, ANY_LEVEL)
        levels = levels_open(position, ANY_LEVEL)
        assert list_codes(WORK, levels, int(tables().kinds[kind, UPRIGHT]), CODES) == found
        if found:
            place_code(position, tables(), kind, int(CODES[rng.randrange(found)]))


def meaning(position: Position) -> tuple[bytes, bytes]:
    """All of a position that means anything: rows of pieces not placed do not."""
    used = PIECE_0 + position.book[FACTS, COUNT]
    return position.rows.tobytes(), position.book[:used].tobytes()


@settings(max_examples=EXAMPLES)
@given(kinds_to_place, kinds_to_place, st.integers(0, 1 << 30))
def test_taking_back_restores_everything(first: list[int], then: list[int], seed: int) -> None:
    rng = random.Random(seed)
    position = new_position()
    # A tile first: with nothing on the table a filler has nowhere to lie but at 0, 0.
    grow(position, [9, *first], rng)
    before = copy_of(position)
    grow(position, then, rng)
    while position.book[FACTS, COUNT] > before.book[FACTS, COUNT]:
        take_back(position, tables())
    assert meaning(position) == meaning(before)


@settings(max_examples=EXAMPLES)
@given(kinds_to_place, st.integers(0, 1 << 30))
def test_incremental_and_encoded_positions_are_equal(kinds: list[int], seed: int) -> None:
    position = new_position()
    grow(position, [kind for kind in kinds if kind < FILLER_1] or [0], random.Random(seed))
    display = decode(position)
    assert position.book[FACTS, POINTS] == display.points
    recentre(position)
    again = encode(display)
    # What taking back would restore is not moved by recentring.
    fields = slice(0, 4)
    used = PIECE_0 + int(position.book[FACTS, COUNT])
    assert position.rows.tobytes() == again.rows.tobytes()
    assert position.book[:PIECE_0].tobytes() == again.book[:PIECE_0].tobytes()
    assert np.array_equal(position.book[PIECE_0:used, fields], again.book[PIECE_0:used, fields])
    assert decode(again) == display


@settings(max_examples=EXAMPLES)
@given(kinds_to_place, st.integers(0, 1 << 30))
def test_recentring_changes_no_display(kinds: list[int], seed: int) -> None:
    position = new_position()
    grow(position, [9, *kinds], random.Random(seed))
    display = decode(position)
    assert recentre(position)
    assert has_margin(position)
    assert decode(position) == display


def test_copies_are_equal_whatever_was_there_before() -> None:
    rng = random.Random(1)
    high, low = new_position(), new_position()
    grow(high, [9, 8, 9, 8, 7, 6, 5, 4], rng)
    grow(low, [1, 2], rng)
    for source, target in ((low, copy_of(high)), (high, copy_of(low))):
        copy_into(target, source)
        assert meaning(target) == meaning(source)
    clear(high)
    assert meaning(high) == meaning(new_position())


def row_of_tiles(count: int) -> Display:
    """Tiles 0 side by side: a display of 3 cells for each."""
    return Display(tuple(Piece(NumberTile(0), 3 * index, 0, 0) for index in range(count)))


def test_the_widest_display_that_fits_gives_every_placement() -> None:
    display = row_of_tiles(18)  # 54 cells; a tile more would be 57, and 56 fit
    found = Lister().placements(display, NumberTile(7))
    assert {(f.rotation, f.x, f.y, f.level) for f in found} == set(display.legal_placements(7))


def test_a_wider_display_is_refused() -> None:
    with pytest.raises(DoesNotFit, match="at most 56 by 56 cells, got 57 by 4"):
        encode(row_of_tiles(19))


def test_a_higher_display_is_refused() -> None:
    tower = Display(tuple(Piece(NumberTile(0), 0, 0, level) for level in range(12)))
    with pytest.raises(DoesNotFit, match="levels below 11, got 11"):
        encode(tower)


def test_refusing_writes_nothing() -> None:
    position = encode(row_of_tiles(2))
    before = meaning(position)
    with pytest.raises(DoesNotFit):
        encode(row_of_tiles(19), position)
    assert meaning(position) == before


@pytest.mark.parametrize("columns", [24, 25])
def test_halves_of_words_and_whole_words_agree_with_the_rules(columns: int) -> None:
    # Up to 24 columns the search packs two sets into one word; one column more and it does not.
    row = [Piece(NumberTile(0), 3 * index, 0, 0) for index in range(8)]
    more = [Piece(NumberTile(1), 24, 1, 0, 2)] if columns == 25 else []
    display = Display((*row, *more, Piece(NumberTile(8), 1, 0, 1)))
    lister = Lister()
    for number in range(10):
        found = lister.placements(display, NumberTile(number))
        expected = set(display.legal_placements(number))
        assert {(f.rotation, f.x, f.y, f.level) for f in found} == expected


def test_the_table_and_the_guard_rows_stay_as_they_are() -> None:
    position = new_position()
    kinds = np.array([*range(10), *range(10)], np.int64)
    random_playout(position, tables(), WORK, kinds, ANY_LEVEL, new_random(3))
    assert position.book.shape[1] == BOOK_COLUMNS
    assert not position.rows[:, :GUARD_ROWS].any()
    assert not position.rows[:, GUARD_ROWS + WINDOW :].any()
    assert (position.rows[0, GUARD_ROWS : GUARD_ROWS + WINDOW] == np.iinfo(np.uint64).max).all()


def test_a_starting_tile_is_the_first_piece() -> None:
    display = Display.starting_with(4)
    assert decode(encode(display)) == display
    assert display.pieces[0].tile == StartingTile(4)


def test_starting_tiles_of_ones_own_are_learnt_as_they_come() -> None:
    """More than the tables have room for, so that old ones are forgotten and learnt again."""
    assert tables_module.MAX_SIDE == starting_shapes.MAX_SIDE
    rng = random.Random(1)
    shapes = [tuple(rows) for _ in range(5) for rows in own_shapes(rng)]
    assert len({*shapes}) > tables_module.OWN_SHAPES
    for rows in (*shapes, *shapes[:3]):
        display = Display.starting_with(rows)
        position = encode(display)
        assert decode(position) == display
        assert int(sum(map(int.bit_count, position.rows[1].tolist()))) == "".join(rows).count("X")
    assert tables().inside.flags.writeable is False
