"""Section 3: the module "new starting tiles"."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nmbr9 import (
    Code,
    Display,
    Game,
    Options,
    OptionsError,
    Piece,
    Place,
    StartingTile,
    Token,
    score,
)
from nmbr9.rules.tiles import STARTING_TILES_VARIABLE, parse_starting_tiles
from tests.boards import assert_illegal, assert_legal, draw, game_at, move, place, scene

STARTING = Options(starting_tiles=True)
SQUARE = ["XX", "XX"]


@pytest.mark.accepts("3.1")
def test_every_player_starts_with_another_tile_at_the_origin() -> None:
    drawn = set()
    for seed in range(30):
        game = Game.new(Options(players=6, starting_tiles=True), seed=seed)
        assert sorted(game.starting_tiles) == [0, 1, 2, 3, 4, 5]
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
        ([3, 6], "expected starting tiles of 0 to 5, got 6"),
        ([3, -1], "expected starting tiles of 0 to 5, got -1"),
        ([3, True], "expected starting tiles of 0 to 5, got True"),
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


@pytest.mark.accepts("3.2", "3.2D")
def test_an_owner_of_the_printed_set_can_enter_theirs(tmp_path: Path) -> None:
    shapes = [["X" * length, "X" * length] for length in range(1, 7)]
    path = tmp_path / "starting.json"
    path.write_text(json.dumps(shapes), encoding="utf-8")
    program = (
        "from nmbr9 import Game, Options\n"
        "game = Game.new(Options(starting_tiles=True), seed=1, starting_tiles=[2])\n"
        "print(sorted(game.players[0].display.pieces[0].cells))"
    )
    shown = run(program, path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.strip() == str([(x, y) for x in range(3) for y in range(2)])


@pytest.mark.refuses("3.2", "3.2D")
@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_a_file_of_other_things_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "starting.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    program = "from nmbr9 import Display\nDisplay.starting_with(0).frame"
    shown = run(program, path)
    assert shown.returncode == 1
    assert "OptionsError: expected a" in shown.stderr


def run(program: str, starting_tiles: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own: shapes are read once and then kept."""
    environment = {
        **os.environ,
        STARTING_TILES_VARIABLE: str(starting_tiles),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.refuses("3.2", "3.2D")
@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ([SQUARE] * 5, "expected a list of 6 starting tiles, got 5 of them"),
        ({"0": SQUARE}, "expected a list of 6 starting tiles, got dict"),
        ([SQUARE] * 5 + [["X.X"]], "squares of starting tile 5 to hang together"),
        ([["..", ".."]] + [SQUARE] * 5, "expected starting tile 0 to have a square X"),
        ([SQUARE] * 2 + [["XO"]] + [SQUARE] * 3, "expected starting tile 2 as 1 to 8 rows"),
        ([SQUARE] * 2 + [["X" * 9]] + [SQUARE] * 3, "expected starting tile 2 as 1 to 8 rows"),
        ([SQUARE] * 5 + ["XX"], "expected starting tile 5 as 1 to 8 rows"),
    ],
)
def test_a_wrong_shape_is_refused(shapes: object, message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        parse_starting_tiles(shapes)
