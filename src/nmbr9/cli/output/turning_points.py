"""A decision that cost a game, drawn: what was played beside what would have been better."""

from __future__ import annotations

from rich.text import Text

from nmbr9.draw.character_grid import side_by_side
from nmbr9.draw.text import from_above
from nmbr9.rules.actions.kinds import Action, Build, Fill, Move, Place
from nmbr9.rules.game import Game
from nmbr9.rules.state import PlayerState
from nmbr9.solver.analysis.findings import Decision


def turning_point(game: Game, decision: Decision, width: int) -> Text:
    """Return the display as it was, twice: with what was played, and with the best known."""
    before = game.at(decision.index).players[decision.action.player]
    best = decision.verdict.best[0].action
    blocks = [
        _block(f"played: {decision.action}", before, decision.action),
        _block(f"better: {best}", before, best),
    ]
    return Text("\n").join(side_by_side(blocks, width))


def _block(title: str, state: PlayerState, action: Action) -> list[Text]:
    """Return a title and the display, the tile of the action marked with ``*``."""
    display, ghost = state.display, None
    if isinstance(action, (Place, Build, Fill, Move)):
        ghost = state.piece(action)
    if isinstance(action, Move):
        display = display.without(action.piece)
    drawn = from_above(display, ghost, legend=False)
    return [Text(title), *drawn.split("\n")]
