"""What a player knows: everything on the table, never the order of the draw pile (8.3)."""

from __future__ import annotations

from dataclasses import dataclass

from nmbr9.rules.game import Game
from nmbr9.rules.options import Options, Variant
from nmbr9.rules.state import PlayerState, Table


@dataclass(frozen=True, slots=True)
class View:
    """A game as one of its players sees it."""

    viewer: int
    options: Options
    names: tuple[str, ...]
    table: Table
    cards_left: tuple[int, ...]
    """How many cards of each number are in the draw pile; not in which order."""
    players: tuple[PlayerState, ...]


def view(game: Game, viewer: int) -> View:
    """Return what a player may see.

    In "2 out of 3" what the others decided about a card is open once all have decided (6.3); until
    then they are seen as they were when it was revealed.
    """
    is_hidden = game.options.variant is Variant.TWO_OUT_OF_THREE and not all(
        state.turn.is_decided for state in game.players
    )
    players = tuple(
        game.at_reveal[seat] if is_hidden and seat != viewer else state
        for seat, state in enumerate(game.players)
    )
    return View(viewer, game.options, game.names, game.table, game.cards_left, players)
