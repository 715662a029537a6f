"""Going back in a game, playing from notation, and values that copy, pickle and hash."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import assert_never

import pytest
from hypothesis import given, settings

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Done,
    Fill,
    Game,
    IllegalAction,
    Move,
    NoSuchMoment,
    NotationError,
    Options,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    UnknownPlayer,
)
from tests.boards import deck_from
from tests.strategies import games


@given(games())
@settings(max_examples=30)
def test_every_moment_of_a_game_can_be_gone_back_to(game: Game) -> None:
    record = game.to_record()
    record.pop("scores", None)
    history = game.history()
    assert [step.action for step in history] == list(game.actions)
    assert game.at(0) == game.start
    assert game.at(len(game.actions)) == game
    totals = [0] * len(game.players)
    for step in history:
        totals[step.player] += step.points
        assert step.game.scores == totals
        assert step.game == game.at(step.number)
        assert step.display == step.game.players[step.player].display
    if not game.is_over and game.actions:
        cut = {**record, "actions": record["actions"][:-1]}
        assert game.at(len(game.actions) - 1) == Game.from_record(cut)


def test_facts_about_a_game_stay_with_every_moment_of_it() -> None:
    game = Game.new(Options(), seed=7).play("8u@0,0")
    assert game.at(0).about.seed == 7
    assert game.at(0) == Game.new(Options(), seed=7)


@pytest.mark.parametrize("count", [-1, 2, "1"])
def test_there_is_no_other_moment(count: int) -> None:
    game = Game.new(Options(), seed=7).play("8u@0,0")
    with pytest.raises(NoSuchMoment, match="of 0 to 1, got") as raised:
        game.at(count)
    assert isinstance(raised.value, IndexError)


def test_a_move_down_brings_less_than_nothing() -> None:
    options = Options(special_tokens=(Token.MOVE,))
    game = Game.new(options, deck=deck_from(9, 9, 8, 1))
    for text in ("9u@0,0", "9u@3,0", "done", "8r@1,0^1", "1u@6,0"):
        game = game.play(text)
    game = game.play("move #2 r@-4,0")
    assert [step.points for step in game.history()][-3:] == [8, 0, -8]


def test_notation_is_played_by_the_only_player_who_can_act() -> None:
    game = Game.new(Options(players=2), deck=deck_from(9, 8))
    with pytest.raises(UnknownPlayer, match="expected one of the players 0, 1 who can act"):
        game.play("9u@0,0")
    game = game.play("9u@0,0", player=1).play("9r@0,0")
    assert [str(action) for action in game.actions] == ["9u@0,0", "9r@0,0"]
    assert [action.player for action in game.actions] == [1, 0]


def test_what_notation_cannot_play_is_refused() -> None:
    game = Game.new(Options(), deck=deck_from(9, 8))
    with pytest.raises(NotationError, match="expected an action such as"):
        game.play("nine")
    with pytest.raises(IllegalAction) as refused:
        game.play("8u@0,0")
    assert [each.code for each in refused.value.violations] == [Code.PLACEMENT_WRONG_TILE]
    with pytest.raises(UnknownPlayer, match="of 0 to 0, got 3"):
        game.play("9u@0,0", player=3)
    while not game.is_over:
        game = game.apply(0, game.legal_actions(0)[0])
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play("9u@0,0")


@given(games())
@settings(max_examples=30)
def test_games_and_displays_copy_pickle_and_hash(game: Game) -> None:
    values: list[Game | Display] = [game, *(state.display for state in game.players)]
    for value in values:
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert hash(twin) == hash(value)
            assert twin in {value}
    for action in game.actions:
        assert pickle.loads(pickle.dumps(action)) == action
        assert action in {copy.deepcopy(action)}


@given(games())
@settings(max_examples=20)
def test_records_copy_pickle_and_pass_through_json(game: Game) -> None:
    record = game.to_record()
    for twin in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record
        assert Game.from_record(twin) == game
    assert json.loads(json.dumps(record)) == record


def height(action: Action) -> int:
    """A type checker sees that nothing is forgotten: `Action` is the union of its kinds."""
    match action:
        case Place() | Build() | Fill() | Move():
            return action.level
        case Take() | Reject() | Reserve() | Pass() | Done():
            return 0
        case _:
            assert_never(action)


def test_actions_are_one_of_nine_kinds() -> None:
    game = Game.new(Options(gap_fillers=True), seed=3)
    random = Random(1)
    while not game.is_over:
        action = random.choice(game.legal_actions(0))
        assert isinstance(action, Action)
        assert height(action) >= 0
        game = game.apply(0, action)
