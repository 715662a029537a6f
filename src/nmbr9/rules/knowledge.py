"""What a player knows: everything on the table, never the order of the draw pile (8.3)."""

from __future__ import annotations

from dataclasses import dataclass

from nmbr9.rules.actions import Action
from nmbr9.rules.effects import after
from nmbr9.rules.game import Game
from nmbr9.rules.offers import offers
from nmbr9.rules.options import Options, Variant
from nmbr9.rules.state import PlayerState, Table
from nmbr9.rules.turns import Moment


@dataclass(frozen=True, slots=True)
class View:
    """A game as one of its players sees it: all that a bot may go by."""

    viewer: int
    options: Options
    names: tuple[str, ...]
    table: Table
    cards_left: tuple[int, ...]
    """How many cards of each number are in the draw pile; not in which order."""
    players: tuple[PlayerState, ...]
    is_over: bool

    @property
    def state(self) -> PlayerState:
        """The viewer's own display and what lies in front of them."""
        return self.players[self.viewer]

    @property
    def moment(self) -> Moment:
        """The viewer's turn, as the rules look at it."""
        return Moment(self.options, self.table, self.viewer, self.state)

    def legal_actions(self) -> list[Action]:
        """Return everything the viewer may do now, as `Game.legal_actions` would."""
        return [] if self.is_over else list(offers(self.moment))

    def state_after(self, action: Action) -> PlayerState:
        """Return the viewer's own state after an action that is known to be legal."""
        return after(self.moment, action)


def view(game: Game, viewer: int) -> View:
    """Return what a player may see.

    Raises: UnknownPlayer.
    """
    game.check_player(viewer)
    is_open = is_decided_by_all(game)
    players = tuple(
        state if is_open or seat == viewer else game.at_reveal[seat]
        for seat, state in enumerate(game.players)
    )
    return View(
        viewer, game.options, game.names, game.table, game.cards_left, players, game.is_over
    )


def is_decided_by_all(game: Game) -> bool:
    """Whether what players did with the open card may be seen by the others.

    In "2 out of 3" what they decided about a card is open once all have decided (6.3); until then
    they are seen as they were when it was revealed.
    """
    return game.options.variant is not Variant.TWO_OUT_OF_THREE or all(
        state.turn.is_decided for state in game.players
    )
