"""Bots at the table: they play when the people have, and are known by their names in the record."""

from __future__ import annotations

from nmbr9.bots.registry import BOTS
from nmbr9.rules.game import Game

BOT_MARK = " (bot)"


def bot_name(bot: str) -> str:
    """Return the name of a bot's seat, by which a saved game knows it again."""
    return bot + BOT_MARK


def bots_of(game: Game) -> dict[int, str]:
    """Return the bots of a game by seat."""
    names = {
        seat: name.removesuffix(BOT_MARK)
        for seat, name in enumerate(game.names)
        if name.endswith(BOT_MARK)
    }
    return {seat: name for seat, name in names.items() if name in BOTS}
