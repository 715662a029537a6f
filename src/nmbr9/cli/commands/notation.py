"""`nmbr9 notation`: a game from one form to the other."""

from __future__ import annotations

from nmbr9.cli.input.records import RecordFile, load_games
from nmbr9.cli.output.files import AsJson, print_json, safe_json


def command(record: RecordFile, as_json: AsJson = False) -> None:
    """Write a game in the text notation, or with --json as a record."""
    from nmbr9.rules.notation import format_game

    for number, game in enumerate(load_games(record)):
        if as_json:
            print_json(game.to_record())
        else:
            print("\n" * (number > 0) + safe_json(format_game(game)), end="")
