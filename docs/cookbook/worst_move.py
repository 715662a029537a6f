"""The worst move of a game, drawn: a line around what was played, the better place as a ghost."""

from __future__ import annotations

import sys
from pathlib import Path

from nmbr9 import Game, Place
from nmbr9.bots import simulate
from nmbr9.draw.png import display_png
from nmbr9.solver.analysis.analyst import Analyst


def draw_worst(game: Game) -> bytes:
    """Return a picture, as PNG, of the placement that lost most."""
    decisions = [
        decision
        for decision in Analyst(game).moves(player=0)
        if isinstance(decision.action, Place) and isinstance(decision.verdict.best[0].action, Place)
    ]
    worst = max(decisions, key=lambda decision: decision.verdict.loss)
    after = game.at(worst.index + 1).players[0]
    better = worst.verdict.best[0].action
    assert isinstance(better, Place)
    print(f"{worst.action} lost {worst.verdict.loss:.1f} points, better was {better}")
    return display_png(
        after.display,
        highlight=[len(after.display.pieces) - 1],
        ghost=after.piece(better),
        title="The worst move",
    )


def main(path: str = "worst.png", seed: int = 7) -> None:
    """Let a beginner play, look at the game, write the picture."""
    (game,) = simulate("greedy", 1, seed=seed).games()
    Path(path).write_bytes(draw_worst(game))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "worst.png")
