"""A view as data for JSON, and back: what a bot in another process or language is told.

It holds what a `View` holds and nothing else, so never the order of the draw pile (8.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from nmbr9.rules.actions.legal_actions import grouped_offers
from nmbr9.rules.knowledge import View
from nmbr9.rules.options import parse_token
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.starting_shapes import StartingShape, shape_data
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, StartingTile, Tile
from nmbr9.rules.placing.display import Display
from nmbr9.rules.placing.spots import SPOT_NAMES
from nmbr9.rules.record import read_action, read_options
from nmbr9.rules.state import PlayerState, Reserved, Table, Turn

Data = dict[str, Any]


def view_data(view: View) -> Data:
    """Return everything that a view holds."""
    return {
        "viewer": view.viewer,
        "options": view.options.to_dict(),
        "names": list(view.names),
        "table": asdict(view.table),
        "cards_left": list(view.cards_left),
        "players": [_player_data(state) for state in view.players],
        "is_over": view.is_over,
        "drawn": list(view.drawn),
        "starting_tiles": [shape_data(shape) for shape in view.starting_tiles],
        "actions": [action.to_dict() for action in view.actions],
        "at_reveal": [_player_data(state) for state in view.at_reveal],
        "done_at_reveal": view.done_at_reveal,
    }


def view_of(data: Mapping[str, Any]) -> View:
    """Return the view that `view_data` made data of.

    Raises: KeyError, TypeError or ValueError, for anything else.
    """
    table = data["table"]
    return View(
        data["viewer"],
        read_options(data["options"]),
        tuple(data["names"]),
        Table(**{**table, "revealed": tuple(table["revealed"])}),
        tuple(data["cards_left"]),
        tuple(map(_player_of, data["players"])),
        data["is_over"],
        tuple(data["drawn"]),
        tuple(map(_shape_of, data["starting_tiles"])),
        tuple(read_action("actions", action) for action in data["actions"]),
        tuple(map(_player_of, data["at_reveal"])),
        data["done_at_reveal"],
    )


def legal_data(view: View) -> list[Data]:
    """Return what the viewer may do: actions as in a record, their spots together under `at`.

    A spot is the list of its rotation, x, y and level.
    """
    told = []
    for offer in () if view.is_over else grouped_offers(view.moment):
        if offer.spots is None:
            told.append(offer.make().to_dict())
            continue
        action = offer.make(0, 0, 0, 0).to_dict()
        for name in SPOT_NAMES:
            del action[name]
        told.append({**action, "at": [list(spot) for spot in offer.spots.listed()]})
    return told


def _player_data(state: PlayerState) -> Data:
    return {
        "pieces": [piece.to_dict() for piece in state.display.pieces],
        "points": state.display.points,
        "fillers": list(state.fillers),
        "used_tokens": [str(token) for token in state.used_tokens],
        "reserved": None if state.reserved is None else asdict(state.reserved),
        "has_rejected": state.has_rejected,
        "turn": asdict(state.turn),
    }


def _player_of(data: Mapping[str, Any]) -> PlayerState:
    turn = data["turn"]
    return PlayerState(
        Display(tuple(map(_piece_of, data["pieces"]))),
        tuple(data["fillers"]),
        tuple(map(parse_token, data["used_tokens"])),
        None if data["reserved"] is None else Reserved(**data["reserved"]),
        data["has_rejected"],
        Turn(**{**turn, "laid": tuple(turn["laid"])}),
    )


def _piece_of(data: Mapping[str, Any]) -> Piece:
    return Piece(
        _tile_of(data), data["x"], data["y"], data["level"], data["rotation"], data["flipped"]
    )


def _tile_of(data: Mapping[str, Any]) -> Tile:
    if "number" in data:
        return NumberTile(data["number"])
    if "filler" in data:
        return GapFiller(data["filler"])
    return StartingTile(_shape_of(data["starting_tile"]))


def _shape_of(data: Any) -> StartingShape:
    return data if isinstance(data, int) else tuple(data)
