"""5.4 to 5.6: the special tokens `black`, `apart` and `single`."""

from __future__ import annotations

import pytest

from nmbr9 import Code, Display, Options, Place, Token, score
from tests.boards import assert_illegal, assert_legal, game_at, place, scene, tokens

BLACK, APART, SINGLE = (tokens(token) for token in (Token.BLACK, Token.APART, Token.SINGLE))
TURNED_OVER = """
    999aa  ..**.
    999aa  ...*.
    99aaa  .***.
    99aaa  .***.
"""


@pytest.mark.accepts("5.4")
def test_a_tile_turned_over_is_a_mirror_image_and_scores_nothing() -> None:
    display, tile = scene(TURNED_OVER)
    assert tile.flipped
    after = assert_legal(game_at(display, 6, options=BLACK), place(tile, Token.BLACK))
    state = after.players[0]
    assert state.used_tokens == (Token.BLACK,)
    assert after.scores == [0]
    assert score(state.display).lines[1].numbers == ()


@pytest.mark.refuses("5.4")
def test_without_the_token_it_is_not_turned_over() -> None:
    display, tile = scene(TURNED_OVER)
    game = game_at(display, 6, options=BLACK)
    (found,) = assert_illegal(game, place(tile), Code.PLACEMENT_TURNED_OVER)
    assert (found.paragraph, found.token) == ("2.3", Token.BLACK)


@pytest.mark.accepts("5.4")
def test_a_tile_turned_over_is_one_of_the_two_tiles() -> None:
    display, tile = scene("""
        .kk999  ......
        ..k999  ......
        kkk99.  ...*..
        kkk99.  ****..
    """)
    assert display.pieces[0].flipped
    assert_legal(game_at(display, 1), place(tile))


@pytest.mark.accepts("5.4D")
def test_outlines_that_number_side_up_does_not_give_are_offered() -> None:
    offered = []
    for number in range(10):
        actions = game_at(Display(), number, options=BLACK).legal_actions(0)
        turned_over = [a for a in actions if isinstance(a, Place) and a.flipped]
        assert all(action.tokens == (Token.BLACK,) for action in turned_over)
        offered.append([action.rotation for action in turned_over])
    assert offered == [[], *[[0, 1, 2, 3]] * 7, [0, 1], [0, 1, 2, 3]]


@pytest.mark.refuses("5.4D")
@pytest.mark.parametrize("rotation", range(4))
def test_a_zero_is_not_offered_turned_over(rotation: int) -> None:
    game = game_at(Display(), 0, options=BLACK)
    action = Place(0, 0, True, rotation, 0, 0, 0, (Token.BLACK,))
    (found,) = assert_illegal(game, action, Code.PLACEMENT_OTHER_NAME)
    assert found.paragraph == "5.4"
    assert f"number side up with rotation {rotation % 2}" in found.message


APART_FROM_THE_ONE = """
    999aabbb  ...1....
    999aabbb  1111....
    99aaabb.  ......*.
    99aaabb.  ...****.
"""


@pytest.mark.accepts("5.5")
def test_on_a_higher_level_a_tile_may_lie_apart() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    after = assert_legal(game_at(display, 1, options=APART), place(tile, Token.APART))
    assert after.scores == [2]


@pytest.mark.refuses("5.5")
def test_without_the_token_it_must_be_adjacent() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    game = game_at(display, 1, options=APART)
    (found,) = assert_illegal(game, place(tile), Code.PLACEMENT_NOT_ADJACENT)
    assert found.token == Token.APART


@pytest.mark.refuses("5.5")
def test_on_the_table_no_tile_lies_apart() -> None:
    display, tile = scene("""
        999....
        999....
        99.****
        99.*...
    """)
    game = game_at(display, 1, options=APART)
    codes = (Code.PLACEMENT_NOT_ADJACENT, Code.TOKEN_NOT_NEEDED)
    found, _ = assert_illegal(game, place(tile, Token.APART), *codes)
    assert found.token is None


ON_A_NINE = """
    999f  ****
    999.  *...
    99..  ....
    99..  ....
"""
ON_A_STARTING_TILE = """
    ss.s  ...*
    ssss  ****
"""


@pytest.mark.accepts("5.6")
def test_a_tile_may_rest_on_one_tile() -> None:
    display, tile = scene("""
        999aa  **...
        999aa  .*...
        99aaa  .*...
        99aaa  .*...
    """)
    after = assert_legal(game_at(display, 1, options=SINGLE), place(tile, Token.SINGLE))
    assert after.scores == [1]


@pytest.mark.accepts("5.6D")
@pytest.mark.parametrize("picture", [ON_A_NINE, ON_A_STARTING_TILE])
def test_it_is_a_number_tile_or_a_starting_tile(picture: str) -> None:
    display, tile = scene(picture)
    assert_legal(game_at(display, 1, options=SINGLE), place(tile, Token.SINGLE))


@pytest.mark.refuses("5.6")
def test_without_the_token_there_must_be_two() -> None:
    display, tile = scene(ON_A_NINE)
    game = game_at(display, 1, options=SINGLE)
    (found,) = assert_illegal(game, place(tile), Code.PLACEMENT_ONE_TILE_BELOW)
    assert found.token == Token.SINGLE


@pytest.mark.refuses("4.3D", "5.6D")
def test_a_tile_never_rests_on_fillers_alone() -> None:
    """The star lies upon both fillers and covers the gap that they left."""
    display, tile = scene("""
        .1111..  .......
        .1ffbbb  ..**...
        .aagbbb  ...*...
        .aa.bb.  ...*...
        aaa.bb.  ...*...
        aaa000.  .......
        ...0.0.  .......
        ...0.0.  .......
        ...000.  .......
    """)
    options = Options(gap_fillers=True, special_tokens=(Token.GAP, Token.SINGLE))
    game = game_at(display, 1, options=options, fillers=())
    (found,) = assert_illegal(game, place(tile, Token.GAP), Code.PLACEMENT_NO_TILE_BELOW)
    assert (found.paragraph, found.token) == ("2.7", None)
    codes = (Code.PLACEMENT_NO_TILE_BELOW, Code.TOKEN_NOT_NEEDED)
    assert_illegal(game, place(tile, Token.GAP, Token.SINGLE), *codes)
