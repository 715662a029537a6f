"""`nmbr9 legal`: what a player may do now."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nmbr9.cli.files import AsJson, print_json
from nmbr9.cli.flags import as_wrong_usage
from nmbr9.cli.records import RecordFile, load_games


def command(
    record: RecordFile,
    player: Annotated[int, typer.Option("--player", help="The seat, from 0.")] = 0,
    as_json: AsJson = False,
) -> None:
    """List the legal actions of a player now."""
    for game in load_games(record):
        with as_wrong_usage():
            actions = game.legal_actions(player)
        if not actions:
            over = "the game is over" if game.is_over else "the turn of this player is over"
            print(f"no legal actions: {over}", file=sys.stderr)
        if as_json:
            print_json([action.to_dict() for action in actions])
        else:
            for action in actions:
                print(action)
