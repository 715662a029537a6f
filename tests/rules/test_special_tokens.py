"""5.1 and 5.2: the special tokens in play, their markers and what they may be used for."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from nmbr9 import Code, Display, Game, Move, Options, OptionsError, Place, Token
from nmbr9.rules.chance import drawn_tokens
from nmbr9.rules.state import Reserved
from tests.boards import (
    assert_illegal,
    assert_legal,
    build,
    deck_from,
    game_at,
    move,
    place,
    scene,
    tokens,
)

APART_FROM_THE_ONE = """
    999aabbb  ...1....
    999aabbb  1111....
    99aaabb.  ......*.
    99aaabb.  ...****.
"""
APART_AND_ON_ONE_TILE = """
    999aabbb  ...1.**.
    999aabbb  1111..*.
    99aaabb.  ......*.
    99aaabb.  ......*.
"""
APART_ON_ONE_TILE_AND_TURNED_OVER = """
    999aabbb  ...1.**.
    999aabbb  1111.*..
    99aaabb.  .....*..
    99aaabb.  .....*..
"""
SEVEN_TURNED_OVER = "***\n.*.\n.**\n..*"


@pytest.mark.accepts("5.1")
def test_two_tokens_are_drawn_at_random() -> None:
    drawn = {drawn_tokens(Random(seed)) for seed in range(300)}
    assert drawn == set(combinations(sorted(Token), 2))


@pytest.mark.accepts("5.1")
@pytest.mark.parametrize("count", range(7))
def test_the_players_may_choose_which_and_how_many(count: int) -> None:
    for chosen in combinations(Token, count):
        assert Options(special_tokens=tuple(reversed(chosen))).special_tokens == chosen


@pytest.mark.refuses("5.1")
@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("gap", "gap"), "expected each special token once, got gap twice"),
        (
            ("joker",),
            "expected a special token of apart, black, gap, move, reserve, single, got 'j",
        ),
        ((3,), "expected a special token of .*, got 3"),
        ("gap", "expected a list of special tokens, got 'gap'"),
    ],
)
def test_other_tokens_are_refused(chosen: Any, message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Options(special_tokens=chosen)


@pytest.mark.accepts("5.1")
def test_both_markers_may_be_used_in_one_placement() -> None:
    display, tile = scene(APART_AND_ON_ONE_TILE)
    game = game_at(display, 1, options=tokens(Token.APART, Token.SINGLE))
    after = assert_legal(game, place(tile, Token.APART, Token.SINGLE))
    assert after.players[0].used_tokens == (Token.APART, Token.SINGLE)
    assert after.players[0].markers_left == 0


@pytest.mark.accepts("5.1")
def test_both_markers_may_be_used_in_two_actions_of_one_turn() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    game = game_at(display, 1, options=tokens(Token.APART, Token.MOVE))
    game = assert_legal(game, place(tile, Token.APART))
    game = assert_legal(game, Move(0, 3, 1, 0, -2, 0))
    assert game.players[0].used_tokens == (Token.APART, Token.MOVE)


@pytest.mark.refuses("5.1")
def test_a_player_has_no_third_marker() -> None:
    display, tile = scene(APART_ON_ONE_TILE_AND_TURNED_OVER)
    three = (Token.APART, Token.BLACK, Token.SINGLE)
    game = game_at(display, 1, options=tokens(*three))
    (found,) = assert_illegal(game, place(tile, *three), Code.TOKEN_NO_MARKER)
    assert (found.paragraph, found.message) == ("5.1", "expected at most 2 more tokens, got 3")

    display, tile = scene(APART_FROM_THE_ONE)
    spent = (Token.BLACK, Token.SINGLE)
    game = game_at(display, 1, options=tokens(*three), used_tokens=spent)
    assert_illegal(game, place(tile, Token.APART), Code.TOKEN_NO_MARKER)


@pytest.mark.refuses("5.1")
def test_a_token_is_used_once() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    game = game_at(display, 1, options=tokens(Token.APART), used_tokens=(Token.APART,))
    (found,) = assert_illegal(game, place(tile, Token.APART), Code.TOKEN_ALREADY_USED)
    assert found.paragraph == "5.1"
    twice = place(tile, Token.APART, Token.APART)
    assert_illegal(game_at(display, 1, options=tokens(Token.APART)), twice, Code.TOKEN_NOT_SORTED)


@pytest.mark.refuses("5.1")
@pytest.mark.parametrize("options", [Options(), tokens(Token.BLACK, Token.SINGLE)])
def test_a_token_must_be_in_play(options: Options) -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    game = game_at(display, 1, options=options)
    (found,) = assert_illegal(game, place(tile, Token.APART), Code.TOKEN_NOT_IN_PLAY)
    assert (found.paragraph, found.message) == ("5.1", "apart is not in play")


@pytest.mark.accepts("5.1")
def test_every_player_has_markers_of_their_own() -> None:
    _, tile = scene(SEVEN_TURNED_OVER)
    game = Game.new(tokens(Token.BLACK, players=2), deck=deck_from(7, 7))
    for player in range(2):
        game = assert_legal(game, place(tile, Token.BLACK, player=player))
    assert [state.used_tokens for state in game.players] == [(Token.BLACK,)] * 2
    again = replace(place(tile, Token.BLACK, player=1), x=3)
    assert_illegal(game, again, Code.TOKEN_ALREADY_USED)


@pytest.mark.accepts("5.2")
def test_a_token_concerns_the_tile_of_the_turn() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    after = assert_legal(game_at(display, 1, options=tokens(Token.APART)), place(tile, Token.APART))
    assert after.players[0].display.pieces[-1] == tile


@pytest.mark.refuses("5.2")
def test_what_no_token_excuses_stays_forbidden() -> None:
    display, tile = scene(APART_FROM_THE_ONE)
    game = game_at(display, 1, options=tokens(Token.APART))
    further = replace(place(tile, Token.APART), x=tile.x + 1)
    (found,) = assert_illegal(game, further, Code.PLACEMENT_OVERHANG)
    assert found.squares == ((7, 2), (7, 3))


@pytest.mark.accepts("5.2", "5.2D")
def test_move_concerns_an_earlier_tile() -> None:
    display, tile = scene("999**\n999**\n99***\n99***")
    game = assert_legal(game_at(display, 9, options=tokens(Token.MOVE)), place(tile))
    assert_legal(game, Move(0, 0, 0, 0, -1, 0))


@pytest.mark.refuses("5.2")
def test_move_does_not_concern_the_tile_of_the_turn() -> None:
    display, tile = scene("999**\n999**\n99***\n99***")
    game = game_at(display, 9, options=tokens(Token.MOVE))
    game = assert_legal(game, place(tile))
    (found,) = assert_illegal(game, Move(0, 1, 0, 3, 0, 0), Code.MOVE_THIS_TURNS_TILE)
    assert found.paragraph == "5.7"


@pytest.mark.accepts("5.2D")
@pytest.mark.parametrize("picture", [APART_FROM_THE_ONE, APART_AND_ON_ONE_TILE])
def test_every_offer_costs_exactly_the_tokens_whose_rules_it_breaks(picture: str) -> None:
    display, _ = scene(picture)
    game = game_at(display, 1, options=tokens(*Token))
    offered = [action for action in game.legal_actions(0) if isinstance(action, Place)]
    without = [replace(action, tokens=()) for action in offered]
    assert len(set(without)) == len(offered), "a place is offered at one price only"
    broken = [{found.token for found in game.violations(0, action)} for action in without]
    assert [set(action.tokens) for action in offered] == broken
    assert {action.tokens for action in offered} >= {
        (),
        (Token.APART,),
        (Token.APART, Token.SINGLE),
    }


@pytest.mark.refuses("5.2D")
@pytest.mark.parametrize("token", Token)
def test_using_a_token_without_need_is_refused(token: Token) -> None:
    display, tile = scene("999**\n999**\n99***\n99***")
    game = game_at(display, 9, options=tokens(*Token))
    (found,) = assert_illegal(game, place(tile, token), Code.TOKEN_NOT_NEEDED)
    assert (found.paragraph, found.message) == ("5.2", f"no rule is broken that {token} allows")


@pytest.mark.refuses("5.2D")
def test_a_placement_costs_all_tokens_whose_rules_it_breaks() -> None:
    display, tile = scene(APART_AND_ON_ONE_TILE)
    game = game_at(display, 1, options=tokens(Token.APART, Token.SINGLE))
    (found,) = assert_illegal(game, place(tile, Token.APART), Code.PLACEMENT_ONE_TILE_BELOW)
    assert found.token == Token.SINGLE


@pytest.mark.refuses("5.2D")
@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (APART_FROM_THE_ONE, Code.PLACEMENT_NOT_ADJACENT),
        ("999aa  **...\n999aa  .*...\n99aaa  .*...\n99aaa  .*...", Code.PLACEMENT_ONE_TILE_BELOW),
        (
            "000999  .**...\n0.0999  .*....\n0.099.  .***..\n00099.  .***..",
            Code.PLACEMENT_COVERS_GAP,
        ),
    ],
)
def test_no_token_helps_a_reserved_tile(picture: str, code: Code) -> None:
    display, tile = scene(picture)
    number = place(tile).number
    reserved = Reserved(number, display.highest_level, None)
    game = game_at(display, 8, options=tokens(*Token), reserved=reserved)
    (found,) = assert_illegal(game, build(tile), code)
    assert found.token is None


@pytest.mark.refuses("5.2D")
def test_no_token_helps_a_moved_tile() -> None:
    display, tile = scene("""
        999aabbb  ...1....
        999aabbb  1111....
        99aaabb.  cccc..*.
        99aaabb.  c..****.
    """)
    game = game_at(display, 8, options=tokens(Token.APART, Token.MOVE))
    (found,) = assert_illegal(game, move(4, tile), Code.PLACEMENT_NOT_ADJACENT)
    assert found.token is None


@pytest.mark.refuses("5.2")
def test_no_marker_is_spent_by_what_is_refused() -> None:
    game = game_at(Display(), 7, options=tokens(Token.BLACK))
    _, tile = scene(SEVEN_TURNED_OVER)
    assert_illegal(game, replace(place(tile, Token.BLACK), x=1), Code.PLACEMENT_NOT_AT_ORIGIN)
    assert game.players[0].used_tokens == ()
