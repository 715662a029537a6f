"""The best display for a bag in any order: found, proved, and every step of the proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, permutations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from nmbr9.kernel.tables import Integers
from nmbr9.rules.pieces.geometry import NEIGHBOURS
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile, orientations
from nmbr9.rules.record import loads
from nmbr9.solver.any_order.arrangements import arrangements
from nmbr9.solver.any_order.bag_bound import Setting, find_key, hopes, stages
from nmbr9.solver.any_order.bags import (
    AREAS,
    bag_facts,
    bag_of,
    has_all,
    key_below,
    numbers_in,
    pack_key,
    rank_of,
    sum_of,
    unpack_key,
)
from nmbr9.solver.any_order.covers import COUNT, DEPTH, Covering, begin, new_covering, next_cover
from nmbr9.solver.any_order.descent import Descender, Progress, Stopped
from nmbr9.solver.any_order.free_order import FreeOrder, Proof
from nmbr9.solver.any_order.level_states import STATE_WORDS, write_state
from nmbr9.solver.any_order.outlines import NUMBER, shapes, unpack_piece
from nmbr9.solver.any_order.proof_folder import ProofFolder
from nmbr9.solver.any_order.relations import Relations, can_lie_on, find_relations
from nmbr9.solver.cards import with_the_rest
from nmbr9.solver.known_deck.exact import solve_exactly
from nmbr9.solver.known_deck.solve import HIGHEST_SCORE, never, solve
from nmbr9.solver.solution import Solution
from tests.tiers import first

HIGHEST = Path(__file__).parents[3] / "docs" / "records" / "highest-score.json"
SMALL_BAGS = {(0, 1, 3, 5, 6): 17, (8, 8, 9, 9): 16, (0, 1, 2, 3, 4): 7}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relations of other runs must not help, nor those of this one stay."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def proved(order: FreeOrder, best: Solution | None = None, target: int | None = None) -> Proof:
    if best is None:
        *_, best = order.find()
    *_, proof = order.prove(best, target)
    return proof


@pytest.mark.parametrize("cards", first(1, SMALL_BAGS))
def test_small_bags_are_proved(cards: tuple[int, ...]) -> None:
    order, score = FreeOrder(cards), SMALL_BAGS[cards]
    best = proved(order).best
    assert (best.score, best.bound, best.is_proved) == (score, score, True)
    assert best.game.scores == [score]
    assert check_stages(order.setting, best) > 1


@pytest.mark.parametrize("cards", first(2, [(7, 7, 1), (1, 1, 2, 9), (0, 5, 5, 7), (8, 8, 9, 9)]))
def test_no_order_of_the_cards_is_better(cards: tuple[int, ...]) -> None:
    best = 0
    for order in set(permutations(cards)):
        *_, solution = solve_exactly(order, never)
        best = max(best, solution.score)
    assert proved(FreeOrder(cards)).best.score == best


@pytest.mark.rest
def test_the_complete_search_finds_what_the_quick_one_would() -> None:
    order = FreeOrder((0, 1, 3, 5, 6))
    first = order.first()
    assert first.score < 17
    proof = proved(order, first)
    assert (proof.best.score, proof.best.is_proved) == (17, True)
    above = proved(order, first, target=16)
    assert (above.best.score, above.target) == (17, 17)


# --- the facts that prune ------------------------------------------------------------------------


def cells_of(piece: int) -> set[tuple[int, int]]:
    shape, x, y = (int(part) for part in unpack_piece(piece))
    number = int(shapes().facts[shape, NUMBER])
    way = orientations(NumberTile(number))[shape - int(shapes().first[number])]
    return set(way.outline.at(x, y))


def hang_together(sets: list[set[tuple[int, int]]]) -> bool:
    rest, reached = list(sets[1:]), set(sets[0])
    while rest:
        near = [
            s
            for s in rest
            if any((x + dx, y + dy) in reached for x, y in s for dx, dy in NEIGHBOURS)
        ]
        if not near:
            return False
        for cells in near:
            rest.remove(cells)
            reached |= cells
    return True


def plain_covers(upper: list[set[tuple[int, int]]], bag: tuple[int, ...]) -> set[frozenset[object]]:
    """All covers by brute force: every set of tiles of the bag that lies under the level."""
    region = set().union(*upper)
    found: set[frozenset[object]] = set()

    def lay(left: tuple[int, ...], laid: list[frozenset[tuple[int, int]]]) -> None:
        bare = region.difference(*laid)
        if not bare:
            if all(sum(bool(piece & tile) for tile in laid) >= 2 for piece in upper):
                found.add(frozenset(laid))
            return
        cell = max(bare)  # another order than the one that is tested
        for number in set(left):
            rest = list(left)
            rest.remove(number)
            for way in orientations(NumberTile(number)):
                for square in way.outline.squares:
                    x, y = cell[0] - square[0], cell[1] - square[1]
                    tile = frozenset(way.outline.at(x, y))
                    if not any(tile & other for other in laid):
                        lay(tuple(rest), [*laid, tile])

    lay(bag, [])
    return found


def squares_of(numbers: Iterable[int]) -> int:
    return sum(int(AREAS[number]) for number in numbers)


def covers_of(
    covering: Covering, upper: Integers, choices: list[tuple[tuple[int, ...], int]]
) -> Iterator[list[int]]:
    """All covers with some bags and their squares, most squares first."""
    for index, (bag, squares) in enumerate(choices):
        covering.choices[0, index] = bag_of(bag), squares
    covering.stack[0, COUNT] = len(choices)
    begin(covering, shapes(), upper, upper.size)
    while next_cover(covering, shapes()):
        yield covering.pieces[: covering.facts[DEPTH]].tolist()


def as_cells(covers: Iterable[list[int]]) -> set[frozenset[object]]:
    return {frozenset(frozenset(cells_of(piece)) for piece in tiles) for tiles in covers}


@pytest.mark.parametrize("has_squares", first(1, [False, True]))
@pytest.mark.parametrize(
    ("numbers", "bag"), [((8,), (7, 7, 9)), ((7,), (1, 1, 2)), ((1, 7), (8, 9, 6)), ((0,), (9, 9))]
)
def test_covers_are_all_covers(
    numbers: tuple[int, ...], bag: tuple[int, ...], has_squares: bool
) -> None:
    """With the squares of the bag none is lost that there is with any number of squares."""
    covering = new_covering()
    choices = [(bag, squares_of(bag) if has_squares else 1 << 20)]
    found: set[frozenset[object]] = set()
    for upper in arrangements(numbers)[:2]:
        found = as_cells(covers_of(covering, upper, choices))
        assert found == plain_covers([cells_of(piece) for piece in upper.tolist()], bag)
    assert len(found) > 0 or bag == (9, 9)


@pytest.mark.rest
def test_covers_of_several_bags_are_those_of_each() -> None:
    """A bag is given up where it lacks a tile or squares, and only there."""
    bags = sorted([(7, 7, 9), (7, 8), (1, 7, 9), (1, 1, 7)], key=squares_of, reverse=True)
    upper, covering = arrangements((8,))[0], new_covering()
    found = []
    for tiles in covers_of(covering, upper, [(bag, squares_of(bag)) for bag in bags]):
        found.append(tiles)
        count = covering.stack[len(tiles), COUNT]
        laid = bag_of(int(shapes().facts[piece >> 12, NUMBER]) for piece in tiles)
        possible = [bag_of(bag) for bag in bags if has_all(bag_of(bag), laid)]
        assert covering.choices[len(tiles), :count, 0].tolist() == possible
    plain = [plain_covers([cells_of(piece) for piece in upper.tolist()], bag) for bag in bags]
    assert as_cells(found) == set().union(*plain)
    assert len(as_cells(found)) > max(map(len, plain))


def test_arrangements_are_all_connected_ones() -> None:
    """Against a plain enumeration of two tiles next to each other."""
    for numbers in [(1, 7), (0, 8), (9, 9)]:
        first, *_ = orientations(NumberTile(numbers[0]))
        fixed = set(first.outline.squares)
        plain = {
            frozenset(way.outline.at(x, y))
            for way in orientations(NumberTile(numbers[1]))
            for x in range(-5, 6)
            for y in range(-5, 6)
            if not fixed & set(way.outline.at(x, y))
            and hang_together([fixed, set(way.outline.at(x, y))])
        }
        assert len(arrangements(numbers)) == len(plain)
    for pieces in arrangements((1, 4, 7))[::997].tolist():
        assert hang_together([cells_of(piece) for piece in pieces])


@pytest.mark.rest
@pytest.mark.parametrize("has_squares", [False, True])
def test_relations_agree_with_covers(has_squares: bool) -> None:
    """Two ways to the same answer: inside the lower level, and under the upper one."""
    numbers = (1, 1, 7, 8, 9)
    relations = find_relations(bag_of(numbers))
    covering = new_covering()
    for upper, lower in [
        ((1,), (7, 8)),
        ((7,), (8, 9)),
        ((1, 1), (8, 9)),
        ((8,), (1, 7, 9)),
        ((1, 7), (8, 9)),
    ]:
        possible = False
        choices = [(lower, squares_of(lower) if has_squares else 1 << 20)]
        for pieces in arrangements(upper):
            for tiles in covers_of(covering, pieces, choices):
                used = tuple(sorted(int(shapes().facts[p >> 12, NUMBER]) for p in tiles))
                possible = possible or used != lower or hang_together([cells_of(p) for p in tiles])
        assert can_lie_on(relations, bag_of(upper), bag_of(lower)) == possible, (upper, lower)


def splits(bag: tuple[int, ...], levels: int) -> set[tuple[tuple[int, ...], ...]]:
    """All ways to share a bag among levels, from the top down, so that squares never shrink.

    Every level but the highest has two tiles or more. All real displays are among them.
    """
    found = set()
    for shared in product(range(levels), repeat=len(bag)):
        rows = tuple(
            tuple(number for number, row in zip(bag, shared, strict=True) if row == level)
            for level in range(levels)
        )
        areas = [squares_of(row) for row in rows]
        if rows[0] and all(len(row) >= 2 for row in rows[1:]) and areas == sorted(areas):
            found.add(rows)
    return found


def points_of(rows: tuple[tuple[int, ...], ...]) -> int:
    return sum(level * sum(row) for level, row in enumerate(reversed(rows)))


@pytest.mark.parametrize(
    "bag",
    [(0, 1, 3, 5, 6), (8, 8, 9, 9), (1, 1, 7, 7, 8, 8), (0, 2, 5, 7, 8, 9), (1, 3, 4, 6, 6, 7, 8)],
)
def test_hopes_are_never_below_a_real_display(bag: tuple[int, ...]) -> None:
    """Areas grow downwards: the bound from points per cell holds however levels share a bag."""
    table = hopes(bag_of(bag), 4)
    for levels in range(1, 5):
        hope = table[levels, rank_of(bag_of(bag))]
        assert (hope == -1) == (len(bag) < 2 * levels)  # two tiles on each level are missing
        # The levels that hopes are for have others above them, so two tiles are on all of them.
        shared = [rows for rows in splits(bag, levels) if len(rows[0]) >= 2]
        assert all(points_of(rows) <= hope for rows in shared)


@pytest.mark.long
@pytest.mark.parametrize("has_relations", [False, True])
@pytest.mark.parametrize("bag", [(1, 1, 7, 7, 8, 8, 9), (1, 3, 3, 7, 8, 9), (7, 7, 8, 8, 9, 9)])
def test_stages_are_all_bags_that_squares_and_relations_allow(
    bag: tuple[int, ...], has_relations: bool
) -> None:
    """Nothing else is left out: not by the most squares of a level, nor by hopes or looking back.

    The most squares of a level are a share of those left, because no level below has fewer. Without
    relations bags are judged by their squares alone, and levels with equally many are possible.
    """
    relations = find_relations(bag_of(bag))
    if not has_relations:
        relations = Relations(np.full_like(relations.place, -1), relations.lies_on)
    setting = Setting(relations, bag_facts(), hopes(bag_of(bag), 4), bag_of(bag))
    for levels in (2, 3):
        allowed = [
            rows
            for rows in splits(bag, levels)
            if all(can_lie_on(relations, bag_of(a), bag_of(b)) for a, b in pairwise(rows))
        ]
        scores = sorted(map(points_of, allowed))
        for target in {0, *scores[-1:], *scores[len(scores) // 2 :: 7]}:
            enough = [rows for rows in allowed if points_of(rows) > target]
            for index, stage in enumerate(stages(setting, levels, target)):
                keys = {
                    bag_of(chain(*rows[: index + 1])) << 30 | bag_of(rows[index]) for rows in enough
                }
                assert set(stage.keys.tolist()) == keys, (levels, target, stage.level)


def check_stages(setting: Setting, found: Solution) -> int:
    """Look for every level of a real display in the stages; return how many levels it has."""
    by_level: dict[int, list[int]] = {}
    for piece in found.pieces:
        assert isinstance(piece.tile, NumberTile)
        by_level.setdefault(piece.level, []).append(piece.tile.number)
    used: list[int] = []
    points = 0
    for stage in stages(setting, len(by_level), found.score - 1):
        used += by_level[stage.level]
        points += stage.level * sum(by_level[stage.level])
        entry = find_key(stage.keys, pack_key(bag_of(used), bag_of(by_level[stage.level])))
        assert entry >= 0, (stage.level, by_level)
        assert stage.best[entry] >= points
        assert stage.best[entry] + stage.rest[entry] >= found.score
    return len(by_level)


@pytest.mark.long
def test_real_displays_pass_every_stage() -> None:
    """No rule for bags, squares, relations or points to come leaves out what can be built."""
    random, cards, levels = Random(8), with_the_rest(()), []
    for count in (6, 7, 8):
        bag = random.sample(cards, count)
        setting = FreeOrder(bag).setting
        for order in (sorted(bag), sorted(bag, reverse=True), bag):
            levels.append(check_stages(setting, next(solve(order))))
    assert max(levels) >= 3


@pytest.mark.long
def test_the_best_display_of_all_tiles_passes_every_stage() -> None:
    best = loads(HIGHEST.read_bytes())
    found = Solution(best.players[0].display.pieces, HIGHEST_SCORE)
    assert check_stages(FreeOrder(with_the_rest(())).setting, found) == 7


@pytest.mark.long
def test_nine_levels_are_impossible() -> None:
    """Bags alone exclude them; so no level of a display ever leaves the grid."""
    full = bag_of([number for number in range(10) for _ in range(2)])
    setting = Setting(find_relations(full), bag_facts(), hopes(full, 10), full)
    for levels in (9, 10):
        assert all(stage.keys.size == 0 for stage in stages(setting, levels, 0))


FOUR_ON_TOP = [
    (4, 0, 0, 0, 3),
    (2, 0, 2, 0, 1),
    (4, 3, 0, 0, 0),
    (3, 5, 1, 0, 0),
    (2, -3, 0, 0, 2),
    (3, -5, 1, 0, 2),
    (8, 1, 0, 1, 0),
    (7, -3, 0, 1, 1),
    (7, 3, 2, 1, 3),
    (8, -5, 1, 1, 1),
]
"""Number, x, y, level and rotation of each tile: a display with four tiles on its highest level."""


@pytest.mark.long
def test_a_highest_level_of_four_tiles_is_found_though_one_of_them_is_laid() -> None:
    """Whatever carries all four carries the largest; the others count with their points."""
    pieces = tuple(
        Piece(NumberTile(number), x, y, level, rotation)
        for number, x, y, level, rotation in FOUR_ON_TOP
    )
    found = Solution(pieces, 30)
    assert found.game.scores == [30]
    setting = FreeOrder([number for number, *_ in FOUR_ON_TOP]).setting
    assert check_stages(setting, found) == 2
    descent = Descender(setting).run(2, 29)
    assert (30, (bag_of((7, 7, 8, 8)), bag_of((2, 2, 3, 3, 4, 4)))) in set(descent.lines())
    assert descent.counts[0] == len(descent.keys[0])  # One state for each bag, of its largest tile.


def test_a_state_has_one_name_however_it_is_turned_or_moved() -> None:
    made = shapes()
    names = set()
    pieces = arrangements((8, 9, 1))[17]
    for _ in range(4):
        state = np.zeros(STATE_WORDS, np.int64)
        write_state(made, pieces, pieces.size, 5, np.zeros((2, 20), np.int64), state)
        names.add(tuple(state.tolist()))
        turned = []
        for piece in pieces.tolist():
            shape, x, y = (int(part) for part in unpack_piece(piece))
            height = int(made.facts[shape, 1])
            turned.append(int(made.facts[shape, 4]) << 12 | (60 - y - height) << 6 | x)
        pieces = np.array(turned[::-1], np.int64)
    assert len(names) == 1


def test_keys_hold_two_bags() -> None:
    used, bag = bag_of([9, 9, 4, 0]), bag_of([9, 4])
    assert unpack_key(pack_key(used, bag)) == (used, bag)
    assert unpack_key(key_below(pack_key(used, bag), bag_of([8, 8]))) == (
        bag_of([9, 9, 8, 8, 4, 0]),
        bag_of([8, 8]),
    )
    many = pack_key(np.array([used, bag]), np.array([bag, 0]))
    assert many.tolist() == [pack_key(used, bag), pack_key(bag, 0)]
    assert sum_of(used) == 22


def test_bags_compare_and_rank() -> None:
    facts = bag_facts()
    for numbers in [(), (0,), (3, 3, 9), (1, 2, 8, 8)]:
        bag = bag_of(numbers)
        assert numbers_in(bag) == numbers
        assert facts[rank_of(bag)].tolist()[:2] == [bag, len(numbers)]
        assert facts[rank_of(bag), 3] == sum(numbers)
    assert has_all(bag_of((1, 3, 3)), bag_of((3, 3)))
    assert not has_all(bag_of((1, 3)), bag_of((3, 3)))


# --- interruptions -------------------------------------------------------------------------------


def test_a_stopped_proof_goes_on_where_it_was(tmp_path: Path) -> None:
    cards = (0, 1, 3, 5, 6)
    order = FreeOrder(cards)
    first = order.first()
    whole = proved(order, first)
    kept = ProofFolder(tmp_path, cards)
    steps: list[Progress] = []

    def stop_at_second(progress: Progress) -> bool:
        steps.append(progress)
        return len(steps) == 2

    with pytest.raises(Stopped):
        list(order.prove(first, None, kept, stop_at_second))
    *_, proof = order.prove(first, None, kept)
    assert proof.best.score == whole.best.score
    assert [d.counts for d in proof.descents] == [d.counts for d in whole.descents]
    assert kept.best() is None
    kept.remember(proof.best)
    remembered = ProofFolder(tmp_path, cards).best()
    assert remembered is not None
    assert remembered.pieces == proof.best.pieces


@pytest.mark.long
def test_a_narrow_search_keeps_few_states() -> None:
    order = FreeOrder((0, 1, 3, 5, 6))
    wide = Descender(order.setting).run(2, 0)
    narrow = Descender(order.setting).run(2, 0, width=5)
    assert max(narrow.counts) <= 5 < max(wide.counts)


def test_the_display_in_the_documentation_has_the_highest_score() -> None:
    game = loads(HIGHEST.read_bytes())
    assert game.scores == [HIGHEST_SCORE] == [262]
