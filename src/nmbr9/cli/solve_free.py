"""Searches with a free order of cards, as `nmbr9 solve` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from nmbr9.cli.solve_progress import Watch
from nmbr9.solver.certificate import write_certificate
from nmbr9.solver.descent import Descent, Progress, Stopped
from nmbr9.solver.free_order import FreeOrder, at_once
from nmbr9.solver.proof_folder import ProofFolder, usual_folder
from nmbr9.solver.solution import Solution

Search = Callable[[Watch], Iterator[Solution]]


def search_free(cards: tuple[int, ...]) -> Search:
    """Return the quick search for a bag."""

    def search(clock: Watch) -> Iterator[Solution]:
        yield at_once(cards)
        try:
            yield from _prepared(cards, clock).find(_reporting(clock))
        except Stopped:
            return

    return search


def search_proof(
    cards: tuple[int, ...], target: int | None, folder: Path | None, certificate: Path | None
) -> Search:
    """Return the quick search for a bag and the complete one after it.

    With a target the quick one is left out: the complete one finds what there is above it.
    """

    def search(clock: Watch) -> Iterator[Solution]:
        try:
            kept = ProofFolder(folder or usual_folder(cards), cards)
            yield kept.best() or at_once(cards)
            order = _prepared(cards, clock)
            best = order.first() if target is not None else kept.best()
            if best is None:
                for best in order.find(_reporting(clock), is_wide=False):
                    yield best
                assert best is not None, "a search finds at least the first display"
                kept.remember(best)
            yield best
            for proof in order.prove(best, target, kept, _reporting(clock)):
                kept.remember(proof.best)
                yield proof.best
                for descent in proof.descents:
                    clock.say(_told(descent))
                if proof.descents and certificate is not None:
                    checkpoints = kept.checkpoints(proof.target)
                    write_certificate(certificate, order, proof, checkpoints)
        except Stopped:
            return
        except OSError as error:
            raise typer.BadParameter(f"expected files that can be written: {error}") from None

    return search


def _prepared(cards: tuple[int, ...], clock: Watch) -> FreeOrder:
    def report(done: int, of: int) -> None:
        clock.describe(f"which bag lies on which: {done} of {of}")
        if clock.stop():
            raise Stopped

    return FreeOrder(cards, report)


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
        return f"{descent.levels} levels: bags allow no more than {descent.target}"
    counts = ", ".join(str(count) for count in descent.counts)
    return f"{descent.levels} levels: states from the top down {counts}"
