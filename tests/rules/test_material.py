"""Section 1: the tiles and what the two boxes hold."""

from __future__ import annotations

import json
import re
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from nmbr9 import (
    Code,
    Display,
    Game,
    NumberTile,
    Options,
    OptionsError,
    Piece,
    Place,
    Token,
    Variant,
)
from nmbr9.rules.pieces.geometry import Outline
from nmbr9.rules.pieces.tiles import orientations
from nmbr9.rules.variants.level_to_level import supply_left
from tests.boards import assert_illegal, assert_legal, deck_from, draw, game_at, place, scene

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
TILES_OF_A_NUMBER = 8 + 4
"""In both boxes together (1.2)."""
ALL_MODULES = {"starting_tiles": True, "gap_fillers": True, "special_tokens": tuple(Token)}
LIMITS = [(Variant.BASIC, 6), (Variant.TWO_OUT_OF_THREE, 4), (Variant.LEVEL_TO_LEVEL, 4)]


def shapes_in_the_rules() -> list[list[str]]:
    """Return the ten tiles as docs/rules.md draws them, row by row."""
    drawing = re.search(r"```\n(0 XXX.*?)```", RULES.read_text(encoding="utf-8"), re.DOTALL)
    assert drawing is not None
    rows = [re.sub(r"\d ", "  ", line).split() for line in drawing[1].splitlines()]
    return [[row[number] for row in rows] for number in range(10)]


@pytest.mark.accepts("1.1")
def test_the_tiles_have_the_shapes_that_the_rules_draw() -> None:
    shapes = shapes_in_the_rules()
    data = json.loads(
        resources.files("nmbr9.rules.pieces").joinpath("tiles.json").read_text("utf-8")
    )
    assert data["numbers"] == shapes
    assert [NumberTile(number).shape for number in range(10)] == [*map(Outline.parse, shapes)]


@pytest.mark.accepts("1.1")
def test_tiles_0_and_8_have_two_rotations_and_the_others_four() -> None:
    counts = [len(orientations(NumberTile(number))) for number in range(10)]
    assert counts == [2, 4, 4, 4, 4, 4, 4, 4, 2, 4]
    games = [game_at(Display(), number) for number in range(10)]
    assert [len(game.legal_actions(0)) for game in games] == counts


@pytest.mark.accepts("1.1")
def test_a_tile_turned_over_is_its_mirror_image() -> None:
    upright = draw("777\n.7.\n77.\n7..").pieces[0]
    turned_over = draw("aaa\n.a.\n.aa\n..a").pieces[0]
    assert upright == Piece(NumberTile(7), 0, 0, 0)
    assert turned_over == Piece(NumberTile(7), 0, 0, 0, rotation=0, flipped=True)


@pytest.mark.refuses("1.1")
def test_only_a_special_token_allows_the_mirror_image() -> None:
    display, tile = scene("***\n.*.\n.**\n..*")
    assert_illegal(game_at(display, 7), place(tile), Code.PLACEMENT_TURNED_OVER)
    black = Options(special_tokens=(Token.BLACK,))
    assert_legal(game_at(display, 7, options=black), place(tile, Token.BLACK))


@pytest.mark.refuses("1.1")
@pytest.mark.parametrize("number", [-1, 10])
def test_there_is_no_other_number(number: int) -> None:
    game = game_at(Display(), 3)
    action = Place(0, number, False, 0, 0, 0, 0)
    (found,) = assert_illegal(game, action, Code.PLACEMENT_WRONG_TILE)
    assert str(number) in found.message
    with pytest.raises(OptionsError, match=f"cards of 0 to 9 in the deck, got {number}"):
        Game.new(Options(), deck=[number, *deck_from()[1:]])


@pytest.mark.accepts("1.2", "1.2D")
@pytest.mark.parametrize(
    ("variant", "players"),
    [(variant, players) for variant, limit in LIMITS for players in range(1, limit + 1)],
)
def test_both_boxes_are_enough_for(variant: Variant, players: int) -> None:
    assert Options(players, variant).players == players
    game = Game.new(Options(players, variant, **ALL_MODULES), seed=1)  # type: ignore[arg-type]
    assert len(game.players) == players
    assert all(state.fillers == (1, 2) and state.markers_left == 2 for state in game.players)


@pytest.mark.refuses("1.2", "1.2D")
@pytest.mark.parametrize(
    ("variant", "players"),
    [(variant, players) for variant, limit in LIMITS for players in (-1, 0, limit + 1)],
)
def test_a_count_of_players_beyond_the_boxes_is_refused(variant: Variant, players: int) -> None:
    limit = dict(LIMITS)[variant]
    expected = rf"expected 1 to {limit} players in the {variant} game, got {players}"
    with pytest.raises(OptionsError, match=expected):
        Options(players, variant)


@pytest.mark.refuses("1.2")
@pytest.mark.parametrize("players", [True, 2.0, "2", None])
def test_a_count_of_players_is_a_whole_number(players: object) -> None:
    with pytest.raises(OptionsError, match="expected 1 to 6 players"):
        Options(players)  # type: ignore[arg-type]


@pytest.mark.accepts("1.2")
@pytest.mark.parametrize(("variant", "limit"), LIMITS)
def test_the_boxes_hold_tiles_for_as_many_players_as_may_play(variant: Variant, limit: int) -> None:
    options = Options(limit, variant)
    each = options.copies
    if variant is Variant.LEVEL_TO_LEVEL:
        each = supply_left(options, Game.new(options, seed=1).players[0], 9)
    assert each * limit == TILES_OF_A_NUMBER


@pytest.mark.accepts("1.2")
@pytest.mark.parametrize("variant", Variant)
def test_every_module_goes_with_every_variant(variant: Variant) -> None:
    for starting_tiles, gap_fillers, tokens in product(
        (False, True), (False, True), ((), (Token.GAP,))
    ):
        options = Options(2, variant, starting_tiles, gap_fillers, tokens)
        state = Game.new(options, seed=2).players[1]
        assert len(state.display.pieces) == starting_tiles
        assert bool(state.fillers) == gap_fillers
        assert state.usable_tokens(options) == tokens


@pytest.mark.refuses("1.2")
@pytest.mark.parametrize("variant", ["both", ("two-out-of-three", "level-to-level"), None])
def test_the_variants_do_not_combine_and_there_is_no_other(variant: object) -> None:
    with pytest.raises(OptionsError, match="expected a variant of basic, two-out-of-three, level-"):
        Options(1, variant)  # type: ignore[arg-type]


@pytest.mark.accepts("1.2D")
def test_the_program_owns_both_boxes() -> None:
    """With the ++ box alone a game would end at two players and have two cards of a number."""
    most = Options(6, **ALL_MODULES)  # type: ignore[arg-type]
    assert sorted(Game.new(most, seed=3).starting_tiles) == [0, 1, 2, 3, 4, 5]
    assert Game.new(Options(4, Variant.LEVEL_TO_LEVEL), seed=3).deck.count(9) == 4


@pytest.mark.refuses("1.2D")
def test_same_deck_play_is_several_games_and_not_a_game_of_more_players() -> None:
    deck = deck_from(4, 7)
    games = [Game.new(Options(players=6), deck=deck) for _ in range(2)]
    tile = place(draw(".44\n.4.\n444\n.44").pieces[0])
    after = games[0].apply(0, tile)
    assert after.players[0].display != games[1].players[0].display
    with pytest.raises(OptionsError, match="got 12"):
        Options(players=12)
