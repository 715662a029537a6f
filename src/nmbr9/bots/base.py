"""What a bot is: what a seat may know goes in, an action comes out.

A bot never sees a `Game`, so it cannot look into the draw pile. It owns no randomness and no clock:
both are handed to it, so that the same seed gives the same game.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view


class NothingToDo(Nmbr9Error, ValueError):
    """A bot was asked for an action where its seat has none."""


class Bot(Protocol):
    """A player. Instances keep nothing between turns that a game depends on."""

    name: str
    """What people choose it by, such as ``"greedy"``."""
    version: int
    """Changes only when the bot plays differently."""

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return a legal action for the viewer, after at most about so many seconds.

        Raises: NothingToDo, when the game or the viewer's turn is over.
        """


def legal_actions(view: View) -> list[Action]:
    """Return what the viewer may do, at least one action.

    Raises: NothingToDo.
    """
    actions = view.legal_actions()
    if not actions:
        over = "the game is over" if view.is_over else "the turn is over"
        raise NothingToDo(
            f"expected a player with something to do, got player {view.viewer}: {over}"
        )
    return actions


def play_turns(game: Game, player: int, bot: Bot, random: Random, seconds: float) -> Game:
    """Return the game after a bot has finished the turn that a player is in."""
    drawn = game.table.drawn
    while player in game.waiting_for and game.table.drawn == drawn:
        game = game.apply(player, bot.choose(view(game, player), random, seconds))
    return game
