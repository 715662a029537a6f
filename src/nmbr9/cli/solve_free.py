"""Searches with a free order of cards, as `nmbr9 solve` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from nmbr9.cli.solve_progress import Watch
from nmbr9.solver.certificate import write_certificate
from nmbr9.solver.descent import Descent, Progress, Stopped
from nmbr9.solver.first_display import first_display
from nmbr9.solver.free_order import FreeOrder, Proof, at_once
from nmbr9.solver.known_deck import HIGHEST_SCORE, bound_of
from nmbr9.solver.ladder import most_points
from nmbr9.solver.proof_folder import ProofFolder, usual_folder
from nmbr9.solver.solution import Solution, better

Search = Callable[[Watch], Iterator[Solution]]


def search_free(cards: tuple[int, ...]) -> Search:
    """Return the quick search for a bag."""

    def search(clock: Watch) -> Iterator[Solution]:
        yield first_display(sorted(cards), bound_of(sorted(cards)))
        yield _known_to_all(at_once(cards))
        try:
            for found in _prepared(cards, clock).find(_reporting(clock)):
                yield _known_to_all(found)
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
            known = kept.best()
            if known is None:
                yield first_display(sorted(cards), most_points(sorted(cards)))
                yield at_once(cards)
            else:
                yield known
            order = _prepared(cards, clock)
            best = order.first() if known is None else order.judged(known)
            if target is None and not kept.is_searched:
                for found in order.find(_reporting(clock), is_wide=False):
                    best = better(best, found)
                    kept.remember(best)
                    yield best
                kept.mark_searched()
            yield best
            for proof in order.prove(best, target, kept, _reporting(clock)):
                kept.remember(proof.best)
                yield proof.best
                for descent in proof.descents:
                    clock.say(_told(descent))
                if proof.descents and certificate is not None:
                    _certify(certificate, order, proof, kept, clock)
        except Stopped:
            return
        except OSError as error:
            raise typer.BadParameter(f"expected files that can be written: {error}") from None

    return search


def _known_to_all(found: Solution) -> Solution:
    """Return a display with what docs/highest-score.md proves for all bags."""
    return Solution(found.pieces, min(found.bound, HIGHEST_SCORE))


def _certify(path: Path, order: FreeOrder, proof: Proof, kept: ProofFolder, clock: Watch) -> None:
    """Write a certificate, if what was searched for more than is what the best display has.

    Raises: OSError.
    """
    if proof.best.score == proof.target:
        write_certificate(path, order, proof, kept.checkpoints(proof.target))
    else:
        clock.say(
            f"no certificate: expected a display of {proof.target} points, "
            f"got one of {proof.best.score},"
        )


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
        return f"{_levels(descent)}: bags allow no more than {descent.target}"
    counts = ", ".join(str(count) for count in descent.counts)
    return f"{_levels(descent)}: states from the top down {counts}"


def _levels(descent: Descent) -> str:
    return "1 level" if descent.levels == 1 else f"{descent.levels} levels"
