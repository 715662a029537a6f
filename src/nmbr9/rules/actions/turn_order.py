"""Checking an action in its turn: one function per kind of action (4, 5, 8.1).

This is the checker of whole actions; ``offers`` lists them. They share no logic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from nmbr9.rules.actions.kinds import (
    FIELDS,
    Action,
    Build,
    Done,
    Fill,
    Move,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
)
from nmbr9.rules.errors import Code, Violation, shown
from nmbr9.rules.options import Options, Token
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.placing.display import Display
from nmbr9.rules.placing.legality import violations as placement_violations
from nmbr9.rules.state import PlayerState, Table
from nmbr9.rules.variants import RULES_OF, VariantRules


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything a turn's rules look at: the options, the table and one player."""

    options: Options
    table: Table
    player: int
    state: PlayerState

    @property
    def variant(self) -> VariantRules:
        """The rules of the variant being played."""
        return RULES_OF[self.options.variant]

    @property
    def misses_round(self) -> bool:
        """Whether nothing can be done but to pass (7.4)."""
        return not self.state.turn.is_decided and self.variant.misses_round(
            self.options, self.table, self.state
        )

    @property
    def has_own_tile(self) -> bool:
        """Whether a tile was taken in this turn, or still can be (5.8, 6.2)."""
        turn = self.state.turn
        if turn.is_decided:
            return turn.number is not None
        return self.variant.can_take(self.options, self.table, self.state)

    @property
    def can_build(self) -> bool:
        """Whether a tile reserved in an earlier turn may be built in this one (5.8)."""
        state = self.state
        return state.reserved is not None and not state.turn.has_reserved and self.has_own_tile


def violations(moment: Moment, action: Action) -> list[Violation]:
    """Return every rule that an action would break now; none if it is legal."""
    malformed = _malformed(action)
    if malformed:
        return [malformed]
    if action.player != moment.player:
        return [
            Violation(
                Code.TURN_NOT_YOURS,
                "8.2",
                f"expected an action of player {moment.player}, got one of {action.player}",
            )
        ]
    if moment.state.turn.is_over:
        return [
            Violation(Code.TURN_OVER, "8.1", "your turn is over until the next card is revealed")
        ]
    if isinstance(action, Build | Fill | Move) and moment.misses_round:
        return [Violation(Code.TURN_MISSED, "7.4", "expected pass: this round is missed")]
    return _CHECKS[type(action)](moment, action)


def _malformed(action: Action) -> Violation | None:
    """Section 9: whole numbers are whole numbers, also for actions made in Python."""
    if type(action) not in _CHECKS:
        return Violation(
            Code.ACTION_MALFORMED, "9", f"expected a kind of action, got {shown(action)}"
        )
    for field in FIELDS[type(action)]:
        value = getattr(action, field.name)
        if type(value) not in field.types:
            return Violation(
                Code.ACTION_MALFORMED,
                "9",
                f"expected {field.name} as {field.types[0].__name__}, got {shown(value)}",
            )
        if type(value) is int and abs(value) > FARTHEST:
            return Violation(
                Code.ACTION_MALFORMED,
                "9",
                f"expected {field.name} of {-FARTHEST} to {FARTHEST}, got {shown(value)}",
            )
    return None


FARTHEST = 1_000_000
"""The plane has no edge (2.9), but forty tiles never reach so far; nor does any number else."""


def _choice(moment: Moment, choice: Take | Reject | Pass) -> list[Violation]:
    return moment.variant.choice_violations(moment.options, moment.table, moment.state, choice)


def _place(moment: Moment, action: Place) -> list[Violation]:
    """2.2 to 2.10: the tile of this turn, with the tokens whose rules it breaks (5.2)."""
    too_early_or_late = _tile_in_hand(moment)
    if too_early_or_late:
        return too_early_or_late
    if action.number != moment.state.turn.number:
        return [
            Violation(
                Code.PLACEMENT_WRONG_TILE,
                "2.10",
                f"expected the tile of this turn, {moment.state.turn.number}, got {action.number}",
            )
        ]
    found = placement_violations(moment.state.display, moment.state.piece(action))
    found += _level_limit(moment, action.level, moment.state.turn.level_limit)
    return _excuse(moment, found, action.tokens)


