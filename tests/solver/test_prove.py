"""The whole way from a bag to its proof, without the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from nmbr9.solver.any_order.descent import Progress
from nmbr9.solver.certificate.reader import Certificate
from nmbr9.solver.certificate.verify import verify
from nmbr9.solver.known_deck.solve import HIGHEST_SCORE
from nmbr9.solver.prove import Stopped, find_best, prove_best

CARDS = (8, 8, 9, 9)


def test_the_quick_search_ends_with_the_best_it_found() -> None:
    found = list(find_best(CARDS))
    assert len(found) > 1
    assert found[-1].score == max(solution.score for solution in found) == 16
    assert all(solution.bound <= HIGHEST_SCORE for solution in found)


def test_a_proof_ends_with_a_certificate_that_holds(tmp_path: Path) -> None:
    certificate = tmp_path / "proof.npz"
    *before, proof = prove_best(CARDS, folder=tmp_path, certificate=certificate)
    assert before
    assert not any(step.is_finished for step in before)
    assert (proof.is_finished, proof.best.score, proof.best.is_proved) == (True, 16, True)
    assert all(check.is_right for check in verify(Certificate(certificate), sample=1))


def test_a_target_that_is_not_reached_has_no_certificate(tmp_path: Path) -> None:
    certificate = tmp_path / "proof.npz"
    *_, proof = prove_best(CARDS, 99, folder=tmp_path, certificate=certificate)
    assert (proof.is_finished, proof.target) == (True, 99)
    assert not certificate.exists()


def test_a_proof_that_was_stopped_goes_on_with_the_best_display(tmp_path: Path) -> None:
    cards = (0, 1, 3, 5, 6)

    def stop(_: Progress) -> bool:
        return True

    with pytest.raises(Stopped):
        list(prove_best(cards, 0, tmp_path / "stopped", report=stop))
    *_, proof = prove_best(cards, 0, tmp_path / "stopped")
    *_, whole = prove_best(cards, 0, tmp_path / "whole")
    assert (proof.best.score, proof.best.is_proved) == (whole.best.score, True)
    again = next(prove_best(cards, 0, tmp_path / "stopped"))
    assert again.best.score == whole.best.score, "it is kept, and there before any search"


def test_somebody_who_prepares_may_stop(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        list(prove_best(CARDS, folder=tmp_path, preparing=stop))
