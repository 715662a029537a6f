"""Keeping the relations between bags, which take half a minute, for later runs."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from nmbr9 import folders
from nmbr9.kernel import cache_folder
from nmbr9.rules.pieces.tiles import NUMBERS
from nmbr9.solver.any_order.bags import bag_of
from nmbr9.solver.any_order.checkpoints import load_arrays
from nmbr9.solver.any_order.relations import Relations, find_relations, small_bags
from nmbr9.solver.cards import COPIES
from nmbr9.whole_files import write_whole

FULL = bag_of(number for number in NUMBERS for _ in range(COPIES))
FEW = 60
"""Relations between so few small bags are not worth keeping."""


def relations_for(total: int, report: Callable[[int, int], None] | None = None) -> Relations:
    """Return the relations between the small parts of a bag, from the cache if they are there."""
    path = _path()
    stored = load_arrays(path)
    if stored is not None and stored.keys() == set(Relations._fields):
        return Relations(**stored)
    if len(small_bags(total)) <= FEW:
        return find_relations(total, report)
    found = find_relations(FULL, report)
    # Without a cache it works as well, only later.
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        content = io.BytesIO()
        np.savez_compressed(content, allow_pickle=False, **found._asdict())
        write_whole(path, content.getvalue())
    return found


def _path() -> Path:
    """Return the file for exactly these sources: a change of the code computes them anew."""
    name = cache_folder.fingerprint(Path(__file__).parents[1])
    return folders.cache_folder() / "relations" / f"{name}.npz"
