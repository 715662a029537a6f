"""A bot of one's own: it lays the tile where most points come of it, and close to the rest."""

from __future__ import annotations

import sys
from random import Random

from nmbr9 import Action, Game, Options, Place, View, view


class Neat:
    """Most points now; of equals, the place nearest to the middle of the display."""

    name = "neat"
    version = 1

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return an action for the viewer: whatever is legal, a placement if there is one."""
        legal = view.legal_actions()
        places = [action for action in legal if isinstance(action, Place) and not action.tokens]
        if not places:
            return legal[0]
        left, top, right, bottom = view.state.display.bounds
        x, y = (left + right) / 2, (top + bottom) / 2
        return max(
            places,
            key=lambda place: (
                place.number * place.level,
                -abs(place.x + 1 - x) - abs(place.y + 1 - y),
            ),
        )


def play(bot: Neat, seed: int) -> Game:
    """Return a game that the bot has played alone."""
    game, random = Game.new(Options(players=1), seed), Random(seed)
    while not game.is_over:
        game = game.apply(0, bot.choose(view(game, 0), random, seconds=1))
    return game


def main(games: int = 20) -> float:
    """Play some games and return the mean score."""
    scores = [play(Neat(), seed).scores[0] for seed in range(games)]
    print(f"{len(scores)} games: {min(scores)} to {max(scores)} points")
    return sum(scores) / len(scores)


if __name__ == "__main__":
    print(f"mean {main(*map(int, sys.argv[1:])):.1f}")
