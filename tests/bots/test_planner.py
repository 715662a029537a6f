"""The planner plays everything, legally, and its judgement shows."""

from __future__ import annotations

from random import Random
from statistics import fmean

import numpy as np
import pytest

from nmbr9 import Game, NumberTile, Options, Piece, Token, Variant
from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.outlook import after_rejecting, after_taking
from nmbr9.bots.prices import RESERVE_PRICE, filler_price, token_price
from nmbr9.bots.registry import load_bot
from nmbr9.rules.actions.kinds import Reject, Take
from nmbr9.rules.knowledge import view
from nmbr9.rules.placing.display import Display
from tests.tiers import first


def played(bot: Bot, options: Options, seed: int) -> Game:
    game, random = Game.new(options, seed=seed), Random(seed)
    while not game.is_over:
        for player in game.waiting_for:
            game = play_turns(game, player, bot, random, seconds=0.0)
    return game


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("players", first(1, [1, 3]))
def test_careful_plays_every_variant_with_everything(variant: Variant, players: int) -> None:
    """`apply` refuses what is illegal, so a finished game was legal throughout."""
    careful = load_bot("careful")
    games = [
        played(careful, Options(players, variant, True, True, tuple(Token)), s) for s in (1, 2)
    ]
    done = {action.do for game in games for action in game.actions}
    assert {"place", "fill", "done"} <= done
    assert any(state.used_tokens for game in games for state in game.players)


@pytest.mark.rest
def test_careful_plays_better_than_greedy() -> None:
    scores = {
        name: fmean(played(load_bot(name), Options(), seed).scores[0] for seed in range(30))
        for name in ("greedy", "careful")
    }
    assert scores["careful"] > scores["greedy"] + 5


def test_the_same_seed_gives_the_same_game() -> None:
    careful = load_bot("careful")
    options = Options(2, special_tokens=tuple(Token), gap_fillers=True)
    assert played(careful, options, 5) == played(careful, options, 5)


def test_a_display_too_large_for_the_kernel_is_still_played() -> None:
    """A row of 40 tiles is longer than the kernel's window."""
    display = Display()
    for index in range(16):
        display = display.place(Piece(NumberTile(9), 4 * index, 0, 0, rotation=1))
    game = Game.new(Options(), seed=1)
    state = game.players[0]
    long = type(state)(display, turn=state.turn)
    game = Game(**{**vars(game), "players": (long,)})
    action = load_bot("careful").choose(view(game, 0), Random(1), 0.0)
    assert not game.violations(0, action)


def test_in_the_basic_game_the_bag_is_what_is_left() -> None:
    game = Game.new(Options(), seed=1)
    assert after_taking(view(game, 0)).bag.tolist() == list(game.cards_left)
    assert after_taking(view(game, 0)).tiles == 19


def test_in_two_out_of_three_twenty_tiles_are_placed() -> None:
    """Whatever is decided, the tiles placed and those expected are always twenty together."""
    game, random = Game.new(Options(variant=Variant.TWO_OUT_OF_THREE), seed=3), Random(3)
    while not game.is_over:
        seen = view(game, 0)
        placed = sum(piece.is_number_tile for piece in seen.state.display.pieces)
        legal = game.legal_actions(0)
        if Take(0) in legal and sum(game.cards_left) > 2:
            assert placed + 1 + after_taking(seen).tiles == pytest.approx(20, abs=0.6)
        if Reject(0) in legal and sum(game.cards_left) > 2:
            assert placed + after_rejecting(seen).tiles == pytest.approx(20, abs=0.6)
        game = game.apply(0, random.choice(legal))


def test_larger_numbers_are_expected_where_one_may_choose() -> None:
    seen = view(Game.new(Options(variant=Variant.TWO_OUT_OF_THREE), deck=[*range(10)] * 3), 0)
    bag = after_taking(seen).bag
    assert bag[9] > bag[1]
    assert np.all(bag <= seen.cards_left)


def test_in_level_to_level_piles_are_drawn_from_all_cards() -> None:
    game, random = Game.new(Options(variant=Variant.LEVEL_TO_LEVEL), seed=1), Random(1)
    while not game.is_over:
        outlook = after_taking(view(game, 0))
        assert outlook.bag.tolist() == list(game.cards_left)
        assert outlook.piles == game.table.markers
        is_last_round = sum(game.cards_left) < game.table.markers
        assert (outlook.tiles < 1) == is_last_round
        game = game.apply(0, random.choice(game.legal_actions(0)))


def test_prices_fall_towards_the_end() -> None:
    for token in (Token.APART, Token.BLACK, Token.GAP, Token.MOVE, Token.SINGLE):
        assert token_price(token, 20) > token_price(token, 5) > token_price(token, 0) == 0
    assert token_price(Token.RESERVE, 0) == RESERVE_PRICE
    assert filler_price(20) > filler_price(1) > 0
