"""`greedy`: the natural beginner, who takes the most points now and keeps things compact."""

from __future__ import annotations

from random import Random

from nmbr9.bots.base import legal_actions
from nmbr9.rules.actions.kinds import Action, Done, Pass, Place, Reject, Take
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view
from nmbr9.rules.pieces.geometry import NEIGHBOURS
from nmbr9.rules.pieces.tiles import NumberTile, outline_of
from nmbr9.rules.placing.display import Display

REJECTED_BELOW = 4
"""In "2 out of 3" a card under this number is rejected while there is a choice."""


class Greedy:
    """Takes the most points now; of equals the one that shares most edges."""

    name = "greedy"
    version = 1

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return the action that brings the most points now; it spends nothing optional."""
        return greedy_action(view)


def choose(game: Game, player: int) -> Action:
    """Return what `greedy` does for a player of a game, as for a slow one (2.12)."""
    return greedy_action(view(game, player))


def greedy_action(view: View) -> Action:
    """Return what `greedy` does with what it sees."""
    legal = legal_actions(view)
    placements = [action for action in legal if isinstance(action, Place) and not action.tokens]
    if placements:
        display = view.state.display
        return max(placements, key=lambda place: _worth(display, place))
    takes = [action for action in legal if isinstance(action, Take)]
    if takes:
        return _chosen(view, takes, any(isinstance(action, Reject) for action in legal))
    return next(action for action in legal if isinstance(action, (Done, Pass, Reject)))


def _worth(display: Display, place: Place) -> tuple[int, int]:
    """Return points, then shared edges: they keep the perimeter small."""
    return place.number * place.level, shared_edges(display, place)


def shared_edges(display: Display, place: Place) -> int:
    """Return how many edges a tile would share with its neighbours."""
    outline = outline_of(NumberTile(place.number), place.flipped, place.rotation)
    return sum(
        (x + dx, y + dy, place.level) in display.piece_by_cell
        for x, y in outline.at(place.x, place.y)
        for dx, dy in NEIGHBOURS
    )


def _chosen(view: View, takes: list[Take], can_reject: bool) -> Action:
    if can_reject and view.table.revealed[0] < REJECTED_BELOW:
        return Reject(view.viewer)
    return max(takes, key=lambda take: _best_points(view, take))


def _best_points(view: View, take: Take) -> tuple[int, int]:
    """Return the points the taken tile could bring at once, then its number."""
    number = view.table.revealed[take.pile or 0]
    display = view.state.display
    levels = [place.level for place in display.legal_placements(number)]
    limit = len(display.levels) if take.pile is None else take.pile
    return number * max(level for level in levels if level <= limit), number
