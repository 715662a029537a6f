"""The quick look at a placement never says yes to anything that the rules refuse."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nmbr9.rules import Action, Game, Options, Place, Variant
from tests.match.playing import random_options
from tests.tiers import first


def is_plain(action: Action) -> bool:
    return isinstance(action, Place) and not action.tokens and not action.flipped


def nearly(action: Place, random: Random) -> Place:
    """A placement that differs in one thing, and so may be illegal."""
    name = random.choice(["player", "number", "rotation", "x", "y", "level"])
    return replace(action, **{name: getattr(action, name) + random.choice([-9, -1, 1, 9])})


def somewhere(game: Game, random: Random) -> Place:
    """A placement anywhere on or around the display."""
    state = game.players[0]
    left, top, right, bottom = state.display.bounds
    return Place(
        0,
        state.turn.number or 0,
        False,
        random.randrange(4),
        random.randint(left - 5, right + 2),
        random.randint(top - 5, bottom + 2),
        random.randint(0, len(state.display.levels)),
    )


@pytest.mark.parametrize("seed", first(4, range(30), rest=6))
def test_it_agrees_with_the_rules(seed: int) -> None:
    random = Random(seed)
    options = random_options(random, players=1)
    game, found = Game.new(options, seed), 0
    while not game.is_over:
        legal = game.legal_actions(0)
        for action in legal:
            assert game.is_plain_placement(0, action) == is_plain(action)
        tried = [nearly(action, random) for action in legal if isinstance(action, Place)]
        tried = random.sample(tried, min(20, len(tried)))
        for action in (*tried, *(somewhere(game, random) for _ in range(20))):
            is_legal = game.is_plain_placement(0, action)
            assert is_legal == (is_plain(action) and not game.violations(0, action))
            found += is_legal
        game = game.apply(0, random.choice(legal))
    assert found, "some of what was tried is legal"
    assert not game.is_plain_placement(0, Place(0, 1, False, 0, 0, 0, 0, ()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": 0.0},
        {"number": 9.0},
        {"player": False},
        {"flipped": 0},
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


@pytest.mark.parametrize("variant", [Variant.TWO_OUT_OF_THREE, Variant.LEVEL_TO_LEVEL])
def test_nothing_is_placed_before_a_card_is_taken(variant: Variant) -> None:
    game = Game.new(Options(1, variant), seed=1)
    for number in (None, game.table.revealed[0]):
        action = Place(0, number, False, 0, 0, 0, 0, ())  # type: ignore[arg-type]
        assert not game.is_plain_placement(0, action)
