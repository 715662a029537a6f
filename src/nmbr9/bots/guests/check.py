"""Whether a bot can play everything: a game in every variant, with every module."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from nmbr9.bots.guests.messages import BotFailed
from nmbr9.bots.guests.naming import load_apart
from nmbr9.bots.guests.process_bot import ProcessBot
from nmbr9.bots.guests.referee import checked_choice
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import MAX_PLAYERS, Options, Token, Variant

END_SECONDS = 10.0
"""From the end of its input to its own."""
SEED = 9


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game in which the bot did nothing wrong."""

    title: str
    scores: tuple[int, ...]
    moves: int
    slowest: float
    """Seconds of its slowest answer."""


def all_options() -> Iterator[tuple[str, Options]]:
    """Yield what is played, with a title: each variant alone, with each module, with all, full."""
    for variant in Variant:
        most = MAX_PLAYERS[variant]
        yield f"{variant}, alone", Options(1, variant)
        yield f"{variant}, {most} players", Options(most, variant)
        yield f"{variant}, starting tiles", Options(2, variant, starting_tiles=True)
        yield f"{variant}, gap fillers", Options(2, variant, gap_fillers=True)
        tokens = tuple(Token)
        yield f"{variant}, special tokens", Options(2, variant, special_tokens=tokens)
        yield f"{variant}, all modules", Options(2, variant, True, True, tokens)


def check(typed: str, seconds: float) -> Iterator[CheckedGame]:
    """Play a bot through everything; yield each game that went well.

    Raises: UnknownBot; BotFailed, saying what was wrong and where.
    """
    bot = load_apart(typed)
    try:
        for title, options in all_options():
            yield _played(bot, title, options, seconds)
        bot.close_input(END_SECONDS)
    finally:
        bot.end()


def _played(bot: ProcessBot, title: str, options: Options, seconds: float) -> CheckedGame:
    game, random = Game.new(options, SEED), Random(SEED)
    moves, slowest = 0, 0.0
    while not game.is_over:
        seat = game.waiting_for[0]
        began = time.monotonic()
        try:
            action = checked_choice(bot, view(game, seat), random, seconds)
        except BotFailed as error:
            where = f"round {game.table.round_number} of the game {title!r}"
            raise BotFailed(f"{bot.name} in {where}: {error}") from None
        slowest = max(slowest, time.monotonic() - began)
        game = game.apply_unchecked(seat, action)
        moves += 1
    return CheckedGame(title, tuple(game.scores), moves, slowest)
