"""Between lines of kernel codes and pieces."""

from __future__ import annotations

from collections.abc import Sequence

from nmbr9.kernel.codes import pack
from nmbr9.kernel.convert import decode_codes
from nmbr9.kernel.layout import FACTS, ORIGIN_X, ORIGIN_Y, Position
from nmbr9.kernel.tables import UPRIGHT, Integers, outline_id, tables
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile


def code_of_piece(position: Position, piece: Piece) -> int:
    """Return the code of a number tile that lies unturned-over in a position."""
    assert isinstance(piece.tile, NumberTile), "only number tiles have codes of their own"
    kinds = tables().kinds[piece.tile.number]
    orientation = (
        kinds[: kinds[UPRIGHT]].tolist().index(outline_id(piece.tile, False, piece.rotation))
    )
    x = piece.x + int(position.book[FACTS, ORIGIN_X])
    y = piece.y + int(position.book[FACTS, ORIGIN_Y])
    return int(pack(x, y, piece.level, orientation, 0))


def pieces_of_line(position: Position, numbers: Sequence[int], line: Integers) -> tuple[Piece, ...]:
    """Return the pieces that codes stand for; the position says where cell 0, 0 lies."""
    pieces = []
    for index, number in enumerate(numbers):
        (spot,) = decode_codes(position, number, line[index : index + 1])
        pieces.append(Piece(NumberTile(number), spot.x, spot.y, spot.level, spot.rotation))
    return tuple(pieces)
