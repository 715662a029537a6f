"""Checking one piece against the placement rules, paragraph by paragraph, cell by cell.

This is the checker; ``finder`` is the generator. They share no logic and test each other.
Each rule is one function that returns a violation or nothing; all violations are collected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from nmbr9.rules.errors import Code, IllegalPlacement, Violation
from nmbr9.rules.options import Token
from nmbr9.rules.pieces.geometry import NEIGHBOURS, Cell
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import name_of

if TYPE_CHECKING:
    from nmbr9.rules.placing.display import Display

Rule = Callable[["Display", Piece], Violation | None]


def rotation_exists(_: Display, piece: Piece) -> Violation | None:
    """2.2: a rotation is 0 to 3 quarter turns."""
    if piece.rotation in range(4):
        return None
    return Violation(
        Code.PLACEMENT_NO_SUCH_ROTATION,
        "2.2",
        f"expected a rotation of 0 to 3 quarter turns, got {piece.rotation}",
    )


def outline_has_one_name(_: Display, piece: Piece) -> Violation | None:
    """Section 9 and 5.4: of equal outlines only the first name is used."""
    flipped, rotation = name_of(piece.tile, piece.flipped, piece.rotation)
    if (flipped, rotation) == (piece.flipped, piece.rotation):
        return None
    side = "number side up" if not flipped else "turned over"
    return Violation(
        Code.PLACEMENT_OTHER_NAME,
        "5.4" if piece.flipped and not flipped else "9",
        f"that outline is written {side} with rotation {rotation}",
    )


def number_side_up(_: Display, piece: Piece) -> Violation | None:
    """2.3: number side up, unless the token `black` allows it (5.4)."""
    if not piece.flipped:
        return None
    return Violation(
        Code.PLACEMENT_TURNED_OVER,
        "2.3",
        "the tile must lie number side up",
        tuple(piece.cells),
        Token.BLACK,
    )


def on_the_table_or_higher(_: Display, piece: Piece) -> Violation | None:
    """2.2: the table is level 0."""
    if piece.level >= 0:
        return None
    return Violation(
        Code.PLACEMENT_BELOW_TABLE, "2.2", f"expected level 0 or higher, got {piece.level}"
    )


def first_at_origin(display: Display, piece: Piece) -> Violation | None:
    """Section 9: the first piece on an empty table lies at 0, 0."""
    if display.pieces or (piece.x, piece.y) == (0, 0):
        return None
    return Violation(
        Code.PLACEMENT_NOT_AT_ORIGIN,
        "9",
        f"the first piece lies at 0,0, not at {piece.x},{piece.y}",
        tuple(piece.cells),
    )


def cells_are_free(display: Display, piece: Piece) -> Violation | None:
    """2.4: no square where another tile already lies on that level."""
    taken = _cells_with(display, piece.cells, piece.level)
    if not taken:
        return None
    return Violation(
        Code.PLACEMENT_TAKEN, "2.4", f"a tile already lies on {_count(taken)}", tuple(taken)
    )


def nothing_above(display: Display, piece: Piece) -> Violation | None:
    """2.4: no square under any tile; such cells exist once a gap has been overbuilt (5.3)."""
    occupied = display.piece_by_cell
    higher = range(max(piece.level + 1, 0), len(display.levels))
    under = [(x, y) for x, y in piece.cells if any((x, y, level) in occupied for level in higher)]
    if not under:
        return None
    return Violation(
        Code.PLACEMENT_UNDER_TILE,
        "2.4",
        f"{_count(under)} would lie under a tile",
        tuple(under),
    )


def is_adjacent(display: Display, piece: Piece) -> Violation | None:
    """2.5: an edge meets an edge of a tile on that level, if the level has one (5.5)."""
    if not display.pieces_on(piece.level):
        return None
    around = [(x + dx, y + dy) for x, y in piece.cells for dx, dy in NEIGHBOURS]
    if _cells_with(display, around, piece.level):
        return None
    return Violation(
        Code.PLACEMENT_NOT_ADJACENT,
        "2.5",
        f"it must touch a tile on level {piece.level}",
        tuple(piece.cells),
        Token.APART if piece.level >= 1 else None,
    )


def overhangs_nothing(display: Display, piece: Piece) -> Violation | None:
    """2.6: nothing protrudes over the edge of the level below."""
    gap_cells, open_cells = _unsupported(display, piece)
    del gap_cells
    if not open_cells:
        return None
    return Violation(
        Code.PLACEMENT_OVERHANG,
        "2.6",
        f"{_count(open_cells)} with nothing underneath",
        tuple(open_cells),
    )


def covers_no_gap(display: Display, piece: Piece) -> Violation | None:
    """2.6: no gap is covered, unless the token `gap` allows one, wholly covered (5.3)."""
    gap_cells, _ = _unsupported(display, piece)
    if not gap_cells:
        return None
    whole = _gap_around(display, gap_cells[0], piece.level - 1)
    is_one_gap = whole == set(gap_cells)
    return Violation(
        Code.PLACEMENT_COVERS_GAP,
        "2.6",
        f"{_count(gap_cells)} over a gap"
        + ("" if is_one_gap else ", and not over one whole gap (5.3)"),
        tuple(gap_cells),
        Token.GAP if is_one_gap else None,
    )


def rests_on_two_tiles(display: Display, piece: Piece) -> Violation | None:
    """2.7: on level 1 and higher at least two tiles lie underneath; fillers do not count (4.3)."""
    if piece.level < 1:
        return None
    under = {
        index
        for x, y in piece.cells
        if (index := display.piece_by_cell.get((x, y, piece.level - 1))) is not None
        and not display.pieces[index].is_filler
    }
    if len(under) >= 2:
        return None
    if len(under) == 1:
        return Violation(
            Code.PLACEMENT_ONE_TILE_BELOW,
            "2.7",
            "it needs two tiles underneath and rests on one",
            tuple(piece.cells),
            Token.SINGLE,
        )
    return Violation(
        Code.PLACEMENT_NO_TILE_BELOW,
        "2.7",
        "it needs two tiles underneath and rests on none",
        tuple(piece.cells),
    )


WHERE_IT_LIES: tuple[Rule, ...] = (
    on_the_table_or_higher,
    first_at_origin,
    cells_are_free,
    nothing_above,
    is_adjacent,
    overhangs_nothing,
    covers_no_gap,
)
"""The rules that every piece obeys, gap fillers too (4.2)."""


def violations(display: Display, piece: Piece) -> list[Violation]:
    """Return every rule of placing that a piece would break in a display; none if it fits."""
    wrong_rotation = rotation_exists(display, piece)
    if wrong_rotation:
        return [wrong_rotation]
    rules: tuple[Rule, ...] = (outline_has_one_name, *WHERE_IT_LIES)
    if not piece.is_filler:
        rules = (*rules, number_side_up, rests_on_two_tiles)
    return [violation for rule in rules if (violation := rule(display, piece))]


def check_placement(display: Display, piece: Piece) -> None:
    """Refuse a piece that does not fit.

    Raises: IllegalPlacement, with every violation.
    """
    found = violations(display, piece)
    if found:
        raise IllegalPlacement(piece, tuple(found))


def _cells_with(display: Display, cells: Iterable[Cell], level: int) -> list[Cell]:
    return [(x, y) for x, y in cells if (x, y, level) in display.piece_by_cell]


def _unsupported(display: Display, piece: Piece) -> tuple[list[Cell], list[Cell]]:
    """Return the unsupported cells of a piece: those over gaps and those in the open (2.6)."""
    if piece.level < 1:
        return [], []
    below = piece.level - 1
    unsupported = [(x, y) for x, y in piece.cells if (x, y, below) not in display.piece_by_cell]
    over_gaps = [cell for cell in unsupported if _gap_around(display, cell, below)]
    return over_gaps, [cell for cell in unsupported if cell not in over_gaps]


def _gap_around(display: Display, cell: Cell, level: int) -> set[Cell]:
    """Return the gap that an empty cell belongs to; nothing if it is open to the outside (5.3)."""
    occupied = {(x, y) for (x, y, on_level) in display.piece_by_cell if on_level == level}
    if not occupied:
        return set()
    columns = range(min(x for x, _ in occupied), 1 + max(x for x, _ in occupied))
    rows = range(min(y for _, y in occupied), 1 + max(y for _, y in occupied))
    reached, todo = {cell}, [cell]
    while todo:
        x, y = todo.pop()
        if x not in columns or y not in rows:
            return set()
        for dx, dy in NEIGHBOURS:
            neighbour = (x + dx, y + dy)
            if neighbour not in occupied and neighbour not in reached:
                reached.add(neighbour)
                todo.append(neighbour)
    return reached


def _count(cells: list[Cell]) -> str:
    return "1 square" if len(cells) == 1 else f"{len(cells)} squares"
