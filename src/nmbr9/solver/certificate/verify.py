"""Checking the certificate of a proof with code that shares only shapes and cards with the search.

Levels are plain Python on integers as sets of cells, a thousand times slower than the search, so
that it looks at samples: random states must have all their children in the certificate, and random
pairs of bags that it calls impossible must be so. What bags alone exclude is worked out again in
full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.solver.certificate.plain_bags import Bag, sum_of
from nmbr9.solver.certificate.plain_levels import (
    Level,
    can_carry,
    children,
    level_name,
    some_arrangement,
)
from nmbr9.solver.certificate.reader import Certificate


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    what: str
    is_right: bool


def verify(certificate: Certificate, sample: int, seed: int = 0) -> Iterator[Check]:
    """Yield what was checked, one thing after another."""
    random = Random(seed)
    yield _check_display(certificate)
    expected = set(range(1, (len(certificate.cards) + 1) // 2 + 1))
    yield Check("every possible number of levels is there", set(certificate.counts) == expected)
    for levels, counts in sorted(certificate.counts.items()):
        if not counts:
            yield _check_bags(certificate, levels)
        else:
            ends = counts[-1] == 0
            yield Check(f"{levels} levels: no state is left at the end", ends)
            yield from check_states(certificate, levels, sample, random)
    yield from _check_relations(certificate, sample, random)


def _check_display(certificate: Certificate) -> Check:
    """Replay the record by the rules."""
    try:
        game = Game.from_record(certificate.record)
        pieces = game.players[0].display.pieces
        numbers = sorted(game.deck[: len(pieces)])
        is_right = game.scores == [certificate.target] and numbers == list(certificate.cards)
    except Nmbr9Error:
        is_right = False
    return Check(f"a legal display has {certificate.target} points", is_right)


def _check_bags(certificate: Certificate, levels: int) -> Check:
    """Work out again that bags alone allow no more than the target."""
    allowed = any(certificate.bags.tops(levels, certificate.target + 1))
    return Check(f"{levels} levels: bags alone allow no more", not allowed)


def check_states(
    certificate: Certificate, levels: int, sample: int, random: Random
) -> Iterator[Check]:
    """Look at random states of each level: are all that follow from them there?"""
    tops = list(certificate.bags.tops(levels, certificate.target + 1))
    if not tops:
        return  # Whether its relations are right, which leave nothing, is checked elsewhere.
    for level in range(levels - 1, 0, -1):
        if level == levels - 1:
            states = [_some_top(levels, random.choice(tops), random) for _ in range(sample)]
        else:
            count = certificate.size(levels, level)
            entries = random.sample(range(count), min(sample, count))
            states = [certificate.state(levels, level, entry) for entry in entries]
        if not states:
            return
        is_right = all(_has_children(certificate, levels, level, state) for state in states)
        yield Check(f"{levels} levels: {len(states)} states of level {level} lead on", is_right)


def _some_top(levels: int, top: Bag, random: Random) -> Level:
    """Return a random arrangement of a highest level; of many tiles only the largest number."""
    numbers = [number for number, count in enumerate(top) for _ in range(count)]
    laid = numbers if len(numbers) <= 3 else numbers[-1:]
    tiles = some_arrangement(laid, random)
    return Level(tiles, top, top, (levels - 1) * sum_of(top))


def _has_children(certificate: Certificate, levels: int, level: int, state: Level) -> bool:
    """Whether everything that follows from a state is in the certificate."""
    need = certificate.target + 1 - state.score
    choices = list(certificate.bags.under(level - 1, state.used, state.bag, need))
    known: dict[tuple[Bag, Bag], dict[object, int]] = {}
    for child in children(state, choices, level - 1):
        if level == 1:
            return False
        key = child.used, child.bag
        if key not in known:
            known[key] = certificate.scores(levels, level - 1, *key)
        if known[key].get(level_name(child.tiles), -1) < child.score:
            return False
    return True


def _check_relations(certificate: Certificate, sample: int, random: Random) -> Iterator[Check]:
    """Try random pairs of bags that the certificate calls impossible."""
    pairs = list(certificate.bags.impossible_pairs())
    chosen = random.sample(pairs, min(sample, len(pairs)))
    is_right = not any(can_carry(lower, upper) for upper, lower in chosen)
    yield Check(f"{len(chosen)} of {len(pairs)} pairs of bags are impossible", is_right)
