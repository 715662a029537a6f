"""Searches with a free order of cards, as `nmbr9 solve` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from nmbr9.cli.output.search_progress import Watch
from nmbr9.solver.any_order.descent import Descent, Progress
from nmbr9.solver.prove import Proof, Stopped, find_best, prove_best
from nmbr9.solver.solution import Solution

Search = Callable[[Watch], Iterator[Solution]]


def search_free(cards: tuple[int, ...]) -> Search:
    """Return the quick search for a bag."""

    def search(clock: Watch) -> Iterator[Solution]:
        try:
            yield from find_best(cards, _preparing(clock), _reporting(clock))
        except Stopped:
            return

    return search


def search_proof(
    cards: tuple[int, ...], target: int | None, folder: Path | None, certificate: Path | None
) -> Search:
    """Return the quick search for a bag and the complete one after it."""

    def search(clock: Watch) -> Iterator[Solution]:
        try:
            for proof in prove_best(
                cards, target, folder, certificate, _preparing(clock), _reporting(clock)
            ):
                yield proof.best
                _tell(proof, clock, is_certified=certificate is not None)
        except Stopped:
            return
        except OSError as error:
            raise typer.BadParameter(f"expected files that can be written: {error}") from None

    return search


def _tell(proof: Proof, clock: Watch, is_certified: bool) -> None:
    for descent in proof.descents:
        clock.say(_told(descent))
    if is_certified and proof.is_finished and proof.best.score != proof.target:
        clock.say(
            f"no certificate: expected a display of {proof.target} points, "
            f"got one of {proof.best.score},"
        )


def _preparing(clock: Watch) -> Callable[[int, int], None]:
    def report(done: int, of: int) -> None:
        clock.describe(f"which bag lies on which: {done} of {of}")
        if clock.stop():
            raise Stopped

    return report


def _reporting(clock: Watch) -> Callable[[Progress], bool]:

    def report(progress: Progress) -> bool:
        step = f"{progress.levels} levels, level {progress.level}"
        done = 100 * progress.done // max(1, progress.of)
        clock.describe(f"{step}: {done} % of {progress.of}, {progress.found} states")
        return clock.stop()

    return report


def _told(descent: Descent) -> str:
    """Return in a line what a complete search went through."""
    if not descent.counts:
        return f"{_levels(descent)}: bags allow no more than {descent.target}"
    counts = ", ".join(str(count) for count in descent.counts)
    return f"{_levels(descent)}: states from the top down {counts}"


def _levels(descent: Descent) -> str:
    return "1 level" if descent.levels == 1 else f"{descent.levels} levels"
