"""How many points an order of cards allows at most, without looking at shapes.

A tile above the table rests on two tiles (2.7), so a level can be opened only when the one below
has two. All levels under the highest one then have two or more, and what matters of a display is
its highest level and whether that has one tile or more.
"""

from __future__ import annotations

from collections.abc import Sequence

ONE_TILE, MORE_TILES = 0, 1
"""How many tiles lie on the highest level."""
Ladder = list[list[list[int]]]


def ladder(cards: Sequence[int], levels: int) -> Ladder:
    """Return the most points that cards[t:] can still bring, of displays below so many levels.

    Indexed by t, the highest level, and whether that has ONE_TILE or MORE_TILES.
    """
    table = [[[0, 0] for _ in range(levels)] for _ in range(len(cards) + 1)]
    for index in range(len(cards) - 1, -1, -1):
        number, later = cards[index], table[index + 1]
        for level in range(levels):
            # On the highest level a tile scores most of all old levels and spoils nothing.
            stays = number * level + later[level][MORE_TILES]
            opens = 0
            if level + 1 < levels:
                opens = number * (level + 1) + later[level + 1][ONE_TILE]
            table[index][level] = [stays, max(stays, opens)]
    return table


def most_points(cards: Sequence[int]) -> int:
    """Return a number of points that these cards in this order cannot exceed.

    >>> most_points([4, 2, 9, 7])
    16
    """
    return ladder(cards, len(cards))[1][0][ONE_TILE]
