"""Random complete games in every combination of variant, modules and player count.

They never raise, nobody is ever stuck, they end when the rules say so, and they replay from their
record to the same bytes. Where each action leads is checked by the invariants below.
"""

from __future__ import annotations

from collections import Counter

import pytest

from nmbr9 import Game, Options, Place, Token, Variant, score
from nmbr9.rules import notation, record
from nmbr9.rules.actions.kinds import KINDS
from tests.strategies import (
    NOTHING_TO_CHOOSE_DECK,
    PLAYER_LIMITS,
    TOKEN_PAIRS,
    Style,
    combinations,
    play,
    playing,
)
from tests.tiers import first

CHUNKS = 14
STYLES = (Style.MIXED, Style.CLIMBING, Style.VARIED, Style.UNIFORM, Style.FLAT)
CARDS = {Variant.BASIC: 20, Variant.TWO_OUT_OF_THREE: 30, Variant.LEVEL_TO_LEVEL: 40}
STEP_OF_SHARE = 17
"""One in so many combinations is in the normal run; it divides no cycle of the combinations."""


def complete(options: Options, seed: int, style: Style) -> Game:
    """Play a game to its end, every action checked, and follow its rounds and cards."""
    table = Game.new(options, seed=seed).table
    game = None
    for position, player, action in playing(options, seed, style):
        assert player in position.waiting_for
        assert position.violations(player, action) == ()
        if position.table != table:
            assert position.table.drawn > table.drawn, "the table changes only by revealing"
            table = position.table
        game = position.apply(player, action)
    assert game is not None
    assert game.is_over
    return game


def assert_ended_in_time(game: Game) -> None:
    """2.1, 6.1 and 7.5: after 20 rounds, after 10 rounds of 3 cards, or out of cards."""
    table, cards = game.table, CARDS[game.options.variant]
    assert len(game.deck) == cards
    if game.options.variant is Variant.BASIC:
        assert (table.round_number, table.drawn) == (20, 20)
    elif game.options.variant is Variant.TWO_OUT_OF_THREE:
        assert (table.round_number, table.card_in_round, table.drawn) == (10, 3, 30)
    else:
        assert cards - table.drawn < markers_after(game)
        assert len(table.revealed) == table.markers
    assert game.waiting_for == ()
    assert game.outcome is not None
    assert max(game.scores) == game.scores[game.outcome.winners[0]]
    for player in range(game.options.players):
        assert game.legal_actions(player) == []


def markers_after(game: Game) -> int:
    """Return how many cards the next round would need (7.3), counted from scratch."""
    markers = game.table.markers
    while markers < 5 and any(
        sum(p.is_number_tile and p.level == markers - 1 for p in state.display.pieces) >= 2
        or state.turn.thinned_level == markers - 1
        for state in game.players
    ):
        markers += 1
    return markers


def assert_everybody_played(game: Game) -> None:
    """Each player settled each card: 20 tiles, or 2 of 3 cards, or one a round."""
    for player, state in enumerate(game.players):
        done = Counter(action.do for action in game.actions if action.player == player)
        turns = done["place"] + done["reserve"]
        if game.options.variant is Variant.TWO_OUT_OF_THREE:
            assert (turns, done["take"], done["reject"]) == (20, 20, 10)
        elif game.options.variant is Variant.LEVEL_TO_LEVEL:
            assert turns == done["take"]
            assert turns + done["pass"] == game.table.round_number
        else:
            assert turns == 20
        numbers = sum(piece.is_number_tile for piece in state.display.pieces)
        assert numbers == done["place"] + done["build"]
        assert score(state.display).total == game.scores[player]


def assert_replays(game: Game) -> None:
    """Section 9: the same game in, the same bytes out, as a record and in the notation."""
    written = record.dumps(game)
    again = record.loads(written)
    assert again == game
    assert record.dumps(again) == written
    assert record.loads(written.encode()) == game
    text = notation.format_game(game)
    assert notation.parse_game(text) == game
    assert notation.format_game(notation.parse_game(text)) == text


