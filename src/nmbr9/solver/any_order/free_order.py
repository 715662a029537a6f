"""The best display for a bag of tiles when their order is free, found and proved.

Any display whose levels hang together and are carried can be built, level by level from the table,
so the order of the cards sets no limit: only the bag counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nmbr9.solver.any_order.bag_bound import Setting, hopes, stages
from nmbr9.solver.any_order.bags import bag_facts, bag_of
from nmbr9.solver.any_order.descent import Descender, Descent, Report, Stopped, no_report
from nmbr9.solver.any_order.proof_folder import ProofFolder
from nmbr9.solver.any_order.realise import Realiser
from nmbr9.solver.any_order.relation_cache import relations_for
from nmbr9.solver.cards import check_cards
from nmbr9.solver.known_deck.solve import solve
from nmbr9.solver.ladder import most_points
from nmbr9.solver.solution import Solution, better

BOUND_STEP = 40
"""Points by which the aim is lowered until bags allow more."""
AIMS = (0.9, 0.75, 0.6, 0.45, 0.3)
"""Quick searches look for more than these shares of what bags allow, one after another, until the
best display has more. High aims leave little to search."""
WIDTH, WIDE = 1_500, 6_000
"""States of each level that quick searches keep, and the last of them."""
LINES = 10
"""Lines of bags that a quick search tries to lay."""
QUICK, THOROUGH = 2_000, 1_000_000
"""Levels that it tries to carry for one line of bags."""


@dataclass(frozen=True)
class Proof:
    """What a complete search found."""

    best: Solution
    """Proved if nothing was left open."""
    target: int
    """What the searches looked for more than."""
    descents: tuple[Descent, ...]
    """By number of levels: the searches for more points than the best has, at the end only."""

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to search."""
        return bool(self.descents)


def at_once(cards: Sequence[int]) -> Solution:
    """Return some display, in milliseconds: what a narrow beam makes of ascending cards.

    Raises: CardsError.
    """
    ascending = tuple(sorted(check_cards(cards)))
    best = next(solve(ascending))
    # Not the highest score of all that is known: whoever proves it may not begin with it.
    return Solution(best.pieces, most_points(ascending))


class FreeOrder:
    """Searches for one bag. Finding its relations may take half a minute the first time."""

    def __init__(
        self, cards: Sequence[int], report: Callable[[int, int], None] | None = None
    ) -> None:
        """Prepare for these cards; `report` gets how many relations of how many are found.

        Raises: CardsError.
        """
        self.cards = tuple(sorted(check_cards(cards)))
        total = bag_of(self.cards)
        self.most_levels = (len(self.cards) + 1) // 2
        self.setting = Setting(
            relations_for(total, report), bag_facts(), hopes(total, self.most_levels), total
        )
        self._descender = Descender(self.setting)
        self._realiser = Realiser()

    def first(self) -> Solution:
        """Return some display, with what bags alone allow."""
        return self.judged(at_once(self.cards))

    def judged(self, best: Solution) -> Solution:
        """Return a display with what bags alone allow."""
        return Solution(best.pieces, max(best.score, self.bound(best.score)))

    def bound(self, target: int) -> int:
        """Return what bags alone allow, or the target if that is not more."""
        return max(self._bag_bound(levels, target) for levels in range(1, self.most_levels + 1))

    def _bag_bound(self, levels: int, target: int) -> int:
        """Return what bags allow with so many levels; from above, where they allow most first."""
        most = (levels - 1) * sum(self.cards)
        for aim in range(most, target, -BOUND_STEP):
            top = stages(self.setting, levels, max(aim - BOUND_STEP, target))[0]
            if top.keys.size:
                return int((top.best + top.rest).max())
        return target

    def find(self, report: Report = no_report, is_wide: bool = True) -> Iterator[Solution]:
        """Yield better and better displays, from quick searches, the last of them wide if wanted.

        Raises: Stopped.
        """
        best = self.first()
        yield best
        bounds = {
            levels: self._bag_bound(levels, best.score) for levels in range(2, self.most_levels + 1)
        }
        plan = [(int(share * max(bounds.values(), default=0)), WIDTH) for share in AIMS]
        tried = set()
        for aim, width in [*plan, (0, WIDTH), *([(0, WIDE)] if is_wide else [])]:
            if 0 < aim <= best.score:
                continue
            for levels in sorted(bounds, key=lambda levels: -bounds[levels]):
                while bounds[levels] > (target := max(aim, best.score)):
                    if (levels, target, width) in tried:
                        break
                    tried.add((levels, target, width))
                    descent = self._descender.run(levels, target, width, report)
                    found, _ = self._laid(descent, best.bound, LINES, QUICK)
                    if found is None:
                        break
                    best = found
                    yield best

    def prove(
        self,
        best: Solution,
        target: int | None = None,
        folder: ProofFolder | None = None,
        report: Report = no_report,
    ) -> Iterator[Proof]:
        """Yield what complete searches find: each time better, the last time with all of them.

        The first ones look for more points than the target, or than the best display has. With a
        folder, what is done stays there, and the same question goes on from it. The best display
        stays the best one, also when a target below or above it is searched for.
        Raises: Stopped.
        """
        target = best.score if target is None else target
        descents: dict[int, Descent] = {}
        is_open = False
        levels = 1
        while levels <= self.most_levels:
            checkpoints = None if folder is None else folder.checkpoints(target)
            descent = self._descender.run(levels, target, None, report, checkpoints)
            found, is_closed = self._laid(descent, best.bound, None, THOROUGH)
            if found is not None:
                best, target = better(best, found), found.score
                descents, levels, is_open = {}, 1, False
                yield Proof(best, target, ())
                continue
            is_open = is_open or not is_closed
            descents[levels] = descent
            levels += 1
        bound = best.bound if is_open else min(best.bound, max(best.score, target))
        yield Proof(Solution(best.pieces, bound), target, tuple(descents.values()))

    def _laid(
        self, descent: Descent, bound: int, lines: int | None, most: int
    ) -> tuple[Solution | None, bool]:
        """Return the best display that the lines of a search lead to, if any was laid.

        And if none was, whether none can be: False where the search for one was cut short.
        """
        is_closed = True
        for _, bags in sorted(descent.lines(), reverse=True)[:lines]:
            pieces = self._realiser.display(bags, most)
            if pieces is not None:
                return Solution(pieces, bound), True
            is_closed = is_closed and self._realiser.is_complete
        return None, is_closed


__all__ = ["FreeOrder", "Proof", "Stopped"]
