"""The best display for a bag in any order, from the first one at once to the proof.

Puts the quick search, the complete one, the folder and the certificate together. Displays come as
they are found, the first ones at once and not always better than the one before: `solution.better`
keeps the best. Whoever calls may stop at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from nmbr9.solver.any_order.descent import Report, Stopped, no_report
from nmbr9.solver.any_order.free_order import FreeOrder, Proof, at_once
from nmbr9.solver.any_order.proof_folder import ProofFolder, usual_folder
from nmbr9.solver.certificate.writer import write_certificate
from nmbr9.solver.known_deck.first_display import first_display
from nmbr9.solver.known_deck.solve import HIGHEST_SCORE, bound_of
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution, better

Preparation = Callable[[int, int], None]
"""Told how many relations between bags of how many are found; it may raise Stopped."""


def find_best(
    cards: tuple[int, ...], preparing: Preparation | None = None, report: Report = no_report
) -> Iterator[Solution]:
    """Yield displays for a bag as the quick search finds them, the best one last.

    Their bound takes into account what docs/highest-score.md proves for all bags.
    Raises: CardsError; Stopped.
    """
    ascending = sorted(cards)
    yield first_display(ascending, bound_of(ascending))
    yield _known_to_all(at_once(cards))
    for found in FreeOrder(cards, preparing).find(report):
        yield _known_to_all(found)


def prove_best(
    cards: tuple[int, ...],
    target: int | None = None,
    folder: Path | None = None,
    certificate: Path | None = None,
    preparing: Preparation | None = None,
    report: Report = no_report,
) -> Iterator[Proof]:
    """Yield displays for a bag as they are found; the last one is that of the finished proof.

    The quick search comes first. With a target it is left out: the complete one finds what there is
    above it. What is done stays in the folder, and the same question goes on from it. The
    certificate is written if the best display has as many points as the target of the proof.

    Raises: CardsError; Stopped; OSError, when a file cannot be written.
    """
    kept = ProofFolder(folder or usual_folder(cards), cards)
    known = kept.best()
    if known is None:
        ascending = sorted(cards)
        yield _so_far(first_display(ascending, most_points(ascending)))
        yield _so_far(at_once(cards))
    else:
        yield _so_far(known)
    order = FreeOrder(cards, preparing)
    best = order.first() if known is None else order.judged(known)
    if target is None and not kept.is_searched:
        for found in order.find(report, is_wide=False):
            best = better(best, found)
            kept.remember(best)
            yield _so_far(best)
        kept.mark_searched()
    yield _so_far(best)
    for proof in order.prove(best, target, kept, report):
        kept.remember(proof.best)
        yield proof
        if certificate is not None and proof.is_finished and proof.best.score == proof.target:
            write_certificate(certificate, order, proof, kept.checkpoints(proof.target))


def _so_far(best: Solution) -> Proof:
    return Proof(best, best.score, ())


def _known_to_all(found: Solution) -> Solution:
    return Solution(found.pieces, min(found.bound, HIGHEST_SCORE))


__all__ = ["Proof", "Stopped", "find_best", "prove_best"]
