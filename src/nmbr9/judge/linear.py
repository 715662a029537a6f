"""The tuned linear evaluation: what `careful` plays by and what search sorts candidates with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from nmbr9.judge.evaluate import change
from nmbr9.kernel.codes import pack, unpack
from nmbr9.kernel.compile import compiled, lowest_bit
from nmbr9.kernel.generate import find, levels_open
from nmbr9.kernel.layout import Position
from nmbr9.kernel.tables import NUMBER, UPRIGHT, Floats, Integers, Tables
from nmbr9.kernel.workspace import END, FIRST, Workspace, anchor_row

WEIGHTS_FOLDER = Path(__file__).parent / "weights"
LINEAR_FILE = WEIGHTS_FOLDER / "linear.npz"


@cache
def load_linear() -> Floats:
    """Return float64[cards, LEVELS, FEATURES], as `playout.greedy_playout` takes them."""
    with np.load(LINEAR_FILE) as stored:
        weights: Floats = np.ascontiguousarray(stored["weights"].astype(np.float64))
    weights.flags.writeable = False
    return weights


@compiled
def moment(weights: Floats, cards: float) -> int:
    """Return the entry of `weights` for a number of cards to come, rounded and limited."""
    return int(min(int(cards + 0.5), weights.shape[0] - 1))


@compiled
def keep_best(
    position: Position,
    tables: Tables,
    work: Workspace,
    kind: int,
    highest: int,
    weights: Floats,
    codes: Integers,
    values: Floats,
) -> int:
    """Find the placements of a kind with the largest points plus change of the evaluation.

    `weights` is float64[LEVELS, FEATURES]. Overwrites `work`, `codes`, int64[n], and `values`,
    float64[n], with at most n placements, best first, of equals the first found; returns how many.
    """
    find(position, tables, work, kind, highest)
    kept, room = 0, codes.shape[0]
    for level in range(levels_open(position, highest)):
        for orientation in range(tables.kinds[kind, UPRIGHT]):
            if work.numbers[level, orientation] == 0:
                continue
            outline = tables.kinds[kind, orientation]
            points = np.float64(level * tables.sizes[outline, NUMBER])
            for row in range(work.numbers[level, FIRST], work.numbers[level, END]):
                word = work.anchors[anchor_row(level, orientation, row)]
                while word != 0:
                    x = lowest_bit(word)
                    word &= word - np.uint64(1)
                    value = points + change(position, tables, outline, (x, row, level), weights)
                    if kept == room and value <= values[room - 1]:
                        continue
                    kept = min(kept + 1, room)
                    insert(codes, values, kept, pack(x, row, level, orientation, 0), value)
    return kept


@compiled
def keep_best_of(
    position: Position,
    tables: Tables,
    kind: int,
    given: Integers,
    weights: Floats,
    codes: Integers,
    values: Floats,
) -> int:
    """Do as `keep_best` with the `given` placements, int64[m], which may cost tokens."""
    kept, room = 0, codes.shape[0]
    for code in given:
        x, y, level, orientation, _ = unpack(code)
        outline = tables.kinds[kind, orientation]
        value = np.float64(level * tables.sizes[outline, NUMBER])
        value += change(position, tables, outline, (x, y, level), weights)
        if kept == room and value <= values[room - 1]:
            continue
        kept = min(kept + 1, room)
        insert(codes, values, kept, code, value)
    return kept


@compiled
def insert(codes: Integers, values: Floats, length: int, code: int, value: float) -> None:
    """Insert into lists sorted best first; then they have `length` entries, the rest is lost."""
    slot = length - 1
    while slot > 0 and values[slot - 1] < value:
        codes[slot], values[slot] = codes[slot - 1], values[slot - 1]
        slot -= 1
    codes[slot], values[slot] = code, value
