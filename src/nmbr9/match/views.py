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

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, assert_never

from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, is_decided_by_all, view
from nmbr9.rules.piece import Piece
from nmbr9.rules.state import PlayerState
from nmbr9.rules.tiles import GapFiller, NumberTile, StartingTile

Part = dict[str, Any]
"""JSON-ready data."""


def visible_players(match: Match, viewer: int | None) -> tuple[PlayerState, ...]:
    """Return everybody's display and turn as a viewer may see them; None only looks on."""
    game = match.game
    assert game is not None, "before the start there is nothing to see"
    if game.is_over:
        return game.players
    is_done = viewer is not None and game.players[viewer].turn.is_over
    is_open = is_decided_by_all(game) and (is_done or not match.setup.is_hidden)
    return tuple(
        state if is_open or seat == viewer else game.at_reveal[seat]
        for seat, state in enumerate(game.players)
    )


def knowledge(match: Match, seat: int) -> View:
    """Return what the bot of a seat may go by."""
    assert match.game is not None, "bots are asked in a started match"
    return replace(view(match.game, seat), players=visible_players(match, seat))


def parts(match: Match, viewer: int | None, names: Mapping[str, str]) -> dict[str, Part]:
    """Return all that a viewer may see; `names` has the names of people by their ids."""
    return Lookout().parts(match, viewer, names)


class Lookout:
    """Views of one match, one state after another.

    A part that is the same for several viewers, or the same as before, is one object: who compares
    views finds it by identity.
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[str, int, bool], tuple[object, Part]] = {}
        """By name, seat and whether it shows the running round: what it was made from, and it."""

    def parts(self, match: Match, viewer: int | None, names: Mapping[str, str]) -> dict[str, Part]:
        """Return all that a viewer may see; `names` has the names of people by their ids."""
        commitment = self._kept("commitment", match.setup, commitment_part, match.setup)
        told = {"match": self._kept("match", match, match_part, match, commitment)}
        game = match.game
        states: tuple[PlayerState | None, ...] = (None,) * len(match.seats)
        if game is not None:
            states = visible_players(match, viewer)
            told["table"] = self._kept("table", game.table, table_part, game)
        source = (match, names)
        for index, state in enumerate(states):
            is_live = game is not None and state is game.players[index]
            told[f"seats/{index}"] = self._kept(
                "seat", source, seat_part, match, index, state, names, seat=index, is_live=is_live
            )
            if state is not None:
                told[f"displays/{index}"] = self._kept(
                    "display", state, display_part, state, seat=index, is_live=is_live
                )
        if viewer is not None:
            # What a player may do changes with the seat's revision only.
            revision = match.seats[viewer].revision
            told["you"] = self._kept("you", revision, you_part, match, viewer, seat=viewer)
        if match.is_over:
            told["result"] = self._kept("result", match, result_part, match)
        return told

    def _kept(
        self,
        name: str,
        source: object,
        make: Callable[..., Part],
        *told: object,
        seat: int = 0,
        is_live: bool = False,
    ) -> Part:
        """Return a part, made anew only from another source; an equal one stays the same object."""
        key = (name, seat, is_live)
        known_source, known = self._parts.get(key, (None, None))
        if known is not None and _is_same(known_source, source):
            return known
        part = make(*told)
        if known is not None and part == known:
            part = known
        self._parts[key] = (source, part)
        return part


def _is_same(one: object, other: object) -> bool:
    """Whether two sources are the same objects, or equal numbers: nothing larger is compared."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(a is b for a, b in zip(one, other, strict=True))
    return one is other or (isinstance(one, int) and one == other)


def commitment_part(setup: Setup) -> Part:
    """Return the published hash; computing it takes longer than everything else."""
    return {"commitment": setup.commitment}


def match_part(match: Match, commitment: Part) -> Part:
    """Return what never is a secret."""
    setup = match.setup
    return {
        "id": match.id,
        "options": setup.options.to_dict(),
        "is_hidden": setup.is_hidden,
        "contest": setup.contest,
        "host": match.host,
        "state": "over" if match.is_over else "open" if match.game is None else "running",
        **commitment,
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
        "deadline": seat.prompt.deadline if seat.prompt else None,
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
    return {"pieces": [piece_part(piece) for piece in state.display.pieces]}


def piece_part(piece: Piece) -> Part:
    """Return a piece in the words of a record (section 9).

    What it is stands under `number`, `starting_tile` (an index) or `filler` (a size).
    """
    match piece.tile:
        case NumberTile(number):
            what: Part = {"number": number}
        case StartingTile(index):
            what = {"starting_tile": index}
        case GapFiller(size):
            what = {"filler": size}
        case other:
            assert_never(other)
    return {
        **what,
        "flipped": piece.flipped,
        "rotation": piece.rotation,
        "x": piece.x,
        "y": piece.y,
        "level": piece.level,
    }


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
        "starting_tiles": list(setup.starting_tiles),
        "salt": setup.salt,
    }


def changes(before: Mapping[str, Part], after: Mapping[str, Part]) -> dict[str, Part | None]:
    """Return the parts to send to somebody who has `before`; None for a part that is gone.

    Of a display only what follows the pieces that stayed is sent: `keep` says how many did.
    """
    changed: dict[str, Part | None] = {name: None for name in before if name not in after}
    for name, part in after.items():
        known = before.get(name)
        if known is part or known == part:
            continue
        if known is not None and name.startswith("displays/"):
            part = _tail(known["pieces"], part["pieces"])  # noqa: PLW2901 - the shorter form
        changed[name] = part
    return changed


def _tail(before: list[Part], after: list[Part]) -> Part:
    keep = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        keep += 1
    return {"keep": keep, "pieces": after[keep:]}


def merged(known: Mapping[str, Part], changed: Mapping[str, Part | None]) -> dict[str, Part]:
    """Return what a viewer knows after changes: what every client does with them."""
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
