"""A game step by step, for whoever wants to look at it again: displays, points, sums by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nmbr9.match.match import Match
from nmbr9.match.views import Part, display_part, stayed
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.scoring import score
from nmbr9.rules.state import PlayerState


def replay_of(match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    """Return all steps of a match that is over, and which bots played in it."""
    bots = [None if seat.is_person else seat.bot for seat in match.seats]
    return {**replayed(named_game(match, names)), "bots": bots}


def named_game(match: Match, names: Mapping[str, str]) -> Game:
    """Return the game of a match with the names of those who played it."""
    assert match.game is not None, "it has been played"
    called = tuple(
        names.get(seat.player or "") or seat.bot or f"Player {index + 1}"
        for index, seat in enumerate(match.seats)
    )
    return replace(match.game, names=called)


def replayed(game: Game) -> dict[str, Any]:
    """Return all steps of a game whose actions are known to be legal.

    A step has the display of its player as `{"keep": k, "pieces": [...]}`: keep the first k pieces
    and put these behind them, as in docs/protocol.md.
    """
    now = game.start
    start = [display_part(state) for state in now.players]
    steps = []
    for action in game.actions:
        after = now.apply_unchecked(action.player, action)
        steps.append(_step(now, action, after))
        now = after
    outcome = game.outcome
    return {
        "options": game.options.to_dict(),
        "names": list(game.names),
        "deck": list(game.deck),
        "is_over": game.is_over,
        "start": start,
        "steps": steps,
        "levels": [levels_of(state) for state in game.players],
        "scores": game.scores,
        "winners": [] if outcome is None else list(outcome.winners),
    }


def levels_of(state: PlayerState) -> list[dict[str, Any]]:
    """Return what each level brings, lowest first, as `nmbr9 replay --json` does."""
    return [
        {"level": line.level, "numbers": list(line.numbers), "points": line.points}
        for line in score(state.display).lines
    ]


def _step(before: Game, action: Action, after: Game) -> dict[str, Any]:
    seat = action.player
    old, new = before.players[seat], after.players[seat]
    return {
        "action": action.to_dict(),
        "notation": str(action),
        "round": before.table.round_number,
        "revealed": list(before.table.revealed),
        "number": old.turn.number,
        "display": _tail(display_part(old), display_part(new)),
        "levels": levels_of(new),
        "gained": new.display.points - old.display.points,
        "scores": after.scores,
    }


def _tail(before: Part, after: Part) -> Part:
    """Return what is new in a display, as viewers of a match are told."""
    keep = stayed(before["pieces"], after["pieces"])
    return {"keep": keep, "pieces": after["pieces"][keep:]}
