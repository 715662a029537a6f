"""What a player knows: everything on the table, never the order of the draw pile (8.3)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from nmbr9.rules.actions.effects import after
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.actions.legal_actions import offers
from nmbr9.rules.actions.turn_order import Moment
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options, Variant
from nmbr9.rules.pieces.starting_shapes import StartingShape
from nmbr9.rules.state import PlayerState, Table

__all__ = ["View", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """A game as one of its players sees it: all that a bot may go by.

    In "2 out of 3" the others are seen as they were when the card was revealed, until all have
    decided about it (6.3); nothing else on the table is hidden.
    """

    viewer: int
    """Which player looks, from 0."""
    options: Options
    names: tuple[str, ...]
    table: Table
    """The round and its open cards."""
    cards_left: tuple[int, ...]
    """How many cards of each number are in the draw pile; not in which order."""
    players: tuple[PlayerState, ...]
    """Every player's display and what lies in front of them, as far as it may be seen."""
    is_over: bool
    drawn: tuple[int, ...] = ()
    """The cards that have left the draw pile, first to last; the open ones are the last."""
    starting_tiles: tuple[StartingShape, ...] = ()
    """The players' starting tiles, with that module (3.1)."""
    actions: tuple[Action, ...] = ()
    """What has been done so far, without what is still hidden."""
    at_reveal: tuple[PlayerState, ...] = ()
    """The players as they were when the open cards were revealed."""
    done_at_reveal: int = 0
    """How many actions there were then."""

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

    def sample(self, random: Random) -> Game:
        """Return a game that fits all that the viewer knows, the draw pile in random order.

        Each order of the cards that are left is as likely as every other. Whoever has decided about
        the open card in secret has not begun the turn in it. Its moves, record and views are those
        of a real game, so that a bot can play it to the end.
        """
        pile = [number for number, count in enumerate(self.cards_left) for _ in range(count)]
        random.shuffle(pile)
        return Game(
            self.options,
            (*self.drawn, *pile),
            self.starting_tiles,
            self.names,
            self.actions,
            self.players,
            self.table,
            self.at_reveal,
            self.done_at_reveal,
            self.is_over,
        )


def view(game: Game, viewer: int) -> View:
    """Return what a player may see.

    Raises: UnknownPlayer.
    """
    game.check_player(viewer)
    is_open, before = is_decided_by_all(game), game.done_at_reveal
    players = tuple(
        state if is_open or seat == viewer else game.at_reveal[seat]
        for seat, state in enumerate(game.players)
    )
    seen = [action for action in game.actions[before:] if is_open or action.player == viewer]
    return View(
        viewer,
        game.options,
        game.names,
        game.table,
        game.cards_left,
        players,
        game.is_over,
        game.deck[: game.table.drawn],
        game.starting_tiles,
        (*game.actions[:before], *seen),
        game.at_reveal,
        before,
    )


def is_decided_by_all(game: Game) -> bool:
    """Whether what players did with the open card may be seen by the others.

    In "2 out of 3" what they decided about a card is open once all have decided (6.3); until then
    they are seen as they were when it was revealed.
    """
    return game.options.variant is not Variant.TWO_OUT_OF_THREE or all(
        state.turn.is_decided for state in game.players
    )
