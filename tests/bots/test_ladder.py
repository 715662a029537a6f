"""Eight characters for people: each stronger than the one before, and none like its neighbour."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean

import numpy as np
import pytest

from nmbr9 import Game, Options, Token, Variant
from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.character import Eyes
from nmbr9.bots.ladder import LADDER
from nmbr9.bots.registry import load_bot
from nmbr9.judge.judge import LinearJudge
from nmbr9.kernel.codes import unpack
from nmbr9.kernel.convert import encode
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import new_position
from tests.tiers import first

NAMES = [step.name for step in LADDER]
SCORES = [step.scores for step in LADDER if step.scores is not None]


def played(bot: Bot, options: Options, seed: int, chance: int = 0, seconds: float = 0.0) -> Game:
    """A game in which a bot has all seats, each with a chance of its own."""
    game = Game.new(options, seed=seed)
    randoms = [Random(f"{seed}/{seat}/{chance}") for seat in range(options.players)]
    while not game.is_over:
        for player in game.waiting_for:
            game = play_turns(game, player, bot, randoms[player], seconds)
    return game


def test_there_are_eight_steps_at_even_distances() -> None:
    assert len(LADDER) == 8
    means = [scores["basic"][0] for scores in SCORES]
    assert 36 <= means[0] <= 44
    assert all(4 <= upper - lower <= 12 for lower, upper in pairwise(means))


@pytest.mark.parametrize("variant", Variant)
def test_the_order_is_the_same_in_every_variant(variant: Variant) -> None:
    """Plain and with all modules, as they were measured."""
    for lower, upper in pairwise(SCORES):
        for less, more in zip(lower[variant], upper[variant], strict=True):
            assert less < more


@pytest.mark.parametrize("case", first(1, [(name, v) for v in Variant for name in NAMES]), ids=str)
def test_a_step_plays_every_variant_with_everything(case: tuple[str, Variant]) -> None:
    """`apply` refuses what is illegal, so a finished game was legal throughout."""
    name, variant = case
    game = played(load_bot(name), Options(2, variant, True, True, tuple(Token)), 3)
    assert game.is_over


@pytest.mark.parametrize("name", NAMES)
def test_seats_differ_and_the_same_chance_plays_the_same(name: str) -> None:
    bot, options = load_bot(name), Options(2)
    game = played(bot, options, 5)
    one, other = (state.display for state in game.players)
    assert one != other
    assert played(bot, options, 5) == game
    assert played(bot, options, 5, chance=1) != game


@pytest.mark.rest
@pytest.mark.parametrize(("lower", "upper"), [*pairwise(NAMES)])
def test_a_step_makes_more_than_the_one_below_it(lower: str, upper: str) -> None:
    less, more = (
        fmean(played(load_bot(name), Options(), seed).scores[0] for seed in range(400, 420))
        for name in (lower, upper)
    )
    assert less < more


def test_who_overlooks_everything_still_finds_one_way_to_turn_the_tile_in_hand() -> None:
    position = encode(played(load_bot("careful"), Options(), 1).players[0].display, new_position())
    judge = LinearJudge(64)
    listed = judge.shortlist(position, 7, 5.0, ANY_LEVEL)

    def ways(codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> set[tuple[int, int]]:
        return {unpack(code)[2:4] for code in codes.tolist()}

    def seen(overlooked: float, given: bool = False) -> set[tuple[int, int]]:
        eyes = Eyes(judge, overlooked)
        eyes.open(Random(7))
        return ways(eyes.shortlist(position, 7, 5.0, ANY_LEVEL, listed if given else None))

    everything = ways(listed)
    assert len(everything) > 4
    assert seen(0.0) == everything
    assert len(seen(1.0)) == 1
    assert seen(1.0, given=True) == set()
    assert 1 < len(seen(0.5)) < len(everything)
