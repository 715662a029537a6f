"""A fast linear judgement of a display: how well can it still be built on?

Features are counted for each level and multiplied by weights, float64[LEVELS, FEATURES], which the
caller chooses. The *surface* of a level is what the next level does not cover: there one can build.
A gap filled or covered by a token may leave cells buried deeper; the features do not see that.

`features` counts a whole position. `change` gives what one placement would change, from a block of
8 by 8 cells around it, which is a single word; both agree exactly (a test compares them).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmbr9.kernel.compile import compiled, count_bits, inlined
from nmbr9.kernel.layout import END_ROW, FACTS, FIRST_ROW, HEIGHT, LEVEL_0, LEVELS, PIECES, Position
from nmbr9.kernel.tables import BLOCK, Floats, Integers, Tables, Words

(
    AREA,  # occupied cells
    PERIMETER,  # edges between an occupied cell and an empty one
    CLOSED_4,  # empty cells with four occupied neighbours
    CLOSED_3,  # empty cells with three occupied neighbours
    SURFACE,  # occupied cells with nothing on the next level
    SURFACE_PERIMETER,  # edges between a cell of the surface and one that is not
    FREE_2X2,  # squares of the surface, two cells wide and two high
    FREE_3X2,  # three wide and two high
    FREE_2X3,
    FREE_3X3,
    PIECES_ON,  # pieces on the level, whatever their kind
) = range(11)
FEATURES = 11

_NOT_LAST_COLUMN = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_NOT_FIRST_COLUMN = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
_ONE, _TWO, _EIGHT, _BYTE = np.uint64(1), np.uint64(2), np.uint64(8), np.uint64(255)


@compiled
def features(position: Position, counts: Integers) -> None:
    """Count the features of every level; overwrites `counts`, int64[LEVELS, FEATURES]."""
    counts[:] = 0
    for level in range(position.book[FACTS, HEIGHT]):
        counts[level, PIECES_ON] = position.book[LEVEL_0 + level, PIECES]
        # A pattern may begin two rows above the first occupied one, an empty cell lie one below.
        first = position.book[LEVEL_0 + level, FIRST_ROW] - 2
        for row in range(first, position.book[LEVEL_0 + level, END_ROW] + 1):
            _count_closed(position.rows[level + 1], row, counts[level])
            _count_surface(position, level, row, counts[level])


@compiled
def _count_closed(own: Words, row: int, counts: Integers) -> None:
    """Add what one row of a level has of the features of occupied and of closed cells."""
    here, above, below = own[row], own[row - 1], own[row + 1]
    left, right = here << _ONE, here >> _ONE
    counts[AREA] += count_bits(here)
    counts[PERIMETER] += 4 * count_bits(here) - 2 * (
        count_bits(here & right) + count_bits(here & below)
    )
    counts[CLOSED_4] += count_bits(left & right & above & below & ~here)
    three = left & right & (above ^ below) | (left ^ right) & above & below
    counts[CLOSED_3] += count_bits(three & ~here)


@compiled
def _count_surface(position: Position, level: int, row: int, counts: Integers) -> None:
    """Add what one row of a level has of the features of its surface."""
    one = _surface(position, level, row)
    two, three = _surface(position, level, row + 1), _surface(position, level, row + 2)
    pair_one, pair_two, pair_three = one & one >> _ONE, two & two >> _ONE, three & three >> _ONE
    triple_one, triple_two = pair_one & one >> _TWO, pair_two & two >> _TWO
    counts[SURFACE] += count_bits(one)
    counts[SURFACE_PERIMETER] += 4 * count_bits(one) - 2 * (
        count_bits(pair_one) + count_bits(one & two)
    )
    counts[FREE_2X2] += count_bits(pair_one & pair_two)
    counts[FREE_3X2] += count_bits(triple_one & triple_two)
    counts[FREE_2X3] += count_bits(pair_one & pair_two & pair_three)
    counts[FREE_3X3] += count_bits(triple_one & triple_two & pair_three & three >> _TWO)


@inlined
def _surface(position: Position, level: int, row: int) -> Any:
    """Return the cells of a row of a level that the next level leaves uncovered."""
    above = position.rows[level + 2, row] if level + 1 < LEVELS else np.uint64(0)
    return position.rows[level + 1, row] & ~above


@compiled
def evaluate(position: Position, counts: Integers, weights: Floats) -> float:
    """Return the sum of all features times their weights; overwrites `counts` as `features`."""
    features(position, counts)
    value = 0.0
    for level in range(position.book[FACTS, HEIGHT]):
        for feature in range(FEATURES):
            value += weights[level, feature] * counts[level, feature]
    return value


@inlined
def change(
    position: Position,
    tables: Tables,
    outline: int,
    place: tuple[int, int, int],
    weights: Floats,
) -> float:
    """Return by how much a piece at (column, row, level) would change `evaluate`.

    The placement must be legal and lie in the window; nothing is overwritten.
    """
    x, y, level = place
    tile = tables.outlines[outline, BLOCK]
    own = block(position.rows[level + 1], x, y)
    value = float(weights[level, PIECES_ON]) + _weigh_closed(own, tile, weights[level])
    higher = block(position.rows[level + 2], x, y) if level + 1 < LEVELS else np.uint64(0)
    surface = own & ~higher
    value += _weigh_surface(surface, surface | tile, weights[level])
    if level > 0:
        surface = block(position.rows[level], x, y) & ~own
        value += _weigh_surface(surface, surface & ~tile, weights[level - 1])
    return value


@inlined
def block(rows: Words, x: int, y: int) -> Any:
    """Return the 8 by 8 cells that begin two columns and rows before x, y; bit 8 * row + column."""
    cells = np.uint64(0)
    for row in range(8):
        # Shifted left first, because x - 2 may be negative; a margin keeps the last columns empty.
        cells |= (rows[y - 2 + row] << _TWO >> np.uint64(x) & _BYTE) << np.uint64(8 * row)
    return cells


@inlined
def _weigh_closed(before: Any, tile: Any, weights: Floats) -> float:
    """Return what adding a tile to the occupied cells of a block changes, weighted."""
    area, edges, four, three = closed_changes(before, tile)
    return float(
        weights[AREA] * area
        + weights[PERIMETER] * edges
        + weights[CLOSED_4] * four
        + weights[CLOSED_3] * three
    )


@inlined
def closed_changes(before: Any, tile: Any) -> tuple[int, int, int, int]:
    """Return by how much adding a tile to the occupied cells of a block changes features.

    These are AREA, PERIMETER, CLOSED_4 and CLOSED_3.
    """
    after = before | tile
    area = count_bits(tile)
    edges = 4 * area - 2 * (_inner_edges(after) - _inner_edges(before))
    four = count_bits(_closed_4(after)) - count_bits(_closed_4(before))
    three = count_bits(_closed_3(after)) - count_bits(_closed_3(before))
    return area, edges, four, three


@inlined
def _inner_edges(cells: Any) -> int:
    """Count the edges between two cells of a block."""
    beside = cells & cells >> _ONE & _NOT_LAST_COLUMN
    return count_bits(beside) + count_bits(cells & cells >> _EIGHT)


@inlined
def _closed_4(cells: Any) -> Any:
    """Return the empty cells of a block with four occupied neighbours."""
    left, right = cells << _ONE & _NOT_FIRST_COLUMN, cells >> _ONE & _NOT_LAST_COLUMN
    return left & right & cells << _EIGHT & cells >> _EIGHT & ~cells


@inlined
def _closed_3(cells: Any) -> Any:
    """Return the empty cells of a block with three occupied neighbours."""
    left, right = cells << _ONE & _NOT_FIRST_COLUMN, cells >> _ONE & _NOT_LAST_COLUMN
    above, below = cells << _EIGHT, cells >> _EIGHT
    return (left & right & (above ^ below) | (left ^ right) & above & below) & ~cells


@inlined
def _weigh_surface(before: Any, after: Any, weights: Floats) -> float:
    """Return what turning one surface of a block into another changes, weighted."""
    area, edges, two_by_two, three_by_two, two_by_three, three_by_three = surface_changes(
        before, after
    )
    return float(
        weights[SURFACE] * area
        + weights[SURFACE_PERIMETER] * edges
        + weights[FREE_2X2] * two_by_two
        + weights[FREE_3X2] * three_by_two
        + weights[FREE_2X3] * two_by_three
        + weights[FREE_3X3] * three_by_three
    )


@inlined
def surface_changes(before: Any, after: Any) -> tuple[int, int, int, int, int, int]:
    """Return by how much turning one surface of a block into another changes features.

    These are SURFACE, SURFACE_PERIMETER, FREE_2X2, FREE_3X2, FREE_2X3 and FREE_3X3.
    """
    area = count_bits(after) - count_bits(before)
    edges = 4 * area - 2 * (_inner_edges(after) - _inner_edges(before))
    old_pairs, new_pairs = _in_columns(before, before), _in_columns(after, after)
    old_triples = _in_columns(old_pairs, before >> _ONE & _NOT_LAST_COLUMN)
    new_triples = _in_columns(new_pairs, after >> _ONE & _NOT_LAST_COLUMN)
    old_2x2, new_2x2 = old_pairs & old_pairs >> _EIGHT, new_pairs & new_pairs >> _EIGHT
    old_3x2, new_3x2 = old_triples & old_triples >> _EIGHT, new_triples & new_triples >> _EIGHT
    sixteen = np.uint64(16)
    return (
        area,
        edges,
        count_bits(new_2x2) - count_bits(old_2x2),
        count_bits(new_3x2) - count_bits(old_3x2),
        count_bits(new_2x2 & new_pairs >> sixteen) - count_bits(old_2x2 & old_pairs >> sixteen),
        count_bits(new_3x2 & new_triples >> sixteen) - count_bits(old_3x2 & old_triples >> sixteen),
    )


@inlined
def _in_columns(cells: Any, others: Any) -> Any:
    """Return the cells of a block whose neighbour on the right is in another set."""
    return cells & others >> _ONE & _NOT_LAST_COLUMN
