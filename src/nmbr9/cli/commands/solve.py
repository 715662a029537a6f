"""`nmbr9 solve`: the best display for a deck, or for a bag in any order."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.paths import parse_path
from nmbr9.cli.output.files import (
    AsJson,
    parse_output,
    print_json,
    write_output,
    written_first,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from nmbr9.cli.output.search_progress import Watch
    from nmbr9.solver.solution import Solution

    Search = Callable[[Watch], Iterator[Solution]]

KNOWN_DECK_SECONDS = 10.0
FREE_SECONDS = 120.0


def command(
    deck: Annotated[
        str | None, typer.Option("--deck", help="Cards in their order, with commas: 3,1,4.")
    ] = None,
    free: Annotated[
        bool, typer.Option("--free", help="Choose the order of the cards too.")
    ] = False,
    cards: Annotated[
        str | None, typer.Option("--cards", help="With --free: these cards instead of all 20.")
    ] = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="With --free: go on until no better display is possible."),
    ] = False,
    target: Annotated[
        int | None,
        typer.Option(
            "--target", min=0, help="With --prove: begin with a search for more points than this."
        ),
    ] = None,
    folder: Annotated[
        str,
        typer.Option("--folder", help="With --prove: where to keep what is done, to go on later."),
    ] = "",
    certificate: Annotated[
        str, typer.Option("--certificate", help="With --prove: write what was found to this file.")
    ] = "",
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", min=0, help="Processor time: 10, with --free 120, with --prove endless."
        ),
    ] = None,
    record: Annotated[
        str, typer.Option("--record", help="Write the record of the best display to this file.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Find the best display for cards in a known order, or in any order.

    Interrupted, it prints the best so far and exits with 130.
    """
    from nmbr9.cli.output.search_progress import watch

    if (deck is not None) == free:
        raise typer.BadParameter("expected --deck or --free, one of them")
    if not free and (cards is not None or prove):
        raise typer.BadParameter("expected --cards and --prove with --free only")
    if not prove and (target is not None or folder or certificate):
        raise typer.BadParameter("expected --target, --folder, --certificate with --prove only")
    if seconds is not None and not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    written = parse_output(record) if record else None
    search: Search
    if deck is not None:
        search, usual = _known_deck(deck), KNOWN_DECK_SECONDS
    elif prove:
        search, usual = _proof(cards, target, folder, certificate), math.inf
    else:
        search, usual = _free(cards), FREE_SECONDS
    outcome = watch(search, usual if seconds is None else seconds)
    best = outcome.best
    if best is not None:
        with written_first(lambda: _write_record(written, best)):
            _print(best, outcome.seconds, as_json)
    outcome.work.end("before there was a display" if best is None else f"at {best.score} points")


def _parse(name: str, text: str) -> tuple[int, ...]:
    from nmbr9.solver.cards import CardsError, parse_cards

    try:
        return parse_cards(text)
    except CardsError as error:
        raise typer.BadParameter(f"{name}: {error}") from None


def _known_deck(text: str) -> Search:
    from nmbr9.solver.known_deck.first_display import first_display
    from nmbr9.solver.known_deck.solve import bound_of, solve

    cards = _parse("--deck", text)

    def search(clock: Watch) -> Iterator[Solution]:
        yield first_display(cards, bound_of(cards))
        yield from solve(cards, clock.stop, clock.seconds_left)

    return search


def _free(text: str | None) -> Search:
    from nmbr9.cli.output.solve_free import search_free

    return search_free(_bag(text))


def _proof(text: str | None, target: int | None, folder: str, certificate: str) -> Search:
    from nmbr9.cli.output.solve_free import search_proof

    cards = _bag(text)
    where = parse_path(folder) if folder else None
    return search_proof(cards, target, where, parse_output(certificate) if certificate else None)


def _bag(text: str | None) -> tuple[int, ...]:
    from nmbr9.solver.cards import with_the_rest

    return with_the_rest(()) if text is None else _parse("--cards", text)


def _write_record(path: Path | None, best: Solution) -> None:
    from nmbr9.rules.record import dumps

    if path is not None:
        write_output(path, dumps(best.game))


def _print(best: Solution, seconds: float, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "score": best.score,
                "bound": best.bound,
                "proved": best.is_proved,
                "cpu_seconds": round(seconds, 3),
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
    print(f"{seconds:.1f} s of processor time", file=sys.stderr)
