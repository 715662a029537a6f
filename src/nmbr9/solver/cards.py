"""Which cards may be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.rules.options import Options
from nmbr9.rules.pieces.tiles import NUMBERS

FULL_DECK = 20
COPIES = Options().copies
"""How many cards of each number the basic game has (2.1)."""


class CardsError(Nmbr9Error, ValueError):
    """Cards that no deck of the basic game begins with; the message says which and why."""


def check_cards(cards: Sequence[object]) -> tuple[int, ...]:
    """Return cards after checking that a deck of the basic game can begin with them (2.1).

    Raises: CardsError.
    """
    if not 1 <= len(cards) <= FULL_DECK:
        raise CardsError(f"expected 1 to {FULL_DECK} cards, got {len(cards)}")
    numbers = []
    for card in cards:
        if not isinstance(card, int) or isinstance(card, bool) or card not in NUMBERS:
            raise CardsError(f"expected cards of 0 to 9, got {shown(card)}")
        numbers.append(card)
    for number, count in sorted(Counter(numbers).items()):
        if count > COPIES:
            raise CardsError(
                f"expected at most {COPIES} cards of each number, got {count} of {number}"
            )
    return tuple(numbers)


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards in a text such as ``3,1,4`` or ``3 1 4``.

    >>> parse_cards("3,1, 4")
    (3, 1, 4)

    Raises: CardsError.
    """
    words = text.replace(",", " ").split()
    for word in words:
        if len(word) != 1 or word not in "0123456789":
            raise CardsError(f"expected cards of 0 to 9 with commas, got {shown(word[:60])}")
    return check_cards([int(word) for word in words])


def with_the_rest(cards: Iterable[int]) -> tuple[int, ...]:
    """Return a full deck that begins with these cards and goes on with the others, ascending."""
    first = tuple(cards)
    used = Counter(first)
    rest = [number for number in NUMBERS for _ in range(COPIES - used[number])]
    return (*first, *rest)
