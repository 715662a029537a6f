"""`greedy`: the natural beginner, who takes the most points now and keeps things compact."""

from __future__ import annotations

from nmbr9.rules import Action, Display, Done, Game, Pass, Place, Reject, Take
from nmbr9.rules.geometry import NEIGHBOURS
from nmbr9.rules.tiles import NumberTile, outline_of

REJECTED_BELOW = 4
"""In "2 out of 3" a card under this number is rejected while there is a choice."""


def choose(game: Game, player: int) -> Action:
    """Return the action that brings the most points now; it spends nothing optional.

    Raises: ValueError, when the player has nothing to do.
    """
    legal = game.legal_actions(player)
    if not legal:
        raise ValueError(f"expected a player with a legal action, got player {player} with none")
    placements = [action for action in legal if isinstance(action, Place) and not action.tokens]
    if placements:
        display = game.players[player].display
        return max(placements, key=lambda place: _worth(display, place))
    takes = [action for action in legal if isinstance(action, Take)]
    if takes:
        return _chosen(game, player, takes, any(isinstance(a, Reject) for a in legal))
    return next(action for action in legal if isinstance(action, (Done, Pass, Reject)))


def _worth(display: Display, place: Place) -> tuple[int, int]:
    """Return points, then edges shared with neighbours: they keep the perimeter small."""
    outline = outline_of(NumberTile(place.number), place.flipped, place.rotation)
    shared = sum(
        (x + dx, y + dy, place.level) in display.piece_by_cell
        for x, y in outline.at(place.x, place.y)
        for dx, dy in NEIGHBOURS
    )
    return place.number * place.level, shared


def _chosen(game: Game, player: int, takes: list[Take], can_reject: bool) -> Action:
    if can_reject and game.table.revealed[0] < REJECTED_BELOW:
        return Reject(player)
    return max(takes, key=lambda take: _best_points(game, player, take))


def _best_points(game: Game, player: int, take: Take) -> tuple[int, int]:
    """Return the points the taken tile could bring at once, then its number."""
    number = game.table.revealed[take.pile or 0]
    display = game.players[player].display
    levels = [place.level for place in display.legal_placements(number)]
    limit = len(display.levels) if take.pile is None else take.pile
    return number * max(level for level in levels if level <= limit), number
