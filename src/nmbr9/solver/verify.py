"""Checking the certificate of a proof with code that shares nothing with the search but the shapes.

Levels are plain Python on integers as sets of cells, a thousand times slower than the search, so
that it looks at samples: random states must have all their children in the certificate, and random
pairs of bags that it calls impossible must be so. What bags alone exclude is worked out again in
full.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.solver.plain_bags import Bag, PlainBags, sum_of
from nmbr9.solver.plain_levels import (
    Level,
    bag_from_key,
    can_carry,
    children,
    level_from_words,
    level_name,
    some_arrangement,
)

FORMAT = "nmbr9-proof/1"


class CertificateError(Nmbr9Error, ValueError):
    """A file that is no certificate."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    what: str
    is_right: bool


class Certificate:
    """A certificate as it was read.

    Raises: CertificateError.
    """

    def __init__(self, path: Path) -> None:
        try:
            if not zipfile.is_zipfile(path):
                raise ValueError("got another kind of file, or none")
            with np.load(path) as stored:
                self._arrays = {name: stored[name] for name in stored.files}
            self.about: dict[str, Any] = json.loads(self._arrays["about"].tobytes())
            if self.about["format"] != FORMAT:
                raise ValueError(f"format {self.about['format']!r}")
            self.cards = tuple(int(card) for card in self.about["cards"])
            self.target = int(self.about["target"])
            self.counts = {int(k): list(v) for k, v in self.about["levels"].items()}
            self.record: dict[str, Any] = dict(self.about["record"])
            place, lies_on = self._arrays["place"], self._arrays["lies_on"]
            for levels, counts in self.counts.items():
                self._check_arrays(levels, counts)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise CertificateError(f"expected a certificate of a proof: {error}") from None
        self.bags = PlainBags(self.cards, place, lies_on)

    def _check_arrays(self, levels: int, counts: list[int]) -> None:
        """Raise KeyError where an array is missing that the counts tell of."""
        for index in range(1, len(counts)):
            for name in ("states", "scores"):
                self._arrays[f"{name}-{levels}-{levels - 1 - index}"]

    def size(self, levels: int, level: int) -> int:
        """Return how many states a level has."""
        return len(self._arrays[f"states-{levels}-{level}"])

    def state(self, levels: int, level: int, entry: int) -> Level:
        """Return a state of a level."""
        words = self._arrays[f"states-{levels}-{level}"][entry].tolist()
        score = int(self._arrays[f"scores-{levels}-{level}"][entry])
        return level_from_words(words, score)

    def scores(self, levels: int, level: int, used: Bag, bag: Bag) -> dict[object, int]:
        """Return the states with these bags by their shape, whatever way they are turned."""
        states = self._arrays[f"states-{levels}-{level}"]
        found: dict[object, int] = {}
        for entry in np.flatnonzero(states[:, -1] == bag_from_key(used, bag)).tolist():
            state = self.state(levels, level, entry)
            found[level_name(state.tiles)] = state.score
        return found


def verify(path: Path, sample: int, seed: int = 0) -> Iterator[Check]:
    """Yield what was checked, one thing after another.

    Raises: CertificateError.
    """
    certificate, random = Certificate(path), Random(seed)
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
        is_right = game.scores == [certificate.target] and numbers == sorted(certificate.cards)
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
