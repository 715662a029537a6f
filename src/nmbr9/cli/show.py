"""`nmbr9 show`: a game as text or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.files import (
    AsJson,
    parse_output,
    print_json,
    tell_written,
    write_output,
)
from nmbr9.cli.records import RecordFile, load_game, load_games

if TYPE_CHECKING:
    from pathlib import Path

    from nmbr9.rules.game import Game


def command(
    record: RecordFile,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="Show the game after this many actions.")
    ] = None,
    svg: Annotated[str, typer.Option("--svg", help="Write a picture to this file.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show every player's display, from above and level by level."""
    picture = parse_output(svg) if svg else None
    games = load_games(record) if picture is None else iter([load_game(record)])
    for game in games:
        _show(game if at is None else _after(game, at), picture, as_json)


def _show(game: Game, picture: Path | None, as_json: bool) -> None:
    if picture is not None:
        _write_svg(game, picture)
    if as_json:
        print_json(described(game))
    elif picture is None:
        from rich.console import Console

        from nmbr9.cli.pictures import print_game

        print_game(Console(highlight=False), game, levels=True)


def _after(game: Game, count: int) -> Game:
    """Return the game as it was after so many actions."""
    if count > len(game.actions):
        raise typer.BadParameter(f"expected --at of 0 to {len(game.actions)}, got {count}")
    record = game.to_record()
    record["actions"] = record["actions"][:count]
    if count < len(game.actions):
        record.pop("scores", None)
    return type(game).from_record(record)


def _write_svg(game: Game, path: Path) -> None:
    from nmbr9.draw.svg import game_svg

    write_output(path, game_svg(game))
    tell_written(path)


def described(game: Game) -> dict[str, object]:
    """Return the displays as JSON-ready data, piece by piece."""
    return {
        "round": game.table.round_number,
        "is_over": game.is_over,
        "revealed": [] if game.is_over else list(game.table.revealed),
        "cards_left": list(game.cards_left),
        "scores": game.scores,
        "displays": [
            [
                {
                    "tile": type(piece.tile).__name__,
                    "number": getattr(piece.tile, "number", None),
                    "flipped": piece.flipped,
                    "rotation": piece.rotation,
                    "x": piece.x,
                    "y": piece.y,
                    "level": piece.level,
                    "points": piece.points,
                    "squares": [list(cell) for cell in piece.cells],
                }
                for piece in state.display.pieces
            ]
            for state in game.players
        ],
    }
