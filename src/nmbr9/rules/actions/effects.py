"""What a legal action changes for the player who does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nmbr9.rules.actions.kinds import (
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
from nmbr9.rules.actions.turn_order import Moment
from nmbr9.rules.options import TILES_TO_ACTIVATE, Token
from nmbr9.rules.state import PlayerState, Reserved


def after(moment: Moment, action: Action) -> PlayerState:
    """Return the player after an action that is known to be legal."""
    return _EFFECTS[type(action)](moment, action).settled(moment.options)


def _choice(moment: Moment, choice: Take | Reject | Pass) -> PlayerState:
    return moment.variant.choose(moment.table, moment.state, choice)


def _place(moment: Moment, action: Place) -> PlayerState:
    state = moment.state
    return replace(
        state,
        display=state.display.place_unchecked(state.piece(action)),
        turn=replace(_with_laid(state).turn, is_settled=True),
        used_tokens=(*state.used_tokens, *action.tokens),
    )


def _reserve(moment: Moment, _: Reserve) -> PlayerState:
    state, turn = moment.state, moment.state.turn
    assert turn.number is not None, "only a tile in hand is reserved"
    return replace(
        state.with_turn(is_settled=True, has_reserved=True),
        used_tokens=(*state.used_tokens, Token.RESERVE),
        reserved=Reserved(turn.number, state.display.highest_number_level, turn.level_limit),
    )


def _build(moment: Moment, action: Build) -> PlayerState:
    return replace(_with_piece(_with_laid(moment.state), action), reserved=None)


def _fill(moment: Moment, action: Fill) -> PlayerState:
    in_hand = tuple(size for size in moment.state.fillers if size != action.size)
    return replace(_with_piece(moment.state, action), fillers=in_hand)


def _move(moment: Moment, action: Move) -> PlayerState:
    state = moment.state
    lay = state.display.pieces[action.piece]
    if action.level != lay.level and state.display.number_tiles_on(lay.level) >= TILES_TO_ACTIVATE:
        state = state.with_turn(thinned_level=lay.level)
    return replace(
        state,
        display=state.display.replace_unchecked(action.piece, state.piece(action)),
        used_tokens=(*state.used_tokens, Token.MOVE),
    )


def _done(moment: Moment, _: Done) -> PlayerState:
    return moment.state.with_turn(is_over=True)


def _with_laid(state: PlayerState) -> PlayerState:
    """Note that the next piece is a number tile of this turn: it does not move in it (5.7)."""
    return state.with_turn(laid=(*state.turn.laid, len(state.display.pieces)))


def _with_piece(state: PlayerState, action: Build | Fill) -> PlayerState:
    return replace(state, display=state.display.place_unchecked(state.piece(action)))


_EFFECTS: dict[type[Action], Callable[[Moment, Any], PlayerState]] = {
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
