"""Between the plain engine and the kernel: displays and allowances in, placements out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.codes import APART, BLACK, GAP, SINGLE, unpack
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import (
    COUNT,
    FACTS,
    GUARD_ROWS,
    LEVEL,
    LEVELS,
    MARGIN,
    MAX_PIECES,
    ORIGIN_X,
    ORIGIN_Y,
    OUTLINE,
    PIECE_0,
    WINDOW,
    DoesNotFit,
    Position,
    X,
    Y,
    clear,
    new_position,
    place,
)
from nmbr9.kernel.tables import (
    FIRST_FILLER,
    FIRST_STARTING,
    ORIENTATIONS,
    Integers,
    kind_of,
    outline_id,
    starting_tile_of,
    tables,
)
from nmbr9.kernel.tokens import Allowance, list_placements
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules.options import Token
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, Tile, name_of
from nmbr9.rules.placing.display import Display

TOKEN_BITS = {Token.APART: APART, Token.BLACK: BLACK, Token.GAP: GAP, Token.SINGLE: SINGLE}
"""The tokens that change a placement; `move` and `reserve` concern whole turns."""

LISTED_AT_MOST = 16_384
"""More placements than any position has: 8 orientations, 2 x 56 x 56 / 4 cells."""


class FoundPlacement(NamedTuple):
    """A legal placement in the words of the rules (section 9)."""

    flipped: bool
    rotation: int
    x: int
    y: int
    level: int
    tokens: tuple[Token, ...]


def encode(display: Display, position: Position | None = None) -> Position:
    """Return a display as a position, in the middle of its window.

    Writes into `position` if one is given, else into a new one.
    Raises: DoesNotFit, if it would not leave room for every legal placement; nothing is written.
    """
    if position is None:
        position = new_position()
    pieces = display.pieces
    if len(pieces) >= MAX_PIECES:
        raise DoesNotFit(f"expected fewer than {MAX_PIECES} pieces, got {len(pieces)}")
    if display.highest_level >= LEVELS - 1:
        raise DoesNotFit(f"expected levels below {LEVELS - 1}, got {display.highest_level}")
    left, top, width, height = _bounds(display)
    room = WINDOW - 2 * MARGIN
    if max(width, height) > room:
        raise DoesNotFit(f"expected at most {room} by {room} cells, got {width} by {height}")
    clear(position)
    if pieces:
        position.book[FACTS, ORIGIN_X] = (WINDOW - width) // 2 - left
        position.book[FACTS, ORIGIN_Y] = GUARD_ROWS + (WINDOW - height) // 2 - top
    for piece in pieces:
        flipped, rotation = name_of(piece.tile, piece.flipped, piece.rotation)
        # Before the tables: a starting tile of one's own may be new to them.
        outline = outline_id(piece.tile, flipped, rotation)
        place(
            position,
            tables(),
            outline,
            int(piece.x + position.book[FACTS, ORIGIN_X]),
            int(piece.y + position.book[FACTS, ORIGIN_Y]),
            piece.level,
        )
    return position


def _bounds(display: Display) -> tuple[int, int, int, int]:
    """Return left and top cell, width and height of a display."""
    boxes = [(piece.x, piece.y, piece.outline) for piece in display.pieces]
    if not boxes:
        return 0, 0, 0, 0
    left, top = min(x for x, _, _ in boxes), min(y for _, y, _ in boxes)
    right = max(x + outline.width for x, _, outline in boxes)
    bottom = max(y + outline.height for _, y, outline in boxes)
    return left, top, right - left, bottom - top


def decode(position: Position) -> Display:
    """Return the display that a position stands for."""
    left, top = int(position.book[FACTS, ORIGIN_X]), int(position.book[FACTS, ORIGIN_Y])
    pieces = []
    for index in range(position.book[FACTS, COUNT]):
        fields = position.book[PIECE_0 + index].tolist()
        tile, flipped, rotation = _described(fields[OUTLINE])
        pieces.append(
            Piece(tile, fields[X] - left, fields[Y] - top, fields[LEVEL], rotation, flipped)
        )
    return Display(tuple(pieces))


def _described(outline: int) -> tuple[Tile, bool, int]:
    """Return tile, side and rotation of an outline: the opposite of `outline_id`."""
    if outline < FIRST_STARTING:
        return NumberTile(outline // 8), outline % 8 >= 4, outline % 4
    if outline < FIRST_FILLER:
        return starting_tile_of(outline), False, 0
    size, rotation = divmod(outline - FIRST_FILLER, 2)
    return GapFiller(size + 1), False, rotation


def allowance_for(
    tokens: Iterable[Token] = (), markers: int = 0, highest_level: int | None = None
) -> Allowance:
    """Return what a player may do: tokens still usable, markers left (5.1), level limit (7.2)."""
    bits = sum(TOKEN_BITS[token] for token in set(tokens) if token in TOKEN_BITS)
    return Allowance(ANY_LEVEL if highest_level is None else highest_level, bits, markers)


_TOKENS_BY_BITS = [
    tuple(token for token, bit in TOKEN_BITS.items() if bits & bit) for bits in range(16)
]


def decode_codes(position: Position, kind: int, codes: Integers) -> Iterator[FoundPlacement]:
    """Yield the placements of a kind that codes of this position stand for."""
    left, top = int(position.book[FACTS, ORIGIN_X]), int(position.book[FACTS, ORIGIN_Y])
    held = [_described(outline)[1:] for outline in tables().kinds[kind, :ORIENTATIONS].tolist()]
    for code in codes.tolist():
        column, row, level, orientation, bits = _unpack(code)
        flipped, rotation = held[orientation]
        yield FoundPlacement(
            flipped, rotation, column - left, row - top, level, _TOKENS_BY_BITS[bits]
        )


# The same function, not compiled: from Python it is quicker so.
_unpack = getattr(unpack, "py_func", unpack)


class Lister:
    """Lists the legal placements of displays; keeps its arrays from one call to the next."""

    def __init__(self) -> None:
        self._position = new_position()
        self._work = new_workspace()
        self._codes: Integers = np.zeros(LISTED_AT_MOST, np.int64)

    def placements(
        self, display: Display, tile: NumberTile | GapFiller, allowance: Allowance | None = None
    ) -> list[FoundPlacement]:
        """Return all legal placements of a tile or filler with the tokens each costs.

        Raises: DoesNotFit, if the display is too large for the layout.
        """
        position = encode(display, self._position)
        kind = kind_of(tile)
        allowance = allowance or allowance_for()
        count = list_placements(position, tables(), self._work, kind, allowance, self._codes)
        assert count <= LISTED_AT_MOST, "the list is long enough for every position"
        return list(decode_codes(position, kind, self._codes[:count]))
