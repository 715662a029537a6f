"""Where the next tile comes from: one card, or in "Level to Level" the best of several piles.

There the card of pile p may go up to level p (7.2), and with every tile placed as many cards are
gone as piles are open. What each pile may show is taken as drawn from the same bag, by itself.
"""

from __future__ import annotations

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.layout import LEVEL_0, TILES, Position
from nmbr9.kernel.tables import Floats

ONE_CARD = 0
"""Instead of a number of piles: one card at a time, without a limit of its own."""
MOST_PILES = 5
"""Level markers 0 to 4 (7.1)."""
TILES_TO_OPEN = 2
"""So many tiles on the level of the last pile open another one (7.3)."""
CARDS_PER_TILE = 3.0
"""How many cards of the piles go by, on average, until a tile is placed."""


@compiled
def piles_open(position: Position, piles: int) -> int:
    """Return how many piles are open once this display is there (7.3)."""
    while 0 < piles < MOST_PILES and position.book[LEVEL_0 + piles - 1, TILES] >= TILES_TO_OPEN:
        piles += 1
    return piles


@compiled
def has_next(cards: float, piles: int) -> bool:
    """Whether so many cards are enough for another round (7.5)."""
    # After some draws the number of cards is a sum of fractions.
    return bool(cards > 0 and cards + 1e-6 >= piles)


@compiled
def tiles_to_come(cards: float, piles: int) -> float:
    """Return how many tiles will still be placed, of a bag with so many cards."""
    return float(cards if piles == ONE_CARD else cards / CARDS_PER_TILE)


@compiled
def share_tiles(bag: Floats, piles: int, tiles: Floats) -> None:
    """Overwrite `tiles`, float64[NUMBERS], with what of a bag will be placed."""
    cards = bag.sum()
    share = tiles_to_come(cards, piles) / cards if cards > 0 else 0.0
    for number in range(NUMBERS):
        tiles[number] = bag[number] * share


@compiled
def draw(bag: Floats, number: int, piles: int, rest: Floats) -> None:
    """Overwrite `rest` with the bag, float64[NUMBERS], after a round in which a number was chosen.

    What other piles showed is gone too, a like part of everything.
    """
    for other in range(NUMBERS):
        rest[other] = bag[other]
    rest[number] = max(0.0, bag[number] - 1)
    if piles > 1:
        cards = rest.sum()
        share = max(0.0, cards - (piles - 1)) / max(1.0, cards)
        for other in range(NUMBERS):
            rest[other] *= share


@compiled
def mean_of_best(answers: Floats, bag: Floats, piles: int) -> float:
    """Return the mean of the best answer over what the piles may show.

    `answers` is float64[NUMBERS, MOST_PILES]; ONE_CARD has them in the column of pile 0.
    """
    cards, total = bag.sum(), 0.0
    if not has_next(cards, piles):
        return 0.0
    if piles <= 1:
        for number in range(NUMBERS):
            if bag[number] > 0:
                total += answers[number, 0] * bag[number]
        return float(total / cards)
    most, likely = np.inf, 1.0
    while likely > 0:
        # From the largest answer down: how likely it is that no pile brings as much.
        most = _largest_below(answers, bag, piles, most)
        less = _likely_below(answers, bag, piles, most)
        total += most * (likely - less)
        likely = less
    return float(total)


@compiled
def _largest_below(answers: Floats, bag: Floats, piles: int, most: float) -> float:
    largest = -np.inf
    for number in range(NUMBERS):
        for pile in range(piles):
            if bag[number] > 0 and answers[number, pile] < most:
                largest = max(largest, answers[number, pile])
    return float(largest)


@compiled
def _likely_below(answers: Floats, bag: Floats, piles: int, most: float) -> float:
    likely = 1.0
    for pile in range(piles):
        held = 0.0
        for number in range(NUMBERS):
            if bag[number] > 0 and answers[number, pile] < most:
                held += bag[number]
        likely *= held / bag.sum()
    return float(likely)
