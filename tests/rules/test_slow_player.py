"""2.12: a slow player may be prompted and then has one minute."""

from __future__ import annotations

import pytest

from nmbr9 import Action, Done, Fill, Game, IllegalAction, Options, Place
from nmbr9.rules.errors import PromptRefused
from nmbr9.rules.slow_player import Prompt, finish_turn, prompt
from tests.boards import deck_from

NOW = 1000.0


def game_that_waits_for(*slow: int, options: Options | None = None) -> Game:
    """Return a first round in which all but these players have placed."""
    game = Game.new(options or Options(players=3), deck=deck_from(9, 8, 7))
    for player in range(game.options.players):
        if player not in slow:
            game = game.apply(player, game.legal_actions(player)[0])
    return game


def first(game: Game, player: int) -> Action:
    """Stand in for the greedy bot: place, and be done as soon as that is possible."""
    offered = game.legal_actions(player)
    return next((action for action in offered if isinstance(action, (Place, Done))), offered[0])


@pytest.mark.accepts("2.12")
@pytest.mark.parametrize(("prompter", "slow"), [(0, 1), (0, 2)])
def test_whoever_waits_may_prompt_whoever_plays(prompter: int, slow: int) -> None:
    game = game_that_waits_for(1, 2)
    given = prompt(game, prompter, slow, NOW)
    assert given == Prompt(slow, drawn=1, deadline=NOW + 60)


@pytest.mark.accepts("2.12")
def test_the_turn_is_due_when_the_minute_is_over() -> None:
    game = game_that_waits_for(1)
    given = prompt(game, 0, 1, NOW)
    assert given.is_due(game, NOW + 60)
    assert given.is_due(game, NOW + 3600)


@pytest.mark.refuses("2.12")
def test_the_turn_is_not_due_before() -> None:
    game = game_that_waits_for(1)
    given = prompt(game, 0, 1, NOW)
    assert not given.is_due(game, NOW)
    assert not given.is_due(game, NOW + 59.9)


@pytest.mark.refuses("2.12")
@pytest.mark.parametrize(
    ("prompter", "slow", "message"),
    [
        (1, 2, "expected a prompt from a player who waits"),
        (1, 1, "expected a prompt from a player who waits"),
        (0, 0, "expected a prompt from a player who waits"),
        (0, 3, "expected a player whose turn is not over, got player 3"),
    ],
)
def test_nobody_else_may_prompt_or_be_prompted(prompter: int, slow: int, message: str) -> None:
    options = Options(players=4)
    game = game_that_waits_for(1, 2, options=options)
    with pytest.raises(PromptRefused, match=message):
        prompt(game, prompter, slow, NOW)


@pytest.mark.refuses("2.12")
def test_a_prompt_holds_for_one_turn_only() -> None:
    game = game_that_waits_for(1)
    given = prompt(game, 0, 1, NOW)
    in_time = game.apply(1, game.legal_actions(1)[0])
    assert in_time.table.round_number == 2
    assert not given.is_due(in_time, NOW + 60)


@pytest.mark.refuses("2.12")
def test_a_turn_that_was_finished_in_time_is_not_due() -> None:
    game = game_that_waits_for(1, 2)
    given = prompt(game, 0, 1, NOW)
    in_time = game.apply(1, game.legal_actions(1)[0])
    assert in_time.table == game.table
    assert not given.is_due(in_time, NOW + 60)


@pytest.mark.accepts("2.12D")
def test_the_program_finishes_the_whole_turn() -> None:
    game = Game.new(Options(players=2, gap_fillers=True), deck=deck_from(9, 8))
    after = finish_turn(game, 1, first)
    assert [type(action) for action in after.actions] == [Place, Done]
    assert after.waiting_for == (0,)


@pytest.mark.accepts("2.12D")
def test_the_program_goes_on_from_what_the_player_has_done() -> None:
    game = Game.new(Options(players=2, gap_fillers=True), deck=deck_from(9, 8))
    begun = game.apply(1, Fill(1, 2, 0, 0, 0, 0))
    after = finish_turn(begun, 1, first)
    assert [type(action) for action in after.actions] == [Fill, Place, Done]


@pytest.mark.refuses("2.12D")
def test_the_program_finishes_neither_another_turn_nor_the_next() -> None:
    game = finish_turn(game_that_waits_for(1, 2), 1, first)
    assert (game.table.round_number, game.waiting_for) == (1, (2,))
    game = finish_turn(game, 2, first)
    assert (game.table.round_number, game.waiting_for) == (2, (0, 1, 2))
    alone = finish_turn(Game.new(Options(), deck=deck_from(9, 8)), 0, first)
    assert len(alone.actions) == 1
    over = finish_turn(game, 0, first)
    assert finish_turn(over, 0, first) == over


@pytest.mark.refuses("2.12D")
def test_the_program_does_not_play_against_the_rules() -> None:
    with pytest.raises(IllegalAction):
        finish_turn(game_that_waits_for(1), 1, lambda _, player: Done(player))
