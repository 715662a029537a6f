"""Watching a search: improvements as they come, a bar for the time, an end on Ctrl-C."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nmbr9.solver.solution import Solution

Stop = Callable[[], bool]


def watch(
    search: Callable[[Stop], Iterator[Solution]], seconds: float
) -> tuple[Solution | None, bool]:
    """Return the best that a search yields in so much processor time, and whether interrupted."""
    best: Solution | None = None
    started = time.process_time()
    with _bar(seconds) as (say, advance):

        def stop() -> bool:
            spent = time.process_time() - started
            advance(spent)
            return spent >= seconds

        try:
            for solution in search(stop):
                if best is None or solution.score > best.score:
                    say(f"{solution.score} points after {time.process_time() - started:.1f} s")
                best = solution
        except KeyboardInterrupt:
            return best, True
    return best, False


@contextmanager
def _bar(seconds: float) -> Iterator[tuple[Callable[[str], None], Callable[[float], None]]]:
    """Give what says a line on stderr, and what moves a bar there if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda line: print(line, file=sys.stderr), lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("searching"), BarColumn(), TextColumn("left:"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=seconds)
        yield progress.console.print, lambda spent: progress.update(task, completed=spent)
