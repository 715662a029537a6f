"""What a player can expect: how many tiles of each number they will still place.

In the basic game that is known exactly: the cards left. In the variants a part of the cards is
placed, and people who may choose place the larger numbers more often than the smaller ones.
"""

from __future__ import annotations

from nmbr9.rules.knowledge import View
from nmbr9.rules.options import Variant
from nmbr9.rules.variants.level_to_level import LEVEL_MARKERS

Bag = tuple[float, ...]
"""The expected number of further tiles of each number, 0 to 9."""

ROUNDS_OF_THREE = 10
TILT = 0.35
"""How much more likely than on average a 9, and less likely a 0, is placed where one may choose."""


def bag_after_taking(view: View) -> Bag:
    """Return what will be placed after the card in question has been taken and placed."""
    return _bag(view, _tiles_to_come(view, taken=True))


def bag_after_rejecting(view: View) -> Bag:
    """Return what will be placed after the card in question has been rejected (6.2)."""
    return _bag(view, _tiles_to_come(view, taken=False))


def _tiles_to_come(view: View, *, taken: bool) -> float:
    table, left = view.table, sum(view.cards_left)
    match view.options.variant:
        case Variant.TWO_OUT_OF_THREE:
            turn = view.state.turn
            rejects_now = turn.is_settled and turn.number is None
            rejected_before = view.state.has_rejected and not rejects_now
            taken_before = table.card_in_round - 1 - rejected_before
            takes_now = taken and not rejects_now
            return 2 * (ROUNDS_OF_THREE - table.round_number) + 2 - taken_before - takes_now
        case Variant.LEVEL_TO_LEVEL:
            # Later rounds open more cards, up to one for each level marker.
            a_round = (table.markers + LEVEL_MARKERS) / 2
            return left // table.markers if left < LEVEL_MARKERS else left / a_round
        case _:
            return left


def _bag(view: View, tiles: float) -> Bag:
    left = view.cards_left
    if view.options.variant is Variant.BASIC or not sum(left):
        return tuple(float(count) for count in left)
    likely = [count * (1 + TILT * (number - 4.5) / 4.5) for number, count in enumerate(left)]
    share = tiles / sum(likely)
    # Never more tiles of a number than there are cards of it.
    return tuple(
        min(float(count), share * weight) for count, weight in zip(left, likely, strict=True)
    )
