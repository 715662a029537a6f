"""2.2 to 2.9: where a tile may lie."""

from __future__ import annotations

import pickle

import pytest

from nmbr9 import Code, Display, IllegalPlacement, NumberTile, Options, Piece, Place
from nmbr9.rules.placing.legality import violations
from tests.boards import assert_illegal, assert_legal, draw, fill, game_at, place, scene

FILLERS = Options(gap_fillers=True)


@pytest.mark.accepts("2.2", "2.3")
@pytest.mark.parametrize(
    ("rotation", "picture"),
    [
        (0, "**\n.*\n.*\n.*"),
        (1, "...*\n****"),
        (2, "*.\n*.\n*.\n**"),
        (3, "****\n*..."),
    ],
)
def test_a_tile_lies_at_any_quarter_turn_clockwise(rotation: int, picture: str) -> None:
    display, tile = scene(picture)
    action = Place(0, 1, False, rotation, 0, 0, 0)
    assert place(tile) == action
    after = assert_legal(game_at(display, 1), action)
    assert after.players[0].display.pieces == (tile,)


@pytest.mark.accepts("2.2", "2.5", "2.6", "2.7")
def test_a_tile_opens_a_level_upon_two_copies_of_one_number() -> None:
    display, tile = scene("""
        999aa  .***.
        999aa  .***.
        99aaa  .**..
        99aaa  .**..
    """)
    after = assert_legal(game_at(display, 9), Place(0, 9, False, 0, 1, 0, 1))
    assert after.players[0].display.pieces_on(1) == [tile]


@pytest.mark.refuses("2.2")
@pytest.mark.parametrize("rotation", [-1, 4])
def test_there_are_no_other_rotations(rotation: int) -> None:
    action = Place(0, 9, False, rotation, 0, 0, 0)
    (found,) = assert_illegal(game_at(Display(), 9), action, Code.PLACEMENT_NO_SUCH_ROTATION)
    assert found.paragraph == "2.2"
    assert f"got {rotation}" in found.message


@pytest.mark.refuses("2.2")
def test_nothing_lies_below_the_table() -> None:
    action = Place(0, 9, False, 0, 0, 0, -1)
    (found,) = assert_illegal(game_at(Display(), 9), action, Code.PLACEMENT_BELOW_TABLE)
    assert found.paragraph == "2.2"
    assert "got -1" in found.message


@pytest.mark.refuses("2.3")
def test_a_tile_lies_number_side_up() -> None:
    display, tile = scene("""
        .22***
        .22*..
        22.**.
        222***
    """)
    assert tile == Piece(NumberTile(3), 3, 0, 0, rotation=0, flipped=True)
    (found,) = assert_illegal(game_at(display, 3), place(tile), Code.PLACEMENT_TURNED_OVER)
    assert (found.paragraph, found.token) == ("2.3", "black")
    assert list(found.squares) == tile.cells


@pytest.mark.accepts("2.4")
def test_tiles_may_fill_a_level_without_a_gap() -> None:
    display, tile = scene("""
        999**
        999**
        99***
        99***
    """)
    assert_legal(game_at(display, 9), place(tile))


@pytest.mark.refuses("2.4")
def test_no_square_lies_where_a_tile_lies_on_that_level() -> None:
    game = game_at(draw("999\n999\n99.\n99."), 9)
    (found,) = assert_illegal(game, Place(0, 9, False, 0, 2, 0, 0), Code.PLACEMENT_TAKEN)
    assert (found.paragraph, found.squares) == ("2.4", ((2, 0), (2, 1)))


@pytest.mark.accepts("2.4D")
def test_an_open_gap_may_be_built_in() -> None:
    display, filler = scene("""
        000999
        0*0999
        0*099.
        00099.
    """)
    assert_legal(game_at(display, 3, options=FILLERS), fill(filler))


@pytest.mark.refuses("2.4", "2.4D")
def test_an_overbuilt_gap_may_not() -> None:
    display, filler = scene("""
        000999  .66...
        0*0999  .6....
        0*099.  .666..
        00099.  .666..
    """)
    game = game_at(display, 3, options=FILLERS)
    (found,) = assert_illegal(game, fill(filler), Code.PLACEMENT_UNDER_TILE)
    assert (found.paragraph, found.squares) == ("2.4", ((1, 1), (1, 2)))


@pytest.mark.accepts("2.5")
def test_one_edge_that_meets_an_edge_is_enough() -> None:
    display, tile = scene("""
        ......*
        999****
        999....
        99.....
        99.....
    """)
    assert_legal(game_at(display, 1), place(tile))


@pytest.mark.refuses("2.5")
def test_a_corner_that_meets_a_corner_is_not() -> None:
    display, tile = scene("""
        999....
        999....
        99.****
        99.*...
    """)
    (found,) = assert_illegal(game_at(display, 1), place(tile), Code.PLACEMENT_NOT_ADJACENT)
    assert (found.paragraph, found.token) == ("2.5", None)
    assert list(found.squares) == tile.cells


@pytest.mark.refuses("2.5")
def test_tiles_on_other_levels_do_not_make_it_adjacent() -> None:
    """The star lies upon the 9s and meets no edge of the 1 on its own level."""
    display, tile = scene("""
        999aabbb  ...1....
        999aabbb  1111....
        99aaabb.  ......*.
        99aaabb.  ...****.
    """)
    (found,) = assert_illegal(game_at(display, 1), place(tile), Code.PLACEMENT_NOT_ADJACENT)
    assert found.message == "it must touch a tile on level 1"


