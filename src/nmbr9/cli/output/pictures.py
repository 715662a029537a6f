"""Whole games on a console."""

from __future__ import annotations

from rich.console import Console

from nmbr9.draw.text import from_above, level_by_level, score_table
from nmbr9.draw.words import printable, standing
from nmbr9.rules.game import Game


def print_game(console: Console, game: Game, *, levels: bool = False) -> None:
    """Print every display, the scores per level, and how the game stands."""
    for name, state in zip(game.names, game.players, strict=True):
        console.print(f"{printable(name)}: {state.display.points} points", markup=False)
        # A picture wider than the screen, or than a pipe is taken to be, is better not broken.
        console.print(from_above(state.display, lines=True), soft_wrap=True)
        if levels:
            console.print(level_by_level(state.display, width=console.width), soft_wrap=True)
    displays = [state.display for state in game.players]
    console.print(score_table(game.names, displays, width=console.width))
    console.print(standing(game), markup=False)
    for name, fact in game.about.to_dict().items():
        console.print(f"{name}: {printable(str(fact))}", markup=False)
