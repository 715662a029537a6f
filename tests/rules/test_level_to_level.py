"""Section 7: the variant "Level to Level"."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Done,
    Fill,
    Game,
    Move,
    NumberTile,
    Options,
    OptionsError,
    Pass,
    Piece,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.state import Reserved
from nmbr9.rules.variants.level_to_level import active_markers
from tests.boards import assert_illegal, assert_legal, deck_from, draw, game_at, tokens

VARIANT = Variant.LEVEL_TO_LEVEL
ALONE = Options(variant=VARIANT)
TWO_NINES = draw("999aa\n999aa\n99aaa\n99aaa")
ONE_NINE = Display(TWO_NINES.pieces[:1])


def tower(levels: int) -> Display:
    """Return a display with two 9s, as one block of 5 by 4, on each level."""
    return Display(
        tuple(replace(piece, level=level) for level in range(levels) for piece in TWO_NINES.pieces)
    )


def to_next_round(game: Game) -> Game:
    """Return the game after everybody has taken from pile 0 and placed on the table."""
    for player in game.waiting_for:
        game = game.apply(player, Take(player, 0))
        game = game.apply(player, on_the_table(game, player))
        if game.players[player].turn.is_settled and player in game.waiting_for:
            game = game.apply(player, Done(player))
    return game


def on_the_table(game: Game, player: int) -> Action:
    offered = game.legal_actions(player)
    return next(a for a in offered if isinstance(a, Place) and a.level == 0 and not a.tokens)


@pytest.mark.accepts("7.1")
def test_one_card_lies_under_each_active_marker_from_marker_0_up() -> None:
    game = game_at(TWO_NINES, 3, 4, 5, 6, 7, options=ALONE)
    assert Counter(game.deck) == dict.fromkeys(range(10), 4)
    assert (game.table.markers, game.table.revealed) == (1, (3,))
    game = to_next_round(game)
    assert (game.table.markers, game.table.revealed) == (2, (4, 5))
    game = to_next_round(game)
    assert (game.table.markers, game.table.revealed) == (2, (6, 7))
    assert game.legal_actions(0) == [Take(0, 0), Take(0, 1)]


@pytest.mark.accepts("7.1")
@pytest.mark.parametrize(("pile", "number"), [(0, 4), (1, 5)])
def test_a_player_chooses_one_of_the_cards_and_places_it(pile: int, number: int) -> None:
    game = to_next_round(game_at(TWO_NINES, 3, 4, 5, options=ALONE))
    game = assert_legal(game, Take(0, pile))
    assert {action.number for action in game.legal_actions(0) if isinstance(action, Place)} == {
        number
    }
    assert_legal(game, on_the_table(game, 0))


@pytest.mark.refuses("7.1")
@pytest.mark.parametrize("pile", [-1, 2, None])
def test_only_an_open_card_is_chosen(pile: int | None) -> None:
    game = to_next_round(game_at(TWO_NINES, 3, 4, 5, options=ALONE))
    (found,) = assert_illegal(game, Take(0, pile), Code.TURN_NO_SUCH_PILE)
    assert (found.paragraph, found.message) == ("7.1", f"expected a pile of 0 to 1, got {pile}")


@pytest.mark.refuses("7.1")
def test_a_card_is_chosen_once_before_trying_it_and_must_be_placed() -> None:
    game = to_next_round(game_at(TWO_NINES, 3, 4, 5, options=ALONE))
    assert_illegal(game, Place(0, 4, False, 0, 5, 0, 0), Code.TURN_NOT_TAKEN)
    assert_illegal(game, Reject(0), Code.TURN_NOT_OFFERED)
    taken = assert_legal(game, Take(0, 0))
    assert_illegal(taken, Take(0, 1), Code.TURN_ALREADY_DECIDED)
    assert_illegal(taken, Done(0), Code.TURN_NOT_SETTLED)
    assert_illegal(taken, Place(0, 5, False, 0, 5, 0, 0), Code.PLACEMENT_WRONG_TILE)


@pytest.mark.refuses("7.1")
@pytest.mark.parametrize("copies", [2, 3])
def test_a_deck_of_another_variant_is_refused(copies: int) -> None:
    message = f"expected 4 cards of each number in the level-to-level deck, got {copies} of"
    with pytest.raises(OptionsError, match=message):
        Game.new(ALONE, deck=deck_from(copies=copies))


ON_LEVEL_1 = Place(0, 9, False, 0, 1, 0, 1)


@pytest.mark.accepts("7.2")
def test_a_tile_goes_to_the_level_of_its_marker_or_lower() -> None:
    game = to_next_round(game_at(TWO_NINES, 3, 8, 9, options=ALONE))
    game = assert_legal(game, Take(0, 1))
    assert_legal(game, ON_LEVEL_1)
    assert_legal(game, on_the_table(game, 0))


@pytest.mark.refuses("7.2")
def test_a_tile_does_not_go_higher_than_its_marker() -> None:
    game = to_next_round(game_at(TWO_NINES, 3, 9, 8, options=ALONE))
    game = assert_legal(game, Take(0, 0))
    (found,) = assert_illegal(game, ON_LEVEL_1, Code.PLACEMENT_ABOVE_MARKER)
    assert (found.paragraph, found.message) == ("7.2", "expected level 0 or lower, got 1")


@pytest.mark.accepts("7.2")
def test_level_4_is_built_on() -> None:
    game = to_next_round(game_at(tower(4), 3, 0, 1, 2, 4, 9, options=ALONE))
    assert game.table.revealed == (0, 1, 2, 4, 9)
    assert_legal(assert_legal(game, Take(0, 4)), replace(ON_LEVEL_1, level=4))


@pytest.mark.accepts("7.2D")
def test_a_filler_has_no_marker() -> None:
    """With marker 0 alone it goes up to level 4 all the same."""
    game = game_at(tower(4), 3, options=Options(variant=VARIANT, gap_fillers=True))
    assert game.table.markers == 1
    assert_legal(game, Fill(0, 1, 0, 0, 0, 4))


@pytest.mark.refuses("7.2D")
def test_level_4_is_the_limit_of_fillers() -> None:
    game = game_at(tower(5), 3, options=Options(variant=VARIANT, gap_fillers=True))
    (found,) = assert_illegal(game, Fill(0, 1, 0, 0, 0, 5), Code.PLACEMENT_ABOVE_MARKER)
    assert found.message == "expected level 4 or lower, got 5"


@pytest.mark.refuses("7.2")
def test_nothing_is_built_on_level_5() -> None:
    options = tokens(Token.RESERVE, variant=VARIANT, gap_fillers=True)
    game = to_next_round(game_at(tower(5), 3, 0, 1, 2, 4, 9, options=options))
    assert game.table.markers == 5, "there is no sixth marker"
    game = assert_legal(game, Take(0, 4))
    (found,) = assert_illegal(game, replace(ON_LEVEL_1, level=5), Code.PLACEMENT_ABOVE_MARKER)
    assert found.message == "expected level 4 or lower, got 5"
    assert_illegal(game, Fill(0, 1, 0, 0, 0, 5), Code.PLACEMENT_ABOVE_MARKER)
    assert_legal(game_at(tower(5), 9), replace(ON_LEVEL_1, level=5))


@pytest.mark.accepts("7.3")
def test_a_marker_becomes_active_in_the_round_after_any_player_has_two_tiles() -> None:
    game = game_at(ONE_NINE, 3, options=Options(players=2, variant=VARIANT))
    game = game.apply(0, Take(0, 0)).apply(0, Place(0, 3, False, 0, 3, 0, 0))
    assert game.table.markers == 1, "not in the same round"
    game = to_next_round(game)
    assert [state.display.number_tiles_on(0) for state in game.players] == [2, 1]
    assert game.table.markers == 2


@pytest.mark.refuses("7.3")
def test_one_tile_activates_no_marker() -> None:
    game = Game.new(Options(players=2, variant=VARIANT), seed=1)
    assert to_next_round(game).table.markers == 1


@pytest.mark.refuses("7.3")
def test_a_marker_waits_for_the_one_below() -> None:
    """Two tiles lie on level 1, but level 0 has only one number tile and a starting tile."""
    below = (Piece(NumberTile(9), 5, 0, 0), *Display.starting_with(0).pieces)
    display = Display((*below, *tower(2).pieces[2:]))
    assert display.number_tiles_on(1) == 2
    assert active_markers(1, [display]) == 1
    assert active_markers(2, [display]) == 3


@pytest.mark.accepts("7.3")
def test_an_active_marker_stays_active() -> None:
    game = to_next_round(game_at(TWO_NINES, 3, options=ALONE))
    assert game.table.markers == 2
    game = replace(game, players=(replace(game.players[0], display=Display()),))
    assert to_next_round(game).table.markers == 2


@pytest.mark.accepts("7.3D")
def test_a_turned_over_tile_counts() -> None:
    display = draw(".kk\n..k\nkkk\nkkk")
    assert display.pieces[0].flipped
    assert to_next_round(game_at(display, 3, options=ALONE)).table.markers == 2


@pytest.mark.refuses("7.3D")
@pytest.mark.parametrize("picture", ["sss\nsss\ns..", "ff.\n...", "f..\n..."])
def test_a_starting_tile_or_a_filler_does_not_count(picture: str) -> None:
    game = to_next_round(game_at(draw(picture), 3, options=ALONE))
    assert len(game.players[0].display.pieces) == 2
    assert game.table.markers == 1


ONE_ON_LEVEL_1 = draw("""
    999aabbbcc  .999......
    999aabbbcc  .999......
    99aaabbccc  .99.......
    99aaabbccc  .99.......
