"""5.7: the special token `move`."""

from __future__ import annotations

import pytest

from nmbr9 import (
    Build,
    Code,
    Display,
    Done,
    Game,
    Move,
    NumberTile,
    Options,
    Piece,
    Place,
    Token,
    Variant,
)
from nmbr9.rules.state import Reserved
from tests.boards import (
    assert_illegal,
    assert_legal,
    deck_from,
    draw,
    game_at,
    move,
    place,
    scene,
    tokens,
)

MOVE = tokens(Token.MOVE)
ONE_AT_THE_SIDE = """
    999aa11
    999aa.1
    99aaa.1
    99aaa.1
    ****...
    *......
"""
"""The 1 is piece 2; the star is another place for it."""
NINE_ON_TOP = """
    999aa***  .ddd....
    999aa***  .ddd....
    99aaa**.  .dd.....
    99aaa**.  .dd.....
"""
"""The 9 on level 1 is piece 2; the star is a place for it on the table."""


def with_seven_reserved(display: Display) -> Game:
    """Return a turn for an 8 with a 7 from an earlier turn in reserve."""
    return game_at(
        display,
        8,
        options=tokens(Token.MOVE, Token.RESERVE),
        used_tokens=(Token.RESERVE,),
        reserved=Reserved(7, 0, None),
    )


@pytest.mark.accepts("5.7")
def test_a_tile_moves_on_its_level() -> None:
    display, star = scene(ONE_AT_THE_SIDE)
    after = assert_legal(game_at(display, 8, options=MOVE), move(2, star))
    state = after.players[0]
    assert state.display.pieces == (*display.pieces[:2], star)
    assert state.used_tokens == (Token.MOVE,)


@pytest.mark.accepts("5.7")
def test_a_tile_moves_to_a_lower_level() -> None:
    display, star = scene(NINE_ON_TOP)
    game = game_at(display, 8, options=MOVE)
    after = assert_legal(game, move(2, star))
    assert (game.scores, after.scores) == ([9], [0])
    assert after.players[0].display.highest_level == 0


@pytest.mark.accepts("5.7")
def test_a_tile_moves_on_a_higher_level() -> None:
    display, _ = scene(NINE_ON_TOP)
    after = assert_legal(game_at(display, 8, options=MOVE), Move(0, 2, 2, 1, 0, 1))
    assert after.scores == [9]


@pytest.mark.accepts("5.7")
def test_before_or_after_the_tile_of_the_turn() -> None:
    display, star = scene(ONE_AT_THE_SIDE)
    game = game_at(display, 8, options=MOVE)
    tile = Place(0, 8, False, 0, -3, 0, 0)
    before = assert_legal(assert_legal(game, move(2, star)), tile)
    after = assert_legal(assert_legal(game, tile), move(2, star))
    assert before.players[0].display == after.players[0].display
    assert before.table.round_number == after.table.round_number == 2


@pytest.mark.refuses("5.7")
def test_a_tile_with_something_on_top_stays() -> None:
    display, star = scene(NINE_ON_TOP)
    (found,) = assert_illegal(game_at(display, 8, options=MOVE), move(0, star), Code.MOVE_COVERED)
    assert found.paragraph == "5.7"
    assert list(found.squares) == display.pieces[0].cells


@pytest.mark.refuses("5.7")
def test_a_tile_under_a_gap_that_is_covered_stays() -> None:
    """Nothing lies on the 1 but, two levels higher, the 3 over the gap above it."""
    display = draw("""
        .1111..  .1111..  .......
        .1eebbb  .1..bbb  .333...
        .aaebbb  .aa.bbb  ...3...
        .aaebb.  .aa.bb.  ..33...
        aaaebb.  aaa.bb.  .333...
        aaa000.  aaa000.  .......
        ...0.0.  ...0.0.  .......
        ...0.0.  ...0.0.  .......
        ...000.  ...000.  .......
    """)
    (index,) = [i for i, piece in enumerate(display.pieces) if (2, 1) in piece.cells][:1]
    assert display.pieces[index] == Piece(NumberTile(1), 2, 1, 0)
    game = game_at(display, 8, options=MOVE)
    assert_illegal(game, Move(0, index, 3, -4, 5, 0), Code.MOVE_COVERED)


@pytest.mark.refuses("5.7")
def test_a_tile_does_not_move_higher() -> None:
    display, _ = scene(ONE_AT_THE_SIDE)
    game = game_at(display, 8, options=MOVE)
    upon_the_nines = Move(0, 2, 1, 0, 0, 1)
    (found,) = assert_illegal(game, upon_the_nines, Code.MOVE_HIGHER_LEVEL)
    assert (found.paragraph, found.message) == ("5.7", "expected level 0 or lower, got 1")


