"""Bots think in processes of their own."""

from __future__ import annotations

import secrets
from functools import cache
from random import Random

from nmbr9.bots.base import Bot
from nmbr9.bots.greedy import greedy_action
from nmbr9.bots.registry import BOTS, load_bot
from nmbr9.rules.actions import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view
from nmbr9.server.processes import Processes

SECONDS = 1.0
"""The budget of a move; only `strong` comes near it."""

BOT_NAMES = frozenset(BOTS)


class Thinkers:
    """Whoever thinks for bots."""

    def __init__(self, processes: int) -> None:
        self._processes = Processes(processes)

    async def choose(self, bot: str, seen: View) -> Action:
        """Return what a bot does.

        Raises: RuntimeError, when the server stops meanwhile.
        """
        return await self._processes.run(_think, bot, seen, secrets.randbits(63))

    def close(self) -> None:
        """Stop thinking, at once."""
        self._processes.close()


@cache
def _bot(name: str) -> Bot:
    return load_bot(name)


def _think(name: str, seen: View, seed: int) -> Action:
    return _bot(name).choose(seen, Random(seed), SECONDS)


def choose_for_slow(game: Game, seat: int) -> Action:
    """Return what is done for a player whose minute is over (2.12): what `greedy` would do."""
    return greedy_action(view(game, seat))
