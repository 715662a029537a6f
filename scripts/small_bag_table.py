"""Writes which bags of up to three tiles can lie on which, for bounds of a known order.

    python -m scripts.small_bag_table

It is the table that the proof of the highest score works out for itself, half a minute long.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nmbr9.kernel.tables import Integers
from nmbr9.solver.any_order.bags import bag_of, rank_of
from nmbr9.solver.any_order.relation_cache import FULL, relations_for
from nmbr9.solver.any_order.relations import Relations
from nmbr9.solver.known_deck.profiles import BAGS, TABLE_FILE, small_bags


def table_of(relations: Relations) -> Integers:
    """Return int64[BAGS, BAGS]: whether the first bag can lie on the second."""
    table = np.zeros((BAGS, BAGS), np.int64)
    rows = [int(relations.place[rank_of(bag_of(bag))]) for bag in small_bags()[1:]]
    table[1:, 1:] = relations.lies_on[np.ix_(rows, rows)]
    return table


def write(path: Path = TABLE_FILE) -> None:
    """Write the table."""
    table = table_of(relations_for(FULL))
    np.savez_compressed(path, allow_pickle=False, lies_on=np.packbits(table > 0, axis=1))


if __name__ == "__main__":
    write()
