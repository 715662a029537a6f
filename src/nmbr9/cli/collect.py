"""Gathering the games of a simulation while people watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from nmbr9.bots.simulate import Played, SimulationStopped
from nmbr9.whole_files import write_whole


def collect(
    running: Generator[Played, None, None], total: int, folder: Path | None, played: list[Played]
) -> None:
    """Add all games to a list, each written to the folder as soon as it is finished.

    Raises: SimulationStopped, saying what is in the folder.
    """
    try:
        with closing(running), _progress(total) as advance:
            for game in running:
                if folder is not None:
                    _write_record(folder, game)
                played.append(game)
                advance()
    except SimulationStopped as error:
        if folder is None:
            raise
        raise SimulationStopped(f"{error}; {len(played)} records are in {folder}") from None


def _write_record(folder: Path, game: Played) -> None:
    path = folder / f"{game.bot}-{game.index:06}.json"
    try:
        write_whole(path, game.record)
    except OSError as error:
        raise SimulationStopped(f"expected to write {path}: {error}") from None


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
