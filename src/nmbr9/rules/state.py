"""Where a game stands: the table everybody sees and what each player has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nmbr9.rules.actions.kinds import Build, Fill, Move, Place
from nmbr9.rules.options import MARKERS_PER_PLAYER, Options, Token
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.starting_shapes import StartingShape
from nmbr9.rules.pieces.tiles import FILLER_SIZES, GapFiller, NumberTile, Tile
from nmbr9.rules.placing.display import Display


@dataclass(frozen=True, slots=True)
class Table:
    """What is revealed: the round and its open cards."""

    round_number: int = 0
    """From 1; 0 before the first card."""
    card_in_round: int = 0
    """From 1; more than 1 only in "2 out of 3" (6.1)."""
    drawn: int = 0
    """How many cards have left the draw pile."""
    revealed: tuple[int, ...] = ()
    """The open cards; in Level to Level the index is the marker (7.1), else there is one."""
    markers: int = 1
    """How many level markers are active (7.3)."""


@dataclass(frozen=True, slots=True)
class Reserved:
    """A tile kept for later (5.8)."""

    number: int
    highest_level: int
    """The highest level with a number tile on it when it was reserved."""
    level_limit: int | None
    """The limit of the marker it was taken from (7.6)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How far a player's turn has come (8.1)."""

    number: int | None = None
    """The tile taken, once it is taken."""
    level_limit: int | None = None
    """The highest level it may go to (7.2)."""
    is_decided: bool = False
    """Whether the card is taken, rejected or passed."""
    is_settled: bool = False
    """Whether the compulsory part is done: placed, reserved, rejected or passed."""
    has_reserved: bool = False
    """Whether the tile was reserved in this very turn."""
    laid: tuple[int, ...] = ()
    """The indices of the number tiles laid in this turn; `move` concerns earlier ones (5.7)."""
    thinned_level: int | None = None
    """The level that a move of this turn took a number tile from, if two lay there (7.3)."""
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's display and what else lies in front of them."""

    display: Display
    fillers: tuple[int, ...] = ()
    """The sizes of the gap fillers in hand (4.1)."""
    used_tokens: tuple[Token, ...] = ()
    """The tokens with this player's marker on them, in the order of use (5.1)."""
    reserved: Reserved | None = None
    has_rejected: bool = False
    """Whether a card of this round was rejected (6.2)."""
    turn: Turn = Turn()

    @classmethod
    def at_start(cls, options: Options, starting_tile: StartingShape | None) -> PlayerState:
        """Return a player before the first round (3.1, 4.1)."""
        display = Display() if starting_tile is None else Display.starting_with(starting_tile)
        return cls(display, FILLER_SIZES if options.gap_fillers else ())

    @property
    def markers_left(self) -> int:
        """How many tokens may still be used (5.1)."""
        return MARKERS_PER_PLAYER - len(self.used_tokens)

    def usable_tokens(self, options: Options) -> tuple[Token, ...]:
        """Return the tokens this player may still put a marker on (5.1)."""
        if not self.markers_left:
            return ()
        return tuple(t for t in options.special_tokens if t not in self.used_tokens)

    def piece(self, action: Place | Build | Fill | Move) -> Piece:
        """Return what an action lays, as it would lie there, legally or not.

        The tile that a `Build` speaks of must be reserved, and the piece of a `Move` be there.
        """
        tile: Tile
        flipped = False
        match action:
            case Place():
                tile, flipped = NumberTile(action.number), action.flipped
            case Fill():
                tile = GapFiller(action.size)
            case Build():
                assert self.reserved is not None, "only a reserved tile is built"
                tile = NumberTile(self.reserved.number)
            case Move():
                lies = self.display.pieces[action.piece]
                tile, flipped = lies.tile, lies.flipped
        return Piece(tile, action.x, action.y, action.level, action.rotation, flipped)

    def can_move(self, index: int) -> bool:
        """Whether a piece may be lifted: a free number tile that was there before (5.7)."""
        return (
            self.display.pieces[index].is_number_tile
            and index not in self.turn.laid
            and not self.display.has_something_on(index)
        )

    def has_optional(self, options: Options) -> bool:
        """Whether anything optional is left of a turn whose compulsory part is done (8.1).

        What has no legal action left is not optional. On the table there is always room (2.8), so
        that a filler, a tile that may be built and a tile that may be lifted always have one.
        """
        has_placed = self.turn.number is not None and not self.turn.has_reserved
        return bool(
            self.fillers
            or (self.reserved is not None and has_placed)
            or (
                Token.MOVE in self.usable_tokens(options)
                and any(map(self.can_move, range(len(self.display.pieces))))
            )
        )

    def settled(self, options: Options) -> PlayerState:
        """Return the player after an action: a reserve lost (5.8), a turn ended (8.1)."""
        state = self
        reserved = state.reserved
        if reserved is not None and state.display.highest_number_level > reserved.highest_level:
            state = replace(state, reserved=None)
        if state.turn.is_settled and not state.has_optional(options):
            state = state.with_turn(is_over=True)
        return state

    def with_turn(self, **changes: object) -> PlayerState:
        """Return the player with parts of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))  # type: ignore[arg-type]
