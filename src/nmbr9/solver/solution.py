"""A display that was found, and what is known about better ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nmbr9.rules.actions.kinds import Place
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.rules.placing.display import Display
from nmbr9.solver.cards import with_the_rest


@dataclass(frozen=True)
class Solution:
    """The best display found for some cards."""

    pieces: tuple[Piece, ...]
    """Number tiles in the order in which they are placed; the first lies at 0, 0."""
    bound: int
    """No display of these cards scores more."""

    @property
    def score(self) -> int:
        """The points of the display (2.11)."""
        return sum(piece.points for piece in self.pieces)

    @property
    def is_proved(self) -> bool:
        """Whether no display scores more."""
        return self.score == self.bound

    @property
    def display(self) -> Display:
        """What was found."""
        return Display(self.pieces)

    @property
    def game(self) -> Game:
        """The game of one player that leads there, every placement checked by the rules.

        With fewer cards than a full deck it is unfinished: the deck goes on with the others.
        """
        placements = [_placement(piece) for piece in self.pieces]
        deck = with_the_rest(placement.number for placement in placements)
        game = Game.new(Options(players=1), deck=deck, names=["solver"])
        for placement in placements:
            game = game.apply(0, placement)
        return game


def better(one: Solution | None, other: Solution) -> Solution:
    """Return which has more points; of equal ones that about which more is known."""
    if one is None or (other.score, -other.bound) >= (one.score, -one.bound):
        return other
    return one


def _placement(piece: Piece) -> Place:
    assert isinstance(piece.tile, NumberTile), "a solver lays number tiles only"
    return Place(0, piece.tile.number, piece.flipped, piece.rotation, piece.x, piece.y, piece.level)


def moved_to_origin(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces moved so that the first lies at 0, 0 (section 9)."""
    left, top = pieces[0].x, pieces[0].y
    return tuple(
        Piece(piece.tile, piece.x - left, piece.y - top, piece.level, piece.rotation, piece.flipped)
        for piece in pieces
    )
