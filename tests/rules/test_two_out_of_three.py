"""Section 6: the variant "2 out of 3"."""

from __future__ import annotations

from collections import Counter

import pytest

from nmbr9 import (
    Action,
    Code,
    Done,
    Game,
    Options,
    OptionsError,
    Outcome,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.knowledge import view
from tests.boards import assert_illegal, assert_legal, deck_from, draw, game_at, tokens

VARIANT = Variant.TWO_OUT_OF_THREE
ALONE = Options(variant=VARIANT)
NINE = draw("999\n999\n99.\n99.")


def new_game(*cards: int, options: Options = ALONE) -> Game:
    return Game.new(options, deck=deck_from(*cards, copies=3))


def take_and_place(game: Game, player: int = 0) -> Game:
    game = assert_legal(game, Take(player))
    return game.apply(player, game.legal_actions(player)[0])


@pytest.mark.accepts("6.1")
def test_thirty_cards_are_revealed_one_after_another_in_ten_rounds() -> None:
    game = Game.new(Options(players=2, variant=VARIANT), seed=3)
    assert Counter(game.deck) == dict.fromkeys(range(10), 3)
    for index, card in enumerate(game.deck):
        table = game.table
        assert (table.round_number, table.card_in_round) == (index // 3 + 1, index % 3 + 1)
        assert table.revealed == (card,)
        for player in range(2):
            if index % 3 == player:
                game = assert_legal(game, Reject(player))
            else:
                game = take_and_place(game, player)
    assert game.is_over
    assert [len(state.display.pieces) for state in game.players] == [20, 20]


@pytest.mark.refuses("6.1")
@pytest.mark.parametrize("copies", [2, 4])
def test_a_deck_of_another_variant_is_refused(copies: int) -> None:
    message = f"expected 3 cards of each number in the two-out-of-three deck, got {copies} of"
    with pytest.raises(OptionsError, match=message):
        Game.new(ALONE, deck=deck_from(copies=copies))


@pytest.mark.accepts("6.2")
def test_a_card_may_be_taken_or_rejected() -> None:
    game = new_game(9, 8, 7)
    assert game.legal_actions(0) == [Take(0), Reject(0)]
    taken = assert_legal(game, Take(0))
    assert all(isinstance(action, Place) for action in taken.legal_actions(0))
    assert_legal(taken, Place(0, 9, False, 0, 0, 0, 0))
    rejected = assert_legal(game, Reject(0))
    assert rejected.table.revealed == (8,)


@pytest.mark.accepts("6.2")
def test_a_taken_tile_may_be_reserved() -> None:
    game = game_at(NINE, 9, options=tokens(Token.RESERVE, variant=VARIANT))
    game = assert_legal(assert_legal(game, Take(0)), Reserve(0))
    assert game.players[0].reserved is not None
    assert game.table.card_in_round == 2


@pytest.mark.refuses("6.2")
def test_a_tile_is_not_tried_before_it_is_taken() -> None:
    tile = Place(0, 9, False, 0, 0, 0, 0)
    (found,) = assert_illegal(new_game(9), tile, Code.TURN_NOT_TAKEN)
    assert found.message == "take a card before placing its tile"
    options = tokens(Token.RESERVE, variant=VARIANT)
    assert_illegal(new_game(9, options=options), Reserve(0), Code.TURN_NOT_TAKEN)


@pytest.mark.refuses("6.2")
def test_a_taken_tile_must_be_placed() -> None:
    game = assert_legal(new_game(9), Take(0))
    assert_illegal(game, Done(0), Code.TURN_NOT_SETTLED)
    for choice in (Take(0), Reject(0)):
        (found,) = assert_illegal(game, choice, Code.TURN_ALREADY_DECIDED)
        assert found.paragraph == "6.2"


@pytest.mark.refuses("6.2")
def test_a_rejected_tile_is_not_placed() -> None:
    options = Options(variant=VARIANT, gap_fillers=True)
    game = assert_legal(new_game(9, options=options), Reject(0))
    assert_illegal(game, Place(0, 9, False, 0, 0, 0, 0), Code.TURN_ALREADY_SETTLED)
    assert_illegal(game, Take(0), Code.TURN_ALREADY_DECIDED)


@pytest.mark.accepts("6.2")
def test_whoever_has_rejected_takes_the_rest() -> None:
    game = assert_legal(new_game(9, 8, 7), Reject(0))
    for _ in range(2):
        assert game.legal_actions(0) == [Take(0)]
        game = take_and_place(game)
    assert (game.table.round_number, game.legal_actions(0)) == (2, [Take(0), Reject(0)])


@pytest.mark.refuses("6.2")
@pytest.mark.parametrize("between", [0, 1])
def test_whoever_has_rejected_does_not_reject_again(between: int) -> None:
    game = assert_legal(new_game(9, 8, 7), Reject(0))
    for _ in range(between):
        game = take_and_place(game)
    (found,) = assert_illegal(game, Reject(0), Code.TURN_MUST_TAKE)
    assert found.paragraph == "6.2"


@pytest.mark.accepts("6.2")
def test_whoever_has_taken_two_rejects_the_third() -> None:
    game = take_and_place(take_and_place(new_game(9, 8, 7)))
    assert game.legal_actions(0) == [Reject(0)]
    game = assert_legal(game, Reject(0))
    assert game.table.round_number == 2


@pytest.mark.refuses("6.2")
def test_whoever_has_taken_two_does_not_take_the_third() -> None:
    game = take_and_place(take_and_place(new_game(9, 8, 7)))
    (found,) = assert_illegal(game, Take(0), Code.TURN_MUST_REJECT)
    assert found.paragraph == "6.2"


@pytest.mark.refuses("6.2")
@pytest.mark.parametrize(
    ("choice", "code"),
    [(Pass(0), Code.TURN_NOT_OFFERED), (Take(0, 0), Code.TURN_NO_SUCH_PILE)],
)
def test_other_decisions_are_not_in_this_game(choice: Action, code: Code) -> None:
    (found,) = assert_illegal(new_game(9), choice, code)
    assert found.paragraph == "6.2"


@pytest.mark.accepts("6.2")
def test_rejecting_costs_no_marker_of_the_special_tokens() -> None:
    options = tokens(Token.BLACK, Token.GAP, variant=VARIANT)
    game = assert_legal(new_game(9, options=options), Reject(0))
    assert game.players[0].markers_left == 2
    assert game.players[0].usable_tokens(options) == (Token.BLACK, Token.GAP)


def game_of_three() -> Game:
    """Return a game in which player 0 has rejected and player 1 has taken and placed."""
    game = new_game(9, 8, options=Options(players=3, variant=VARIANT))
    return take_and_place(assert_legal(game, Reject(0)), 1)


@pytest.mark.accepts("6.3", "6.3D")
def test_a_rejection_is_open_once_all_have_decided() -> None:
    game = assert_legal(game_of_three(), Take(2))
    for viewer in range(3):
        assert view(game, viewer).players == game.players
    placed = game.apply(2, game.legal_actions(2)[0])
    assert placed.table.card_in_round == 2
    assert view(placed, 2).players[0].has_rejected
    assert not view(placed, 0).players[1].has_rejected


@pytest.mark.refuses("6.3", "6.3D")
def test_a_rejection_is_not_open_before() -> None:
    game = game_of_three()
    seen = view(game, 2).players
    assert seen == game.at_reveal
    assert not seen[0].has_rejected
    assert not seen[1].turn.is_decided
    assert seen[1].display.pieces == ()
    own = view(game, 0).players
    assert own[0].has_rejected
    assert own[1:] == game.at_reveal[1:]


@pytest.mark.accepts("6.3")
def test_it_ends_and_scores_as_the_basic_game() -> None:
    game = Game.new(Options(players=2, variant=VARIANT), seed=5)
    while not game.is_over:
        player = game.waiting_for[0]
        game = game.apply(player, game.legal_actions(player)[-1])
    assert game.table.drawn == 30
    assert game.outcome == Outcome(tuple(state.display.points for state in game.players))


@pytest.mark.refuses("6.3")
def test_it_does_not_end_before_all_have_decided_on_the_last_card() -> None:
    game = Game.new(Options(players=2, variant=VARIANT), seed=5)
    while len(game.actions) < 99:
        player = game.waiting_for[-1]
        game = game.apply(player, game.legal_actions(player)[0])
    assert game.table.drawn == 30
    assert (game.is_over, game.outcome, game.waiting_for) == (False, None, (0,))
    assert game.apply(0, game.legal_actions(0)[0]).is_over
