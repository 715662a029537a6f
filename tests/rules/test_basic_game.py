"""2.1, 2.10, 2.11 and 2.13: the course of the basic game and its end."""

from __future__ import annotations

from collections import Counter

import pytest

from nmbr9 import (
    Code,
    Display,
    Game,
    NumberTile,
    Options,
    OptionsError,
    Outcome,
    Pass,
    Piece,
    Place,
    Reject,
    Score,
    ScoreLine,
    Take,
    UnknownPlayer,
    score,
)
from tests.boards import assert_illegal, assert_legal, deck_from, draw, game_at, place, scene


def finished(game: Game) -> Game:
    """Return the game after everybody has always done the first thing on offer."""
    while not game.is_over:
        player = game.waiting_for[0]
        game = game.apply(player, game.legal_actions(player)[0])
    return game


def pyramid(levels: int) -> Display:
    """Return a display with two 9s, as one block of 5 by 4, on each level."""
    return Display(
        tuple(
            Piece(NumberTile(9), x, 0, level, rotation)
            for level in range(levels)
            for x, rotation in ((0, 0), (2, 2))
        )
    )


@pytest.mark.accepts("2.1")
def test_the_deck_has_two_cards_of_each_number_in_random_order() -> None:
    decks = {Game.new(Options(), seed=seed).deck for seed in range(20)}
    assert len(decks) == 20
    assert all(Counter(deck) == dict.fromkeys(range(10), 2) for deck in decks)
    assert Game.new(Options(), seed=5).deck == Game.new(Options(), seed=5).deck
    assert Game.new(Options()).deck != Game.new(Options()).deck


@pytest.mark.accepts("2.1")
def test_twenty_rounds_reveal_the_cards_from_the_top() -> None:
    game = Game.new(Options(players=3), seed=4)
    for number, card in enumerate(game.deck, start=1):
        assert (game.table.round_number, game.table.revealed) == (number, (card,))
        assert [state.turn.number for state in game.players] == [card] * 3
        for player in range(3):
            game = game.apply(player, game.legal_actions(player)[0])
    assert game.is_over
    assert all(len(state.display.pieces) == 20 for state in game.players)


