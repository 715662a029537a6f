"""Counts of legal sequences, kept as text: ``8 9 7 -> 18824``, or ``9 after 9u@0,0 -> 88``.

The quickest way to see whether the placement rules are right. The engine answers every line of
``tests/golden/counts``; the naive reference answers those it can reach in little time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nmbr9 import Display, NumberTile, Piece, Place, perft
from tests.golden.regenerate import COUNTS_FOLDER, Count, counts_of, read_count, recounted
from tests.reference import NUMBERS, Layers
from tests.reference import Piece as ReferencePiece

FILES = sorted(COUNTS_FOLDER.glob("*.txt"))
COUNTS = [count for path in FILES for count in counts_of(path)]
FOR_THE_REFERENCE = [
    count
    for count in COUNTS
    if len(count.numbers) == 1 or (len(count.numbers) == 2 and not count.display.pieces)
]
NAMED_IN_THE_ISSUE = {
    "0": 2,
    "0 1": 168,
    "9 9": 352,
    "8 9 7": 18_824,
    "1 1 1": 28_096,
    "9 9 8 7": 2_882_360,
}

Divided = dict[str, int]
"""How many sequences follow each first placement, which is written as in the notation."""


def name(number: int, rotation: int, x: int, y: int, level: int) -> str:
    return str(Place(0, number, False, rotation, x, y, level))


def divided_by_engine(numbers: tuple[int, ...], display: Display) -> Divided:
    first, rest = numbers[0], numbers[1:]
    found = {}
    for rotation, x, y, level in display.legal_placements(first):
        after = display.place_unchecked(Piece(NumberTile(first), x, y, level, rotation))
        found[name(first, rotation, x, y, level)] = perft(rest, after)
    return found


def divided_by_reference(numbers: tuple[int, ...], pieces: list[ReferencePiece]) -> Divided:
    """Count by trying each outline everywhere, with nothing but sets of cells."""
    first, rest = numbers[0], numbers[1:]
    layers = Layers(pieces)
    found = {}
    for (flipped, rotation), outline in NUMBERS[first].items():
        for cells, spot in layers.spots(outline, limit=1000):
            if flipped or layers.tokens_needed(cells, spot["level"]) != set():
                continue
            after = [*pieces, ReferencePiece(cells, spot["level"], first)]
            below = sum(divided_by_reference(rest, after).values()) if rest else 1
            found[name(first, rotation, spot["x"], spot["y"], spot["level"])] = below
    return found


def as_reference(display: Display) -> list[ReferencePiece]:
    return [
        ReferencePiece(frozenset(piece.cells), piece.level, piece.tile.number)
        for piece in display.pieces
        if isinstance(piece.tile, NumberTile)
    ]


def per_placement(divided: Divided) -> str:
    lines = [f"  {placement} {count}" for placement, count in sorted(divided.items())]
    return "\n".join([*lines, f"  together {sum(divided.values())}"])


def assert_count(count: Count, divide: Callable[[Count], Divided], total: int) -> None:
    """Compare a total; when it is wrong, tell what each first placement contributes."""
    if total != count.expected:
        pytest.fail(f"expected {count.line}\n{per_placement(divide(count))}", pytrace=False)


def by_engine(count: Count) -> Divided:
    return divided_by_engine(count.numbers, count.display)


def by_reference(count: Count) -> Divided:
    return divided_by_reference(count.numbers, as_reference(count.display))


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.line)
def test_the_engine_counts(count: Count) -> None:
    assert_count(count, by_engine, perft(count.numbers, count.display))


@pytest.mark.parametrize("count", FOR_THE_REFERENCE, ids=lambda count: count.line)
def test_the_reference_counts_the_same_placements(count: Count) -> None:
    """Not only as many, but the same ones."""
    theirs = by_reference(count)
    assert_count(count, by_reference, sum(theirs.values()))
    assert theirs == by_engine(count)


def test_the_counts_named_in_the_issue_are_there() -> None:
    empty = {
        " ".join(map(str, count.numbers)): count.expected
        for count in COUNTS
        if not count.display.pieces
    }
    assert {cards: empty.get(cards) for cards in NAMED_IN_THE_ISSUE} == NAMED_IN_THE_ISSUE


def test_the_counts_go_deep_and_high() -> None:
    """Every number alone, sequences of one to four cards, and displays of three levels."""
    assert {count.numbers for count in COUNTS} >= {(number,) for number in range(10)}
    assert {len(count.numbers) for count in COUNTS} == {1, 2, 3, 4}
    assert max(count.display.highest_level for count in COUNTS) >= 2
    assert len(FOR_THE_REFERENCE) >= len(COUNTS) // 2


def test_the_counts_per_placement_add_up() -> None:
    assert sum(divided_by_engine((8, 9, 7), Display()).values()) == 18_824
    assert divided_by_engine((0,), Display()) == {"0u@0,0": 1, "0r@0,0": 1}


def test_a_wrong_count_is_told_placement_by_placement() -> None:
    wrong = read_count("0 1 -> 167")
    with pytest.raises(pytest.fail.Exception, match=r"expected 0 1 -> 167\n  0r@0,0 \d+\n"):
        assert_count(wrong, by_engine, perft(wrong.numbers))


def test_recounting_keeps_the_questions(tmp_path: Path) -> None:
    path = tmp_path / "counts.txt"
    path.write_text("# a comment\n\n0 1 -> 0\n9 after 9u@0,0 -> 0\n", encoding="utf-8")
    assert recounted(path) == "# a comment\n\n0 1 -> 168\n9 after 9u@0,0 -> 88\n"
