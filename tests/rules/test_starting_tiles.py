"""Section 3: the module "new starting tiles"."""

from __future__ import annotations

import gc
import json
import re
from random import Random

import pytest

from nmbr9 import (
    Code,
    Display,
    Game,
    NotationError,
    Options,
    OptionsError,
    Piece,
    Place,
    RecordError,
    StartingTile,
    Token,
    score,
)
from nmbr9.rules.notation import format_game, parse_game
from nmbr9.rules.pieces.geometry import _KNOWN, Outline
from nmbr9.rules.pieces.starting_shapes import parse_shapes
from nmbr9.rules.pieces.tiles import orientations, outline_of
from nmbr9.rules.record import dumps
from tests.boards import assert_illegal, assert_legal, draw, game_at, move, place, scene
from tests.strategies import own_shapes

STARTING = Options(starting_tiles=True)
SQUARE = ["XX", "XX"]


@pytest.mark.accepts("3.1")
def test_every_player_starts_with_another_tile_at_the_origin() -> None:
    drawn = set()
    for seed in range(30):
        game = Game.new(Options(players=6, starting_tiles=True), seed=seed)
        assert {*game.starting_tiles} == {0, 1, 2, 3, 4, 5}
        drawn.add(game.starting_tiles)
        for state, index in zip(game.players, game.starting_tiles, strict=True):
            assert state.display.pieces == (Piece(StartingTile(index), 0, 0, 0),)
    assert len(drawn) > 20, "they are given at random"


@pytest.mark.accepts("3.1")
def test_the_tiles_may_be_handed_in() -> None:
    game = Game.new(Options(players=2, starting_tiles=True), seed=1, starting_tiles=[4, 1])
    assert game.starting_tiles == (4, 1)
    assert game.players[0].display == draw("ssss\n.sss")
    assert game.players[1].display == draw("ss.\nsss\n.ss")


