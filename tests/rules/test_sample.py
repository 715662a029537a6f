"""A world dealt from what a player knows: it fits, it is whole, and nothing in it is favoured."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nmbr9 import Game, Options, Variant
from nmbr9.rules.knowledge import view
from tests.strategies import Style, combinations, games, play


@given(games(max_players=3), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_sampled_world_fits_what_each_player_knows(game: Game, random: Random) -> None:
    for viewer in range(len(game.players)):
        seen = view(game, viewer)
        world = seen.sample(random)
        assert view(world, viewer) == seen
        assert world.legal_actions(viewer) == game.legal_actions(viewer)
        # It replays from its record, so that everything in it is legal and nothing is left over.
        again = Game.from_record(world.to_record())
        assert again == world


@pytest.mark.parametrize("options", combinations(max_players=2)[::7], ids=str)
def test_a_sampled_world_can_be_played_to_its_end(options: Options) -> None:
    random = Random(5)
    world = view(play(options, 3, Style.VARIED, 9), 0).sample(random)
    while not world.is_over:
        player = world.waiting_for[0]
        world = world.apply(player, random.choice(world.legal_actions(player)))
    assert len(world.scores) == options.players


@pytest.mark.parametrize("variant", Variant)
def test_every_order_of_the_cards_left_is_as_likely(variant: Variant) -> None:
    options = Options(variant=variant)
    game = Game.new(options, seed=1)
    while len(game.deck) - game.table.drawn > 4:
        game = game.apply(0, game.legal_actions(0)[0])
    seen, random, samples = view(game, 0), Random(11), 6_000
    drawn = game.table.drawn
    orders = Counter(seen.sample(random).deck[drawn:] for _ in range(samples))
    left = [number for number, count in enumerate(seen.cards_left) for _ in range(count)]
    distinct = {tuple(order) for order in _orders(left)}
    assert set(orders) == distinct
    expected = samples / len(distinct)
    chi_squared = sum((orders[order] - expected) ** 2 / expected for order in distinct)
    # Its mean is the number of orders less one, its variance twice that; five deviations are far.
    freedom = len(distinct) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5


def _orders(cards: list[int]) -> list[list[int]]:
    if not cards:
        return [[]]
    return [
        [card, *rest]
        for index, card in enumerate(cards)
        for rest in _orders(cards[:index] + cards[index + 1 :])
    ]


def test_every_card_comes_next_as_often_as_it_is_there() -> None:
    seen, random, samples = view(Game.new(Options(), seed=1), 0), Random(2), 9_500
    nexts = Counter(seen.sample(random).deck[1] for _ in range(samples))
    for number, count in enumerate(seen.cards_left):
        expected = samples * count / sum(seen.cards_left)
        assert abs(nexts[number] - expected) < 5 * expected**0.5, number


def test_a_secret_decision_is_in_no_world() -> None:
    game = Game.new(Options(players=2, variant=Variant.TWO_OUT_OF_THREE), seed=3)
    taken, rejected = game.play("take", player=1), game.play("reject", player=1)
    assert view(taken, 0) == view(rejected, 0) == view(game, 0)
    assert view(taken, 1) != view(rejected, 1)
    world = view(taken, 0).sample(Random(0))
    assert world.actions == ()
    assert world.waiting_for == (0, 1)
