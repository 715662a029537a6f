"""What takes minutes: the solver against plain enumeration, and its bound on random bags."""

from __future__ import annotations

import time
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from nmbr9.bots.ladder import LADDER
from nmbr9.kernel.codes import LEVEL_SHIFT, list_codes, place_code
from nmbr9.kernel.compile import compiled
from nmbr9.kernel.convert import LISTED_AT_MOST, encode
from nmbr9.kernel.generate import ANY_LEVEL, find, levels_open
from nmbr9.kernel.layout import FACTS, POINTS, Position, take_back
from nmbr9.kernel.tables import UPRIGHT, Integers, Tables, tables
from nmbr9.kernel.workspace import Workspace, new_workspace
from nmbr9.rules.placing.display import Display
from nmbr9.solver.analysis.analyst import Analyst, analyse
from nmbr9.solver.any_order.free_order import FreeOrder
from nmbr9.solver.any_order.proof_folder import ProofFolder
from nmbr9.solver.cards import with_the_rest
from nmbr9.solver.known_deck.solve import HIGHEST_SCORE, solve
from tests.solver.analysis.test_analyst import played

pytestmark = pytest.mark.long

SMALL_BAGS = [
    bag
    for size in (3, 4)
    for bag in combinations_with_replacement(range(10), size)
    if max(bag.count(number) for number in bag) <= 2
]


@compiled
def best_of_all(
    position: Position,
    tables: Tables,
    work: Workspace,
    kinds: Integers,
    depth: int,
    codes: Integers,
) -> int:
    """The best score of all legal sequences: no bound, no symmetry, nothing left out."""
    kind = kinds[depth]
    count = find(position, tables, work, kind, ANY_LEVEL)
    levels = levels_open(position, ANY_LEVEL)
    list_codes(work, levels, tables.kinds[kind, UPRIGHT], codes[depth])
    if depth == kinds.shape[0] - 1:
        # The last tile brings most where it lies highest, and codes are listed from the table up.
        highest = codes[depth, count - 1] >> LEVEL_SHIFT & 15
        points: int = position.book[FACTS, POINTS] + kind * highest
        return points
    best = 0
    for index in range(count):
        place_code(position, tables, kind, codes[depth, index])
        best = max(best, best_of_all(position, tables, work, kinds, depth + 1, codes))
        take_back(position, tables)
    return best


def best_in_any_order(bag: tuple[int, ...]) -> int:
    first, codes = Display(), np.zeros((len(bag), LISTED_AT_MOST), np.int64)
    return max(
        int(best_of_all(encode(first), tables(), new_workspace(), np.array(cards), 0, codes))
        for cards in set(permutations(bag))
    )


def test_all_bags_of_three_and_four_tiles_agree_with_plain_enumeration() -> None:
    assert len(SMALL_BAGS) == 210 + 615
    for bag in SMALL_BAGS:
        order = FreeOrder(bag)
        *_, found = order.find(is_wide=False)
        *_, proof = order.prove(found)
        plain = best_in_any_order(bag)
        assert (proof.best.score, proof.best.bound) == (plain, plain), bag


def test_no_display_exceeds_the_bound_on_random_bags() -> None:
    random, cards = Random(6), with_the_rest(())
    for _ in range(200):
        bag = tuple(random.sample(cards, random.randint(5, 12)))
        *_, best = solve(bag, lambda: True)
        assert FreeOrder(bag).bound(0) >= best.score, bag


@pytest.mark.parametrize(("seconds", "mean"), [(10, 131), (60, 135)])
def test_known_decks_of_twenty_cards(seconds: float, mean: float) -> None:
    random, scores = Random(1), []
    for _ in range(20):
        deck = random.sample(with_the_rest(()), 20)
        end = time.process_time() + seconds

        def left(end: float = end) -> float:
            return end - time.process_time()

        *_, best = solve(deck, lambda: left() <= 0, left)
        scores.append(best.score)
    print(f"mean of {len(scores)} decks in {seconds} s each: {np.mean(scores):.1f}")
    assert np.mean(scores) >= mean, scores


def test_the_highest_score_is_found_within_two_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From nothing, as the first run of `nmbr9 solve --free`: the relations are found as well."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    started = time.process_time()
    scores = []
    for best in FreeOrder(with_the_rest(())).find():
        scores.append(best.score)
        if best.score == HIGHEST_SCORE:
            break
    assert scores[-1] == HIGHEST_SCORE, scores
    assert time.process_time() - started < 120


def test_the_highest_score_is_proved(tmp_path: Path) -> None:
    cards = with_the_rest(())
    order = FreeOrder(cards)
    started = time.process_time()
    *_, proof = order.prove(order.first(), 261, ProofFolder(tmp_path, cards))
    assert (proof.best.score, proof.best.is_proved, proof.target) == (262, True, 262)
    assert time.process_time() - started < 3600
    counts = {descent.levels: descent.counts for descent in proof.descents}
    assert counts[6] == [200742, 434388, 23155, 771, 155, 0]
    assert counts[7] == [613, 5736, 350408, 64649, 27589, 660, 0]
    assert counts[8] == [10, 192, 19, 10, 1, 0]
    assert all(counts[levels] == [] for levels in (1, 2, 3, 4, 5, 9, 10))


def test_bots_rank_by_what_they_lose(capsys: pytest.CaptureFixture[str]) -> None:
    """The weaker a step of the ladder, the more its decisions lose in a game."""
    lost = []
    for bot in (step.name for step in LADDER):
        games = [played(bot, seed) for seed in range(100, 112)]
        losses = [sum(m.verdict.loss for m in Analyst(game).moves()) for game in games]
        lost.append(float(np.mean(losses)))
        with capsys.disabled():
            print(f"{bot} loses {lost[-1]:.1f} points a game")
    assert lost == sorted(lost, reverse=True)
    assert len(set(lost)) == len(lost)


def test_a_greedy_game_is_analysed_within_a_minute() -> None:
    game = played("greedy", 7)
    started = time.process_time()
    end = started + 10
    analysis = analyse(game, lambda: end - time.process_time())
    assert time.process_time() - started < 60
    assert len(analysis.moves) == 20
