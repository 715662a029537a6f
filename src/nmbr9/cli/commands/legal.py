"""`nmbr9 legal`: what a player may do now."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nmbr9.cli.input.flags import as_wrong_usage
from nmbr9.cli.input.records import RecordFile, load_games
from nmbr9.cli.output.files import AsJson, print_json


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
