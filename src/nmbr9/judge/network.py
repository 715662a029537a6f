"""The learned value: the points still to come, for a display after a placement and a bag.

Three layers: a sum of one row of weights for every input that is not zero, then two dense layers,
with everything negative cut off in between.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nmbr9.judge.inputs import (
    INPUTS,
    PATTERN_SCALE,
    PATTERNS,
    NetworkInputs,
    Singles,
    look,
    new_network_inputs,
)
from nmbr9.judge.linear import WEIGHTS_FOLDER
from nmbr9.kernel.compile import NARROW, WIDE, add_positive, add_rows, compiled, inlined
from nmbr9.kernel.layout import Position
from nmbr9.kernel.tables import Floats, Tables
from nmbr9.kernel.workspace import Workspace, aligned_zeros

VALUE_FILE = WEIGHTS_FOLDER / "value.npz"
LEVEL_TO_LEVEL_FILE = WEIGHTS_FOLDER / "value_level_to_level.npz"
HIDDEN = WIDE
POINTS_PER_UNIT = np.float32(10.0)
"""The network counts in tens of points, so that its numbers stay near 1."""
STEPS = np.float32(2048)
STEP = np.float32(1) / STEPS
"""What a pattern brings to the first layer is a whole number of such parts of 1. Sums of them are
exact, in whatever order, and as int16 reach to 16: what one placement changes is a tenth of it."""

STEPS_PER_UNIT = np.float32(PATTERN_SCALE * STEPS)


class Value(NamedTuple):
    """Read-only weights of the network, all float32."""

    first: Singles
    """float32[INPUTS + 1, HIDDEN]: a row for each input; the last one is always added."""
    second: Singles
    """float32[HIDDEN + 1, NARROW], likewise."""
    third: Singles
    """float32[NARROW + 1]."""


@cache
def load_value(path: Path = VALUE_FILE) -> Value:
    """Return weights that ship with the package."""
    return read_value(path)


def read_value(path: Path) -> Value:
    """Return the weights in a file; those of patterns are rounded to a whole number of steps."""
    with np.load(path) as stored:
        arrays = [np.ascontiguousarray(stored[name].astype(np.float32)) for name in Value._fields]
    round_patterns(arrays[0])
    for array in arrays:
        array.flags.writeable = False
    return Value(*arrays)


@compiled
def round_patterns(first: Singles) -> None:
    """Round the weights of patterns, in float32[INPUTS + 1, HIDDEN], to a whole number of steps."""
    for row in range(PATTERNS, INPUTS):
        for unit in range(HIDDEN):
            first[row, unit] = steps_of(first[row, unit]) / STEPS_PER_UNIT


@inlined
def steps_of(weight: Any) -> Any:
    """Return the number of steps nearest to the weight of a pattern."""
    return np.rint(weight * STEPS_PER_UNIT)


def write_value(path: Path, value: Value) -> None:
    """Store weights with half precision, which changes values by less than a tenth of a point."""
    arrays = {name: array.astype(np.float16) for name, array in value._asdict().items()}
    np.savez_compressed(path, allow_pickle=False, **arrays)


class Scratch(NamedTuple):
    """Scratch arrays for one thread that asks for values."""

    inputs: NetworkInputs
    hidden: Singles
    """float32[HIDDEN]."""
    narrow: Singles
    """float32[NARROW]."""


@compiled
def value_of(
    value: Value,
    position: Position,
    tables: Tables,
    work: Workspace,
    bag: Floats,
    highest: int,
    scratch: Scratch,
) -> float:
    """Return the points still to come, without those already scored.

    `bag` is float64[10], how many tiles of each number the player will still place: whole in the
    basic game, expectations where a variant leaves it open. `highest` is the level limit of 7.2 or
    ANY_LEVEL. Overwrites `work` and `scratch`. With an empty bag the answer is exactly 0.
    """
    if bag.sum() <= 0:
        return 0.0
    listed = look(position, tables, work, bag, highest, scratch.inputs)
    sum_inputs(value, scratch.inputs, listed, scratch.hidden)
    return finish(value, scratch.hidden, scratch.narrow)


@compiled
def sum_inputs(value: Value, inputs: NetworkInputs, listed: int, hidden: Singles) -> None:
    """Overwrite `hidden` with the sum of the rows of the listed inputs, nothing cut off yet."""
    last = np.uint64(value.first.shape[0] - 1)
    for unit in range(HIDDEN):
        hidden[unit] = value.first[last, unit]
    add_inputs(value, inputs, listed, hidden)


@inlined
def add_inputs(value: Value, inputs: NetworkInputs, listed: int, hidden: Singles) -> None:
    """Add the rows of the listed inputs to `hidden`."""
    add_rows(hidden, value.first, inputs.which, inputs.amount, listed)


@inlined
def finish(value: Value, hidden: Singles, narrow: Singles) -> float:
    """Return the value for a summed first layer; overwrites `narrow`."""
    zero = np.float32(0)
    for unit in range(NARROW):
        narrow[unit] = value.second[HIDDEN, unit]
    add_positive(narrow, value.second, hidden)
    answer = value.third[NARROW]
    for unit in range(NARROW):
        answer += max(narrow[unit], zero) * value.third[unit]
    return np.float64(answer * POINTS_PER_UNIT)


def new_scratch() -> Scratch:
    """Return scratch arrays."""
    return Scratch(
        new_network_inputs(), aligned_zeros(np.float32, HIDDEN), aligned_zeros(np.float32, NARROW)
    )
