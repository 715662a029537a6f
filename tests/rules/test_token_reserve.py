"""5.8: the special token `reserve`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Done,
    Fill,
    Game,
    Options,
    Piece,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.state import Reserved
from tests.boards import (
    assert_illegal,
    assert_legal,
    build,
    deck_from,
    draw,
    game_at,
    place,
    scene,
    tokens,
)

RESERVE = tokens(Token.RESERVE)
TWO_NINES = "999aa\n999aa\n99aaa\n99aaa"


def with_reserved(display: Display, number: int, card: int, options: Options = RESERVE) -> Game:
    """Return a turn for a card with a number reserved in the turn before."""
    game = game_at(display, number, card, options=options)
    game = assert_legal(game, Reserve(0))
    if game.players[0].turn.is_settled:
        game = assert_legal(game, Done(0))
    assert game.table.revealed == (card,)
    return game


@pytest.mark.accepts("5.8")
def test_a_tile_is_kept_and_built_as_an_extra_tile_later() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    state = game.players[0]
    assert state.reserved == Reserved(8, highest_level=0, level_limit=None)
    assert (state.used_tokens, len(state.display.pieces)) == ((Token.RESERVE,), 2)
    game = assert_legal(game, Place(0, 7, False, 0, 5, 0, 0))
    game = assert_legal(game, Build(0, 0, -3, 0, 0))
    assert len(game.players[0].display.pieces) == 4
    assert game.players[0].reserved is None
    assert game.table.round_number == 3


@pytest.mark.accepts("5.8")
def test_it_may_wait_for_several_turns() -> None:
    game = game_at(draw(TWO_NINES), 8, 7, 7, options=RESERVE).apply(0, Reserve(0))
    for x in (5, 8):
        game = assert_legal(game, Place(0, 7, False, 0, x, 0, 0))
        game = assert_legal(game, Done(0))
    assert_legal(game, Build(0, 0, -3, 0, 0))


@pytest.mark.refuses("5.8")
def test_it_is_not_built_in_the_turn_in_which_it_is_reserved() -> None:
    options = Options(gap_fillers=True, special_tokens=(Token.RESERVE,))
    game = assert_legal(game_at(draw(TWO_NINES), 8, options=options), Reserve(0))
    (found,) = assert_illegal(game, Build(0, 0, 5, 0, 0), Code.RESERVE_SAME_TURN)
    assert found.paragraph == "5.8"


@pytest.mark.refuses("5.8")
def test_a_tile_is_reserved_instead_of_being_placed() -> None:
    options = Options(gap_fillers=True, special_tokens=(Token.RESERVE,))
    game = game_at(draw(TWO_NINES), 8, options=options)
    tile = Place(0, 8, False, 0, 5, 0, 0)
    assert_illegal(assert_legal(game, tile), Reserve(0), Code.TURN_ALREADY_SETTLED)
    assert_illegal(assert_legal(game, Reserve(0)), tile, Code.TURN_ALREADY_SETTLED)


@pytest.mark.refuses("5.8")
def test_nothing_is_built_that_is_not_reserved() -> None:
    game = game_at(draw(TWO_NINES), 8, options=RESERVE)
    (found,) = assert_illegal(game, Build(0, 0, 5, 0, 0), Code.RESERVE_EMPTY)
    assert found.paragraph == "5.8"
    assert_illegal(game_at(draw(TWO_NINES), 8), Reserve(0), Code.TOKEN_NOT_IN_PLAY)


@pytest.mark.refuses("5.8")
def test_a_reserved_tile_obeys_the_rules_of_placing() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    assert_illegal(game, Build(0, 0, 3, 0, 0), Code.PLACEMENT_TAKEN)
    assert_illegal(game, Build(0, 2, 5, 0, 0), Code.PLACEMENT_OTHER_NAME)


@pytest.mark.refuses("5.8")
def test_it_is_lost_as_soon_as_a_higher_level_is_built() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    elsewhere = Build(0, 0, -3, 0, 0)
    assert_legal(game, elsewhere)
    after = assert_legal(game, Place(0, 7, False, 0, 1, 0, 1))
    assert after.players[0].reserved is None
    assert after.table.round_number == 3, "with the tile lost nothing optional is left"
    assert_illegal(after, elsewhere, Code.RESERVE_EMPTY)


@pytest.mark.accepts("5.8")
def test_it_is_not_lost_when_the_highest_level_grows_wider() -> None:
    display = draw("""
        999aa  ...1.
        999aa  1111.
        99aaa  .....
        99aaa  .....
    """)
    game = with_reserved(display, 8, 1)
    assert game.players[0].reserved == Reserved(8, highest_level=1, level_limit=None)
    after = assert_legal(game, Place(0, 1, False, 3, 0, 2, 1))
    assert after.scores == [1 + 1]
    assert after.players[0].reserved is not None
    assert_legal(after, Build(0, 0, -3, 0, 0))


@pytest.mark.accepts("5.8D")
def test_the_reserved_tile_may_itself_open_the_next_level() -> None:
    display, tile = scene("""
        999aa  .***.
        999aa  .***.
        99aaa  .**..
        99aaa  .**..
    """)
    game = with_reserved(display, 9, 7)
    after = assert_legal(game, build(tile))
    assert after.scores == [9]
    assert after.players[0].reserved is None


@pytest.mark.refuses("5.8D")
def test_after_another_tile_has_opened_it_the_reserved_one_is_too_late() -> None:
    game = with_reserved(draw(TWO_NINES), 9, 1, options=tokens(Token.MOVE, Token.RESERVE))
    game = assert_legal(game, Place(0, 1, False, 1, 0, 0, 1))
    assert not game.players[0].turn.is_over
    assert_illegal(game, Build(0, 0, -3, 0, 0), Code.RESERVE_EMPTY)


@pytest.mark.accepts("5.8D")
def test_of_an_empty_display_the_highest_level_counts_as_0() -> None:
    game = with_reserved(Display(), 9, 8)
    game = assert_legal(game, Place(0, 8, False, 0, 0, 0, 0))
    assert game.players[0].reserved == Reserved(9, highest_level=0, level_limit=None)
    assert_legal(game, Build(0, 0, 3, 0, 0))


@pytest.mark.refuses("5.8D")
def test_reserved_for_an_empty_display_it_is_lost_to_level_1() -> None:
    deck = deck_from(8, 9, 9, 7)
    game = Game.new(RESERVE, deck=deck).apply(0, Reserve(0))
    for tile in draw(TWO_NINES).pieces:
        game = assert_legal(assert_legal(game, place(tile)), Done(0))
    game = assert_legal(game, Place(0, 7, False, 0, 1, 0, 1))
    assert game.players[0].reserved is None


@pytest.mark.accepts("5.8D")
def test_it_is_built_before_or_after_the_own_tile_of_the_turn() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    own, reserved = Place(0, 7, False, 0, 5, 0, 0), Build(0, 0, -3, 0, 0)
    before = assert_legal(assert_legal(game, reserved), own)
    after = assert_legal(assert_legal(game, own), reserved)
    assert set(before.players[0].display.pieces) == set(after.players[0].display.pieces)


@pytest.mark.refuses("5.8D")
def test_it_does_not_replace_the_own_tile_of_the_turn() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    game = assert_legal(game, Build(0, 0, -3, 0, 0))
    assert_illegal(game, Done(0), Code.TURN_NOT_SETTLED)


ON_THE_LEFT = Build(0, 0, -3, 0, 0)
FILLERS_TOO = tokens(Token.RESERVE, gap_fillers=True)
OF_THREE = tokens(Token.RESERVE, variant=Variant.TWO_OUT_OF_THREE, gap_fillers=True)


@pytest.mark.accepts("5.8D")
def test_a_filler_on_a_higher_level_does_not_lose_it() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7, options=FILLERS_TOO)
    after = assert_legal(game, Fill(0, 1, 0, 0, 0, 1))
    assert after.players[0].display.highest_level == 1
    assert_legal(after, ON_THE_LEFT)


@pytest.mark.refuses("5.8D")
def test_a_filler_that_lay_higher_when_it_was_reserved_does_not_keep_it() -> None:
    display = draw("999aa  f....\n999aa  .....\n99aaa  .....\n99aaa  .....")
    game = with_reserved(display, 8, 7, options=FILLERS_TOO)
    assert game.players[0].reserved == Reserved(8, highest_level=0, level_limit=None)
    after = assert_legal(game, Place(0, 7, False, 0, 1, 0, 1))
    assert_illegal(after, ON_THE_LEFT, Code.RESERVE_EMPTY)


@pytest.mark.accepts("5.8D")
def test_of_a_starting_tile_alone_the_highest_level_counts_as_0() -> None:
    options = tokens(Token.RESERVE, starting_tiles=True)
    game = assert_legal(Game.new(options, deck=deck_from(9, 8), starting_tiles=[0]), Reserve(0))
    assert game.players[0].reserved == Reserved(9, highest_level=0, level_limit=None)
    assert_legal(game, Build(0, 0, 3, 0, 0))


def of_three(display: Display, **state: Any) -> Game:
    """Return a turn of "2 out of 3" for a 7 with an 8 reserved before."""
    kept = {"used_tokens": (Token.RESERVE,), "reserved": Reserved(8, 0, None)}
    return game_at(display, 7, 6, options=OF_THREE, **kept, **state)


@pytest.mark.accepts("5.8D")
def test_in_the_variants_it_is_built_in_a_turn_whose_own_tile_is_placed() -> None:
    own = Place(0, 7, False, 0, 5, 0, 0)
    game = of_three(draw(TWO_NINES))
    orders: tuple[tuple[Action, ...], ...] = (
        (ON_THE_LEFT, Take(0), own),
        (Take(0), ON_THE_LEFT, own),
        (Take(0), own, ON_THE_LEFT),
    )
    for order in orders:
        after = game
        for action in order:
            after = assert_legal(after, action)
        assert after.players[0].reserved is None


@pytest.mark.refuses("5.8D")
def test_it_is_not_built_on_a_card_that_is_rejected() -> None:
    game = of_three(draw(TWO_NINES))
    rejected = assert_legal(game, Reject(0))
    assert not rejected.players[0].turn.is_over, "there are fillers in hand"
    (found,) = assert_illegal(rejected, ON_THE_LEFT, Code.RESERVE_NO_OWN_TILE)
    assert found.paragraph == "5.8"
    built = assert_legal(game, ON_THE_LEFT)
    (found,) = assert_illegal(built, Reject(0), Code.TURN_HAS_BUILT)
    assert found.paragraph == "5.8"


@pytest.mark.refuses("5.8D")
def test_it_is_not_built_on_a_card_that_must_be_rejected() -> None:
    game = of_three(draw(TWO_NINES))
    game = replace(game, table=replace(game.table, card_in_round=3))
    assert_illegal(game, ON_THE_LEFT, Code.RESERVE_NO_OWN_TILE)


@pytest.mark.refuses("5.8D")
def test_unbuilt_at_the_end_it_scores_nothing() -> None:
    game = Game.new(RESERVE, deck=deck_from(9, 9)).apply(0, Reserve(0))
    while not game.is_over:
        tile = next(a for a in game.legal_actions(0) if isinstance(a, Place) and a.level == 0)
        game = game.apply(0, tile).apply(0, Done(0))
    state = game.players[0]
    assert state.reserved is not None
    assert len(state.display.pieces) == 19
    assert game.scores == [0]


@pytest.mark.accepts("5.8D")
def test_built_in_the_last_turn_it_scores() -> None:
    game = with_reserved(draw(TWO_NINES), 9, 7)
    game = replace(game, table=replace(game.table, drawn=len(game.deck)))
    game = assert_legal(game, Place(0, 7, False, 0, 5, 0, 0))
    game = assert_legal(game, Build(0, 0, 1, 0, 1))
    assert game.is_over
    assert game.scores == [9]


@pytest.mark.refuses("5.8D")
def test_one_reserved_tile_at_a_time_because_the_token_is_used_once() -> None:
    game = with_reserved(draw(TWO_NINES), 8, 7)
    (found,) = assert_illegal(game, Reserve(0), Code.TOKEN_ALREADY_USED)
    assert found.paragraph == "5.1"
    built = assert_legal(game, Build(0, 0, -3, 0, 0))
    assert_illegal(built, Reserve(0), Code.TOKEN_ALREADY_USED)


@pytest.mark.refuses("5.8")
def test_a_reserved_tile_lies_number_side_up() -> None:
    game = with_reserved(Display(), 6, 7, options=tokens(Token.BLACK, Token.RESERVE))
    builds = [action for action in game.legal_actions(0) if isinstance(action, Build)]
    assert builds == [Build(0, rotation, 0, 0, 0) for rotation in range(4)]
    after = game.apply(0, builds[0])
    assert after.players[0].display.pieces == (
        Piece(draw("66.\n6..\n666\n666").pieces[0].tile, 0, 0, 0),
    )
