"""Prompting a slow player, who then has one minute (2.12).

Time comes in as an argument, in seconds on any clock that does not go backwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import PromptRefused
from nmbr9.rules.game import Game

PROMPT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Prompt:
    """A running minute for one player's turn."""

    player: int
    drawn: int
    """How many cards were drawn when it was given: it holds for this turn only."""
    deadline: float

    def is_due(self, game: Game, now: float) -> bool:
        """Whether the minute is over and the turn it was given for is not."""
        is_same_turn = game.table.drawn == self.drawn and self.player in game.waiting_for
        return is_same_turn and now >= self.deadline


def prompt(game: Game, prompter: int, slow: int, now: float) -> Prompt:
    """Return the minute that a waiting player gives a slow one (2.12).

    Raises: PromptRefused, when the prompter's own turn is not over or the other's is;
        UnknownPlayer.
    """
    game.check_player(prompter)
    game.check_player(slow)
    if prompter == slow or prompter in game.waiting_for:
        raise PromptRefused(
            f"expected a prompt from a player who waits, got one from player {prompter}"
        )
    if slow not in game.waiting_for:
        raise PromptRefused(f"expected a player whose turn is not over, got player {slow}")
    return Prompt(slow, game.table.drawn, now + PROMPT_SECONDS)


def finish_turn(game: Game, player: int, choose: Callable[[Game, int], Action]) -> Game:
    """Return the game with a player's turn finished by `choose`, as the `greedy` bot would.

    A record does not tell who chose an action, so whoever calls this says it to the players.
    """
    drawn = game.table.drawn
    while player in game.waiting_for and game.table.drawn == drawn:
        game = game.apply(player, choose(game, player))
    return game
