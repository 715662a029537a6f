"""Section 4: the module "gap fillers"."""

from __future__ import annotations

import pytest

from nmbr9 import (
    Code,
    Display,
    Done,
    Fill,
    Game,
    GapFiller,
    Move,
    NumberTile,
    Options,
    Piece,
    Place,
    Reject,
    Reserve,
    Token,
    Variant,
    score,
)
from tests.boards import (
    assert_illegal,
    assert_legal,
    deck_from,
    draw,
    fill,
    game_at,
    place,
    scene,
    tokens,
)

FILLERS = Options(gap_fillers=True)
NINE = "999\n999\n99.\n99."
PLACE_NINE = Place(0, 9, False, 0, 0, 0, 0)


@pytest.mark.accepts("4.1")
def test_a_filler_may_be_added_before_and_another_after_the_tile() -> None:
    game = game_at(draw(NINE), 8, options=FILLERS)
    game = assert_legal(game, Fill(0, 1, 0, 2, 2, 0))
    game = assert_legal(game, Place(0, 8, False, 0, 3, 0, 0))
    assert game.players[0].fillers == (2,)
    game = assert_legal(game, Fill(0, 2, 1, -1, 0, 0))
    assert game.players[0].fillers == ()
    assert game.table.round_number == 2, "nothing optional is left, so the turn is over"
    assert [type(piece.tile) for piece in game.players[0].display.pieces].count(GapFiller) == 2


@pytest.mark.accepts("4.1")
def test_a_filler_may_lie_first_of_all_and_in_the_last_round() -> None:
    assert_legal(game_at(Display(), 9, options=FILLERS), Fill(0, 2, 1, 0, 0, 0))
    game = Game.new(FILLERS, seed=9)
    while game.table.round_number < 20:
        for kind in (Place, Done):
            action = next(a for a in game.legal_actions(0) if isinstance(a, kind))
            game = game.apply(0, action)
    leftmost = min(game.players[0].display.pieces_on(0), key=lambda piece: min(piece.cells))
    x, y = min(leftmost.cells)
    assert_legal(game, Fill(0, 2, 0, x - 2, y, 0))


@pytest.mark.accepts("4.1")
def test_every_player_has_two_fillers_of_their_own() -> None:
    game = Game.new(Options(players=2, gap_fillers=True), deck=deck_from(9))
    game = game.apply(0, PLACE_NINE).apply(0, Fill(0, 1, 0, 2, 2, 0))
    assert [state.fillers for state in game.players] == [(2,), (1, 2)]


IN_THE_CORNER = Fill(0, 1, 0, 2, 2, 0)


@pytest.mark.accepts("4.1D")
def test_a_filler_may_be_added_in_a_turn_whose_tile_is_reserved() -> None:
    game = game_at(draw(NINE), 8, options=tokens(Token.RESERVE, gap_fillers=True))
    assert_legal(assert_legal(game, Reserve(0)), IN_THE_CORNER)
    assert_legal(assert_legal(game, IN_THE_CORNER), Reserve(0))


@pytest.mark.accepts("4.1D")
def test_a_filler_may_be_added_in_a_turn_whose_card_is_rejected() -> None:
    options = Options(variant=Variant.TWO_OUT_OF_THREE, gap_fillers=True)
    game = game_at(draw(NINE), 8, options=options)
    assert_legal(assert_legal(game, Reject(0)), IN_THE_CORNER)
    assert_legal(assert_legal(game, IN_THE_CORNER), Reject(0))


@pytest.mark.refuses("4.1D")
def test_no_filler_is_added_in_a_missed_round() -> None:
    nines = tuple(Piece(NumberTile(9), 3 * index, 0, 0) for index in range(3))
    options = Options(players=4, variant=Variant.LEVEL_TO_LEVEL, gap_fillers=True)
    game = game_at(Display(nines), 9, options=options)
    (found,) = assert_illegal(game, Fill(0, 1, 0, 8, 2, 0), Code.TURN_MISSED)
    assert found.paragraph == "7.4"


@pytest.mark.refuses("4.1")
def test_a_filler_is_used_once() -> None:
    game = game_at(draw(NINE), 8, options=FILLERS).apply(0, Fill(0, 1, 0, 2, 2, 0))
    (found,) = assert_illegal(game, Fill(0, 1, 0, 2, 3, 0), Code.FILLER_NOT_IN_HAND)
    assert (found.paragraph, found.message) == (
        "4.1",
        "expected a gap filler in hand (2), got size 1",
    )
    assert_legal(game, Fill(0, 2, 0, 2, 3, 0))


@pytest.mark.refuses("4.1")
@pytest.mark.parametrize("size", [0, 3])
def test_there_is_no_filler_of_another_size(size: int) -> None:
    game = game_at(draw(NINE), 8, options=FILLERS)
    assert_illegal(game, Fill(0, size, 0, 3, 0, 0), Code.FILLER_NOT_IN_HAND)


@pytest.mark.refuses("4.1")
def test_without_the_module_there_are_no_fillers() -> None:
    assert_illegal(game_at(draw(NINE), 8), Fill(0, 1, 0, 2, 2, 0), Code.FILLER_NOT_IN_HAND)


