"""Bots at the table: they play when the people have, and are known by their names in the record."""

from __future__ import annotations

from collections.abc import Collection

from nmbr9.bots.registry import BOTS
from nmbr9.rules.game import Game

BOT_MARK = " (bot)"


def bot_name(bot: str) -> str:
    """Return the name of a bot's seat, by which a saved game knows it again."""
    return bot + BOT_MARK


def bots_of(game: Game, guests: Collection[str] = ()) -> dict[int, str]:
    """Return the bots of a game by seat: ours, and those guests who are here."""
    return {seat: name for seat, name in _marked(game).items() if name in BOTS or name in guests}


def absent_bots(game: Game, guests: Collection[str]) -> list[str]:
    """Return the bots that had a seat when the game was saved, and are not here now."""
    return sorted({name for name in _marked(game).values() if name not in {*BOTS, *guests}})


def _marked(game: Game) -> dict[int, str]:
    return {
        seat: name.removesuffix(BOT_MARK)
        for seat, name in enumerate(game.names)
        if name.endswith(BOT_MARK)
    }
