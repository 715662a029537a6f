"""Draw the pictures of the documentation: python -m scripts.pictures."""

from __future__ import annotations

from pathlib import Path

from nmbr9 import Display, Game, NumberTile, Options, Piece
from nmbr9.bots.greedy import choose
from nmbr9.draw.svg import display_svg, levels_svg
from nmbr9.rules.record import loads

FOLDER = Path(__file__).parents[1] / "docs" / "images"
HIGHEST = FOLDER.parent / "records" / "highest-score.json"
"""As `nmbr9 solve --free --record` wrote it."""
SEED = 116
"""A shuffle of which the greedy beginner makes a display worth looking at."""


def game() -> Game:
    """Return the game in the picture."""
    played = Game.new(Options(players=1), seed=SEED)
    while not played.is_over:
        played = played.apply(0, choose(played, 0))
    return played


def draw(name: str, title: str, played: Game) -> None:
    """Write the picture of a game's display."""
    picture = display_svg(played.players[0].display, title=title, show_score=True)
    (FOLDER / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw("display.svg", "A finished game", game())
    display = Display(
        (
            Piece(NumberTile(9), 0, 0, 0),
            Piece(NumberTile(9), 3, 0, 0),
            Piece(NumberTile(8), 1, 0, 1, rotation=1),
        )
    )
    marked = display_svg(display, highlight=[2], ghost=Piece(NumberTile(7), 6, 0, 0))
    (FOLDER / "marked.svg").write_text(marked, encoding="utf-8")
    (FOLDER / "levels.svg").write_text(levels_svg(display), encoding="utf-8")
    draw("highest-score.svg", "The highest possible score", loads(HIGHEST.read_bytes()))
