"""A game action by action: what was done, what it brought, how it looked afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.placing.display import Display

if TYPE_CHECKING:
    from nmbr9.rules.game import Game


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game and what it changed."""

    number: int
    """From 1: `game.at(number)` is the game after it."""
    player: int
    action: Action
    points: int
    """What it brought its player; less than nothing where a tile was moved down (5.7)."""
    display: Display
    """The player's display after it."""
    game: Game
    """The whole game after it."""


def steps(game: Game) -> Iterator[Step]:
    """Yield a step for every action of a game."""
    before = game.start
    for number, action in enumerate(game.actions, start=1):
        player = action.player
        after = before.apply_unchecked(player, action)
        display = after.players[player].display
        gained = display.points - before.players[player].display.points
        yield Step(number, player, action, gained, display, after)
        before = after
