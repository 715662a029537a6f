"""A bot keeps to the time it is given, once it is warmed up."""

from __future__ import annotations

import time
from random import Random
from statistics import fmean

import pytest

from nmbr9 import Game, Options, Token, Variant
from nmbr9.bots.planner import Planner
from nmbr9.bots.registry import load_bot
from nmbr9.judge.judge import ValueJudge
from nmbr9.judge.search import STRONG, after_evaluations
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import view

BUDGET = 0.2


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [Options(), Options(gap_fillers=True, starting_tiles=True, special_tokens=tuple(Token))],
    ids=["basic", "everything"],
)
def test_strong_keeps_its_budget(options: Options) -> None:
    """Not more than 10 % over on average, and never more than 0.2 s."""
    bot, random = load_bot("strong"), Random(1)
    warm = Game.new(options, seed=99)
    while not warm.is_over:
        warm = warm.apply(0, bot.choose(view(warm, 0), random, 0.01))
    seconds = []
    for seed in range(3):
        game = Game.new(options, seed=seed)
        while not game.is_over:
            seen = view(game, 0)
            started = time.perf_counter()
            action = bot.choose(seen, random, BUDGET)
            seconds.append(time.perf_counter() - started)
            game = game.apply(0, action)
    assert fmean(seconds) <= 1.1 * BUDGET
    assert max(seconds) <= BUDGET + 0.2


def test_without_time_strong_answers_at_once() -> None:
    bot, random = load_bot("strong"), Random(1)
    game = Game.new(Options(), seed=1)
    while not game.is_over:
        action = bot.choose(view(game, 0), random, 0.0)
        assert not game.violations(0, action)
        game = game.apply(0, action)


@pytest.mark.rest
@pytest.mark.parametrize("variant", Variant)
def test_with_a_budget_in_evaluations_strong_always_decides_the_same(variant: Variant) -> None:
    options = Options(variant=variant, gap_fillers=True, special_tokens=(Token.RESERVE, Token.GAP))
    game = Game.new(options, seed=4)
    decided = []
    for _ in range(2):
        bot = Planner("strong", 3, ValueJudge(STRONG, after_evaluations))
        state, random = game, Random(1)
        actions: list[Action] = []
        while len(actions) < 12:
            # Whatever time it takes, it is told of 15,000 evaluations.
            actions.append(bot.choose(view(state, 0), random, 0.05))
            state = state.apply(0, actions[-1])
        decided.append(actions)
    assert decided[0] == decided[1]
