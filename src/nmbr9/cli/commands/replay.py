"""`nmbr9 replay`: check a record from its first action to its last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nmbr9.cli.input.records import RecordFile, load_games
from nmbr9.cli.output.files import AsJson, print_json

if TYPE_CHECKING:
    from nmbr9.rules.game import Game


def command(record: RecordFile, as_json: AsJson = False) -> None:
    """Check records; print displays and scores, with --json on one line for each game."""
    if as_json:
        for game in load_games(record):
            print_json(summary(game))
        return
    from rich.console import Console

    from nmbr9.cli.output.pictures import print_game

    console = Console(highlight=False)
    for game in load_games(record):
        print_game(console, game)


def summary(game: Game) -> dict[str, object]:
    """Return what a replay found, as JSON-ready data."""
    from nmbr9.rules.scoring import score

    outcome = game.outcome
    return {
        "is_over": game.is_over,
        "round": game.table.round_number,
        "actions": len(game.actions),
        "scores": game.scores,
        "winners": [] if outcome is None else list(outcome.winners),
        "players": [
            {
                "name": name,
                "score": state.display.points,
                "levels": [
                    {"level": line.level, "numbers": list(line.numbers), "points": line.points}
                    for line in score(state.display).lines
                ],
            }
            for name, state in zip(game.names, game.players, strict=True)
        ],
        **game.about.to_dict(),
    }
