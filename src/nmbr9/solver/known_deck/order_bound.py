"""How many points a known order allows at most, by what can lie on what.

Cards are laid in their order, each on some level, and of the display only its `profiles` are kept.
A tile lies on tiles that came before it, so at every moment each level must be able to carry the
next one; for small bags that is known exactly. Of all ways to a profile the one with most points
counts, so that there are few: some ten to hundred thousand for a whole deck. The best of those with
all cards is the bound, and going back from there gives for every profile the most that the later
cards can still bring (the exact search cuts by it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nmbr9.kernel.compile import compiled, inlined
from nmbr9.kernel.tables import Integers
from nmbr9.solver.known_deck.profiles import LEVELS, Profiles, can_carry, profiles
from nmbr9.solver.ladder import MORE_TILES, ONE_TILE, ladder

NOTHING = -1
"""Instead of an entry or of points: there are none."""
ENTRIES_PER_SLICE = 20_000
"""Some milliseconds."""
FIRST_ROOM = 1 << 16
MOST_ROOM = 1 << 23
"""Entries, of 48 bytes with their slots: more than any order was seen to need."""

# How a profile is packed into two words: four levels each, and the number of tiles.
LEVEL_BITS, LEVEL_MASK, IN_WORD, COUNT_SHIFT = 10, 1023, 4, 48


class States(NamedTuple):
    """The profiles that the first cards of a deck can have, those with fewer cards first."""

    keys: Integers
    """int64[room, 2]: the profile and how many tiles it has, by `_pack`."""
    points: Integers
    """int64[room]: the most points of a way to it."""
    rest: Integers
    """int64[room]: the most points that the cards after it can bring."""
    slots: Integers
    """int64[4 * room]: the entries by hash, NOTHING where there is none."""
    facts: Integers
    """int64[2]: how many entries there are, and how many of them have been expanded."""
    codes: Integers
    """int64[LEVELS], scratch: the codes of a profile."""


ENTRIES, EXPANDED = range(2)


class OrderBound(NamedTuple):
    """What an order allows."""

    most: int
    """No display has more points, except those that were known before."""
    states: States
    """With `rest` filled in, for all profiles from which more than that is possible."""


def bound_by_order(
    cards: tuple[int, ...], known: int = NOTHING, stop: Callable[[], bool] = lambda: False
) -> OrderBound | None:
    """Return what an order allows, of which a display with so many points is known.

    None if it was stopped, or if there were too many profiles.
    """
    if stop():
        return None  # Before anything is compiled.
    kinds, hopes = np.array(cards, np.int64), np.array(ladder(cards, LEVELS), np.int64)
    states = _grown(None, FIRST_ROOM)
    begin(states, profiles(), kinds[0])
    while states.facts[EXPANDED] < states.facts[ENTRIES]:
        if stop():
            return None
        if not expand(states, profiles(), kinds, hopes, known, ENTRIES_PER_SLICE):
            if len(states.points) == MOST_ROOM:
                return None
            states = _grown(states, 2 * len(states.points))
    look_back(states, profiles(), kinds)
    # The first entry is the first tile alone, on the table.
    return OrderBound(max(known, int(states.rest[0])), states)


def _grown(states: States | None, room: int) -> States:
    """Return a copy with more room, or an empty one."""
    grown = States(
        np.zeros((room, 2), np.int64),
        np.zeros(room, np.int64),
        np.full(room, NOTHING, np.int64),
        np.full(4 * room, NOTHING, np.int64),
        np.zeros(2, np.int64),
        np.zeros(LEVELS, np.int64),
    )
    if states is not None:
        for old, new in zip(states[:3], grown[:3], strict=True):
            new[: len(old)] = old
        grown.facts[:] = states.facts
        fill_slots(grown)
    return grown


@inlined
def _pack(codes: Integers, count: int, word: int) -> int:
    """Return one of the two words of a profile."""
    packed = count << COUNT_SHIFT if word == 1 else 0
    for place in range(IN_WORD):
        packed |= codes[word * IN_WORD + place] << LEVEL_BITS * place
    return packed


@inlined
def _unpack(keys: Integers, entry: int, codes: Integers) -> int:
    """Write the codes of an entry; return how many tiles it has."""
    for level in range(LEVELS):
        word = keys[entry, level // IN_WORD]
        codes[level] = word >> LEVEL_BITS * (level % IN_WORD) & LEVEL_MASK
    return int(keys[entry, 1] >> COUNT_SHIFT)


@inlined
def _slot_of(states: States, one: int, two: int) -> int:
    """Return the slot of a key: that where it stands, or a free one."""
    mixed = np.uint64(one) * np.uint64(0x9E37_79B9_7F4A_7C15)
    mixed ^= np.uint64(two) * np.uint64(0xBF58_476D_1CE4_E5B9)
    mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(0x94D0_49BB_1331_11EB)
    last = states.slots.shape[0] - 1
    slot = np.int64((mixed ^ mixed >> np.uint64(29)) & np.uint64(last))
    while True:
        entry = states.slots[slot]
        if entry < 0 or (states.keys[entry, 0] == one and states.keys[entry, 1] == two):
            return int(slot)
        slot = np.int64(slot + 1 if slot < last else 0)


@compiled
def fill_slots(states: States) -> None:
    """Find a slot for every entry."""
    for entry in range(states.facts[ENTRIES]):
        slot = _slot_of(states, states.keys[entry, 0], states.keys[entry, 1])
        states.slots[slot] = entry


@compiled
def begin(states: States, profiles: Profiles, kind: int) -> None:
    """Lay the first tile on the table."""
    codes = states.codes
    for level in range(LEVELS):
        codes[level] = 0
    codes[0] = profiles.after[0, kind]
    _note(states, _pack(codes, 1, 0), _pack(codes, 1, 1), 0)


@inlined
def _note(states: States, one: int, two: int, points: int) -> None:
    """Note a way to a profile with so many points."""
    slot = _slot_of(states, one, two)
    entry = states.slots[slot]
    if entry < 0:
        entry = states.facts[ENTRIES]
        states.facts[ENTRIES] += 1
        states.slots[slot] = entry
        states.keys[entry, 0], states.keys[entry, 1] = one, two
        states.points[entry] = points
    states.points[entry] = max(states.points[entry], points)


@inlined
def height_of(codes: Integers) -> int:
    """Return the number of levels with tiles."""
    height = 0
    while height < LEVELS and codes[height] != 0:
        height += 1
    return height


@inlined
def code_with(profiles: Profiles, codes: Integers, level: int, kind: int) -> int:
    """Return the code of a level with one more tile, NOTHING if the level below cannot carry it."""
    code = profiles.after[codes[level], kind]
    if level > 0 and not can_carry(profiles, codes[level - 1], code):
        return NOTHING
    return int(code)


@compiled
def expand(
    states: States, profiles: Profiles, kinds: Integers, hopes: Integers, known: int, most: int
) -> bool:
    """Lay the next card in every way on at most so many profiles; return whether there was room.

    Left out is what cannot bring more than is `known`: `hopes` is the `ladder` of the cards.
    """
    codes, facts = states.codes, states.facts
    for _ in range(most):
        entry = facts[EXPANDED]
        if entry == facts[ENTRIES]:
            break
        if facts[ENTRIES] + LEVELS > states.points.shape[0]:
            return False
        facts[EXPANDED] += 1
        count = _unpack(states.keys, entry, codes)
        if count == kinds.shape[0]:
            continue
        kind, height = kinds[count], height_of(codes)
        for level in range(min(height + 1, LEVELS)):
            code = code_with(profiles, codes, level, kind)
            if code < 0:
                continue
            top = max(level, height - 1)
            has_more = (level == top and level == height - 1) or profiles.tiles[codes[top]] > 1
            points = states.points[entry] + level * kind
            if points + hopes[count + 1, top, MORE_TILES if has_more else ONE_TILE] > known:
                before, codes[level] = codes[level], code
                _note(states, _pack(codes, count + 1, 0), _pack(codes, count + 1, 1), points)
                codes[level] = before
    return True


@compiled
def look_back(states: States, profiles: Profiles, kinds: Integers) -> None:
    """Write for every entry what can still come: NOTHING where no way leads on to the last card."""
    codes = states.codes
    for entry in range(states.facts[ENTRIES] - 1, -1, -1):
        count = _unpack(states.keys, entry, codes)
        states.rest[entry] = 0 if count == kinds.shape[0] else NOTHING
        if count == kinds.shape[0]:
            continue
        kind, height = kinds[count], height_of(codes)
        for level in range(min(height + 1, LEVELS)):
            rest = rest_with(states, profiles, codes, count, level, kind)
            if rest >= 0:
                states.rest[entry] = max(states.rest[entry], level * kind + rest)


@inlined
def rest_with(
    states: States, profiles: Profiles, codes: Integers, count: int, level: int, kind: int
) -> int:
    """Return the most that can come once a tile lies on a level of a profile with `count` tiles.

    That is without the tile itself. NOTHING if it cannot lie there or nothing better can come.
    """
    code = code_with(profiles, codes, level, kind)
    if code < 0:
        return NOTHING
    before, codes[level] = codes[level], code
    one, two = _pack(codes, count + 1, 0), _pack(codes, count + 1, 1)
    codes[level] = before
    entry = states.slots[_slot_of(states, one, two)]
    return int(states.rest[entry]) if entry >= 0 else NOTHING
