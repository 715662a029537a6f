"""Which bags can lie on which levels of a display with more points than a target.

Looks at bags only, from the top down: a *stage* is a level, and its entries are pairs of the bag
used down to there and the bag of the level itself. An entry is kept if it can be reached and left
by relations between bags, areas that do not shrink downwards, and two tiles or more on each level,
with more points than the target in all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled
from nmbr9.kernel.tables import Floats, Integers
from nmbr9.solver.any_order.bags import (
    AREA,
    AREAS,
    BAG,
    GUARDS,
    RANKS,
    SUM,
    TILES,
    amount,
    bag_facts,
    key_below,
    pack_key,
    rank_of,
    unpack_key,
)
from nmbr9.solver.any_order.relations import Relations, can_lie_on

BY_DENSITY = np.array([8, 7, 9, 6, 5, 4, 3, 2, 1, 0], np.int64)
"""Numbers by points per cell, best first: 8/8, 7/7, 9/10, 6/9, 5/10, 4/8..."""
NOTHING = -1


class Stage(NamedTuple):
    """A level of displays with a certain number of levels: what may be used down to it."""

    level: int
    keys: Integers
    """int64[n], ascending: the bag used so far and the bag of this level, by `pack_key`."""
    best: Integers
    """int64[n]: the most points that the levels down to here can have."""
    rest: Integers
    """int64[n]: the most points that the levels below can have."""


class Setting(NamedTuple):
    """What the compiled functions must know."""

    relations: Relations
    facts: Integers
    """`bag_facts`."""
    hopes: Integers
    """int64[levels + 1, RANKS]: see `hopes`."""
    total: int


def hopes(total: int, levels: int) -> Integers:
    """Return int64[levels + 1, RANKS]: points that the lowest r levels cannot exceed.

    By r and the rank of the bag that is left for them; NOTHING if there are too few tiles. Areas do
    not shrink downwards, so the upper j of the r levels have at most j/r of the cells left, and at
    best those are filled with the numbers that bring most points per cell. A number on level n
    counts once for each of the n levels it is above.
    """
    facts = bag_facts()
    table = np.full((levels + 1, RANKS), NOTHING, np.int64)
    for count in range(levels + 1):
        points: Floats = np.zeros(RANKS)
        for upper in range(1, count):
            room: Floats = facts[:, AREA] * np.float64(upper / count)
            points += _densest(facts, room)
        enough = facts[:, TILES] >= 2 * count
        # A little more, so that rounding never takes away a point.
        table[count, enough] = np.floor(points[enough] + 1e-6).astype(np.int64)
    return table


def _densest(facts: Integers, room: Floats) -> Floats:
    """Return the points of the densest tiles of each bag that fill some room, the last in part."""
    points = np.zeros(RANKS)
    left = room.copy()
    for number in BY_DENSITY.tolist():
        count = facts[:, BAG] >> 3 * number & 3
        cells = np.minimum(left, count * AREAS[number])
        points += cells * (number / AREAS[number])
        left -= cells
    return points


@compiled
def next_bags(setting: Setting, key: int, level: int, need: int, choices: Integers) -> int:
    """List the bags that may lie on `level` under an entry of the stage above; return how many.

    `need` is what the levels from here down must bring at least, judged by `hopes`. Overwrites
    `choices`, int64[n, 3]: the bag, its squares, its points.
    """
    used, upper = unpack_key(key)
    left = setting.total - used
    facts, found = setting.facts, 0
    left_rank = rank_of(left)
    cells, least = facts[left_rank, AREA], facts[rank_of(upper), AREA]
    if level == 0:
        is_enough = cells >= least and facts[left_rank, TILES] >= 2
        if is_enough and need <= 0 and can_lie_on(setting.relations, upper, left):
            choices[0, 0], choices[0, 1], choices[0, 2] = left, cells, 0
            return 1
        return 0
    most = cells // (level + 1)
    bag, area, number = 0, 0, 0
    # Every part of what is left, as an odometer counts; too many squares end a wheel early.
    while True:
        if least <= area and bag != 0:
            rank = rank_of(bag)
            if facts[rank, TILES] >= 2:
                hope = setting.hopes[level, left_rank - rank]
                points = level * facts[rank, SUM]
                is_enough = hope >= 0 and points + hope >= need
                if is_enough and can_lie_on(setting.relations, upper, bag):
                    choices[found, 0], choices[found, 1], choices[found, 2] = bag, area, points
                    found += 1
        number = 0
        while number < 10:
            count = amount(bag, number)
            if count < amount(left, number) and area + AREAS[number] <= most:
                bag += 1 << 3 * number
                area += AREAS[number]
                break
            bag -= count << 3 * number
            area -= count * AREAS[number]
            number += 1
        if number == 10:
            return found


@compiled
def find_key(keys: Integers, key: int) -> int:
    """Return the index of a key, or -1."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