@pytest.mark.refuses("2.4", "2.6", "2.7")
def test_all_that_is_wrong_is_said_at_once() -> None:
    """A 9 that lies on the 1, hangs over the edge, covers the gap and rests on the 0 alone."""
    display = draw("""
        .......  .......
        .000999  ...11..
        .0.0999  ....1..
        .0.099.  ....1..
        .00099.  ....1..
    """)
    squares_by_code = {
        Code.PLACEMENT_TAKEN: ((3, 1),),
        Code.PLACEMENT_OVERHANG: ((1, 0), (2, 0), (3, 0)),
        Code.PLACEMENT_COVERS_GAP: ((2, 2), (2, 3)),
        Code.PLACEMENT_ONE_TILE_BELOW: tuple(Piece(NumberTile(9), 1, 0, 1).cells),
    }
    found = assert_illegal(game_at(display, 9), Place(0, 9, False, 0, 1, 0, 1), *squares_by_code)
    assert {violation.code: violation.squares for violation in found} == squares_by_code


@pytest.mark.refuses("2.6")
def test_nothing_protrudes() -> None:
    display, tile = scene("""
        999aa.  ..****
        999aa.  ..****
        99aaa.  ....**
        99aaa.  ......
    """)
    (found,) = assert_illegal(game_at(display, 9), place(tile), Code.PLACEMENT_OVERHANG)
    assert (found.paragraph, found.token) == ("2.6", None)
    assert found.squares == ((5, 0), (5, 1), (5, 2))
    assert str(found) == "3 squares with nothing underneath (rule 2.6)"


@pytest.mark.refuses("2.6")
def test_no_gap_is_covered() -> None:
    display, tile = scene("""
        000999  .**...
        0.0999  .*....
        0.099.  .***..
        00099.  .***..
    """)
    (found,) = assert_illegal(game_at(display, 6), place(tile), Code.PLACEMENT_COVERS_GAP)
    assert (found.paragraph, found.token) == ("2.6", "gap")
    assert found.squares == ((1, 1), (1, 2))


@pytest.mark.refuses("2.7")
def test_one_tile_below_is_not_enough() -> None:
    display, tile = scene("""
        999aa  **...
        999aa  .*...
        99aaa  .*...
        99aaa  .*...
    """)
    (found,) = assert_illegal(game_at(display, 1), place(tile), Code.PLACEMENT_ONE_TILE_BELOW)
    assert (found.paragraph, found.token) == ("2.7", "single")
    assert list(found.squares) == tile.cells


@pytest.mark.refuses("2.7")
def test_tiles_further_below_do_not_count() -> None:
    display, tile = scene("""
        999aa  .999.  .**..
        999aa  .999.  ..*..
        99aaa  .99..  ..*..
        99aaa  .99..  ..*..
    """)
    assert_illegal(game_at(display, 1), place(tile), Code.PLACEMENT_ONE_TILE_BELOW)


@pytest.mark.accepts("2.8")
def test_a_lower_level_may_be_chosen_although_a_higher_one_fits() -> None:
    game = game_at(draw("999aa\n999aa\n99aaa\n99aaa"), 1)
    offered = {action.level for action in game.legal_actions(0) if isinstance(action, Place)}
    assert offered == {0, 1}
    after = assert_legal(game, Place(0, 1, False, 0, 3, -4, 0))
    assert after.players[0].display.pieces_on(0)[-1].tile == NumberTile(1)


@pytest.mark.accepts("2.8")
def test_on_the_table_every_tile_always_fits() -> None:
    display = draw("""
        000aaa  .66...
        0.0aaa  .6....
        0.0aa.  .666..
        000aa.  .666..
    """)
    for number in range(10):
        assert any(spot.level == 0 for spot in display.legal_placements(number))


@pytest.mark.refuses("2.8")
def test_a_level_that_does_not_fit_may_not_be_chosen() -> None:
    display, tile = scene("""
        999aa  .....  .***.
        999aa  .....  .***.
        99aaa  .....  .**..
        99aaa  .....  .**..
    """)
    codes = (Code.PLACEMENT_OVERHANG, Code.PLACEMENT_NO_TILE_BELOW)
    overhang, no_tile = assert_illegal(game_at(display, 9), place(tile), *codes)
    assert list(overhang.squares) == tile.cells
    assert (no_tile.paragraph, no_tile.token) == ("2.7", None)


@pytest.mark.accepts("2.9")
@pytest.mark.parametrize(("dx", "dy"), [(3, 0), (-3, 0), (0, 4), (0, -4)])
def test_a_display_grows_in_any_direction(dx: int, dy: int) -> None:
    display = Display()
    for step in range(50):
        tile = Piece(NumberTile(0), step * dx, step * dy, 0)
        assert (0, tile.x, tile.y, 0) in display.legal_placements(0)
        display = display.place(tile)
    assert display.pieces[-1].cells[0] == (49 * dx, 49 * dy)


@pytest.mark.refuses("2.9")
@pytest.mark.parametrize(("x", "y"), [(4, 0), (-4, 0), (0, 5), (0, -5), (1000, 0)])
def test_a_display_grows_no_further_than_its_tiles_reach(x: int, y: int) -> None:
    display = draw("000\n0.0\n0.0\n000")
    beyond = Piece(NumberTile(0), x, y, 0)
    assert (0, x, y, 0) not in display.legal_placements(0)
    with pytest.raises(IllegalPlacement, match=r"must touch a tile on level 0 \(rule 2\.5\)"):
        display.place(beyond)
    assert [found.code for found in violations(display, beyond)] == [Code.PLACEMENT_NOT_ADJACENT]


def test_a_display_goes_to_another_process_without_what_was_found_out_about_it() -> None:
    """It may be looked at in one thread while another one sends it."""
    display = draw("000\n0.0\n0.0\n000")
    assert display.levels
    assert display.legal_placements(0)
    copy = pickle.loads(pickle.dumps(display))
    assert copy == display
    assert set(vars(copy)) == {"pieces"}