@pytest.mark.refuses("3.1")
@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ([3, 3], r"expected different starting tiles, got \[3, 3\]"),
        ([3], "expected 2 starting tiles, got 1"),
        ([3, 4, 5], "expected 2 starting tiles, got 3"),
        ([3, 6], "expected starting tiles of 0 to 5, or as rows of X and ., got 6"),
        ([3, -1], "expected starting tiles of 0 to 5, or as rows of X and ., got -1"),
        ([3, True], "expected starting tiles of 0 to 5, or as rows of X and ., got True"),
    ],
)
def test_other_starting_tiles_are_refused(tiles: list[int], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Game.new(Options(players=2, starting_tiles=True), seed=1, starting_tiles=tiles)


@pytest.mark.refuses("3.1")
def test_without_the_module_there_are_none() -> None:
    assert Game.new(Options(players=2), seed=1).players[0].display == Display()
    with pytest.raises(OptionsError, match="expected 0 starting tiles, got 2"):
        Game.new(Options(players=2), seed=1, starting_tiles=[0, 1])


@pytest.mark.accepts("3.2", "3.2D")
def test_a_starting_tile_counts_for_adjacency() -> None:
    display, tile = scene("""
        sss**
        sss.*
        s...*
        ....*
    """)
    assert_legal(game_at(display, 1, options=STARTING), place(tile))


@pytest.mark.refuses("3.2", "3.2D")
def test_the_first_number_tile_must_be_adjacent_to_it() -> None:
    display, tile = scene("""
        sss...
        sss...
        s..***
        ...*.*
        ...*.*
        ...***
    """)
    game = game_at(display, 0, options=STARTING)
    assert_illegal(game, place(tile), Code.PLACEMENT_NOT_ADJACENT)
    assert_illegal(game, Place(0, 0, False, 0, 0, 0, 0), Code.PLACEMENT_TAKEN)


@pytest.mark.accepts("3.2", "3.2D")
def test_a_starting_tile_supports_and_is_one_of_the_two_tiles() -> None:
    display, tile = scene("""
        sss999  ....*.
        sss999  .****.
        s..99.  ......
        ...99.  ......
    """)
    assert_legal(game_at(display, 1, options=STARTING), place(tile))


@pytest.mark.refuses("3.2", "3.2D")
def test_alone_it_is_only_one_tile() -> None:
    display, tile = scene("""
        ss.s  ...*
        ssss  ****
    """)
    game = game_at(display, 1, options=STARTING)
    assert_illegal(game, place(tile), Code.PLACEMENT_ONE_TILE_BELOW)


@pytest.mark.refuses("3.2", "3.2D")
def test_a_starting_tile_scores_nothing() -> None:
    assert score(Display.starting_with(2)).lines[0].numbers == ()
    assert Piece(StartingTile(2), 0, 0, level=3).points == 0


@pytest.mark.refuses("3.2", "3.2D")
def test_a_starting_tile_never_moves() -> None:
    display, elsewhere = scene("sss999***\nsss999***\ns..99.*..\n...99....")
    options = Options(starting_tiles=True, special_tokens=(Token.MOVE,))
    game = game_at(display, 3, options=options)
    (found,) = assert_illegal(game, move(0, elsewhere), Code.MOVE_NOT_A_NUMBER_TILE)
    assert found.paragraph == "5.7"
    assert list(found.squares) == display.pieces[0].cells
    nine = scene("sss***\nsss***\ns..**.\n...**.")[1]
    assert_legal(game, move(1, Piece(nine.tile, 3, -1, 0)))


OWN = [["X" * length, "X" * length] for length in range(1, 7)]
"""Six shapes of somebody who owns a set."""


@pytest.mark.accepts("3.2", "3.2D")
def test_an_owner_of_the_printed_set_can_enter_theirs() -> None:
    drawn = set()
    for seed in range(20):
        game = Game.new(Options(3, starting_tiles=True), seed=seed, starting_shapes=OWN)
        assert len(set(game.starting_tiles)) == 3
        assert {*game.starting_tiles} <= {tuple(rows) for rows in OWN}
        drawn |= {*game.starting_tiles}
        assert game.has_own_shapes
    assert len(drawn) == 6, "every one comes up"
    game = Game.new(Options(starting_tiles=True), seed=1, starting_shapes=OWN[2:3])
    cells = game.players[0].display.pieces[0].cells
    assert sorted(cells) == [(x, y) for x in range(3) for y in range(2)]


@pytest.mark.accepts("3.2", "3.2D")
def test_a_record_and_the_notation_carry_shapes_of_ones_own() -> None:
    options = Options(2, starting_tiles=True)
    game = Game.new(options, seed=1, starting_tiles=[["..X", ".XX"], 4], names=["Ada", "Ben"])
    assert game.starting_tiles == ((".X", "XX"), 4), "the box begins at the first square"
    game = game.apply(0, game.legal_actions(0)[0])
    record = json.loads(dumps(game))
    assert record["starting_tiles"] == [[".X", "XX"], 4]
    assert Game.from_record(record) == game
    text = format_game(game)
    assert "starting .X/XX 4" in text
    assert parse_game(text) == game


@pytest.mark.accepts("3.2", "3.2D")
def test_one_shape_has_one_form() -> None:
    for rows in (["X", "XX."], ["......", ".X....", ".XX...", "......"], ("X.", "XX")):
        assert parse_shapes([rows]) == (("X.", "XX"),)


WRONG_SHAPES: list[tuple[object, str]] = [
    ([SQUARE] * 7, "expected 1 to 6 starting tiles, got 7"),
    ([], "expected 1 to 6 starting tiles, got 0"),
    ({"0": SQUARE}, "expected a list of starting tiles, got {'0': "),
    ("XX", "expected a list of starting tiles, got 'XX'"),
    (None, "expected a list of starting tiles, got None"),
    ([["X"], ["X.X"]], "squares of starting tile B to hang together by their edges, got ['X.X']"),
    ([["X.", ".X"]], "squares of starting tile A to hang together by their edges"),
    ([["..", ".."]], "expected starting tile A with 1 to 16 squares X, got 0"),
    ([[]], "expected starting tile A with 1 to 16 squares X, got 0"),
    ([["X" * 6] * 3], "expected starting tile A with 1 to 16 squares X, got 18"),
    ([["X"], ["XX"], ["X" * 7]], "expected starting tile C in 6 by 6 cells, got 7 by 1"),
    ([["X"] * 7], "expected starting tile A in 6 by 6 cells, got 1 by 7"),
    ([["XO"]], "expected starting tile A as rows of X and ., got ['XO']"),
    ([["x"]], "expected starting tile A as rows of X and ., got ['x']"),
    (["XX"], "expected starting tile A as rows of X and ., got 'XX'"),
    ([[1, 2]], "expected starting tile A as rows of X and ., got [1, 2]"),
    ([5], "expected starting tile A as rows of X and ., got 5"),
    ([["X"], ["XX"], [".X"]], "expected different starting tiles, got A and C alike"),
]


@pytest.mark.refuses("3.2", "3.2D")
@pytest.mark.parametrize(("shapes", "message"), WRONG_SHAPES)
def test_a_wrong_shape_is_refused(shapes: object, message: str) -> None:
    with pytest.raises(OptionsError, match=re.escape(message)):
        parse_shapes(shapes)


@pytest.mark.refuses("3.1", "3.2", "3.2D")
def test_there_must_be_enough_shapes_and_the_module() -> None:
    with pytest.raises(OptionsError, match="a starting tile for each of 3 players, got 2"):
        Game.new(Options(3, starting_tiles=True), seed=1, starting_shapes=OWN[:2])
    with pytest.raises(OptionsError, match="expected starting tiles only with their module"):
        Game.new(Options(3), seed=1, starting_shapes=OWN)


@pytest.mark.refuses("3.2", "3.2D")
@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ([["X.X"], 1], "the starting tile of player 0 to hang together by their edges"),
        ([1, ["X" * 7]], "expected the starting tile of player 1 in 6 by 6 cells, got 7 by 1"),
        ([["X"], [".X"]], "expected different starting tiles, got [['X'], ['X']]"),
        ([0, ["XXX", "XXX", "X.."]], "expected different starting tiles, got [0, ['XXX', 'XXX', "),
        ([1, "XX"], "expected starting tiles of 0 to 5, or as rows of X and ., got 'XX'"),
    ],
)
def test_a_record_with_a_wrong_shape_is_refused(tiles: list[object], message: str) -> None:
    record = Game.new(Options(2, starting_tiles=True), seed=1).to_record()
    with pytest.raises(RecordError, match=re.escape(message)):
        Game.from_record(record | {"starting_tiles": tiles})


@pytest.mark.refuses("3.2", "3.2D")
def test_the_notation_refuses_a_wrong_shape() -> None:
    text = format_game(Game.new(Options(starting_tiles=True), seed=1, starting_tiles=[2]))
    for word, message in (("X.X", "hang together"), ("XX/Y", "rows of X and ."), ("7", "0 to 5")):
        with pytest.raises(NotationError, match=message):
            parse_game(text.replace("starting 2", f"starting {word}"))


def test_outlines_of_shapes_are_forgotten_with_their_games() -> None:
    """A server meets shapes without end, and two outlines are equal by being the same object."""
    random = Random(5)
    for _ in range(300):
        for rows in own_shapes(random):
            assert outline_of(StartingTile(tuple(rows)), False, 0) is Outline.parse(rows)
    outline_of.cache_clear()
    orientations.cache_clear()
    gc.collect()
    assert len(_KNOWN) < 300
