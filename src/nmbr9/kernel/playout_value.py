"""Playing some cards on at random, each placed where the learned value likes it best.

The mean over many such playouts, closed with the value of where they end, says more about the far
future than a look ahead, and less about the near one.
"""

from __future__ import annotations

from nmbr9.kernel.codes import place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.counting import NUMBERS
from nmbr9.kernel.evaluate import Floats
from nmbr9.kernel.layout import Position, take_back
from nmbr9.kernel.lookahead import DEPTHS, Brain, points_of, rank_by_value
from nmbr9.kernel.network import value_of
from nmbr9.kernel.playout import random_below
from nmbr9.kernel.tables import Tables, Words

_FINENESS = 1 << 30
"""Into how many equal parts the choice of a card is cut."""


@compiled
def playouts(
    brain: Brain,
    position: Position,
    tables: Tables,
    bag: Floats,
    highest: int,
    cards: int,
    filtered: int,
    random_state: Words,
    rounds: int,
) -> float:
    """Return the sum over `rounds` playouts of the points still to come.

    Each plays at most `cards` cards of the bag, then asks the value. The cards depend on
    `random_state`, uint64[1], which changes, and the bag alone. `position` and `bag` are restored.
    Overwrites the last two rows of codes and values.
    """
    row = DEPTHS - 2
    kept = brain.values[DEPTHS - 1, 0]
    total = 0.0
    for number in range(NUMBERS):
        kept[number] = bag[number]
    for _ in range(rounds):
        placed = 0
        while placed < cards:
            left = bag.sum()
            if left <= 0:
                break
            number = _draw(bag, left * random_below(random_state, _FINENESS) / _FINENESS)
            bag[number] = max(0.0, bag[number] - 1)
            if rank_by_value(brain, position, tables, number, bag, highest, row, filtered) == 0:
                break
            code = brain.codes[row, 1, 0]
            total += points_of(code, number)
            place_code(position, tables, number, code)
            placed += 1
        total += value_of(brain.value, position, tables, brain.work, bag, highest, brain.scratch)
        for _ in range(placed):
            take_back(position, tables)
        for number in range(NUMBERS):
            bag[number] = kept[number]
    return total


@compiled
def _draw(bag: Floats, aim: float) -> int:
    """Return the number in which `aim`, from 0 to all there is in the bag, lies."""
    last = 0
    for number in range(NUMBERS):
        if bag[number] > 0:
            last = number
            aim -= bag[number]
            if aim < 0:
                break
    return last
