"""5.3: the special token `gap`."""

from __future__ import annotations

import pytest

from nmbr9 import Code, Display, Fill, Options, Token
from tests.boards import assert_illegal, assert_legal, game_at, place, scene, tokens

GAP = tokens(Token.GAP)
GAP_AND_SINGLE = tokens(Token.GAP, Token.SINGLE)
HOLE_OF_A_ZERO = """
    000999  .**...
    0.0999  .*....
    0.099.  .***..
    00099.  .***..
"""


@pytest.mark.accepts("5.3", "5.3D")
def test_the_hole_of_a_zero_is_a_gap() -> None:
    display, tile = scene(HOLE_OF_A_ZERO)
    after = assert_legal(game_at(display, 6, options=GAP), place(tile, Token.GAP))
    assert after.players[0].used_tokens == (Token.GAP,)
    assert after.scores == [6]


@pytest.mark.accepts("5.3")
def test_a_gap_of_any_size_between_several_tiles() -> None:
    display, tile = scene("""
        .1111..  .......
        .1..bbb  .***...
        .aa.bbb  ...*...
        .aa.bb.  ..**...
        aaa.bb.  .***...
        aaa000.  .......
        ...0.0.  .......
        ...0.0.  .......
        ...000.  .......
    """)
    assert_legal(game_at(display, 3, options=GAP), place(tile, Token.GAP))


@pytest.mark.accepts("5.3")
def test_a_gap_of_a_higher_level() -> None:
    display, tile = scene("""
        999aabbbcc  .000ddd...  ..**......
        999aabbbcc  .0.0ddd...  ..*.......
        99aaabbccc  .0.0dd....  ..***.....
        99aaabbccc  .000dd....  ..***.....
    """)
    after = assert_legal(game_at(display, 6, options=GAP), place(tile, Token.GAP))
    assert after.scores == [9 + 12]


@pytest.mark.accepts("5.3D")
def test_cells_that_touch_at_a_corner_do_not_open_a_gap() -> None:
    """The gap between the 2 and the 8 touches the outside at its left and upper corner."""
    display, tile = scene("""
        ..88..  ......
        ..8888  ....*.
        22.288  .****.
        2222..  ......
        ..22..  ......
    """)
    after = assert_legal(game_at(display, 1, options=GAP), place(tile, Token.GAP))
    assert after.scores == [1]


CLOSED_BY_A_FILLER = """
    66f999  ......
    6..999  ****..
    66699.  *.....
    66699.  ......
"""
CLOSED_WITH_A_STARTING_TILE = """
    1111  ...*
    1s.s  ****
    .sss  ....
    ..ss  ....
"""


@pytest.mark.accepts("5.3D")
@pytest.mark.parametrize("picture", [CLOSED_BY_A_FILLER, CLOSED_WITH_A_STARTING_TILE])
def test_whatever_lies_on_a_level_closes_a_gap(picture: str) -> None:
    display, tile = scene(picture)
    assert_legal(game_at(display, 1, options=GAP), place(tile, Token.GAP))


@pytest.mark.refuses("5.3D")
@pytest.mark.parametrize("picture", [CLOSED_BY_A_FILLER, CLOSED_WITH_A_STARTING_TILE])
def test_without_the_filler_or_the_starting_tile_it_is_open(picture: str) -> None:
    display, tile = scene(picture)
    numbers = Display(tuple(piece for piece in display.pieces if piece.is_number_tile))
    found = game_at(numbers, 1, options=GAP).violations(0, place(tile, Token.GAP))
    assert Code.PLACEMENT_OVERHANG in {violation.code for violation in found}


