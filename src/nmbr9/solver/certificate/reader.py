"""Reading the certificate of a proof: whatever a file holds, it is checked here and only here.

Shares nothing with the search but the check of the cards. What a certificate consists of stands
in `certificate`.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.rules.pieces.tiles import NUMBERS
from nmbr9.solver.cards import FULL_DECK, check_cards
from nmbr9.solver.certificate.plain_bags import Bag, Integers, PlainBags
from nmbr9.solver.certificate.plain_levels import (
    KEY_BITS,
    NO_PIECE,
    PIECE_SHIFTS,
    SHAPES,
    Level,
    key_of,
    level_from_words,
    level_name,
    split_key,
)

FORMAT = "nmbr9-proof/1"
WORDS = 5
"""Of a state: four with three pieces each, and one with its bags."""
MOST_LEVELS = FULL_DECK // 2
MOST_POINTS = 10_000
"""More than any bag could have."""


class CertificateError(Nmbr9Error, ValueError):
    """A file that is no certificate; the message says what is wrong with it."""


class Certificate:
    """A certificate as it was read: everything has the type, shape and range that it must have.

    Raises: CertificateError, CardsError.
    """

    def __init__(self, path: Path) -> None:
        self._arrays = _read(path)
        about = _about(self._array("about"))
        told_format = _told(about, "format")
        if told_format != FORMAT:
            raise CertificateError(f"expected format {FORMAT!r}, got {shown(told_format)}")
        cards = _told(about, "cards")
        if not isinstance(cards, list):
            raise CertificateError(f"expected a list of cards, got {shown(cards)}")
        self.cards = tuple(sorted(check_cards(cards)))
        self.target = _number("a target", _told(about, "target"), MOST_POINTS)
        self.record = _dict("a record", _told(about, "record"))
        self.counts = _counts(_dict("levels", _told(about, "levels")))
        place, lies_on = self._array("place"), self._array("lies_on")
        _check_relations(place, lies_on)
        self.bags = PlainBags(self.cards, place, lies_on)
        for levels, counts in self.counts.items():
            for index in range(1, len(counts)):
                self._check_level(levels, levels - 1 - index, counts[index])

    @property
    def claim(self) -> str:
        """What the certificate says: of which tiles no display has more than how many points."""
        tiles = "all 20 tiles" if len(self.cards) == FULL_DECK else _listed(self.cards)
        return f"no display of {tiles} has more than {self.target} points"

    def _array(self, name: str) -> NDArray[Any]:
        if name not in self._arrays:
            raise CertificateError(
                f"expected a certificate of a proof, got a file without {name!r}"
            )
        return self._arrays[name]

    def _check_level(self, levels: int, level: int, count: int) -> None:
        """Raise CertificateError unless the states of a level can be used."""
        names = f"states-{levels}-{level}", f"scores-{levels}-{level}"
        states, scores = (self._array(name) for name in names)
        _check_array(names[0], states, (count, WORDS))
        _check_array(names[1], scores, (count,))
        self._arrays[names[0]] = states = states.astype(np.int64)
        pieces = np.array([states[:, :-1] >> shift & NO_PIECE for shift in PIECE_SHIFTS])
        wrong = (pieces != NO_PIECE) & (pieces >> 12 >= len(SHAPES))
        if wrong.any():
            raise CertificateError(
                f"expected tiles of {len(SHAPES)} shapes in {names[0]!r},"
                f" got shape {int(pieces[wrong][0]) >> 12}"
            )
        if (pieces == NO_PIECE).all(axis=(0, 2)).any():
            raise CertificateError(f"expected tiles in every state of {names[0]!r}, got none")
        used, bag = split_key(states[:, -1])
        has_parts = used >> KEY_BITS == 0
        for number in NUMBERS:
            laid, spent = (bags >> 3 * number & 7 for bags in (bag, used))
            has_parts &= (laid <= spent) & (spent <= self.bags.total[number])
        if not has_parts.all():
            entry = int(np.flatnonzero(~has_parts)[0])
            raise CertificateError(
                f"expected parts of the cards in {names[0]!r}, got others in state {entry}"
            )

    def size(self, levels: int, level: int) -> int:
        """Return how many states a level has."""
        return len(self._states(levels, level))

    def state(self, levels: int, level: int, entry: int) -> Level:
        """Return a state of a level."""
        words = self._states(levels, level)[entry].tolist()
        score = int(self._arrays[f"scores-{levels}-{level}"][entry])
        return level_from_words(words, score)

    def scores(self, levels: int, level: int, used: Bag, bag: Bag) -> dict[object, int]:
        """Return the states with these bags by their shape, whatever way they are turned."""
        states = self._states(levels, level)
        found: dict[object, int] = {}
        for entry in np.flatnonzero(states[:, -1] == key_of(used, bag)).tolist():
            state = self.state(levels, level, entry)
            found[level_name(state.tiles)] = state.score
        return found

    def _states(self, levels: int, level: int) -> Integers:
        """Return the states of a level; those that were not written are none."""
        if levels - 1 - level >= len(self.counts[levels]):
            return np.zeros((0, WORDS), np.int64)
        return self._arrays[f"states-{levels}-{level}"]


def _read(path: Path) -> dict[str, NDArray[Any]]:
    if not zipfile.is_zipfile(path):
        raise CertificateError(
            "expected a certificate of a proof, got another kind of file, or none"
        )
    try:
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except Exception as error:  # Damaged files raise whatever the parsers in numpy do.
        reason = str(error) or type(error).__name__
        raise CertificateError(
            f"expected a certificate of a proof, got a damaged file: {reason}"
        ) from None
    # Files in an archive that are no arrays come as bytes.
    return {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}


def _about(array: NDArray[Any]) -> dict[str, Any]:
    try:
        about = json.loads(array.tobytes())
    except (ValueError, RecursionError):
        raise CertificateError("expected JSON in 'about', got something else") from None
    return _dict("'about'", about)


def _told(about: dict[str, Any], key: str) -> object:
    if key not in about:
        raise CertificateError(f"expected a certificate of a proof, got a file without {key!r}")
    return about[key]


def _dict(what: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CertificateError(f"expected {what} as an object, got {shown(value)}")
    return value


def _number(what: str, value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise CertificateError(f"expected {what} of 0 to {most}, got {shown(value)}")
    return value


def _counts(told: dict[str, Any]) -> dict[int, list[int]]:
    """Return how many states the levels have, by number of levels."""
    numbers = {str(levels): levels for levels in range(1, MOST_LEVELS + 1)}
    found = {}
    for levels, counts in told.items():
        if levels not in numbers:
            raise CertificateError(f"expected 1 to {MOST_LEVELS} levels, got {shown(levels)}")
        if not isinstance(counts, list) or len(counts) > numbers[levels]:
            raise CertificateError(
                f"expected a list of at most {levels} counts for {levels} levels,"
                f" got {shown(counts)}"
            )
        found[numbers[levels]] = [_number("a count", count, 10**9) for count in counts]
    return found


def _check_array(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise CertificateError(f"expected {name!r} of shape {shape}, got {array.shape}")
    # Unsigned ones would turn into fractions beside others.
    if array.dtype.kind != "i":
        raise CertificateError(f"expected signed integers in {name!r}, got {array.dtype}")


def _check_relations(place: NDArray[Any], lies_on: NDArray[Any]) -> None:
    _check_array("place", place, (3 ** len(NUMBERS),))
    side = lies_on.shape[0] if lies_on.ndim else 0
    _check_array("lies_on", lies_on, (side, side))
    if place.max() >= side:
        raise CertificateError(
            f"expected 'lies_on' of shape {(int(place.max()) + 1,) * 2} at least for 'place',"
            f" got {lies_on.shape}"
        )


def _listed(cards: tuple[int, ...]) -> str:
    if len(cards) == 1:
        return f"the tile {cards[0]}"
    return f"the {len(cards)} tiles {', '.join(map(str, cards))}"
