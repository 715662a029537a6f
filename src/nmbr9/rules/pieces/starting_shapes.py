"""Shapes of starting tiles, ours and those of an owner of the printed set (3.2).

The printed shapes are published nowhere, so whoever has them enters them: up to six, each as rows
of ``X`` and ``.`` from the top. A game carries its shapes with it; nothing here is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from nmbr9.rules.errors import OptionsError, shown
from nmbr9.rules.pieces.geometry import Outline

MAX_SHAPES = 6
MAX_SIDE = 6
MAX_SQUARES = 16
NAMES = "ABCDEF"
"""What owners call their tiles, in the order they enter them."""

Rows = tuple[str, ...]
"""A shape of one's own in its one form: rows of one length, none of the box empty at a border."""
StartingShape = int | Rows
"""One of our six by its index, or a shape of one's own."""


def parse_shapes(data: object) -> tuple[Rows, ...]:
    """Return the shapes that an owner has entered, each in its one form.

    >>> parse_shapes([["X", "XX."]])
    (('X.', 'XX'),)

    Raises: OptionsError, naming the tile that is wrong, A to F, and saying why.
    """
    if not isinstance(data, Sequence) or isinstance(data, (str, bytes)):
        raise OptionsError(f"expected a list of starting tiles, got {shown(data)}")
    if not 1 <= len(data) <= MAX_SHAPES:
        raise OptionsError(f"expected 1 to {MAX_SHAPES} starting tiles, got {len(data)}")
    shapes = tuple(
        parse_shape(f"starting tile {name}", rows) for name, rows in zip(NAMES, data, strict=False)
    )
    for (one, first), (other, second) in combinations(zip(NAMES, shapes, strict=False), 2):
        if first == second:
            raise OptionsError(f"expected different starting tiles, got {one} and {other} alike")
    return shapes


def parse_shape(name: str, rows: object) -> Rows:
    """Return one shape in its one form: 1 to 16 squares, connected by edges, in 6 by 6 cells.

    Raises: OptionsError, calling the tile by `name`.
    """
    if not isinstance(rows, (list, tuple)) or not all(map(_is_row, rows)):
        raise OptionsError(f"expected {name} as rows of X and ., got {shown(rows)}")
    width = max(map(len, rows), default=0)
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        raise OptionsError(
            f"expected {name} in {MAX_SIDE} by {MAX_SIDE} cells, got {width} by {len(rows)}"
        )
    count = sum(row.count("X") for row in rows)
    if not 1 <= count <= MAX_SQUARES:
        raise OptionsError(f"expected {name} with 1 to {MAX_SQUARES} squares X, got {count}")
    outline = Outline.parse(rows)
    if not outline.is_connected:
        raise OptionsError(
            f"expected the squares of {name} to hang together by their edges, got {shown(rows)}"
        )
    return outline.rows


def shape_data(shape: StartingShape) -> Any:
    """Return a shape as in a record (section 9): an index, or a list of rows."""
    return shape if isinstance(shape, int) else list(shape)


def _is_row(row: object) -> bool:
    return isinstance(row, str) and set(row) <= {"X", "."}
