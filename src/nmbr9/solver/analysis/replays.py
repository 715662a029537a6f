"""A deck played again and again, its order known: for variants and modules, which no beam plays.

The best game so far is gone through in thought up to some turn, something else is done there, and a
quick bot plays on. What comes out is a real game by all the rules; if it is not worse, it becomes
the one to change next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from nmbr9.bots.base import Bot
from nmbr9.bots.registry import load_bot
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view

PLAYING_ON = "steady"
OTHERWISE = ("careful", "greedy", "strong", "random")
"""Whose ideas are tried for the turn that is changed."""
SECONDS = 0.05
"""Budget of an action."""


def replays(game: Game, stop: Callable[[], bool], seed: int = 0) -> Iterator[int]:
    """Yield better and better scores for the deck of a game that one player plays from the start.

    At least one; ends when `stop` says so.
    """
    random, on = Random(seed), load_bot(PLAYING_ON)
    ideas = [load_bot(name) for name in OTHERWISE]
    states = _played_on([game], on, random)
    best = states[-1].scores[0]
    yield best
    while not stop():
        kept = states[: random.randrange(1, len(states))]
        changed = _after(kept[-1], random.choice(ideas), random)
        tried = _played_on([*kept, changed], on, random)
        if tried[-1].scores[0] >= best:
            states = tried
            if states[-1].scores[0] > best:
                best = states[-1].scores[0]
                yield best


def _played_on(states: list[Game], bot: Bot, random: Random) -> list[Game]:
    """Return the states of a game, one after each action, to its end."""
    while not states[-1].is_over:
        states.append(_after(states[-1], bot, random))
    return states


def _after(game: Game, bot: Bot, random: Random) -> Game:
    return game.apply_unchecked(0, bot.choose(view(game, 0), random, SECONDS))
