"""What each viewer of a match may see.

A view is a flat dictionary from the name of a part to its data, ready for JSON. Whoever shows a
match keeps the last view and sends only the parts that changed.

| part | what |
|---|---|
| `match` | options, host, commitment, how far it is |
| `table` | round, open cards, cards left by number |
| `seats/0`... | who sits there, whether the turn is over, points, fillers, tokens |
| `displays/0`... | the pieces, in the order they were laid |
| `you` | the viewer's seat, turn and everything they may do |
| `result` | at the end: scores, winners, the cards and the salt |

Hidden are the draw pile always, and what others did in the running round until the viewer has done
the same (`Setup.is_hidden`); whoever only looks on sees what the slowest player may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nmbr9.match.match import Match
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, is_decided_by_all, view
from nmbr9.rules.pieces.starting_shapes import shape_data
from nmbr9.rules.state import PlayerState

Part = dict[str, Any]
"""JSON-ready data."""


def parts(match: Match, viewer: int | None, names: Mapping[str, str]) -> dict[str, Part]:
    """Return all that a viewer may see; `names` has the names of people by their ids."""
    told = {"match": match_part(match)}
    states: Sequence[PlayerState | None] = (None,) * len(match.seats)
    if match.game is not None:
        told["table"] = table_part(match.game)
        states = visible_players(match, viewer)
    if match.is_over:
        told["result"] = result_part(match)
    for index, state in enumerate(states):
        told[f"seats/{index}"] = seat_part(match, index, state, names)
        if state is not None:
            told[f"displays/{index}"] = display_part(state)
    if viewer is not None:
        told["you"] = you_part(match, viewer)
    return told


def visible_players(match: Match, viewer: int | None) -> tuple[PlayerState, ...]:
    """Return everybody's display and turn as a viewer may see them; None only looks on."""
    game = match.game
    assert game is not None, "before the start there is nothing to see"
    is_open = sees_running_round(match, viewer)
    return tuple(
        state if is_open or seat == viewer else game.at_reveal[seat]
        for seat, state in enumerate(game.players)
    )


def sees_running_round(match: Match, viewer: int | None) -> bool:
    """Whether a viewer sees what others did in the running round, not only their own."""
    game = match.game
    assert game is not None, "before the start there is no round"
    if game.is_over:
        return True
    has_done = viewer is not None and game.players[viewer].turn.is_over
    return (has_done or not match.setup.is_hidden) and is_decided_by_all(game)


def bot_view(match: Match, seat: int) -> View:
    """Return what the bot of a seat may go by."""
    assert match.game is not None, "bots are asked in a started match"
    seen = view(match.game, seat)
    if not sees_running_round(match, seat):
        now = [action for action in seen.actions[seen.done_at_reveal :] if action.player == seat]
        seen = replace(seen, actions=(*seen.actions[: seen.done_at_reveal], *now))
    return replace(seen, players=visible_players(match, seat))


def match_part(match: Match) -> Part:
    """Return what never is a secret."""
    setup = match.setup
    return {
        "id": match.id,
        "options": setup.options.to_dict(),
        "starting_shapes": [list(rows) for rows in setup.shapes],
        "is_hidden": setup.is_hidden,
        "is_listed": setup.is_listed,
        "contest": setup.contest,
        "host": match.host,
        "state": "over" if match.is_over else "open" if match.game is None else "running",
        "commitment": setup.commitment,
        "rematch": match.rematch,
    }


def seat_part(
    match: Match, index: int, state: PlayerState | None, names: Mapping[str, str]
) -> Part:
    """Return who sits at a seat and what lies in front of them, but for the display."""
    game, seat = match.game, match.seats[index]
    told: Part = {
        "name": names.get(seat.player or "") if seat.is_person else None,
        "is_person": seat.is_person,
        "bot": seat.bot,
        "is_away": seat.is_away,
        "is_gone": seat.is_gone,
        "deadline": seat.prompt.deadline if seat.prompt else None,
        "is_clocked": seat.clocked is not None,
    }
    if state is not None and game is not None:
        reserved = state.reserved
        told |= {
            "is_done": game.is_over or game.players[index].turn.is_over,
            "points": state.display.points,
            "fillers": list(state.fillers),
            "used_tokens": [str(token) for token in state.used_tokens],
            "reserved": None if reserved is None else reserved.number,
            "has_rejected": state.has_rejected,
        }
    return told


def display_part(state: PlayerState) -> Part:
    """Return the pieces of a display."""
    return {"pieces": [piece.to_dict() for piece in state.display.pieces]}


def table_part(game: Game) -> Part:
    """Return what is revealed."""
    table = game.table
    return {
        "round": table.round_number,
        "card_in_round": table.card_in_round,
        "revealed": list(table.revealed),
        "markers": table.markers,
        "cards_left": list(game.cards_left),
    }


def you_part(match: Match, viewer: int) -> Part:
    """Return what only the player of a seat needs: the turn and all legal actions."""
    told: Part = {"seat": viewer, "revision": match.seats[viewer].revision}
    if match.game is not None:
        turn = match.game.players[viewer].turn
        told |= {
            "number": turn.number,
            "level_limit": turn.level_limit,
            "is_decided": turn.is_decided,
            "is_settled": turn.is_settled,
            "legal": [offer.to_dict() for offer in match.game.offers(viewer)],
        }
    return told


def result_part(match: Match) -> Part:
    """Return the end: what was secret is shown, so that the commitment can be checked."""
    game, setup = match.game, match.setup
    assert game is not None, "the match is over"
    outcome = game.outcome
    assert outcome is not None, "the match is over"
    return {
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "deck": list(setup.deck),
        "starting_tiles": [shape_data(shape) for shape in setup.starting_tiles],
        "salt": setup.salt,
        "marks": [list(match.marks(seat)) for seat in range(len(match.seats))],
    }


def stayed(before: Sequence[object], after: Sequence[object]) -> int:
    """Return how many pieces of a display stayed: those after them are new or lie elsewhere."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        count += 1
    return count


def merged(known: Mapping[str, Part], changed: Mapping[str, Part | None]) -> dict[str, Part]:
    """Return what a viewer knows after changes: what every client does with them.

    A part replaces the one of that name, None removes it; of a display the first `keep` pieces
    stay and the others follow them.
    """
    told = dict(known)
    for name, part in changed.items():
        if part is None:
            told.pop(name, None)
        elif "keep" in part:
            pieces = told[name]["pieces"][: part["keep"]] + part["pieces"]
            told[name] = {"pieces": pieces}
        else:
            told[name] = part
    return told