@pytest.mark.refuses("2.1")
@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (deck_from()[:-1], "expected 2 cards of each number in the basic deck, got 1 of number 9"),
        ([*deck_from(), 4], "got 3 of number 4"),
        ([0, 0, 0, *deck_from()[3:]], "got 3 of number 0"),
        ([], "got 0 of number 0"),
    ],
)
def test_a_deck_of_other_cards_is_refused(deck: list[int], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Game.new(Options(), deck=deck)


@pytest.mark.refuses("2.1")
def test_the_next_card_waits_until_everybody_has_placed() -> None:
    game = Game.new(Options(players=2), deck=deck_from(4, 7))
    after = game.apply(1, game.legal_actions(1)[0])
    assert after.table == game.table
    assert after.waiting_for == (0,)
    assert after.apply(0, after.legal_actions(0)[0]).table.revealed == (7,)


@pytest.mark.refuses("2.1")
@pytest.mark.parametrize("choice", [Take(0), Take(0, 0), Reject(0), Pass(0)])
def test_the_tile_is_not_a_choice(choice: Take | Reject | Pass) -> None:
    (found,) = assert_illegal(game_at(Display(), 4), choice, Code.TURN_NOT_OFFERED)
    assert found.paragraph == "2.1"


@pytest.mark.refuses("2.1")
def test_nothing_is_done_after_the_last_round() -> None:
    game = finished(Game.new(Options(players=2), seed=8))
    assert game.waiting_for == ()
    (found,) = assert_illegal(game, Place(0, 9, False, 0, 0, 0, 0), Code.GAME_OVER)
    assert found.paragraph == "2.1"


@pytest.mark.refuses("2.1")
@pytest.mark.parametrize("player", [-1, 2])
def test_nobody_else_plays(player: int) -> None:
    game = Game.new(Options(players=2), seed=8)
    with pytest.raises(UnknownPlayer, match=f"expected a player of 0 to 1, got {player}"):
        game.apply(player, Place(player, game.deck[0], False, 0, 0, 0, 0))
    with pytest.raises(UnknownPlayer):
        game.legal_actions(player)


@pytest.mark.accepts("2.10")
def test_a_tile_may_be_tried_in_many_ways_before_deciding() -> None:
    game = game_at(draw("999\n999\n99.\n99."), 8)
    tries = [Place(0, 8, False, 0, x, y, 0) for x in range(-4, 5) for y in range(-5, 6)]
    answers = [game.violations(0, action) for action in tries]
    assert game.actions == ()
    assert [game.violations(0, action) for action in reversed(tries)] == answers[::-1]
    assert {action for action, found in zip(tries, answers, strict=True) if not found} == {
        action for action in game.legal_actions(0) if action in tries
    }


@pytest.mark.refuses("2.10")
def test_once_decided_a_tile_stays() -> None:
    """A gap filler in hand keeps the turn going, but not for the tile."""
    display, tile = scene("999**\n999**\n99***\n99***")
    game = assert_legal(game_at(display, 9, options=Options(gap_fillers=True)), place(tile))
    elsewhere = Place(0, 9, False, 0, -3, 0, 0)
    (found,) = assert_illegal(game, elsewhere, Code.TURN_ALREADY_SETTLED)
    assert found.paragraph == "2.10"


@pytest.mark.refuses("2.10")
def test_only_the_tile_of_the_round_may_be_tried() -> None:
    game = game_at(Display(), 4, 7)
    (found,) = assert_illegal(game, Place(0, 7, False, 0, 0, 0, 0), Code.PLACEMENT_WRONG_TILE)
    assert (found.paragraph, found.message) == ("2.10", "expected the tile of this turn, 4, got 7")


@pytest.mark.accepts("2.11")
def test_the_score_is_number_times_level() -> None:
    display = draw("""
        999aa  .999.
        999aa  .999.
        99aaa  .99..
        99aaa  .99..
    """)
    assert score(display) == Score((ScoreLine(0, (9, 9)), ScoreLine(1, (9,))))
    assert score(display).total == display.points == 9
    assert [line.points for line in score(pyramid(4)).lines] == [0, 18, 36, 54]
    assert game_at(pyramid(4), 3).scores == [108]


@pytest.mark.refuses("2.11")
def test_the_table_brings_no_points() -> None:
    assert score(pyramid(1)).total == 0
    assert score(Display()).total == 0


@pytest.mark.accepts("2.11")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [((7,), (0,)), ((7, 8, 3), (1,)), ((8, 3, 8), (0, 2)), ((0, 0), (0, 1))],
)
def test_the_most_points_win_and_a_tie_is_shared(
    scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert Outcome(scores).winners == winners
    assert Outcome(scores).is_shared == (len(winners) > 1)


@pytest.mark.refuses("2.11")
def test_nobody_wins_before_the_end() -> None:
    game = Game.new(Options(players=2), seed=3)
    assert game.outcome is None
    over = finished(game)
    assert over.outcome == Outcome(tuple(over.scores))


@pytest.mark.accepts("2.13")
def test_alone_the_same_rules_hold() -> None:
    alone = Game.new(Options(players=1), seed=6)
    with_others = Game.new(Options(players=4), seed=6)
    while not alone.is_over:
        assert alone.legal_actions(0) == with_others.legal_actions(0)
        action = alone.legal_actions(0)[-1]
        alone = alone.apply(0, action)
        for player in range(4):
            offered = with_others.legal_actions(player)
            with_others = with_others.apply(player, action if player == 0 else offered[0])
    assert alone.scores == with_others.scores[:1]


@pytest.mark.accepts("2.13")
def test_a_hundred_points_are_excellent() -> None:
    assert Score((ScoreLine(0, (3,)), ScoreLine(4, (9, 9, 7)))).total == 100
    assert Score((ScoreLine(0, (3,)), ScoreLine(4, (9, 9, 7)))).is_excellent


@pytest.mark.refuses("2.13")
def test_fewer_are_not() -> None:
    assert Score((ScoreLine(3, (9, 9, 9, 6)),)).total == 99
    assert not Score((ScoreLine(3, (9, 9, 9, 6)),)).is_excellent