@pytest.mark.refuses("5.7")
@pytest.mark.parametrize("index", [-1, 3])
def test_only_a_piece_that_is_there_moves(index: int) -> None:
    display, star = scene(ONE_AT_THE_SIDE)
    game = game_at(display, 8, options=MOVE)
    (found,) = assert_illegal(game, move(index, star), Code.MOVE_NO_SUCH_PIECE)
    assert found.message == f"expected a piece of 0 to 2, got index {index}"


@pytest.mark.refuses("5.7")
def test_only_an_own_tile_moves() -> None:
    game = Game.new(tokens(Token.MOVE, players=2), deck=deck_from(9, 8))
    for player in range(2):
        game = game.apply(player, Place(player, 9, False, 0, 0, 0, 0))
    game = game.apply(0, Move(0, 0, 1, 0, 0, 0))
    assert [state.display.pieces[0].rotation for state in game.players] == [1, 0]
    with pytest.raises(ValueError, match="expected an action of player 0, got one of 1"):
        game.apply(0, Move(1, 0, 1, 0, 0, 0))


@pytest.mark.refuses("5.7")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Move(0, 2, 3, 5, 8, 0), Code.PLACEMENT_NOT_ADJACENT),
        (Move(0, 2, 0, 3, 0, 0), Code.PLACEMENT_TAKEN),
        (Move(0, 2, 4, 5, 0, 0), Code.PLACEMENT_NO_SUCH_ROTATION),
        (Move(0, 2, 3, 0, 4, -1), Code.PLACEMENT_BELOW_TABLE),
    ],
)
def test_a_moved_tile_obeys_the_rules_of_the_table(action: Move, code: Code) -> None:
    display, _ = scene(ONE_AT_THE_SIDE)
    assert_illegal(game_at(display, 8, options=MOVE), action, code)


@pytest.mark.refuses("5.7")
@pytest.mark.parametrize(
    ("rotation", "y", "code"),
    [(0, 0, Code.PLACEMENT_ONE_TILE_BELOW), (1, -1, Code.PLACEMENT_OVERHANG)],
)
def test_a_moved_tile_obeys_the_rules_of_its_level(rotation: int, y: int, code: Code) -> None:
    display = draw("""
        999aa  ...1.
        999aa  1111.
        99aaa  .....
        99aaa  .....
    """)
    assert_illegal(game_at(display, 8, options=MOVE), Move(0, 2, rotation, 0, y, 1), code)


@pytest.mark.refuses("5.7")
@pytest.mark.parametrize(
    ("options", "used", "code"),
    [
        (Options(), (), Code.TOKEN_NOT_IN_PLAY),
        (MOVE, (Token.MOVE,), Code.TOKEN_ALREADY_USED),
        (tokens(*Token), (Token.GAP, Token.BLACK), Code.TOKEN_NO_MARKER),
    ],
)
def test_a_move_costs_the_token(options: Options, used: tuple[Token, ...], code: Code) -> None:
    display, star = scene(ONE_AT_THE_SIDE)
    game = game_at(display, 8, options=options, used_tokens=used)
    (found,) = assert_illegal(game, move(2, star), code)
    assert found.paragraph == "5.1"


@pytest.mark.accepts("5.7D")
def test_a_tile_that_lay_there_when_the_turn_began_moves_after_others_were_laid() -> None:
    display, _ = scene(ONE_AT_THE_SIDE)
    after = assert_legal(with_seven_reserved(display), Build(0, 0, -3, 0, 0))
    assert_legal(after, Move(0, 2, 2, 5, 0, 0))


@pytest.mark.refuses("5.7D")
def test_a_tile_that_was_built_in_this_turn_does_not_move() -> None:
    """5.7: its card was revealed before, but it was not in the display when the turn began."""
    display, _ = scene(ONE_AT_THE_SIDE)
    after = assert_legal(with_seven_reserved(display), Build(0, 0, -3, 0, 0))
    (found,) = assert_illegal(after, Move(0, 3, 0, -3, 1, 0), Code.MOVE_THIS_TURNS_TILE)
    assert found.paragraph == "5.7"
    after = assert_legal(after, Place(0, 8, False, 0, 7, 0, 0))
    assert not after.players[0].turn.is_over, "the 9s and the 1 may still be moved"
    assert_illegal(after, Move(0, 3, 0, -3, 1, 0), Code.MOVE_THIS_TURNS_TILE)
    next_turn = assert_legal(after, Done(0))
    assert_legal(next_turn, Move(0, 3, 0, -3, 1, 0))


