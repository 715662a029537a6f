"""The kernel gives exactly what the rules give."""

from __future__ import annotations

import pytest

from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import Lister, allowance_for, decode, encode
from nmbr9.kernel.layout import FACTS, POINTS
from nmbr9.kernel.perft import perft
from nmbr9.rules import Display, Piece, score
from nmbr9.rules import perft as plain_perft
from nmbr9.rules.pieces.tiles import NumberTile
from tests.kernel.random_positions import positions

SHARE = 250 if COMPILER_IS_ON else 40
CHUNKS, CHUNK = 20, 5_000


def compare(seed: int, count: int) -> None:
    lister = Lister()
    for questions in positions(seed, count):
        for display, tile, tokens, markers, highest_level, answer in questions:
            allowance = allowance_for(tokens, markers, highest_level)
            found = lister.placements(display, tile, allowance)
            assert sorted(found) == sorted(answer), (display, tile, tokens, markers, highest_level)
        position = encode(display)
        assert position.book[FACTS, POINTS] == score(display).total
        assert decode(position) == display


def test_placements_prices_and_scores_in_random_games() -> None:
    compare(seed=0, count=SHARE)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 1 + CHUNKS))
def test_placements_prices_and_scores_in_many_random_games(seed: int) -> None:
    compare(seed, CHUNK)


@pytest.mark.parametrize(
    ("numbers", "count"),
    [((), 1), ((4,), 4), ((0, 1), 168), ((8, 9, 7), 18_824), ((1, 1, 1), 28_096)],
)
def test_counts_of_short_sequences(numbers: tuple[int, ...], count: int) -> None:
    if not COMPILER_IS_ON and len(numbers) > 2:
        numbers, count = numbers[:2], plain_perft(numbers[:2])
    assert perft(numbers) == count


@pytest.mark.skipif(not COMPILER_IS_ON, reason="would take hours")
@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        ((9, 9, 8, 7), 2_882_360),
        # Twice the published numbers of study.md, because tile 0 has two rotations; and so on.
        ((0, 1, 2, 3), 2 * 1_406_470),
        ((9, 8, 7, 6), 4 * 656_399),
        ((1, 1, 7, 7), 4 * 901_202),
    ],
)
def test_counts_of_longer_sequences(numbers: tuple[int, ...], count: int) -> None:
    assert perft(numbers) == count


@pytest.mark.long
@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        ((9, 9, 8, 7, 6), 475_520_432),
        ((0, 1, 2, 3, 4), 2 * 229_858_796),
        ((9, 8, 7, 6, 5), 4 * 110_563_866),
        ((1, 1, 7, 7, 4), 4 * 132_287_952),
    ],
)
def test_counts_of_long_sequences(numbers: tuple[int, ...], count: int) -> None:
    assert perft(numbers) == count


def test_counts_go_on_from_a_display() -> None:
    display = Display().place(Piece(NumberTile(9), 0, 0, 0)).place(Piece(NumberTile(9), 3, 0, 0))
    assert perft([7], display) == plain_perft([7], display)
