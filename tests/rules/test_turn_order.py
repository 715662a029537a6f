"""Section 8: turns inside a round, and what a player knows."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import permutations
from typing import Any

import pytest

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Done,
    Fill,
    Game,
    Move,
    Options,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.knowledge import view
from nmbr9.rules.state import Reserved
from tests.boards import assert_illegal, assert_legal, deck_from, draw, game_at, tokens

NINE = draw("999\n999\n99.\n99.")
FILLERS = Options(gap_fillers=True)
TILE = Place(0, 8, False, 1, 3, 0, 0)
BOTH = tokens(Token.MOVE, Token.RESERVE)


@pytest.mark.accepts("8.1")
def test_a_turn_is_over_when_nothing_optional_is_left() -> None:
    game = assert_legal(game_at(NINE, 8, 7), TILE)
    assert (game.table.round_number, game.players[0].turn.number) == (2, 7)


OPTIONAL: list[tuple[Options, dict[str, Any], Action]] = [
    (FILLERS, {"fillers": (1,)}, Fill(0, 1, 0, 2, 2, 0)),
    (
        BOTH,
        {"reserved": Reserved(0, 0, None), "used_tokens": tuple(Token)[:2]},
        Build(0, 0, -3, 0, 0),
    ),
    (tokens(Token.MOVE), {"used_tokens": (Token.BLACK,)}, Move(0, 0, 2, 0, 0, 0)),
]


@pytest.mark.accepts("8.1")
@pytest.mark.parametrize(("options", "state", "action"), OPTIONAL)
def test_what_is_optional_keeps_a_turn_open(
    options: Options, state: dict[str, Any], action: Action
) -> None:
    game = assert_legal(game_at(NINE, 8, 7, options=options, **state), TILE)
    assert game.table.round_number == 1
    assert assert_legal(game, action).table.round_number == 2
    assert assert_legal(game, Done(0)).table.round_number == 2


@pytest.mark.accepts("8.1")
@pytest.mark.parametrize(("options", "state", "action"), OPTIONAL)
def test_what_is_optional_may_come_first(
    options: Options, state: dict[str, Any], action: Action
) -> None:
    game = assert_legal(game_at(NINE, 8, 7, options=options, **state), action)
    assert assert_legal(game, TILE).table.round_number == 2


@pytest.mark.refuses("8.1")
@pytest.mark.parametrize(
    ("options", "state"),
    [
        (FILLERS, {"fillers": ()}),
        (tokens(Token.MOVE), {"used_tokens": (Token.MOVE,)}),
        (tokens(Token.MOVE), {"used_tokens": (Token.BLACK, Token.GAP)}),
        (tokens(Token.APART, Token.BLACK, Token.GAP, Token.RESERVE, Token.SINGLE), {}),
    ],
    ids=["no filler in hand", "move is used", "no marker is left", "other tokens"],
)
def test_nothing_else_is_optional(options: Options, state: dict[str, Any]) -> None:
    game = assert_legal(game_at(NINE, 8, 7, options=options, **state), TILE)
    assert game.table.round_number == 2


@pytest.mark.refuses("8.1")
def test_a_tile_reserved_in_this_turn_is_not_optional() -> None:
    game = assert_legal(game_at(NINE, 8, 7, options=tokens(Token.RESERVE)), Reserve(0))
    assert game.table.round_number == 2


@pytest.mark.refuses("8.1")
def test_move_is_not_optional_without_a_number_tile() -> None:
    options = tokens(Token.MOVE, variant=Variant.TWO_OUT_OF_THREE, starting_tiles=True)
    game = Game.new(options, seed=2)
    assert assert_legal(game, Reject(0)).table.drawn == 2
    with_tile = assert_legal(game_at(NINE, 8, options=options), Reject(0))
    assert with_tile.table.drawn == 1


FIRST_NINE = Place(0, 9, False, 0, 0, 0, 0)
UPON_BOTH = Place(0, 8, False, 0, 1, 0, 1)


@pytest.mark.refuses("8.1")
def test_move_is_not_optional_with_the_tile_of_this_turn_alone() -> None:
    """It did not lie there when the turn began (5.7), so nobody is asked for *done*."""
    game = assert_legal(Game.new(tokens(Token.MOVE), deck=deck_from(9, 8)), FIRST_NINE)
    assert (game.table.round_number, game.table.revealed) == (2, (8,))


@pytest.mark.refuses("8.1")
def test_move_is_not_optional_when_every_earlier_tile_is_covered() -> None:
    game = game_at(draw("999aa\n999aa\n99aaa\n99aaa"), 8, 7, options=tokens(Token.MOVE))
    assert assert_legal(game, UPON_BOTH).table.revealed == (7,)


@pytest.mark.accepts("8.1")
def test_move_is_optional_while_one_earlier_tile_lies_free() -> None:
    display = draw("999aabbb\n999aabbb\n99aaabb.\n99aaabb.")
    game = assert_legal(game_at(display, 8, 7, options=tokens(Token.MOVE)), UPON_BOTH)
    assert game.table.revealed == (8,)
    assert {type(action) for action in game.legal_actions(0)} == {Done, Move}


@pytest.mark.refuses("8.1")
def test_a_reserved_tile_is_not_optional_on_a_rejected_card() -> None:
    """5.8: it cannot be built there, so that nothing is left to do."""
    options = tokens(Token.RESERVE, variant=Variant.TWO_OUT_OF_THREE)
    kept = {"used_tokens": (Token.RESERVE,), "reserved": Reserved(9, 0, None)}
    game = assert_legal(game_at(NINE, 8, 7, options=options, **kept), Reject(0))
    assert game.table.revealed == (7,)
    assert game.players[0].reserved is not None


@pytest.mark.refuses("8.1")
@pytest.mark.parametrize("options", [Options(), FILLERS])
def test_a_turn_is_not_done_before_its_compulsory_part(options: Options) -> None:
    (found,) = assert_illegal(game_at(NINE, 8, options=options), Done(0), Code.TURN_NOT_SETTLED)
    assert found.paragraph == "8.1"


@pytest.mark.refuses("8.1")
@pytest.mark.parametrize("action", [TILE, Done(0), Fill(0, 1, 0, 2, 2, 0)])
def test_a_turn_that_is_over_is_final(action: Action) -> None:
    options = Options(players=2, gap_fillers=True)
    game = game_at(NINE, 8, options=options).apply(0, TILE).apply(0, Done(0))
    (found,) = assert_illegal(game, action, Code.TURN_OVER)
    assert found.paragraph == "8.1"
    assert game.legal_actions(0) == []


@pytest.mark.accepts("8.1")
@pytest.mark.parametrize(
    ("variant", "take"), [(Variant.TWO_OUT_OF_THREE, Take(0)), (Variant.LEVEL_TO_LEVEL, Take(0, 0))]
)
def test_in_the_variants_a_tile_is_taken_explicitly(variant: Variant, take: Take) -> None:
    game = game_at(NINE, 8, options=Options(variant=variant))
    assert_illegal(game, TILE, Code.TURN_NOT_TAKEN)
    assert_legal(assert_legal(game, take), TILE)


@pytest.mark.accepts("8.2")
def test_turns_of_a_round_may_come_in_any_order() -> None:
    start = Game.new(Options(players=3, gap_fillers=True), deck=deck_from(9, 8))
    steps: list[list[Action]] = [
        [Place(player, 9, False, player, 0, 0, 0), Done(player)] for player in range(3)
    ]
    ends = set()
    for order in permutations(range(3)):
        game = start
        for player in order:
            assert game.table.round_number == 1
            for action in steps[player]:
                game = assert_legal(game, action)
        assert game.table.revealed == (8,)
        ends.add((game.table, game.players))
    assert len(ends) == 1


@pytest.mark.accepts("8.2")
def test_the_actions_of_several_turns_may_alternate() -> None:
    game = Game.new(Options(players=2, gap_fillers=True), deck=deck_from(9, 8))
    for action in (
        Place(0, 9, False, 0, 0, 0, 0),
        Fill(1, 1, 0, 0, 0, 0),
        Done(0),
        Place(1, 9, False, 0, 1, 0, 0),
        Done(1),
    ):
        assert game.table.round_number == 1
        game = assert_legal(game, action)
    assert (game.table.round_number, game.waiting_for) == (2, (0, 1))


@pytest.mark.refuses("8.2")
def test_nobody_acts_for_another() -> None:
    game = Game.new(Options(players=2), deck=deck_from(9, 8))
    action = Place(1, 9, False, 0, 0, 0, 0)
    (found,) = game.violations(0, action)
    assert (found.code, found.paragraph) == (Code.TURN_NOT_YOURS, "8.2")
    assert action not in game.legal_actions(0)
    assert action in game.legal_actions(1)


@pytest.mark.refuses("8.2")
def test_no_turn_depends_on_what_another_player_has_done() -> None:
    game = Game.new(Options(players=2, gap_fillers=True), deck=deck_from(9, 8))
    before = game.legal_actions(1)
    for action in (Fill(0, 2, 0, 0, 0, 0), Place(0, 9, False, 0, 0, 1, 0), Done(0)):
        game = assert_legal(game, action)
        assert game.legal_actions(1) == before
        assert game.players[1].display == Display()


@pytest.mark.accepts("8.3")
def test_a_player_sees_everything_on_the_table() -> None:
    game = Game.new(Options(players=2), deck=deck_from(9, 8), names=["Ada", "Ben"])
    game = game.apply(0, Place(0, 9, False, 0, 0, 0, 0))
    seen = view(game, 1)
    assert (seen.viewer, seen.names, seen.options) == (1, ("Ada", "Ben"), game.options)
    assert (seen.table, seen.players) == (game.table, game.players)
    assert seen.cards_left == (2, 2, 2, 2, 2, 2, 2, 2, 2, 1)


@pytest.mark.accepts("8.3")
def test_what_a_player_sees_is_enough_to_play() -> None:
    game = Game.new(Options(players=2), deck=deck_from(9, 8))
    seen = view(game, 1)
    assert seen.legal_actions() == game.legal_actions(1)
    action = seen.legal_actions()[0]
    assert seen.state_after(action) == game.apply(1, action).players[1]
    over = view(replace(game, is_over=True), 1)
    assert over.legal_actions() == []


@pytest.mark.refuses("8.3")
def test_a_player_does_not_see_the_order_of_the_draw_pile() -> None:
    first, *rest = deck_from(9, 8)
    games = [Game.new(Options(players=2), deck=[first, *pile]) for pile in (rest, rest[::-1])]
    assert games[0].deck != games[1].deck
    assert view(games[0], 1) == view(games[1], 1)
    assert not any("deck" in field.name for field in fields(view(games[0], 1)))
    assert view(replace(games[0], deck=games[1].deck), 0) == view(games[0], 0)
