"""What a player can expect: which tiles they will still place.

In the basic game that is known exactly: the cards left. In "2 out of 3" a part of the cards is
placed, the larger numbers more often than the smaller ones. In "Level to Level" the look ahead
itself chooses from the piles, so it is given all cards that are left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.judge.piles import ONE_CARD, has_next, tiles_to_come
from nmbr9.kernel.tables import Floats
from nmbr9.rules.knowledge import View
from nmbr9.rules.options import Variant

ROUNDS_OF_THREE = 10
TILT = 0.35
"""How much more likely than on average a 9, and less likely a 0, is taken in "2 out of 3"."""


class Outlook(NamedTuple):
    """What is expected to come."""

    bag: Floats
    """float64[NUMBERS]: as search takes it."""
    piles: int
    """How many cards are open at a time, or ONE_CARD."""

    @property
    def tiles(self) -> float:
        """About how many tiles will still be placed; less than 1 only if none will."""
        cards = float(self.bag.sum())
        if self.piles == ONE_CARD:
            return cards
        return max(1.0, tiles_to_come(cards, self.piles)) if has_next(cards, self.piles) else 0.0

    def with_one_more(self, number: int) -> Outlook:
        """Return what is expected with a tile that was kept (5.8)."""
        bag = self.bag.copy()
        bag[number] += 1
        return self._replace(bag=bag)


def after_taking(view: View) -> Outlook:
    """Return what will be placed after the card in question has been taken and placed."""
    return _outlook(view, taken=True)


def after_rejecting(view: View) -> Outlook:
    """Return what will be placed after the card in question has been rejected (6.2)."""
    return _outlook(view, taken=False)


def _outlook(view: View, *, taken: bool) -> Outlook:
    left = np.array(view.cards_left, np.float64)
    match view.options.variant:
        case Variant.BASIC:
            return Outlook(left, ONE_CARD)
        case Variant.LEVEL_TO_LEVEL:
            return Outlook(left, view.table.markers)
        case Variant.TWO_OUT_OF_THREE:
            likely = left * (1 + TILT * (np.arange(left.size) - 4.5) / 4.5)
            share = _tiles_of_three(view, taken=taken) / max(1.0, float(likely.sum()))
            # Never more tiles of a number than there are cards of it.
            return Outlook(np.minimum(left, share * likely), ONE_CARD)


def _tiles_of_three(view: View, *, taken: bool) -> float:
    turn, table = view.state.turn, view.table
    rejects_now = turn.is_settled and turn.number is None
    rejected_before = view.state.has_rejected and not rejects_now
    taken_before = table.card_in_round - 1 - rejected_before
    takes_now = taken and not rejects_now
    return 2 * (ROUNDS_OF_THREE - table.round_number) + 2 - taken_before - takes_now
