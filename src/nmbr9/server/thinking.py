"""Bots think in processes of their own."""

from __future__ import annotations

import secrets
from functools import cache
from random import Random

from nmbr9.bots.base import Bot
from nmbr9.bots.greedy import greedy_action, shared_edges
from nmbr9.bots.registry import BOTS, load_bot
from nmbr9.rules.actions import Action, Place
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view
from nmbr9.server.processes import Processes

SECONDS = 1.0
"""The budget of a move; only `strong` comes near it."""

BOT_NAMES = frozenset(BOTS)

OPENING = 3
"""As many pieces lie by chance where a bot has a twin."""
LOOSER = 1
"""So many edges fewer than at the snuggest spot are snug enough."""


class Thinkers:
    """Whoever thinks for bots."""

    def __init__(self, processes: int) -> None:
        self._processes = Processes(processes)

    async def choose(self, bot: str, seen: View, *, has_twin: bool = False) -> Action:
        """Return what a bot does; one with a twin at its table begins in a way of its own.

        Raises: RuntimeError, when the server stops meanwhile.
        """
        return await self._processes.run(_think, bot, seen, secrets.randbits(63), has_twin)

    def close(self) -> None:
        """Stop thinking, at once."""
        self._processes.close()


@cache
def _bot(name: str) -> Bot:
    return load_bot(name)


def _think(name: str, seen: View, seed: int, has_twin: bool) -> Action:
    random = Random(seed)
    opening = opening_by_chance(seen, random) if has_twin else None
    return opening or _bot(name).choose(seen, random, SECONDS)


def opening_by_chance(seen: View, random: Random) -> Place | None:
    """Return where one of the first tiles goes, any of the snug spots on the table.

    Bots of one strength think alike: with the same cards they would build the same display. From
    different first tiles each goes its own way, and on the table one snug spot is about as good as
    another. None when the bot shall think by itself.
    """
    display = seen.state.display
    if len(display.pieces) >= OPENING:
        return None
    spots = [
        action
        for action in seen.legal_actions()
        if isinstance(action, Place) and not action.tokens and not action.level
    ]
    if not spots:
        return None
    snugness = [shared_edges(display, spot) for spot in spots]
    snug = max(snugness) - LOOSER
    return random.choice(
        [spot for spot, edges in zip(spots, snugness, strict=True) if edges >= snug]
    )


def choose_for_slow(game: Game, seat: int) -> Action:
    """Return what is done for a player whose minute is over (2.12): what `greedy` would do."""
    return greedy_action(view(game, seat))
