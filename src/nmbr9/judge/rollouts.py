"""Playing on for a few cards by chance, with the luck of the draw taken out.

From a display c, E(c) is the expectation over the next card, and m the best that the card drawn
allows by the value: the mean of m over all cards is E(c). A rollout draws cards; of the best few
replies it takes the one with the largest points + E after it, and counts only how much that is
more than m. So it adds up what looking one card further finds out at each step, and not whether
the cards were good: its mean is what E(c) misses, and it varies far less than points do.

Which cards are drawn follows from numbers that are the same for all displays compared.
"""

from __future__ import annotations

import numpy as np

from nmbr9.judge.ledger import begin_line, go_on
from nmbr9.judge.linear import insert
from nmbr9.judge.lookahead import (
    MOST_REPLIES,
    SearchScratch,
    one_card_ahead,
    points_of,
    rank_replies,
)
from nmbr9.judge.piles import MOST_PILES, ONE_CARD, draw, has_next, piles_open
from nmbr9.judge.playout import random_below
from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.layout import Position, has_margin, take_back
from nmbr9.kernel.tables import Floats, Tables, Words

CARDS = 6
"""Cards drawn in one rollout: later ones add more chance than knowledge."""
WIDTH = 5
"""Placements of a card that the value compares."""
COMPARED = MOST_REPLIES
"""Of them, how many are looked a card further at most."""
WITHIN = 4.0
"""Points: only those that are not more behind the best."""
NUMBER_SHIFT = 24
"""Where the number of a reply begins, after the bits of the code."""
_FINE = 1 << 20


@compiled
def shuffle_luck(luck: Floats, random_state: Words) -> None:
    """Overwrite `luck`, float64[rollouts, CARDS, MOST_PILES], with numbers from 0 to 1.

    Those that the first card of each rollout follows from are spread evenly.
    """
    rollouts = luck.shape[0]
    for pile in range(MOST_PILES):
        for rollout in range(rollouts):
            for card in range(CARDS):
                luck[rollout, card, pile] = (random_below(random_state, _FINE) + 0.5) / _FINE
            luck[rollout, 0, pile] = (rollout + luck[rollout, 0, pile]) / rollouts
        for last in range(rollouts - 1, 0, -1):
            other = random_below(random_state, last + 1)
            kept = luck[last, 0, pile]
            luck[last, 0, pile] = luck[other, 0, pile]
            luck[other, 0, pile] = kept


@compiled
def drawn(bag: Floats, luck: float) -> int:
    """Return the number that is drawn from a bag, for a number from 0 to 1."""
    left, last = luck * bag.sum(), 0
    for number in range(NUMBERS):
        if bag[number] > 0:
            last = number
            left -= bag[number]
            if left < 0:
                break
    return last


@compiled
def roll_out(
    scratch: SearchScratch,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
    luck: Floats,
) -> float:
    """Return what one rollout finds that looking two cards ahead misses.

    So the first card counts for nothing itself. `luck` is float64[CARDS, MOST_PILES], `piles` were
    open before the last placement, or ONE_CARD. `position` is restored; overwrites the rows of
    `scratch` up to CARDS.
    """
    total, laid, held = 0.0, 0, bag
    # Not plain numbers, for which the compiler would make another copy of everything called.
    first, width = int(np.int64(0)), int(np.int64(WIDTH))
    begin_line(
        scratch.ledger,
        first,
        scratch.value,
        position,
        tables,
        scratch.work,
        bag,
        highest,
        scratch.network,
    )
    for row in range(CARDS):
        shown = piles_open(position, piles)
        if not has_next(held.sum(), shown) or not has_margin(position):
            break
        expected = _rank_drawn(scratch, row, position, tables, held, highest, shown, luck[row])
        best, best_worth, last = first, -np.inf, first
        values = scratch.reply_values[row]
        for entry in range(COMPARED):
            if values[entry] == -np.inf or values[entry] < values[0] - WITHIN:
                break
            worth = _lay(scratch, row, entry, position, tables, held, highest, shown)
            worth += one_card_ahead(
                scratch, row + 1, position, tables, scratch.bags[row], highest, shown, width
            )
            take_back(position, tables)
            last = entry
            if worth > best_worth:
                best, best_worth = entry, worth
        if best_worth == -np.inf:
            break
        if row > 0:
            total += best_worth - expected
        _lay(scratch, row, best, position, tables, held, highest, shown)
        if best != last and shown != ONE_CARD:
            one_card_ahead(
                scratch, row + 1, position, tables, scratch.bags[row], highest, shown, width
            )
        laid, held, piles = laid + 1, scratch.bags[row], shown
    for _ in range(laid):
        take_back(position, tables)
    return total


@compiled
def _rank_drawn(
    scratch: SearchScratch,
    row: int,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
    luck: Floats,
) -> float:
    """Write the best replies to what is drawn to row `row`; return what was expected of the draw.

    That is the best value of a reply among those that `one_card_ahead` compared.
    """
    replies, values = scratch.replies[row], scratch.reply_values[row]
    values[:] = -np.inf
    expected, kept = -np.inf, 0
    for pile in range(max(1, piles)):
        number = drawn(bag, luck[pile])
        expected = max(expected, scratch.answers[row, number, pile])
        draw(bag, number, piles, scratch.bags[row])
        count = rank_replies(
            scratch,
            position,
            tables,
            number,
            scratch.bags[row],
            highest,
            piles,
            highest if piles == ONE_CARD else pile,
            row,
            int(np.int64(WIDTH)),
        )
        for entry in range(count):
            value = scratch.values[row, 1, entry]
            if kept < COMPARED or value > values[COMPARED - 1]:
                kept = min(kept + 1, COMPARED)
                reply = scratch.codes[row, 1, entry] | number << NUMBER_SHIFT
                insert(replies, values, kept, reply, value)
    return float(values[0] if piles == ONE_CARD else expected)


@compiled
def _lay(
    scratch: SearchScratch,
    row: int,
    entry: int,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    piles: int,
) -> float:
    """Lay a reply, with its entry in the ledger and its bag; return the points it brings."""
    code = scratch.replies[row, entry] & ((1 << NUMBER_SHIFT) - 1)
    number = scratch.replies[row, entry] >> NUMBER_SHIFT
    draw(bag, number, piles, scratch.bags[row])
    place_code(position, tables, number, code)
    go_on(
        scratch.ledger,
        row,
        row + 1,
        scratch.value,
        position,
        tables,
        scratch.work,
        scratch.bags[row],
        highest,
        scratch.network,
    )
    return points_of(code, number)