def _excuse(moment: Moment, found: list[Violation], tokens: tuple[Token, ...]) -> list[Violation]:
    """5.1 and 5.2: take away what the tokens allow; complain of tokens that cannot be used."""
    needed = {violation.token for violation in found if violation.token}
    remaining = [violation for violation in found if violation.token not in tokens]
    for token in tokens:
        if token not in needed:
            remaining.append(
                Violation(Code.TOKEN_NOT_NEEDED, "5.2", f"no rule is broken that {token} allows")
            )
    if list(tokens) != sorted(set(tokens)):
        remaining.append(
            Violation(
                Code.TOKEN_NOT_SORTED,
                "9",
                f"expected each token once, sorted, got {_listed(tokens)}",
            )
        )
    return remaining + _tokens_usable(moment, tokens)


def _without_help(found: list[Violation]) -> list[Violation]:
    """4.2, 5.2: no token helps a filler, a reserved tile built later or a moved tile."""
    return [replace(violation, token=None) for violation in found]


def _listed(tokens: tuple[Token, ...]) -> str:
    return ", ".join(tokens)


def _tokens_usable(moment: Moment, tokens: tuple[Token, ...]) -> list[Violation]:
    """5.1: each token in play at most once a player, and a marker for each use."""
    state = moment.state
    found = []
    for token in tokens:
        if token not in moment.options.special_tokens:
            found.append(Violation(Code.TOKEN_NOT_IN_PLAY, "5.1", f"{token} is not in play"))
        elif token in state.used_tokens:
            found.append(Violation(Code.TOKEN_ALREADY_USED, "5.1", f"{token} is used already"))
    if len(set(tokens)) > state.markers_left:
        found.append(
            Violation(
                Code.TOKEN_NO_MARKER,
                "5.1",
                f"expected at most {state.markers_left} more tokens, got {len(set(tokens))}",
            )
        )
    return found


def _reserve(moment: Moment, _: Reserve) -> list[Violation]:
    """5.8: instead of being placed the tile is kept."""
    return _tile_in_hand(moment) or _tokens_usable(moment, (Token.RESERVE,))


def _build(moment: Moment, action: Build) -> list[Violation]:
    """5.8: the reserved tile, in a later turn with a tile of its own, without tokens (5.2)."""
    reserved = moment.state.reserved
    if reserved is None:
        return [Violation(Code.RESERVE_EMPTY, "5.8", "no tile is reserved")]
    if moment.state.turn.has_reserved:
        return [
            Violation(
                Code.RESERVE_SAME_TURN, "5.8", "the tile was reserved in this turn: build it later"
            )
        ]
    if not moment.has_own_tile:
        return [
            Violation(
                Code.RESERVE_NO_OWN_TILE,
                "5.8",
                "expected a turn whose own tile is placed, got one whose card is rejected",
            )
        ]
    found = placement_violations(moment.state.display, moment.state.piece(action))
    return _without_help(found) + _level_limit(moment, action.level, reserved.level_limit)


def _fill(moment: Moment, action: Fill) -> list[Violation]:
    """4.1 and 4.2: a filler in hand, in any own turn, by 2.4, 2.5 and 2.6; no token helps."""
    if action.size not in moment.state.fillers:
        in_hand = " or ".join(map(str, moment.state.fillers)) or "none"
        return [
            Violation(
                Code.FILLER_NOT_IN_HAND,
                "4.1",
                f"expected a gap filler in hand ({in_hand}), got size {action.size}",
            )
        ]
    found = placement_violations(moment.state.display, moment.state.piece(action))
    return _without_help(found) + _level_limit(moment, action.level, None)


