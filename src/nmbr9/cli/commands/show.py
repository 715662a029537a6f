"""`nmbr9 show`: a game as text or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.records import RecordFile, load_game, load_games
from nmbr9.cli.output.files import (
    AsJson,
    parse_output,
    print_json,
    tell_written,
    write_output,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from nmbr9.rules.game import Game

    Picture = tuple[Path, Callable[[Game], str | bytes]]


def command(
    record: RecordFile,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="Show the game after this many actions.")
    ] = None,
    svg: Annotated[str, typer.Option("--svg", help="Write a picture to this file.")] = "",
    png: Annotated[str, typer.Option("--png", help="Write it as PNG to this file.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show every player's display, from above and level by level."""
    pictures = [(parse_output(name), draw) for name, draw in ((svg, _svg), (png, _png)) if name]
    games = iter([load_game(record)]) if pictures else load_games(record)
    for game in games:
        _show(game if at is None else _after(game, at), pictures, as_json)


def _show(game: Game, pictures: Sequence[Picture], as_json: bool) -> None:
    for path, draw in pictures:
        write_output(path, draw(game))
        tell_written(path)
    if as_json:
        print_json(described(game))
    elif not pictures:
        from rich.console import Console

        from nmbr9.cli.output.pictures import print_game

        print_game(Console(highlight=False), game, levels=True)


def _after(game: Game, count: int) -> Game:
    """Return the game as it was after so many actions."""
    if count > len(game.actions):
        raise typer.BadParameter(f"expected --at of 0 to {len(game.actions)}, got {count}")
    return game.at(count)


def _svg(game: Game) -> str:
    from nmbr9.draw.svg import game_svg

    return game_svg(game)


def _png(game: Game) -> bytes:
    from nmbr9.draw.png import game_png

    return game_png(game)


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
