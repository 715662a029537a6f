"""How a display lies in memory, and placing and taking back on it.

The *window* is the part of the plane that a position can hold: 64 columns by 64 rows. One machine
word is one row of one level; bit x is column x.

Before the first row of the window and after the last one lie `GUARD_ROWS` rows that stay empty, so
that code may look a few rows up or down without asking where the window ends. All row numbers in
this package count them: the first row of the window is row `GUARD_ROWS`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.tables import (
    FIRST_FILLER,
    HEIGHT_IN_ROWS,
    NUMBER,
    SHAPE,
    WIDTH,
    Integers,
    Tables,
    Words,
)

WINDOW = 64
"""Columns, and rows, of the window."""
LEVELS = 12
"""Levels a position can hold: more than games reach, see docs/kernel.md."""
MAX_PIECES = 48
"""40 cards (7.1), a starting tile and two fillers leave a few to spare."""
GUARD_ROWS = 8
ROWS = GUARD_ROWS + WINDOW + GUARD_ROWS
"""Words of a plane."""
MIDDLE = WINDOW // 2 - 2
"""Where cell 0, 0 lies in an empty window, so that the first tile lies in the middle."""
MARGIN = 4
"""The longest side of a tile: with so much room on every side no placement is missed."""

# Rows of Position.book: one of facts, then one for each level, then one for each piece.
FACTS, LEVEL_0, PIECE_0 = 0, 1, 1 + LEVELS
BOOK_ROWS = PIECE_0 + MAX_PIECES

# Columns of the row of facts.
COUNT, HEIGHT, POINTS, FILLERS, LEFT_COLUMN, RIGHT_COLUMN, ORIGIN_X, ORIGIN_Y = range(8)

# Columns of the row of a level.
FIRST_ROW, END_ROW, TILES, PIECES = range(4)

# Columns of the row of a piece. From SAVED_FIRST on: what placing overwrote, for taking back.
OUTLINE, X, Y, LEVEL = range(4)
SAVED_FIRST, SAVED_END, SAVED_LEFT, SAVED_RIGHT, SAVED_HEIGHT = range(4, 9)
BOOK_COLUMNS = 9


class DoesNotFit(ValueError):
    """A display is larger or higher than the layout can hold; nothing was encoded."""


class Position(NamedTuple):
    """A display as two arrays. Whoever holds them owns them; one thread uses them at a time."""

    rows: Words
    """uint64[LEVELS + 1, ROWS]: plane 0 is the table, every cell of the window set,
    for ever; plane level + 1 holds the occupied cells of that level. So plane `level` is always
    what carries `level`."""
    book: Integers
    """int64[BOOK_ROWS, BOOK_COLUMNS].

    Row FACTS: number of pieces; levels up to the highest occupied one; points; fillers among the
    pieces; first occupied column and the column after the last (0, 0 when empty); column and row
    where cell 0, 0 of the plane lies.
    Row LEVEL_0 + level: first occupied row and the row after the last (0, 0 on an empty level);
    number of tiles that count for 2.7 (4.3); number of all pieces.
    Row PIECE_0 + index: outline, column, row and level of each piece in the order of placing, then
    what placing it overwrote; rows from the number of pieces on mean nothing."""


def new_position() -> Position:
    """Return an empty position."""
    position = Position(
        np.zeros((LEVELS + 1, ROWS), np.uint64), np.zeros((BOOK_ROWS, BOOK_COLUMNS), np.int64)
    )
    position.rows[0, GUARD_ROWS : GUARD_ROWS + WINDOW] = np.iinfo(np.uint64).max
    clear(position)
    return position


def copy_of(position: Position) -> Position:
    """Return a position of its own with the same contents."""
    return Position(position.rows.copy(), position.book.copy())


@compiled
def clear(position: Position) -> None:
    """Take everything off; cell 0, 0 comes to lie near the middle of the window."""
    position.rows[1:] = 0
    position.book[:PIECE_0] = 0
    position.book[FACTS, ORIGIN_X] = MIDDLE
    position.book[FACTS, ORIGIN_Y] = GUARD_ROWS + MIDDLE


@compiled
def copy_into(target: Position, source: Position) -> None:
    """Overwrite all of `target` with `source`."""
    planes = 1 + max(target.book[FACTS, HEIGHT], source.book[FACTS, HEIGHT])
    for plane in range(1, planes):
        for row in range(ROWS):
            target.rows[plane, row] = source.rows[plane, row]
    for entry in range(PIECE_0 + source.book[FACTS, COUNT]):
        for column in range(BOOK_COLUMNS):
            target.book[entry, column] = source.book[entry, column]


@inlined
def toggle(position: Position, tables: Tables, outline: int, place: tuple[int, int, int]) -> None:
    """Fill or empty the cells of an outline at (column, row, level) in `position.rows`."""
    x, y, level = place
    for dy in range(tables.sizes[outline, HEIGHT_IN_ROWS]):
        position.rows[level + 1, y + dy] ^= tables.outlines[outline, SHAPE + dy] << np.uint64(x)


@compiled
def place(position: Position, tables: Tables, outline: int, x: int, y: int, level: int) -> None:
    """Add a piece at column x, row y; it must be a legal placement that lies in the window."""
    place_inlined(position, tables, outline, x, y, level)


@inlined
def place_inlined(
    position: Position, tables: Tables, outline: int, x: int, y: int, level: int
) -> None:
    """Do the same in the hottest loops, where handing over the arrays would take longer."""
    facts, span = position.book[FACTS], position.book[LEVEL_0 + level]
    piece = position.book[PIECE_0 + facts[COUNT]]
    piece[OUTLINE], piece[X], piece[Y], piece[LEVEL] = outline, x, y, level
    piece[SAVED_FIRST], piece[SAVED_END] = span[FIRST_ROW], span[END_ROW]
    piece[SAVED_LEFT], piece[SAVED_RIGHT] = facts[LEFT_COLUMN], facts[RIGHT_COLUMN]
    piece[SAVED_HEIGHT] = facts[HEIGHT]
    toggle(position, tables, outline, (x, y, level))
    right, bottom = x + tables.sizes[outline, WIDTH], y + tables.sizes[outline, HEIGHT_IN_ROWS]
    if span[PIECES] == 0:
        span[FIRST_ROW], span[END_ROW] = y, bottom
    else:
        span[FIRST_ROW] = min(span[FIRST_ROW], y)
        span[END_ROW] = max(span[END_ROW], bottom)
    if facts[COUNT] == 0:
        facts[LEFT_COLUMN], facts[RIGHT_COLUMN] = x, right
    else:
        facts[LEFT_COLUMN] = min(facts[LEFT_COLUMN], x)
        facts[RIGHT_COLUMN] = max(facts[RIGHT_COLUMN], right)
    facts[HEIGHT] = max(facts[HEIGHT], level + 1)
    _count_piece(position, tables, outline, level, 1)


@compiled
def take_back(position: Position, tables: Tables) -> None:
    """Remove the piece placed last, restoring every word that placing it changed."""
    take_back_inlined(position, tables)


@inlined
def take_back_inlined(position: Position, tables: Tables) -> None:
    """Do the same in the hottest loops."""
    facts = position.book[FACTS]
    piece = position.book[PIECE_0 + facts[COUNT] - 1]
    level = piece[LEVEL]
    toggle(position, tables, piece[OUTLINE], (piece[X], piece[Y], level))
    _count_piece(position, tables, piece[OUTLINE], level, -1)
    span = position.book[LEVEL_0 + level]
    span[FIRST_ROW], span[END_ROW] = piece[SAVED_FIRST], piece[SAVED_END]
    facts[LEFT_COLUMN], facts[RIGHT_COLUMN] = piece[SAVED_LEFT], piece[SAVED_RIGHT]
    facts[HEIGHT] = piece[SAVED_HEIGHT]


@inlined
def _count_piece(position: Position, tables: Tables, outline: int, level: int, sign: int) -> None:
    """Add a piece to, or with sign -1 take it from, the counts and the points (2.11, 5.4)."""
    facts, span = position.book[FACTS], position.book[LEVEL_0 + level]
    facts[COUNT] += sign
    span[PIECES] += sign
    if outline < FIRST_FILLER:
        span[TILES] += sign
    else:
        facts[FILLERS] += sign
    facts[POINTS] += sign * level * tables.sizes[outline, NUMBER]


@compiled
def has_margin(position: Position) -> bool:
    """Whether every legal placement lies in the window, so that none is missed (2.9)."""
    facts, span = position.book[FACTS], position.book[LEVEL_0]
    if facts[COUNT] == 0:
        return True
    return bool(
        facts[LEFT_COLUMN] >= MARGIN
        and facts[RIGHT_COLUMN] <= WINDOW - MARGIN
        and span[FIRST_ROW] >= GUARD_ROWS + MARGIN
        and span[END_ROW] <= GUARD_ROWS + WINDOW - MARGIN
    )


@compiled
def recentre(position: Position) -> bool:
    """Move everything to the middle of the window; return whether it has a margin there.

    Pieces, spans and origin move along. Afterwards nothing placed before may be taken back,
    because the words saved for that are not moved.
    """
    facts, ground = position.book[FACTS], position.book[LEVEL_0]
    if facts[COUNT] == 0:
        return True
    right = (WINDOW - facts[LEFT_COLUMN] - facts[RIGHT_COLUMN]) // 2
    down = (2 * GUARD_ROWS + WINDOW - ground[FIRST_ROW] - ground[END_ROW]) // 2
    for level in range(facts[HEIGHT]):
        _shift_plane(position, level, right, down)
        span = position.book[LEVEL_0 + level]
        if span[PIECES] > 0:
            span[FIRST_ROW] += down
            span[END_ROW] += down
    for index in range(facts[COUNT]):
        position.book[PIECE_0 + index, X] += right
        position.book[PIECE_0 + index, Y] += down
    facts[LEFT_COLUMN] += right
    facts[RIGHT_COLUMN] += right
    facts[ORIGIN_X] += right
    facts[ORIGIN_Y] += down
    return has_margin(position)


@compiled
def _shift_plane(position: Position, level: int, right: int, down: int) -> None:
    """Move the cells of a level; its span still says where they come from."""
    rows = position.rows
    first, end = position.book[LEVEL_0 + level, FIRST_ROW], position.book[LEVEL_0 + level, END_ROW]
    left_by, right_by = np.uint64(max(0, -right)), np.uint64(max(0, right))
    # Begin at the side the rows are moved to, so that none is overwritten before it is read.
    for step in range(end - first):
        row = end - 1 - step if down > 0 else first + step
        word = rows[level + 1, row]
        rows[level + 1, row] = 0
        rows[level + 1, row + down] = (word << right_by) >> left_by
