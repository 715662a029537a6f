"""`nmbr9 games`: what is kept on this machine."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from nmbr9.cli.output.files import AsJson, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nmbr9.cli.input.kept_games import Kept


def command(as_json: AsJson = False) -> None:
    """List the games that are kept on this machine, of the terminal and of the browser.

    Their names stand for records in other commands; play --terminal --file NAME goes on with one.
    """
    from nmbr9.cli.input.kept_games import kept_games
    from nmbr9.draw.words import printable

    left_out: list[Path] = []
    games = list(kept_games(left_out.append))
    if as_json:
        print_json([asdict(game) for game in games])
    elif games:
        _print(games)
    else:
        print("no games yet: nmbr9 play begins one")
    for path in left_out:
        print(f"nmbr9: expected a saved game in {printable(str(path))}, left out", file=sys.stderr)


def _print(games: Sequence[Kept]) -> None:
    from rich.console import Console

    from nmbr9.cli.output.tables import Column, table_of

    console = Console(highlight=False)
    points = ["" if game.scores is None else " ".join(map(str, game.scores)) for game in games]
    columns = (
        Column("where", [game.where for game in games], rank=3, justify="left"),
        Column("begun", [game.date[:16].replace("T", " ") for game in games], rank=2),
        Column("variant", [game.variant for game in games], rank=1, justify="left"),
        Column("points", points, rank=5),
        Column("", ["over" if game.is_over else "running" for game in games], rank=4),
    )
    names = Column("name", [game.name for game in games], rank=6)
    console.print(table_of(names, columns, console.width))
