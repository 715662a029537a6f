"""Tables that fit the screen: on a narrow one they leave out what matters least, never the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

GAP = 3
"""Cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its cells from the top; on a narrow screen those with a low rank go first."""

    head: str
    cells: Sequence[str]
    rank: int
    justify: str = "right"

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return GAP + max(cell_len(text) for text in (self.head, *self.cells))


def table_of(names: Column, others: Sequence[Column], width: int) -> Table:
    """Return a table no wider than the screen, if that can be: the names break at worst."""
    shown = [names, *others]
    while len(shown) > 1 and sum(column.width for column in shown) >= width:
        shown.remove(min(shown[1:], key=lambda column: column.rank))
    table = Table(box=box.SIMPLE_HEAD)
    for column in shown:
        is_name = column is names
        table.add_column(
            column.head,
            justify="left" if is_name or column.justify == "left" else "right",
            no_wrap=not is_name,
            overflow="fold",
        )
    for cells in zip(*(column.cells for column in shown), strict=True):
        table.add_row(*map(Text, cells))
    return table
