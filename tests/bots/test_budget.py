"""A bot keeps to the time it is given, once it is warmed up."""

from __future__ import annotations

import time
from random import Random
from statistics import fmean

import pytest

from nmbr9 import Game, Options, Token
from nmbr9.bots.registry import load_bot
from nmbr9.rules.knowledge import view

BUDGET = 0.2


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [Options(), Options(gap_fillers=True, starting_tiles=True, special_tokens=tuple(Token))],
    ids=["basic", "everything"],
)
def test_strong_keeps_its_budget(options: Options) -> None:
    """Not more than 20 % over on average, and never more than 0.2 s."""
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
    assert fmean(seconds) <= 1.2 * BUDGET
    assert max(seconds) <= BUDGET + 0.2


def test_without_time_strong_answers_at_once() -> None:
    bot, random = load_bot("strong"), Random(1)
    game = Game.new(Options(), seed=1)
    while not game.is_over:
        action = bot.choose(view(game, 0), random, 0.0)
        assert not game.violations(0, action)
        game = game.apply(0, action)
