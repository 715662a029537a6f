"""`nmbr9 perft`: the number of legal sequences."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer

from nmbr9.cli.output.files import AsJson, print_json


def command(
    tiles: Annotated[
        list[str], typer.Argument(metavar="NUMBERS", help="Tiles 0 to 9 in their order.")
    ],
    as_json: AsJson = False,
) -> None:
    """Count the ways to place these tiles one after another in the basic game."""
    from nmbr9.rules.perft import counts

    numbers = [_number(text) for text in tiles]
    total = 0
    started = time.monotonic()
    shows = sys.stderr.isatty()
    for done, (count, of) in enumerate(counts(numbers), start=1):
        total += count
        if shows and time.monotonic() - started > 1:
            print(f"\r{done} of {of} first placements, {total} so far", end="", file=sys.stderr)
    if shows and time.monotonic() - started > 1:
        print("\r\033[K", end="", file=sys.stderr)
    if as_json:
        print_json({"numbers": numbers, "count": total})
    else:
        print(total)


def _number(text: str) -> int:
    if len(text) == 1 and text in "0123456789":
        return int(text)
    raise typer.BadParameter(f"expected tiles of 0 to 9, got {text[:60]!r}")
