"""What a bot in another process is told is what a view holds, and never the draw pile."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from nmbr9 import Game, Options
from nmbr9.bots.guests.view_data import legal_data, view_data, view_of
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import Token, Variant
from nmbr9.rules.record import read_action
from tests.strategies import games


@given(games())
def test_a_view_comes_back_from_json_as_it_was(game: Game) -> None:
    for player in range(game.options.players):
        seen = view(game, player)
        assert view_of(json.loads(json.dumps(view_data(seen)))) == seen


@given(games())
def test_the_legal_actions_of_the_data_are_those_of_the_game(game: Game) -> None:
    seen = view(game, 0)
    listed = []
    for offer in json.loads(json.dumps(legal_data(seen))):
        spots = offer.pop("at", [None])
        for spot in spots:
            at = (
                {}
                if spot is None
                else dict(zip(("rotation", "x", "y", "level"), spot, strict=True))
            )
            listed.append(read_action("action", {**offer, **at}))
    assert listed == seen.legal_actions()


@pytest.mark.parametrize("variant", Variant)
def test_the_order_of_the_draw_pile_changes_nothing(variant: Variant) -> None:
    options = Options(2, variant, gap_fillers=True, special_tokens=(Token.GAP, Token.MOVE))
    game = Game.new(options, seed=3)
    drawn = game.table.drawn
    rest = list(game.deck[drawn:])
    Random(1).shuffle(rest)
    other = replace(game, deck=(*game.deck[:drawn], *rest))
    assert other.deck != game.deck
    assert view_data(view(other, 0)) == view_data(view(game, 0))
