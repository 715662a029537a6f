"""Bots play games to their end without a refused action: any bots, any options.

`Game.apply` refuses what is illegal, so a finished game was legal throughout.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from nmbr9 import Game, Options, Token, Variant
from nmbr9.bots.base import play_turns
from nmbr9.bots.registry import BOTS, load_bot
from tests.strategies import own_shapes
from tests.tiers import first

GAMES, CHUNKS, SHARE = 1_000, 20, 9
LEAST_OF_EACH = 30
QUICK = ("random", "greedy", "careful")
"""The others think longer: each of them has a seat in one of ten games."""
MODULES = ("starting tiles", "gap fillers", *(f"token {token}" for token in Token))


def modules_of(options: Options) -> list[str]:
    named = [("starting tiles", options.starting_tiles), ("gap fillers", options.gap_fillers)]
    tokens = [f"token {token}" for token in options.special_tokens]
    return [name for name, is_used in named if is_used] + tokens


def options_of(index: int, random: Random) -> Options:
    """Return options for a game: the variants take turns, all else is random."""
    variant = list(Variant)[index % len(Variant)]
    return Options(
        random.choice((1, 1, 2, 3, 4)),
        variant,
        starting_tiles=random.random() < 0.5,
        gap_fillers=random.random() < 0.5,
        special_tokens=tuple(random.sample(list(Token), random.choice((1, 2, 2, 3, 6)))),
    )


def play(index: int) -> None:
    """Play a game to its end."""
    random = Random(index)
    options = options_of(index, random)
    shapes = own_shapes(random) if options.starting_tiles and index % 2 else ()
    game = Game.new(options, seed=index, starting_shapes=shapes)
    slow = [name for name in BOTS if name not in QUICK]
    names = [random.choice(QUICK) for _ in range(options.players)]
    if index % 10 == 0:
        names[0] = random.choice(slow)
    bots = [load_bot(name) for name in names]
    while not game.is_over:
        for player in game.waiting_for:
            game = play_turns(game, player, bots[player], random, seconds=0.0)


@pytest.mark.parametrize("index", first(1, range(1, 1 + SHARE)))
def test_a_share_of_games_without_a_refused_action(index: int) -> None:
    play(index)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_twentieth_of_a_thousand_games_without_a_refused_action(chunk: int) -> None:
    for index in range(chunk, GAMES, CHUNKS):
        play(index)


def test_every_variant_is_played_with_every_module_often_enough() -> None:
    """Counted from the options alone, which the games are played with."""
    seen: Counter[str] = Counter()
    for index in range(GAMES):
        options = options_of(index, Random(index))
        seen.update(f"{options.variant} with {module}" for module in modules_of(options))
    pairs = {f"{variant} with {module}" for variant in Variant for module in MODULES}
    assert {*seen} == pairs
    assert min(seen.values()) >= LEAST_OF_EACH, seen