@pytest.mark.accepts("5.7D")
def test_somewhere_else_may_be_the_same_corner_turned() -> None:
    display, _ = scene(ONE_AT_THE_SIDE)
    assert_legal(game_at(display, 8, options=MOVE), Move(0, 2, 2, 5, 0, 0))


@pytest.mark.refuses("5.7D")
def test_it_must_end_up_somewhere_else() -> None:
    display, _ = scene(ONE_AT_THE_SIDE)
    game = game_at(display, 8, options=MOVE)
    (found,) = assert_illegal(game, Move(0, 2, 0, 5, 0, 0), Code.MOVE_NOWHERE_ELSE)
    assert found.paragraph == "5.7"


@pytest.mark.refuses("5.7D")
def test_another_name_of_the_same_place_is_not_somewhere_else() -> None:
    game = game_at(draw("000999\n0.0999\n0.099.\n00099."), 3, options=MOVE)
    assert_illegal(game, Move(0, 0, 2, 0, 0, 0), Code.PLACEMENT_OTHER_NAME)


KEPT_TURNED_OVER = """
    .kk999
    ..k999
    kkk99.
    kkk99.
"""


@pytest.mark.accepts("5.7D")
def test_a_turned_over_tile_moves_at_no_further_cost() -> None:
    display = draw(KEPT_TURNED_OVER)
    after = assert_legal(game_at(display, 8, options=MOVE), Move(0, 0, 1, -1, 0, 0))
    assert after.players[0].display.pieces[0].flipped
    assert after.players[0].used_tokens == (Token.MOVE,)


@pytest.mark.refuses("5.7D")
def test_a_turned_over_tile_stays_turned_over() -> None:
    game = game_at(draw(KEPT_TURNED_OVER), 8, options=tokens(Token.BLACK, Token.MOVE))
    moves = [a for a in game.legal_actions(0) if isinstance(a, Move) and a.piece == 0]
    assert len(moves) > 50
    assert all(game.apply(0, action).players[0].display.pieces[0].flipped for action in moves)


@pytest.mark.accepts("5.7D")
def test_what_it_leaves_behind_need_not_stay_connected() -> None:
    display, star = scene("""
        000bbbccc***
        0.0b.bc.c*.*
        0.0b.bc.c*.*
        000bbbccc***
    """)
    after = assert_legal(game_at(display, 8, options=MOVE), move(1, star))
    assert_legal(after, place(Piece(NumberTile(8), -3, 0, 0)))


@pytest.mark.refuses("5.7D")
def test_it_must_itself_be_adjacent_to_what_it_leaves_behind() -> None:
    display, star = scene("""
        000bbb.***
        0.0b.b.*.*
        0.0b.b.*.*
        000bbb.***
    """)
    game = game_at(display, 8, options=MOVE)
    assert_illegal(game, move(1, star), Code.PLACEMENT_NOT_ADJACENT)


@pytest.mark.accepts("5.7D")
def test_the_only_tile_may_turn_at_the_origin() -> None:
    game = game_at(draw("999\n999\n99.\n99."), 8, options=MOVE)
    moves = [action for action in game.legal_actions(0) if isinstance(action, Move)]
    assert moves == [Move(0, 0, rotation, 0, 0, 0) for rotation in (1, 2, 3)]
    for action in moves:
        assert_legal(game, action)


@pytest.mark.refuses("5.7D")
@pytest.mark.parametrize("rotation", [0, 1])
def test_the_only_tile_may_not_leave_the_origin(rotation: int) -> None:
    game = game_at(draw("999\n999\n99.\n99."), 8, options=MOVE)
    action = Move(0, 0, rotation, 1, 0, 0)
    assert_illegal(game, action, Code.PLACEMENT_NOT_AT_ORIGIN)


@pytest.mark.accepts("5.7")
@pytest.mark.parametrize("variant", [Variant.TWO_OUT_OF_THREE, Variant.LEVEL_TO_LEVEL])
def test_in_the_variants_a_tile_moves_before_a_card_is_taken(variant: Variant) -> None:
    display, star = scene(ONE_AT_THE_SIDE)
    assert_legal(game_at(display, 8, options=tokens(Token.MOVE, variant=variant)), move(2, star))
