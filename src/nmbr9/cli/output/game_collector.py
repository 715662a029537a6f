"""Gathering the games of a simulation while people watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager

from nmbr9.bots.simulation.simulate import Played, SimulationStopped
from nmbr9.cli.output.record_output import RecordOutput


def collect(
    running: Generator[Played, None, None],
    total: int,
    output: RecordOutput | None,
    played: list[Played],
) -> None:
    """Add all games to a list, the record of each written as soon as it is finished.

    Raises: SimulationStopped, saying where the records are.
    """
    try:
        with closing(running), _progress(total) as advance:
            for game in running:
                if output is not None:
                    _write_record(output, game)
                played.append(game)
                advance()
    except SimulationStopped as error:
        if output is None:
            raise
        raise SimulationStopped(f"{error}; {len(played)} records are in {output.path}") from None


def _write_record(output: RecordOutput, game: Played) -> None:
    try:
        output.add(game)
    except OSError as error:
        raise SimulationStopped(f"expected to write to {output.path}: {error}") from None


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on stderr if that is a terminal; give what moves it on by one game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)