@compiled
def expand_bags(
    setting: Setting,
    stage: Stage,
    target: int,
    first: int,
    choices: Integers,
    found: Integers,
) -> tuple[int, int]:
    """Write the entries of the next stage that follow from entries `first` on.

    Overwrites `choices` and `found`, int64[room, 2]: key and points. Returns the first entry that
    did not fit any more, and how many were found.
    """
    level, count = stage.level - 1, 0
    for entry in range(first, stage.keys.shape[0]):
        key, best = stage.keys[entry], stage.best[entry]
        number = next_bags(setting, key, level, target + 1 - best, choices)
        if count + number > found.shape[0]:
            return entry, count
        for index in range(number):
            bag = choices[index, 0]
            found[count, 0] = key_below(key, bag)
            found[count, 1] = best + choices[index, 2]
            count += 1
    return stage.keys.shape[0], count


@compiled
def look_back(setting: Setting, stage: Stage, below: Stage, target: int, choices: Integers) -> None:
    """Write the most points that levels below can have to `stage.rest`, NOTHING if none fit."""
    for entry in range(stage.keys.shape[0]):
        key, most = stage.keys[entry], NOTHING
        number = next_bags(setting, key, below.level, target + 1 - stage.best[entry], choices)
        for index in range(number):
            bag = choices[index, 0]
            child = find_key(below.keys, key_below(key, bag))
            if child >= 0 and below.rest[child] >= 0:
                most = max(most, choices[index, 2] + below.rest[child])
        stage.rest[entry] = most


ROOM = 4_000_000
MOST_CHOICES = 60_000


def stages(setting: Setting, levels: int, target: int) -> list[Stage]:
    """Return the stages of displays with so many levels and more points than the target.

    From the top down; all are empty if there is no such display.
    """
    choices = np.zeros((MOST_CHOICES, 3), np.int64)
    listed = [_top(setting, levels, target)]
    while listed[-1].level > 0:
        listed.append(_next(setting, listed[-1], target, choices))
    listed[-1].rest[:] = 0
    for above, below in zip(listed[-2::-1], listed[:0:-1], strict=True):
        look_back(setting, above, below, target, choices)
    return [_kept(stage, target) for stage in listed]


def _top(setting: Setting, levels: int, target: int) -> Stage:
    """Return all bags that may be the highest level."""
    facts, level = setting.facts, levels - 1
    left = (setting.total | GUARDS) - facts[:, BAG] & GUARDS == GUARDS
    total_rank = rank_of(setting.total)
    cells = facts[total_rank, AREA]
    ranks = np.flatnonzero(left & (facts[:, TILES] > 0) & (facts[:, AREA] * levels <= cells))
    best = level * facts[ranks, SUM]
    if level == 0:
        ranks = ranks[ranks == total_rank]
        best = level * facts[ranks, SUM]
    hope = setting.hopes[level, total_rank - ranks]
    kept = (hope >= 0) & (best + hope > target)
    bags = facts[ranks[kept], BAG]
    return _stage(level, pack_key(bags, bags), best[kept])


def _stage(level: int, keys: Integers, best: Integers) -> Stage:
    """Return a stage with one entry for each key, that with the most points."""
    order = np.lexsort((-best, keys))
    keys, best = keys[order], best[order]
    first = np.ones(keys.size, bool)
    first[1:] = keys[1:] != keys[:-1]
    keys, best = keys[first], best[first]
    return Stage(level, keys, best, np.full(keys.size, NOTHING, np.int64))


def _next(setting: Setting, stage: Stage, target: int, choices: Integers) -> Stage:
    found = np.zeros((ROOM, 2), np.int64)
    merged = _stage(stage.level - 1, np.zeros(0, np.int64), np.zeros(0, np.int64))
    entry = 0
    while entry < stage.keys.size:
        entry, count = expand_bags(setting, stage, target, entry, choices, found)
        keys = np.concatenate([merged.keys, found[:count, 0]])
        best = np.concatenate([merged.best, found[:count, 1]])
        merged = _stage(stage.level - 1, keys, best)
    return merged


def _kept(stage: Stage, target: int) -> Stage:
    kept = (stage.rest >= 0) & (stage.best + stage.rest > target)
    return Stage(stage.level, stage.keys[kept], stage.best[kept], stage.rest[kept])