@pytest.mark.refuses("5.3", "5.3D")
def test_a_bay_that_is_open_across_an_edge_is_no_gap() -> None:
    display, tile = scene("""
        66.999  ......
        6..999  ****..
        66699.  *.....
        66699.  ......
    """)
    game = game_at(display, 1, options=GAP)
    codes = (Code.PLACEMENT_OVERHANG, Code.TOKEN_NOT_NEEDED)
    overhang, _ = assert_illegal(game, place(tile, Token.GAP), *codes)
    assert (overhang.squares, overhang.token) == (((1, 1), (2, 1)), None)


@pytest.mark.refuses("5.3")
def test_part_of_a_gap_may_not_be_covered() -> None:
    display, tile = scene("""
        000999  ......
        0.0999  ****..
        0.099.  *.....
        00099.  ......
    """)
    game = game_at(display, 1, options=GAP)
    codes = (Code.PLACEMENT_COVERS_GAP, Code.TOKEN_NOT_NEEDED)
    part, _ = assert_illegal(game, place(tile, Token.GAP), *codes)
    assert (part.squares, part.token) == (((1, 1),), None)
    assert "not over one whole gap (5.3)" in part.message


@pytest.mark.refuses("5.3D")
def test_one_gap_a_use() -> None:
    display, tile = scene("""
        000aaa  ......
        0.0a.a  .****.
        0.0a.a  .****.
        000aaa  ...**.
    """)
    game = game_at(display, 9, options=GAP)
    codes = (Code.PLACEMENT_COVERS_GAP, Code.TOKEN_NOT_NEEDED)
    both, _ = assert_illegal(game, place(tile, Token.GAP), *codes)
    assert both.squares == ((1, 1), (4, 1), (1, 2), (4, 2))


@pytest.mark.refuses("5.3")
def test_all_other_squares_are_supported() -> None:
    display, tile = scene("""
        ......  .***..
        000999  .***..
        0.0999  .**...
        0.099.  .**...
        00099.  ......
    """)
    game = game_at(display, 9, options=GAP)
    (found,) = assert_illegal(game, place(tile, Token.GAP), Code.PLACEMENT_OVERHANG)
    assert found.squares == ((1, 0), (2, 0), (3, 0))


ON_THE_ZERO_ALONE = """
    000999  ***...
    0.0999  ***...
    0.099.  **....
    00099.  **....
"""


@pytest.mark.refuses("5.3D")
def test_two_tiles_below_are_still_needed() -> None:
    display, tile = scene(ON_THE_ZERO_ALONE)
    game = game_at(display, 9, options=GAP_AND_SINGLE)
    (found,) = assert_illegal(game, place(tile, Token.GAP), Code.PLACEMENT_ONE_TILE_BELOW)
    assert found.paragraph == "2.7"


@pytest.mark.accepts("5.3D")
def test_one_tile_below_costs_a_second_token() -> None:
    display, tile = scene(ON_THE_ZERO_ALONE)
    game = game_at(display, 9, options=GAP_AND_SINGLE)
    assert_legal(game, place(tile, Token.GAP, Token.SINGLE))


@pytest.mark.refuses("5.3")
def test_without_the_token_a_gap_stays_open() -> None:
    display, tile = scene(HOLE_OF_A_ZERO)
    (found,) = assert_illegal(
        game_at(display, 6, options=GAP), place(tile), Code.PLACEMENT_COVERS_GAP
    )
    assert found.token == Token.GAP
    assert_illegal(game_at(display, 6), place(tile, Token.GAP), Code.TOKEN_NOT_IN_PLAY)


@pytest.mark.refuses("5.3")
def test_a_covered_gap_can_no_longer_be_built_on() -> None:
    display, tile = scene(HOLE_OF_A_ZERO)
    options = Options(gap_fillers=True, special_tokens=(Token.GAP,))
    game = game_at(display, 6, options=options)
    into_the_gap = Fill(0, 2, 1, 1, 1, 0)
    assert_legal(game, into_the_gap)
    covered = assert_legal(game, place(tile, Token.GAP))
    assert_illegal(covered, into_the_gap, Code.PLACEMENT_UNDER_TILE)
