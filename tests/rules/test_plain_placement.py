"""The quick look at a placement never says yes to anything that the rules refuse."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nmbr9.rules import Action, Game, Options, Place
from tests.match.playing import random_options


def is_plain(action: Action) -> bool:
    return isinstance(action, Place) and not action.tokens and not action.flipped


def nearly(action: Place, random: Random) -> Place:
    """A placement that differs in one thing, and so may be illegal."""
    name = random.choice(["player", "number", "rotation", "x", "y", "level"])
    return replace(action, **{name: getattr(action, name) + random.choice([-9, -1, 1, 9])})


@pytest.mark.parametrize("seed", range(30))
def test_it_agrees_with_the_rules(seed: int) -> None:
    random = Random(seed)
    options = random_options(random, players=1)
    game, seen = Game.new(options, seed), 0
    while not game.is_over:
        legal = game.legal_actions(0)
        for action in legal:
            assert game.is_plain_placement(0, action) == is_plain(action)
        for action in random.choices(legal, k=20):
            if isinstance(action, Place):
                other = nearly(action, random)
                if game.is_plain_placement(0, other):
                    assert not game.violations(0, other)
                    seen += 1
        game = game.apply(0, random.choice(legal))
    assert seen, "some of what differs is legal as well"
    assert not game.is_plain_placement(0, Place(0, 1, False, 0, 0, 0, 0, ()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": 0.0},
        {"level": False},
        {"flipped": True},
        {"rotation": 4},
        {"level": -1},
        {"level": 9},
        {"x": 10**9},
        {"player": 1},
    ],
)
def test_what_is_no_placement_is_left_to_the_rules(wrong: dict[str, Any]) -> None:
    game = Game.new(Options(1), deck=[9, 9, *range(9), *range(9)])
    fits = Place(0, 9, False, 0, 0, 0, 0, ())
    assert game.is_plain_placement(0, fits)
    unfit = replace(fits, **wrong)
    assert not game.is_plain_placement(0, unfit)
    assert game.violations(0, unfit)
