"""What a bot does, wherever it thinks: in a process of a server, in a worker of a browser."""

from __future__ import annotations

from functools import cache
from random import Random

from nmbr9.bots.base import Bot
from nmbr9.bots.greedy import greedy_action, shared_edges
from nmbr9.bots.registry import load_bot
from nmbr9.protocol.host import Twin
from nmbr9.rules.actions.kinds import Action, Place
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view

SECONDS = 1.0
"""The budget of a move; of ours only `strong` comes near it."""
OPENING = 3
"""As many pieces of a twin lie where chance wants them."""
LOOSER = 1
"""So many edges fewer than at the snuggest spot are snug enough."""
FEWEST = 5
"""As many spots are snug enough at least: one for each twin at a table."""


@cache
def _bot(name: str) -> Bot:
    return load_bot(name)


def think(name: str, seen: View, seed: int, twin: Twin | None) -> Action:
    """Return what a bot does; a twin begins in a way of its own."""
    opening = own_opening(seen, twin) if twin else None
    return opening or _bot(name).choose(seen, Random(seed), SECONDS)


def own_opening(seen: View, twin: Twin) -> Place | None:
    """Return where one of the first tiles goes: to a snug spot on the table, another for each twin.

    With the same cards they would build the same display. From different first tiles each goes its
    own way, and on the table one snug spot is about as good as another. None when the bot shall
    think by itself.
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
    edges = {spot: shared_edges(display, spot) for spot in spots}
    spots.sort(key=lambda spot: -edges[spot])
    snug = edges[spots[0]] - LOOSER
    chosen = [spot for index, spot in enumerate(spots) if index < FEWEST or edges[spot] >= snug]
    # Shuffled alike for all twins, as long as their displays are the same: then the bits of their
    # numbers part them, tile by tile.
    tiles = len(display.pieces)
    Random(f"{twin.secret}/{tiles}").shuffle(chosen)
    return chosen[(twin.number >> tiles) % len(chosen)]


def choose_for_slow(game: Game, seat: int) -> Action:
    """Return what is done for a player whose minute is over (2.12): what `greedy` would do."""
    return greedy_action(view(game, seat))