""")


def one_placed_higher(game: Game) -> Game:
    """Return the game after the 1 was taken and placed on level 1."""
    game = game.apply(0, Take(0, 1))
    offered = [action for action in game.legal_actions(0) if isinstance(action, Place)]
    return game.apply(0, next(action for action in offered if action.level == 1))


def nine_moved_down(game: Game) -> Game:
    """Return the game after the 9 on level 1 was moved to the table."""
    offered = [action for action in game.legal_actions(0) if isinstance(action, Move)]
    return game.apply(0, next(a for a in offered if (a.piece, a.level) == (4, 0)))


@pytest.mark.accepts("7.3", "7.3D")
def test_two_tiles_at_one_moment_are_enough() -> None:
    """Even if one is moved away before the round ends."""
    options = tokens(Token.MOVE, variant=VARIANT)
    game = to_next_round(game_at(ONE_ON_LEVEL_1, 3, 4, 1, options=options))
    game = one_placed_higher(game)
    assert game.players[0].display.number_tiles_on(1) == 2
    game = nine_moved_down(game)
    assert game.players[0].display.number_tiles_on(1) == 1
    assert game.table.markers == 3


@pytest.mark.refuses("7.3", "7.3D")
def test_two_tiles_one_after_the_other_are_not_enough() -> None:
    options = tokens(Token.MOVE, variant=VARIANT)
    game = to_next_round(game_at(ONE_ON_LEVEL_1, 3, 4, 1, options=options))
    game = one_placed_higher(nine_moved_down(game))
    assert game.players[0].display.number_tiles_on(1) == 1
    assert game.table.markers == 2


def game_of_four(copies: int, *cards: int, players: int = 4) -> Game:
    """Return a game whose player 0 has so many 9s already."""
    nines = [Piece(NumberTile(9), 3 * index, 0, 0) for index in range(copies)]
    options = Options(players=players, variant=VARIANT)
    return game_at(Display(tuple(nines)), *cards, options=options)


@pytest.mark.accepts("7.4")
def test_each_of_four_players_has_three_tiles_of_each_number() -> None:
    assert_legal(game_of_four(2, 9), Take(0, 0))
    assert_legal(game_of_four(3, 8), Take(0, 0))


@pytest.mark.refuses("7.4")
def test_a_number_used_up_cannot_be_chosen() -> None:
    game = game_of_four(3, 9)
    (found,) = assert_illegal(game, Take(0, 0), Code.TURN_NUMBER_USED_UP)
    assert (found.paragraph, found.message) == ("7.4", "your tiles of number 9 are used up")
    assert_legal(game, Take(1, 0))


@pytest.mark.refuses("7.4")
def test_a_reserved_tile_is_no_longer_in_the_supply() -> None:
    game = game_of_four(2, 9)
    first, *others = game.players
    reserved = replace(first, reserved=Reserved(9, 0, 0))
    game = replace(game, players=(reserved, *others))
    assert_illegal(game, Take(0, 0), Code.TURN_NUMBER_USED_UP)


@pytest.mark.accepts("7.4")
def test_whoever_can_choose_nothing_misses_the_round() -> None:
    game = game_of_four(3, 9)
    assert game.legal_actions(0) == [Pass(0)]
    after = assert_legal(game, Pass(0))
    assert after.waiting_for == (1, 2, 3)
    assert after.players[0].display == game.players[0].display


def missed_with_everything() -> Game:
    """Return a missed round of a player who has fillers, a reserved tile and `move` left."""
    options = tokens(Token.MOVE, Token.RESERVE, players=4, variant=VARIANT, gap_fillers=True)
    display = game_of_four(3).players[0].display
    reserved = {"used_tokens": (Token.RESERVE,), "reserved": Reserved(8, 0, 0)}
    return game_at(display, 9, options=options, **reserved)


@pytest.mark.accepts("7.4")
def test_a_missed_round_is_over_with_pass() -> None:
    game = missed_with_everything()
    assert game.legal_actions(0) == [Pass(0)]
    after = assert_legal(game, Pass(0))
    assert after.waiting_for == (1, 2, 3)
    assert after.legal_actions(0) == []
    assert after.players[0].reserved == Reserved(8, 0, 0)


@pytest.mark.refuses("7.4")
@pytest.mark.parametrize(
    "action", [Fill(0, 1, 0, 8, 2, 0), Build(0, 0, 9, 0, 0), Move(0, 0, 0, 9, 0, 0)]
)
def test_in_a_missed_round_nothing_is_laid_or_moved(action: Action) -> None:
    game = missed_with_everything()
    (found,) = assert_illegal(game, action, Code.TURN_MISSED)
    assert (found.paragraph, found.message) == ("7.4", "expected pass: this round is missed")
    assert_illegal(game.apply(0, Pass(0)), action, Code.TURN_OVER)


@pytest.mark.refuses("7.4")
def test_whoever_can_choose_does_not_pass() -> None:
    (found,) = assert_illegal(game_of_four(2, 9), Pass(0), Code.TURN_CAN_CHOOSE)
    assert found.paragraph == "7.4"
    taken = game_of_four(2, 9).apply(0, Take(0, 0))
    assert_illegal(taken, Pass(0), Code.TURN_ALREADY_DECIDED)


@pytest.mark.accepts("7.4")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_with_fewer_players_supply_never_runs_out(players: int) -> None:
    """Three 9s are placed: the fourth and last card can still be taken."""
    assert_legal(game_of_four(3, 9, players=players), Take(0, 0))


@pytest.mark.accepts("7.5")
def test_every_card_is_played_if_they_divide_evenly() -> None:
    """Two rounds of one card, then nineteen of two."""
    game = Game.new(ALONE, seed=4)
    last = game
    while not game.is_over:
        last, game = game, to_next_round(game)
    assert (last.table.round_number, last.table.drawn) == (21, 40)
    assert game.outcome is not None


@pytest.mark.refuses("7.5", "7.5D")
def test_the_game_ends_when_fewer_cards_are_left_than_markers_are_active() -> None:
    game = game_at(TWO_NINES, options=ALONE)
    last = game
    while not game.is_over:
        last, game = game, to_next_round(game)
    assert (last.table.round_number, last.table.drawn) == (20, 39)
    assert sum(game.cards_left) == 1
    assert game.legal_actions(0) == []


@pytest.mark.accepts("7.5D")
def test_the_cards_left_over_score_nothing_and_are_no_hindrance() -> None:
    game = game_at(tower(4), options=ALONE)
    while not game.is_over:
        game = to_next_round(game)
    assert sum(game.cards_left) == 4, "1 + 7 * 5 = 36 cards are played"
    assert game.scores == [18 * (1 + 2 + 3)]
    assert len(game.players[0].display.pieces) == 8 + 8


@pytest.mark.accepts("7.6", "7.6D")
def test_a_tile_reserved_from_marker_1_is_built_on_level_1() -> None:
    options = tokens(Token.RESERVE, variant=VARIANT)
    game = to_next_round(game_at(TWO_NINES, 3, 8, 9, options=options))
    game = assert_legal(assert_legal(game, Take(0, 1)), Reserve(0))
    assert game.players[0].reserved == Reserved(9, highest_level=0, level_limit=1)
    assert_legal(game, Build(0, 0, 1, 0, 1))


@pytest.mark.refuses("7.6", "7.6D")
def test_a_tile_reserved_from_marker_0_stays_on_level_0() -> None:
    options = tokens(Token.RESERVE, variant=VARIANT)
    game = to_next_round(game_at(TWO_NINES, 3, 9, 8, options=options))
    game = assert_legal(assert_legal(game, Take(0, 0)), Reserve(0))
    game = assert_legal(game, Take(0, 1))
    (found,) = assert_illegal(game, Build(0, 0, 1, 0, 1), Code.PLACEMENT_ABOVE_MARKER)
    assert found.message == "expected level 0 or lower, got 1"
    assert_legal(game, Build(0, 0, -3, 0, 0))