def play_and_check(options: Options, seed: int) -> Game:
    game = complete(options, seed, STYLES[seed % len(STYLES)])
    assert_ended_in_time(game)
    assert_everybody_played(game)
    assert_replays(game)
    return game


SHARE = combinations()[::STEP_OF_SHARE]


@pytest.mark.parametrize("part", first(1, range(8), rest=3))
def test_a_representative_share_of_all_combinations(part: int) -> None:
    for index in range(part, len(SHARE), 8):
        play_and_check(SHARE[index], seed=index)


def test_the_share_has_every_option_in_it() -> None:
    """Every variant with every player count, every module with every variant, every token."""
    assert {(o.variant, o.players) for o in SHARE} == {
        (variant, players)
        for variant, limit in PLAYER_LIMITS.items()
        for players in range(1, limit + 1)
    }
    for variant in Variant:
        here = [options for options in SHARE if options.variant is variant]
        assert {options.starting_tiles for options in here} == {False, True}
        assert {options.gap_fillers for options in here} == {False, True}
        assert {len(options.special_tokens) for options in here} == {0, 1, 2, 6}
        assert {token for o in here for token in o.special_tokens if len(o.special_tokens) < 6} == {
            *Token
        }


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_combinations(chunk: int) -> None:
    for index, options in enumerate(combinations()[chunk::CHUNKS]):
        play_and_check(options, seed=1_000 * (chunk + 1) + index)


def test_there_are_as_many_combinations_as_the_rules_allow() -> None:
    """6 + 4 + 4 player counts, two modules on or off, and none, one, two or six tokens."""
    assert len(set(combinations())) == 14 * 2 * 2 * (1 + 6 + len(TOKEN_PAIRS) + 1)
    assert sum(len(combinations()[chunk::CHUNKS]) for chunk in range(CHUNKS)) == 14 * 4 * 23


@pytest.mark.rest
def test_random_play_does_everything_there_is_to_do() -> None:
    """Each kind of action, each token and the higher levels occur, in each variant, often."""
    for variant in Variant:
        seen: Counter[str] = Counter()
        for seed, tokens in enumerate((*TOKEN_PAIRS, tuple(Token))):
            options = Options(1, variant, True, True, tokens)
            for _, _, action in playing(options, seed, STYLES[seed % 3]):
                seen[action.do] += 1
                if isinstance(action, Place):
                    seen[f"level {action.level}"] += 1
                    seen.update(map(str, action.tokens))
        expected = {"place", "reserve", "build", "fill", "move", "done", *map(str, Token)}
        expected |= {"level 0", "level 1", "level 2"}
        expected |= {"take", "reject"} if variant is Variant.TWO_OUT_OF_THREE else set()
        expected |= {"take"} if variant is Variant.LEVEL_TO_LEVEL else set()
        assert {what for what in expected if seen[what] < 3} == set(), seen
        assert {*KINDS} - {*seen} <= {"pass", "take", "reject"}


def test_four_players_miss_a_round_when_nothing_can_be_chosen() -> None:
    """7.4, which needs a deck that chance would hardly deal."""
    options = Options(4, Variant.LEVEL_TO_LEVEL)
    game = None
    for position, player, action in playing(options, 1, Style.FLAT, NOTHING_TO_CHOOSE_DECK):
        game = position.apply(player, action)
    assert game is not None
    assert sum(action.do == "pass" for action in game.actions) == 4
    assert_ended_in_time(game)
    assert_everybody_played(game)
    assert_replays(game)


def test_the_same_seed_gives_the_same_game() -> None:
    options = Options(2, Variant.LEVEL_TO_LEVEL, True, True, tuple(Token))
    games = [play(options, seed, Style.MIXED) for seed in (7, 7, 8)]
    assert record.dumps(games[0]) == record.dumps(games[1]) != record.dumps(games[2])
