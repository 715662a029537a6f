"""Watching a search: improvements as they come, a bar for the time, an end on Ctrl-C."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from nmbr9.cli.interrupts import Work
from nmbr9.solver.solution import Solution, better


class Watch:
    """The clock of a search, in processor time, and what it says of its progress."""

    def __init__(self, seconds: float, screen: Screen) -> None:
        self._started = time.process_time()
        self._seconds = seconds
        self._screen = screen

    def spent(self) -> float:
        """Return the seconds since the search began."""
        return time.process_time() - self._started

    def seconds_left(self) -> float:
        """Return how long the search may go on."""
        return self._seconds - self.spent()

    def stop(self) -> bool:
        """Return whether the time is used up; moves the bar."""
        self._screen.advance(self.spent())
        return self.seconds_left() <= 0

    def say(self, line: str) -> None:
        """Say something that stays on the screen."""
        self._screen.say(f"{line} after {self.spent():.1f} s")

    def describe(self, text: str) -> None:
        """Say beside the bar what is going on."""
        self._screen.describe(text)


class Screen(NamedTuple):
    """What is said on stderr, with a bar if that is a terminal."""

    say: Callable[[str], None]
    advance: Callable[[float], None]
    describe: Callable[[str], None]


class Outcome(NamedTuple):
    """How a search ended."""

    best: Solution | None
    work: Work
    """Tells whether it was interrupted."""
    seconds: float
    """Processor time."""


def watch(search: Callable[[Watch], Iterator[Solution]], seconds: float) -> Outcome:
    """Return the best that a search yields in so much processor time."""
    best: Solution | None = None
    started = time.process_time()
    with Work() as work, _screen(seconds) as screen:
        clock = Watch(seconds, screen)
        for solution in search(clock):
            before, best = best, better(best, solution)
            # Kept before it is told: an interrupt may follow at once.
            if before is None or best.score > before.score:
                clock.say(f"{best.score} points")
    return Outcome(best, work, time.process_time() - started)


@contextmanager
def _screen(seconds: float) -> Iterator[Screen]:
    if not sys.stderr.isatty():
        yield Screen(
            lambda line: print(line, file=sys.stderr, flush=True), lambda _: None, lambda _: None
        )
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("searching", total=seconds if math.isfinite(seconds) else None)
        yield Screen(
            progress.console.print,
            lambda spent: progress.update(task, completed=spent),
            lambda text: progress.update(task, description=text),
        )