def _move(moment: Moment, action: Move) -> list[Violation]:
    """5.7: an own uncovered tile of an earlier turn, to the same level or lower, elsewhere."""
    display = moment.state.display
    found = _tokens_usable(moment, (Token.MOVE,))
    count = len(display.pieces)
    if action.piece not in range(count):
        there = f"a piece of 0 to {count - 1}" if count else "a piece in the display"
        return [
            *found,
            Violation(
                Code.MOVE_NO_SUCH_PIECE, "5.7", f"expected {there}, got index {action.piece}"
            ),
        ]
    piece = display.pieces[action.piece]
    if not piece.is_number_tile:
        return [
            *found,
            Violation(
                Code.MOVE_NOT_A_NUMBER_TILE, "5.7", "only a number tile moves", tuple(piece.cells)
            ),
        ]
    moved = moment.state.piece(action)
    if action.piece in moment.state.turn.laid:
        found.append(
            Violation(
                Code.MOVE_THIS_TURNS_TILE,
                "5.7",
                "expected a tile that lay there when the turn began, got one of this turn",
            )
        )
    if _is_covered(display, piece):
        found.append(
            Violation(Code.MOVE_COVERED, "5.7", "a tile lies on top of it", tuple(piece.cells))
        )
    if moved.level > piece.level:
        found.append(
            Violation(
                Code.MOVE_HIGHER_LEVEL,
                "5.7",
                f"expected level {piece.level} or lower, got {moved.level}",
            )
        )
    if moved == piece:
        found.append(Violation(Code.MOVE_NOWHERE_ELSE, "5.7", "it must end up somewhere else"))
    # A turned-over tile stays turned over, at no further cost.
    return found + _without_help(
        [
            violation
            for violation in placement_violations(display.without(action.piece), moved)
            if violation.code != Code.PLACEMENT_TURNED_OVER
        ]
    )


def _is_covered(display: Display, piece: Piece) -> bool:
    higher = range(piece.level + 1, len(display.levels))
    return any((x, y, level) in display.piece_by_cell for x, y in piece.cells for level in higher)


def _done(moment: Moment, _: Done) -> list[Violation]:
    """8.1: a turn ends by *done* once its compulsory part is done, if something is left to do."""
    if moment.state.turn.is_settled:
        return []
    return [
        Violation(
            Code.TURN_NOT_SETTLED,
            "8.1",
            "the tile of this turn must be decided on and placed first",
        )
    ]


def _tile_in_hand(moment: Moment) -> list[Violation]:
    """6.2, 7.1: a tile must have been taken, and not been placed or reserved before (2.10)."""
    turn = moment.state.turn
    if not turn.is_decided:
        return [Violation(Code.TURN_NOT_TAKEN, "8.1", "take a card before placing its tile")]
    if turn.is_settled:
        why = "the tile of this turn is decided and stays"
        if turn.number is None:
            why = "no tile was taken in this turn"
        return [Violation(Code.TURN_ALREADY_SETTLED, "2.10", why)]
    return []


def _level_limit(moment: Moment, level: int, limit: int | None) -> list[Violation]:
    """7.2: the tile under marker m goes to level m or lower; level 4 is the limit of everything."""
    limits = [bound for bound in (limit, moment.variant.highest_level) if bound is not None]
    if not limits or level <= min(limits):
        return []
    return [
        Violation(
            Code.PLACEMENT_ABOVE_MARKER,
            "7.2",
            f"expected level {min(limits)} or lower, got {level}",
        )
    ]


_CHECKS: dict[type[Action], Callable[[Moment, Any], list[Violation]]] = {
    Take: _choice,
    Reject: _choice,
    Pass: _choice,
    Place: _place,
    Reserve: _reserve,
    Build: _build,
    Fill: _fill,
    Move: _move,
    Done: _done,
}
