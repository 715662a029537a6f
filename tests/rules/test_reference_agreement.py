"""The engine and its naive twin, `tests/reference.py`, see the same game at every position.

Both play the same seeded games side by side. At each position the legal actions of the player who
is about to act are compared as the records write them, and so is all that both report of the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations as pairs
from random import Random
from typing import Any

import pytest

from nmbr9 import Display, Game, NumberTile, Options, Place, Token, Variant
from nmbr9.rules.actions.kinds import KINDS
from tests.reference import Piece as ReferencePiece
from tests.reference import ReferenceGame
from tests.strategies import (
    NOTHING_TO_CHOOSE_DECK,
    TOKEN_PAIRS,
    Style,
    choose,
    combinations,
    own_shapes,
    playing,
    tower,
)

POSITIONS_IN_ALL = 20_000
CHUNKS = 20
QUICK_POSITIONS = 250


def twin_of(game: Game) -> ReferenceGame:
    """Return the reference at the start of the same game."""
    return ReferenceGame(game.options.to_dict(), list(game.deck), list(game.starting_tiles))


def comparable(action: dict[str, Any]) -> tuple[tuple[str, object], ...]:
    """Return an action of a record as a value that sets can hold."""
    return tuple(
        sorted((key, tuple(value) if key == "tokens" else value) for key, value in action.items())
    )


def assert_agreement(game: Game, twin: ReferenceGame, players: Iterable[int]) -> None:
    """Compare all that both know of a position, and the legal actions of these players."""
    assert game.is_over == twin.is_over
    assert game.table.round_number == twin.round_number
    assert game.scores == twin.scores
    assert ([] if game.is_over else list(game.table.revealed)) == twin.revealed
    for player in players:
        ours = Counter(comparable(action.to_dict()) for action in game.legal_actions(player))
        theirs = Counter(comparable(action) for action in twin.legal_actions(player))
        assert ours == theirs, (
            f"player {player} of {game.to_record()}\n"
            f"only the engine offers {[dict(action) for action in ours - theirs][:5]}\n"
            f"only the reference offers {[dict(action) for action in theirs - ours][:5]}"
        )
        assert set(ours.values()) <= {1}, "an action is listed twice"


def compare_game(
    options: Options,
    seed: int,
    style: Style,
    deck: Sequence[int] | None = None,
    every: int = 1,
    shapes: Sequence[Sequence[str]] = (),
) -> Counter[str]:
    """Play a whole game on both sides, comparing every so many positions.

    Return how many positions were compared and how often each kind, token and level came up.
    """
    seen: Counter[str] = Counter()
    game = Game.new(options, seed=seed, deck=deck, starting_shapes=shapes)
    twin = twin_of(game)
    played = playing(options, seed, style, deck, shapes)
    for count, (position, player, action) in enumerate(played):
        if count % every == 0:
            assert_agreement(position, twin, [player])
            seen["positions"] += 1
        game = position.apply_unchecked(player, action)
        twin.apply(action.to_dict())
        seen[action.do] += 1
        if isinstance(action, Place):
            seen[f"level {action.level}"] += 1
            seen.update(map(str, action.tokens))
    assert game.is_over
    assert_agreement(game, twin, range(options.players))
    return seen


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_twentieth_of_twenty_thousand_positions(chunk: int) -> None:
    """A game in each combination of the chunk: together they are all combinations there are.

    With more players fewer positions of each game are looked at, so that many games fit in.
    """
    styles = (Style.CLIMBING, Style.MIXED, Style.VARIED)
    seen: Counter[str] = Counter()
    for turn, options in enumerate(combinations()[chunk::CHUNKS]):
        style, seed = styles[turn % len(styles)], 1000 * chunk + turn
        shapes = own_shapes(Random(seed)) if options.starting_tiles and seed % 2 else ()
        seen += compare_game(options, seed, style, every=options.players, shapes=shapes)
    assert seen["positions"] >= POSITIONS_IN_ALL // CHUNKS
    assert {*KINDS} - {*seen} <= {"pass"}, "a kind of action never came up"
    assert {*map(str, Token)} <= {*seen, "move", "reserve"}, "a token was never used"
    assert seen["level 2"], "nobody ever built high"


QUICK_GAMES = [
    *[(Options(1, variant), Style.CLIMBING) for variant in Variant],
    *[
        (Options(1, variant, tiles, fillers, tokens), Style.MIXED)
        for variant, tiles, fillers, tokens in (
            (Variant.BASIC, True, False, TOKEN_PAIRS[0]),
            (Variant.BASIC, False, True, tuple(Token)),
            (Variant.TWO_OUT_OF_THREE, True, True, (Token.MOVE, Token.RESERVE)),
            (Variant.LEVEL_TO_LEVEL, False, True, (Token.GAP, Token.SINGLE)),
            (Variant.LEVEL_TO_LEVEL, True, False, tuple(Token)),
        )
    ],
    (Options(6, Variant.BASIC), Style.UNIFORM),
    (Options(3, Variant.TWO_OUT_OF_THREE, special_tokens=(Token.BLACK,)), Style.VARIED),
]


@pytest.mark.rest
def test_a_quick_share_of_positions() -> None:
    """Some whole games of each variant with each module; the rest is in the long test."""
    seen: Counter[str] = Counter()
    for seed, (options, style) in enumerate(QUICK_GAMES):
        seen += compare_game(options, seed, style, every=2)
    assert seen["positions"] >= QUICK_POSITIONS
    assert {*KINDS} - {*seen} == {"pass"}
    assert {"level 0", "level 1", "level 2"} <= {*seen}


def test_agreement_with_starting_tiles_of_ones_own() -> None:
    """3.2: they count for adjacency, support and the two tiles, whatever their shape."""
    options = Options(1, starting_tiles=True, special_tokens=(Token.GAP, Token.SINGLE))
    for seed in range(2):
        compare_game(options, seed, Style.CLIMBING, every=4, shapes=own_shapes(Random(seed)))


def test_agreement_when_nothing_can_be_chosen() -> None:
    """7.4: four flat players with cards that use up two numbers miss a round."""
    options = Options(4, Variant.LEVEL_TO_LEVEL)
    seen = compare_game(options, 1, Style.FLAT, NOTHING_TO_CHOOSE_DECK)
    assert seen["pass"] >= options.players


@pytest.mark.rest
@pytest.mark.parametrize("variant", Variant)
def test_agreement_on_high_displays(variant: Variant) -> None:
    """7.2: with tiles up to level 4 only Level to Level forbids level 5."""
    options = Options(1, variant, gap_fillers=True, special_tokens=(Token.MOVE,))
    seed = 1
    random = Random(seed)
    game, twin = with_display(Game.new(options, seed=seed), tower(seed))
    levels = set()
    for _ in range(3):
        assert_agreement(game, twin, [0])
        levels |= {getattr(action, "level", 0) for action in game.legal_actions(0)}
        action = choose(random, game.legal_actions(0), Style.UNIFORM)
        game = game.apply(0, action)
        twin.apply(action.to_dict())
    assert max(levels) == (4 if variant is Variant.LEVEL_TO_LEVEL else 5)


@pytest.mark.rest
def test_agreement_on_every_price() -> None:
    """5.2: displays in which each token, and each two of them, are needed somewhere (4.3, 5.6)."""
    tokens = (Token.APART, Token.BLACK, Token.GAP, Token.SINGLE)
    prices = set()
    for display in (tower(2), tower(2, fillers=True)):
        for number in range(10):
            deck = [number, *(card for card in range(10) for _ in range(2 - (card == number)))]
            start = Game.new(Options(1, special_tokens=tokens), deck=deck)
            game, twin = with_display(start, display)
            assert_agreement(game, twin, [0])
            prices |= {a.tokens for a in game.legal_actions(0) if isinstance(a, Place)}
    assert {(), *((token,) for token in tokens), *pairs(tokens, 2)} <= prices


def with_display(game: Game, display: Display) -> tuple[Game, ReferenceGame]:
    """Return a game of one player, and its twin, with a display that play has not reached."""
    twin = twin_of(game)
    for piece in display.pieces:
        number = piece.tile.number if isinstance(piece.tile, NumberTile) else None
        twin._players[0].pieces.append(
            ReferencePiece(frozenset(piece.cells), piece.level, number, is_filler=piece.is_filler)
        )
    twin._players[0].pieces_at_start = len(display.pieces)
    twin._players[0].note_crowded_levels()
    return replace(game, players=(replace(game.players[0], display=display),)), twin
