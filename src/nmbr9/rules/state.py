"""Where a game stands: the table everybody sees and what each player has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nmbr9.rules.display import Display
from nmbr9.rules.options import MARKERS_PER_PLAYER, Options, Token
from nmbr9.rules.tiles import FILLER_SIZES


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
    """The display's highest level when it was reserved."""
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
    placed: int | None = None
    """The index of the piece placed for this turn's card; `move` concerns earlier ones (5.2)."""
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
    def at_start(cls, options: Options, starting_tile: int | None) -> PlayerState:
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

    def can_build(self) -> bool:
        """Whether a tile reserved in an earlier turn is waiting (5.8)."""
        return self.reserved is not None and not self.turn.has_reserved

    def has_optional(self, options: Options) -> bool:
        """Whether anything optional is left, exactly as 8.1 lists it."""
        return bool(
            self.fillers
            or self.can_build()
            or (
                Token.MOVE in self.usable_tokens(options)
                and any(piece.is_number_tile for piece in self.display.pieces)
            )
        )

    def settled(self, options: Options) -> PlayerState:
        """Return the player after an action: a reserve lost (5.8), a turn ended (8.1)."""
        state = self
        reserved = state.reserved
        if reserved is not None and state.display.highest_level > reserved.highest_level:
            state = replace(state, reserved=None)
        if state.turn.is_settled and not state.has_optional(options):
            state = state.with_turn(is_over=True)
        return state

    def with_turn(self, **changes: object) -> PlayerState:
        """Return the player with parts of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))  # type: ignore[arg-type]
