"""A game: options, chance and the actions so far; everything else follows (section 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from nmbr9.rules import chance
from nmbr9.rules.about import About
from nmbr9.rules.actions.effects import after
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.actions.legal_actions import Offer, grouped_offers, is_plain_placement, offers
from nmbr9.rules.actions.turn_order import Moment, violations
from nmbr9.rules.errors import (
    Code,
    IllegalAction,
    NoSuchMoment,
    UnknownPlayer,
    Violation,
    shown,
)
from nmbr9.rules.history import Step, steps
from nmbr9.rules.options import Options
from nmbr9.rules.pictures import Drawn
from nmbr9.rules.pieces.starting_shapes import StartingShape, parse_shapes
from nmbr9.rules.scoring import Outcome
from nmbr9.rules.state import PlayerState, Table
from nmbr9.rules.variants import RULES_OF


@dataclass(frozen=True)
class Game(Drawn):
    """One position of one game, immutable: `apply` returns the next.

    Examples:
        >>> game = Game.new(Options(players=1), seed=7)
        >>> action = game.legal_actions(0)[0]
        >>> game.apply(0, action).table.round_number
        2
    """

    options: Options
    deck: tuple[int, ...]
    """All cards, top first. Players never see its order (8.3)."""
    starting_tiles: tuple[StartingShape, ...]
    """Those of the players: an index into our six, or the rows of a shape of one's own (3.2)."""
    names: tuple[str, ...]
    actions: tuple[Action, ...]
    players: tuple[PlayerState, ...]
    table: Table
    at_reveal: tuple[PlayerState, ...]
    """The players as they were when the open cards were revealed (6.3)."""
    done_at_reveal: int = 0
    """How many actions there were then."""
    is_over: bool = False
    about: About = field(default=About(), compare=False)
    """Decides nothing: games that differ in it only are equal."""

    @classmethod
    def new(
        cls,
        options: Options,
        seed: int | None = None,
        *,
        deck: Sequence[int] | None = None,
        starting_tiles: Sequence[object] | None = None,
        starting_shapes: object = (),
        names: Sequence[str] | None = None,
    ) -> Game:
        """Return a game with its first card revealed (2.1, 3.1).

        What chance decides is drawn with a generator of its own from `seed`, or anew without one,
        unless it is given. One seed is one game wherever nmbr9 takes one: here, in `nmbr9 play`,
        and in `nmbr9 simulate`, whose game number i has the seed that many higher.
        `starting_shapes` are up to six starting tiles of one's own to draw from instead of ours,
        each a list of rows of ``X`` and ``.`` (3.2).

        Raises: OptionsError, when the cards, tiles or names do not suit the options.
        """
        random = Random(seed)
        shuffled = chance.shuffled_deck(options, random)
        shapes = parse_shapes(starting_shapes) if starting_shapes else ()
        drawn = chance.drawn_starting_tiles(options, random, shapes)
        tiles = chance.check_starting_tiles(
            options, drawn if starting_tiles is None else starting_tiles
        )
        numbered = [f"Player {seat + 1}" for seat in range(options.players)]
        players = tuple(
            PlayerState.at_start(options, tiles[seat] if tiles else None)
            for seat in range(options.players)
        )
        game = cls(
            options,
            chance.check_deck(options, shuffled if deck is None else deck),
            tiles,
            chance.check_names(options, numbered if names is None else names),
            (),
            players,
            Table(),
            players,
            # Kept only where it tells all of chance.
            about=About(
                seed=seed if deck is None and starting_tiles is None and not shapes else None
            ),
        )
        return game._revealed()

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Game:
        """Return the game a record tells of, every action checked.

        Raises: RecordError, when it is malformed or anything in it is illegal.
        """
        from nmbr9.rules.record import read_record

        return read_record(record)

    def to_record(self) -> dict[str, Any]:
        """Return the game as a record (section 9)."""
        from nmbr9.rules.record import write_record

        return write_record(self)

    def legal_actions(self, player: int) -> list[Action]:
        """Return everything a player may do now; nothing when their turn or the game is over.

        Raises: UnknownPlayer.
        """
        moment = self._moment(player)
        return [] if self.is_over else list(offers(moment))

    def offers(self, player: int) -> list[Offer]:
        """Return the legal actions, those that differ in the spot only together.

        Raises: UnknownPlayer.
        """
        moment = self._moment(player)
        return [] if self.is_over else list(grouped_offers(moment))

    def is_plain_placement(self, player: int, action: Action) -> bool:
        """Whether an action is legal by a quick look; if not, `violations` tells.

        Raises: UnknownPlayer.
        """
        moment = self._moment(player)
        return not self.is_over and is_plain_placement(moment, action)

    def violations(self, player: int, action: Action) -> tuple[Violation, ...]:
        """Return every rule an action would break: trying it, as often as one likes (2.10).

        Raises: UnknownPlayer.
        """
        moment = self._moment(player)
        if self.is_over:
            return (Violation(Code.GAME_OVER, "2.1", "the game is over"),)
        return tuple(violations(moment, action))

    def apply(self, player: int, action: Action) -> Game:
        """Return the game after an action; turns of a round may come in any order (8.2).

        Raises: IllegalAction, carrying every violation; UnknownPlayer.
        """
        found = self.violations(player, action)
        if found:
            raise IllegalAction(player, action, found)
        return self.apply_unchecked(player, action)

    def apply_unchecked(self, player: int, action: Action) -> Game:
        """Return the game after an action that is known to be legal, such as a listed one."""
        state = after(self._moment(player), action)
        game = replace(
            self,
            actions=(*self.actions, action),
            players=(*self.players[:player], state, *self.players[player + 1 :]),
        )
        if all(each.turn.is_over for each in game.players):
            return game._revealed()
        return game

    def play(self, text: str, player: int | None = None) -> Game:
        """Return the game after an action in the short notation, such as ``8r@3,-2^1``.

        Without a player it is that of the only one whose turn is not over.

        Raises: NotationError; UnknownPlayer, when several could be meant; IllegalAction.

        Examples:
            >>> Game.new(Options(players=1), seed=7).play("8u@0,0").play("7u@3,-3").scores
            [0]
        """
        from nmbr9.rules.notation import parse_action

        if player is None:
            if len(self.waiting_for) != 1 and not self.is_over:
                waiting = ", ".join(map(str, self.waiting_for))
                raise UnknownPlayer(f"expected one of the players {waiting} who can act, got none")
            player = self.waiting_for[0] if self.waiting_for else 0
        self.check_player(player)
        return self.apply(player, parse_action(text, player))

    @property
    def start(self) -> Game:
        """The same game before its first action."""
        game = Game.new(
            self.options, deck=self.deck, starting_tiles=self.starting_tiles, names=self.names
        )
        return replace(game, about=self.about)

    def at(self, count: int) -> Game:
        """Return the game as it was after so many actions; 0 is before the first.

        Raises: NoSuchMoment.
        """
        if count not in range(len(self.actions) + 1):
            raise NoSuchMoment(
                f"expected a number of actions of 0 to {len(self.actions)}, got {shown(count)}"
            )
        game = self.start
        for action in self.actions[:count]:
            game = game.apply_unchecked(action.player, action)
        return game

    def history(self) -> list[Step]:
        """Return the game action by action, first to last, with what each of them changed."""
        return list(steps(self))

    def _revealed(self) -> Game:
        """Return the game with the next card revealed, or over (2.1, 6.1, 7.5)."""
        rules = RULES_OF[self.options.variant]
        table = rules.reveal(self.table, self.deck, self.players)
        if table is None:
            return replace(self, is_over=True)
        players = tuple(rules.start_turn(table, state) for state in self.players)
        return replace(
            self,
            table=table,
            players=players,
            at_reveal=players,
            done_at_reveal=len(self.actions),
        )

    def check_player(self, player: int) -> None:
        """Refuse a player that the game does not have.

        Raises: UnknownPlayer.
        """
        if player not in range(len(self.players)):
            last = len(self.players) - 1
            raise UnknownPlayer(f"expected a player of 0 to {last}, got {shown(player)}")

    def _moment(self, player: int) -> Moment:
        self.check_player(player)
        return Moment(self.options, self.table, player, self.players[player])

    @property
    def has_own_shapes(self) -> bool:
        """Whether a starting tile is none of ours (3.2), so that records are others."""
        return any(not isinstance(shape, int) for shape in self.starting_tiles)

    @property
    def scores(self) -> list[int]:
        """The points of each player's display as it is now (2.11)."""
        return [state.display.points for state in self.players]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs (2.11)."""
        return Outcome(tuple(self.scores)) if self.is_over else None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The players whose turn is not over."""
        if self.is_over:
            return ()
        return tuple(seat for seat, state in enumerate(self.players) if not state.turn.is_over)

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards of each number are still in the draw pile: all a player knows (8.3)."""
        counted = Counter(self.deck[self.table.drawn :])
        return tuple(counted[number] for number in range(10))