@pytest.mark.refuses("4.1")
def test_a_placed_filler_stays() -> None:
    game = game_at(draw("999\n999\n99f\n99."), 8, options=tokens(Token.MOVE, gap_fillers=True))
    assert_illegal(game, Move(0, 1, 0, 2, 3, 0), Code.MOVE_NOT_A_NUMBER_TILE)


@pytest.mark.refuses("4.1")
def test_unused_fillers_change_no_score() -> None:
    display = draw("999aa  .999.\n999aa  .999.\n99aaa  .99..\n99aaa  .99..")
    assert game_at(display, 8, options=FILLERS).scores == game_at(display, 8).scores == [9]


@pytest.mark.accepts("4.2", "4.2D")
def test_a_filler_may_rest_on_one_tile() -> None:
    display, filler = scene("""
        999aa  **...
        999aa  .....
        99aaa  .....
        99aaa  .....
    """)
    assert_legal(game_at(display, 8, options=FILLERS), fill(filler))


@pytest.mark.accepts("4.2", "4.2D")
@pytest.mark.parametrize("picture", ["999**\n999..\n99...\n99...", "999.\n999.\n99*.\n99*."])
def test_a_filler_lies_both_ways(picture: str) -> None:
    display, filler = scene(picture)
    assert_legal(game_at(display, 8, options=FILLERS), fill(filler))


@pytest.mark.refuses("4.2", "4.2D")
def test_a_filler_obeys_2_4() -> None:
    game = game_at(draw(NINE), 8, options=FILLERS)
    (found,) = assert_illegal(game, Fill(0, 2, 0, 1, 2, 0), Code.PLACEMENT_TAKEN)
    assert (found.paragraph, found.squares) == ("2.4", ((1, 2),))
    assert found.message == "a tile already lies on 1 square"


@pytest.mark.refuses("4.2", "4.2D")
def test_a_filler_obeys_2_5() -> None:
    game = game_at(draw(NINE), 8, options=FILLERS)
    (found,) = assert_illegal(game, Fill(0, 1, 0, 3, 2, 0), Code.PLACEMENT_NOT_ADJACENT)
    assert (found.paragraph, found.squares) == ("2.5", ((3, 2),))


@pytest.mark.refuses("4.2", "4.2D")
def test_a_filler_obeys_2_6() -> None:
    game = game_at(draw("000\n0.0\n0.0\n000"), 8, options=FILLERS)
    (overhang,) = assert_illegal(game, Fill(0, 2, 0, 2, 0, 1), Code.PLACEMENT_OVERHANG)
    assert (overhang.paragraph, overhang.squares) == ("2.6", ((3, 0),))
    (gap,) = assert_illegal(game, Fill(0, 2, 1, 1, 1, 1), Code.PLACEMENT_COVERS_GAP)
    assert (gap.paragraph, gap.squares) == ("2.6", ((1, 1), (1, 2)))


@pytest.mark.refuses("4.2", "4.2D")
def test_no_token_helps_a_filler() -> None:
    display = draw("""
        000999  ..11..
        0.0999  ...1..
        0.099.  ...1..
        00099.  ...1..
    """)
    options = tokens(Token.APART, Token.GAP, gap_fillers=True)
    game = game_at(display, 8, options=options)
    (found,) = assert_illegal(game, Fill(0, 1, 0, 0, 0, 1), Code.PLACEMENT_NOT_ADJACENT)
    assert found.token is None
    game = game_at(draw("000\n0.0\n0.0\n000"), 8, options=options)
    (found,) = assert_illegal(game, Fill(0, 2, 1, 1, 1, 1), Code.PLACEMENT_COVERS_GAP)
    assert found.token is None


@pytest.mark.accepts("4.3", "4.3D")
def test_a_filler_carries_what_lies_above() -> None:
    display, tile = scene("""
        000999  .**...
        0f0999  .*....
        0f099.  .***..
        00099.  .***..
    """)
    assert_legal(game_at(display, 6, options=FILLERS), place(tile))


@pytest.mark.accepts("4.3", "4.3D")
def test_a_filler_counts_for_adjacency() -> None:
    display, tile = scene("""
        999f**
        999..*
        99...*
        99...*
    """)
    assert_legal(game_at(display, 1, options=FILLERS), place(tile))
    without = Display(display.pieces[:1])
    game = game_at(without, 1, options=FILLERS)
    assert_illegal(game, place(tile), Code.PLACEMENT_NOT_ADJACENT)


@pytest.mark.refuses("4.3", "4.3D")
def test_a_filler_is_not_one_of_the_two_tiles() -> None:
    display, tile = scene("""
        999f  ****
        999.  *...
        99..  ....
        99..  ....
    """)
    game = game_at(display, 1, options=FILLERS)
    (found,) = assert_illegal(game, place(tile), Code.PLACEMENT_ONE_TILE_BELOW)
    assert found.paragraph == "2.7"


@pytest.mark.refuses("4.3", "4.3D")
def test_a_filler_scores_nothing() -> None:
    assert Piece(GapFiller(2), 0, 0, level=3).points == 0
    display = draw("999aa  .999f\n999aa  .999.\n99aaa  .99..\n99aaa  .99..")
    assert score(display).lines[1].numbers == (9,)
    assert score(display).total == display.points == 9
