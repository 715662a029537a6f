"""The list of bots tells the truth about each of them."""

from __future__ import annotations

from random import Random

import pytest

from nmbr9 import Game, Options
from nmbr9.bots.base import NothingToDo, play_turns
from nmbr9.bots.registry import BOTS, UnknownBot, load_bot
from nmbr9.rules.knowledge import view


@pytest.mark.parametrize("name", BOTS)
def test_an_entry_has_the_name_and_version_of_its_bot(name: str) -> None:
    bot = load_bot(name)
    assert (bot.name, bot.version) == (BOTS[name].name, BOTS[name].version)


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"expected a bot of random, greedy.*, got 'deep'"):
        load_bot("deep")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_with_nothing_to_do_says_so(name: str) -> None:
    """At a finished game, and when its own turn is over; with no time to think it still answers."""
    bot, random = load_bot(name), Random(1)
    game = Game.new(Options(players=2), seed=1)
    game = play_turns(game, 0, bot, random, seconds=0.0)
    with pytest.raises(NothingToDo, match="the turn is over"):
        bot.choose(view(game, 0), random, 0.0)
    while not game.is_over:
        for player in game.waiting_for:
            game = play_turns(game, player, bot, random, seconds=0.0)
    with pytest.raises(NothingToDo, match="the game is over"):
        bot.choose(view(game, 0), random, 1.0)
