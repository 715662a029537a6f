"""Counting legal sequences of placements, to compare with ``nmbr9.rules.perft``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nmbr9.kernel.codes import list_codes, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import LISTED_AT_MOST, encode
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import MARGIN, WINDOW, DoesNotFit, Position, take_back
from nmbr9.kernel.tables import UPRIGHT, Integers, Tables, tables
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.rules.placing.display import Display


def perft(numbers: Sequence[int], display: Display | None = None) -> int:
    """Return how many ways there are to place these numbers one after another (2.2 to 2.8).

    Raises: DoesNotFit, if the display could grow out of the window.

    Examples:
        >>> perft([0, 1])
        168
    """
    position = encode(display or Display())
    if not numbers:
        return 1
    if not _has_room(display, len(numbers)):
        raise DoesNotFit(f"{len(numbers)} more tiles may not fit the window")
    codes = np.zeros((len(numbers), LISTED_AT_MOST), np.int64)
    return int(
        count_sequences(position, tables(), new_workspace(), np.array(numbers, np.int64), 0, codes)
    )


def _has_room(display: Display | None, count: int) -> bool:
    """Whether every placement of `count` more tiles lies in the window, wherever they go."""
    cells = [cell for piece in (display or Display()).pieces for cell in piece.cells] or [(0, 0)]
    size = max(max(line) - min(line) + 1 for line in zip(*cells, strict=True))
    return bool(size + 2 * MARGIN * count <= WINDOW)


@compiled
def count_sequences(
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    depth: int,
    codes: Integers,
) -> int:
    """Count the sequences of placements of kinds[depth:].

    `position` is restored, `work` overwritten; row d of `codes`, int64[len(kinds), ...], is
    overwritten by depth d.
    """
    kind = kinds[depth]
    found = find(position, tables, work, kind, ANY_LEVEL)
    if depth == kinds.shape[0] - 1:
        return found
    levels = levels_open(position, ANY_LEVEL)
    list_codes(work, levels, tables.kinds[kind, UPRIGHT], codes[depth])
    total = 0
    for index in range(found):
        place_code(position, tables, kind, codes[depth, index])
        total += count_sequences(position, tables, work, kinds, depth + 1, codes)
        take_back(position, tables)
    return total
