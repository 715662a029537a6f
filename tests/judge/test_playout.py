"""Playouts are legal games, repeatable, and independent of each other."""

from __future__ import annotations

import numpy as np

from nmbr9.judge.evaluate import FEATURES, PERIMETER
from nmbr9.judge.playout import (
    greedy_games,
    greedy_playout,
    new_random,
    random_below,
    random_games,
    random_playout,
    shuffle,
)
from nmbr9.kernel.compile import COMPILER_IS_ON
from nmbr9.kernel.convert import decode
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import COUNT, FACTS, HEIGHT, LEVELS, new_position
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules import Display

GAMES = 20 if COMPILER_IS_ON else 2
DECK = np.array([*range(10), *range(10)], np.int64)
COMPACT = np.zeros((1, LEVELS, FEATURES))
COMPACT[:, :, PERIMETER] = -1 / 64


def checked(display: Display) -> Display:
    """The same display, placed again by the rules, which raise if anything is illegal."""
    again = Display()
    for piece in display.pieces:
        again = again.place(piece)
    return again


def test_random_games_are_legal_and_score_what_the_rules_say() -> None:
    random_state = new_random(1)
    for _ in range(GAMES):
        position, kinds = new_position(), DECK.copy()
        shuffle(kinds, random_state)
        points = random_playout(position, tables(), new_workspace(), kinds, ANY_LEVEL, random_state)
        display = decode(position)
        assert checked(display).points == points
        assert [piece.tile.number for piece in display.pieces] == kinds.tolist()  # type: ignore[union-attr]


def test_greedy_games_are_legal_and_score_what_the_rules_say() -> None:
    position = new_position()
    points = greedy_playout(position, tables(), new_workspace(), DECK, ANY_LEVEL, COMPACT)
    assert checked(decode(position)).points == points


def test_a_level_limit_is_kept() -> None:
    position = new_position()
    greedy_playout(position, tables(), new_workspace(), DECK, 1, COMPACT)
    assert position.book[FACTS, HEIGHT] == 2
    assert position.book[FACTS, COUNT] == 20


def test_the_same_seed_gives_the_same_games() -> None:
    results = []
    for seed in (7, 7, 8):
        scores = np.zeros(GAMES, np.int64)
        work = new_workspace()
        random_games(new_position(), tables(), work, DECK.copy(), new_random(seed), scores)
        kinds, random_state = DECK.copy()[:6], new_random(seed)
        more = np.zeros(2, np.int64)
        greedy_games(
            new_position(), new_position(), tables(), work, kinds, COMPACT, random_state, more
        )
        results.append((scores.tolist(), kinds.tolist(), random_state.tolist()))
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_random_numbers_are_in_range_and_all_of_them_come() -> None:
    random_state = new_random(0)
    assert {random_below(random_state, 7) for _ in range(200)} == set(range(7))
    assert len({int(new_random(seed)[0]) for seed in range(100)}) == 100
