"""Draw the pictures of the documentation: python -m scripts.pictures."""

from __future__ import annotations

from pathlib import Path

from nmbr9 import Game, Options
from nmbr9.bots.greedy import choose
from nmbr9.draw.svg import display_svg

FOLDER = Path(__file__).parents[1] / "docs" / "images"
SEED = 116
"""A shuffle of which the greedy beginner makes a display worth looking at."""


def game() -> Game:
    """Return the game in the picture."""
    played = Game.new(Options(players=1), seed=SEED)
    while not played.is_over:
        played = played.apply(0, choose(played, 0))
    return played


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    display = game().players[0].display
    picture = display_svg(display, title="A finished game", show_score=True)
    (FOLDER / "display.svg").write_text(picture, encoding="utf-8")
