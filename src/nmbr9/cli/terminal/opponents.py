"""Bots at the table: they play when the people have, and are known by their names in the record."""

from __future__ import annotations

from random import Random

from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.registry import BOTS, load_bot
from nmbr9.rules.game import Game

BOT_MARK = " (bot)"
SECONDS_A_MOVE = 1.0


def bot_name(bot: str) -> str:
    """Return the name of a bot's seat, by which a saved game knows it again."""
    return bot + BOT_MARK


class Opponents:
    """The bots of a game, by seat."""

    def __init__(self, game: Game, random: Random) -> None:
        self._random = random
        names = {
            seat: name.removesuffix(BOT_MARK)
            for seat, name in enumerate(game.names)
            if name.endswith(BOT_MARK)
        }
        self._bots: dict[int, Bot] = {
            seat: load_bot(name) for seat, name in names.items() if name in BOTS
        }

    def people(self, game: Game) -> tuple[int, ...]:
        """Return the people whose turn is not over."""
        return tuple(seat for seat in game.waiting_for if seat not in self._bots)

    def played(self, game: Game) -> Game:
        """Return the game after every bot has played, until a person has to decide again."""
        while not game.is_over and not self.people(game):
            for seat in game.waiting_for:
                game = play_turns(game, seat, self._bots[seat], self._random, SECONDS_A_MOVE)
        return game
