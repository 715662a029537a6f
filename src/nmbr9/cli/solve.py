"""`nmbr9 solve`: the best display for a deck."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.files import AsJson, parse_path, print_json, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from nmbr9.solver.solution import Solution


def command(
    deck: Annotated[
        str, typer.Option("--deck", help="Cards in their order, with commas: 3,1,4.")
    ] = "",
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="Processor time to search for.")
    ] = 10.0,
    record: Annotated[
        str, typer.Option("--record", help="Write the record of the best display to this file.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Find the best display for cards in a known order.

    Interrupted, it prints the best so far and exits with 130.
    """
    from nmbr9.cli.solve_progress import watch

    if not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    path = parse_path(record) if record else None
    best, is_interrupted = watch(_known_deck(deck), seconds)
    if best is not None:
        if path is not None:
            _write(path, best)
        _print(best, as_json)
    if is_interrupted:
        raise typer.Exit(130)


def _known_deck(text: str) -> Callable[[Callable[[], bool]], Iterator[Solution]]:
    from nmbr9.solver.cards import CardsError, parse_cards

    try:
        cards = parse_cards(text)
    except CardsError as error:
        raise typer.BadParameter(f"--deck: {error}") from None

    from nmbr9.solver.known_deck import solve

    return lambda stop: solve(cards, stop)


def _write(path: Path, best: Solution) -> None:
    from nmbr9.rules.record import dumps

    try:
        write_whole(path, dumps(best.game))
    except OSError as error:
        raise typer.BadParameter(f"expected a file that can be written: {error}") from None


def _print(best: Solution, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "score": best.score,
                "bound": best.bound,
                "proved": best.is_proved,
                "record": best.game.to_record(),
            }
        )
        return
    from rich.console import Console

    from nmbr9.draw.text import from_above, level_by_level

    console = Console(highlight=False)
    console.print(from_above(best.display, lines=True), soft_wrap=True)
    console.print(level_by_level(best.display, width=console.width), soft_wrap=True)
    said = "proved best" if best.is_proved else f"not proved: at most {best.bound} are possible"
    console.print(f"{best.score} points, {said}", markup=False)
