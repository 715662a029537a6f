"""Engine and reference agree where the sentences decide that were added to the rules.

Games are steered to such positions, which chance would hardly reach. Each chunk counts how often
each sentence decided what was legal, and prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from nmbr9 import Game, Options, Token, Variant
from tests.boards import deck_from
from tests.reference import ReferenceGame
from tests.rules.deciding import (
    ENDED,
    SENTENCES,
    Choose,
    building,
    closing,
    ended_without_done,
    keeping,
    options_for,
    thinning,
    waiting,
)
from tests.rules.test_reference_agreement import assert_agreement, twin_of, with_display
from tests.strategies import NOTHING_TO_CHOOSE_DECK, tower

POSITIONS_IN_ALL, CHUNKS, LEAST_DECIDED = 20_000, 20, 200
MOST_GAMES = 400
"""More than a chunk needs: counting ends somewhere, should a sentence never decide."""
CARDS_UNTIL_A_MISSED_ROUND = 12
Scene = tuple[Game, ReferenceGame, Choose, int]
"""A game, its twin, who plays it, and after how many cards to stop."""


def scenes(seed: int) -> Iterator[Scene]:
    """Yield one scene of each sort."""
    basic, of_three, levels = Variant
    both = (Token.MOVE, Token.RESERVE)
    for options, chooser, cards in (
        (options_for(both, basic), keeping, 20),
        (options_for(both, of_three), keeping, 30),
        (options_for(both, basic), building, 6),
        (options_for(both, of_three), building, 12),
        (options_for((Token.MOVE,), levels), thinning, 40),
        (options_for((Token.GAP,), basic), closing, 20),
    ):
        game = Game.new(options, seed=seed)
        yield game, twin_of(game), chooser, cards
    game = Game.new(options_for(both, levels, 4), seed=seed, deck=NOTHING_TO_CHOOSE_DECK)
    yield game, twin_of(game), waiting, CARDS_UNTIL_A_MISSED_ROUND
    # The tower has more tiles than a supply, so the card is of a number that is not used up.
    high = tower(seed % 20)
    deck = deck_from(min(range(10), key=high.count_of), copies=4)
    game = Game.new(Options(1, levels, False, True, (Token.MOVE,)), deck=deck)
    yield *with_display(game, high), waiting, 1


def compared(scene: Scene, random: Random) -> Iterator[set[str]]:
    """Play a scene, compare each position and yield which sentences decided there."""
    game, twin, chooser, cards = scene
    is_ended = False
    while not game.is_over and game.table.drawn <= cards:
        player = random.choice(game.waiting_for)
        assert_agreement(game, twin, [player])
        decided = {name for name, decides in SENTENCES.items() if decides(game, player)}
        yield decided | ({ENDED} if is_ended else set())
        action = chooser(random, game, player, game.legal_actions(player))
        after = game.apply(player, action)
        twin.apply(action.to_dict())
        is_ended = ended_without_done(game, after, player)
        game = after


def count_decided(seed: int, positions: int, least: int) -> Counter[str]:
    """Compare so many positions, and on until each sentence has decided often enough."""
    seen: Counter[str] = Counter()
    random = Random(seed)
    for number in range(MOST_GAMES):
        for scene in scenes(1000 * seed + number):
            for decided in compared(scene, random):
                seen.update(decided | {"positions"})
        if seen["positions"] >= positions and min(seen[n] for n in (*SENTENCES, ENDED)) >= least:
            break
    print(", ".join(f"{name}: {seen[name]}" for name in ("positions", *SENTENCES, ENDED)))
    return seen


@pytest.mark.long
def test_a_share_of_positions_where_new_sentences_decide() -> None:
    seen = count_decided(seed=0, positions=40, least=1)
    assert {name for name in (*SENTENCES, ENDED) if not seen[name]} == set(), seen


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(1, 1 + CHUNKS))
def test_a_twentieth_of_the_positions_where_new_sentences_decide(chunk: int) -> None:
    seen = count_decided(chunk, POSITIONS_IN_ALL // CHUNKS, LEAST_DECIDED // CHUNKS)
    assert seen["positions"] >= POSITIONS_IN_ALL // CHUNKS
    rare = {n for n in (*SENTENCES, ENDED) if seen[n] < LEAST_DECIDED // CHUNKS}
    assert rare == set(), seen
