"""What Python in a browser does with the artefacts is what it does natively."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from nmbr9 import Options, Token, Variant
from nmbr9.bots.registry import BOTS
from nmbr9.rules import score
from tests.host import both_ways
from tests.host.browser_python import in_browser
from tests.kernel.random_positions import positions
from tests.tiers import first

pytestmark = pytest.mark.rest

OPTIONS = [
    Options(
        variant=variant,
        starting_tiles=all_modules,
        gap_fillers=all_modules,
        special_tokens=tuple(Token) if all_modules else (),
    )
    for variant, all_modules in product(Variant, (False, True))
]
SEEDS = range(20)
OFTEN = ("random", "greedy", "careful", "steady", "strong", "swallow")
"""The other steps of the ladder differ from these in numbers only."""


def plays_the_same(artefacts: Path, scratch: Path, games: list[tuple[str, Options, int]]) -> None:
    there = in_browser(artefacts, scratch, both_ways.all_played, games)
    for game, record in zip(games, there, strict=True):
        assert record == both_ways.played(*game), game


@pytest.mark.parametrize("bot", first(len(OFTEN), [*OFTEN, *sorted({*BOTS} - {*OFTEN})], rest=0))
def test_a_bot_plays_the_same_game(artefacts: Path, tmp_path: Path, bot: str) -> None:
    seeded = enumerate([OPTIONS[0], OPTIONS[-1]])
    plays_the_same(artefacts, tmp_path, [(bot, options, seed) for seed, options in seeded])


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_the_same_games(
    artefacts: Path, tmp_path: Path, bot: str, options: Options
) -> None:
    plays_the_same(artefacts, tmp_path, [(bot, options, seed) for seed in SEEDS])


@pytest.mark.parametrize("count", [300, *first(0, [5_000], rest=0)])
def test_placements_and_points_are_those_of_the_rules(
    artefacts: Path, tmp_path: Path, count: int
) -> None:
    questions = [
        question for questions in positions(seed=22, count=count) for question in questions
    ]
    asked = [
        (asked.display, asked.tile, asked.tokens, asked.markers, asked.highest_level)
        for asked in questions
    ]
    there = in_browser(artefacts, tmp_path, both_ways.placements, asked)
    for question, (found, points, is_kept) in zip(questions, there, strict=True):
        assert found == sorted(question.answer), question
        assert points == score(question.display).total
        assert is_kept


@pytest.mark.parametrize("options", first(1, OPTIONS, rest=0), ids=range(len(OPTIONS)))
def test_analysis_and_hints_say_the_same(artefacts: Path, tmp_path: Path, options: Options) -> None:
    there = in_browser(artefacts, tmp_path, both_ways.weighed, options, 7, 6)
    assert there == both_ways.weighed(options, 7, 6)


@pytest.mark.long
def test_hindsight_finds_the_same(artefacts: Path, tmp_path: Path) -> None:
    assert in_browser(artefacts, tmp_path, both_ways.in_hindsight, 3) == both_ways.in_hindsight(3)


def test_what_compiled_code_could_not_check_is_refused(artefacts: Path, tmp_path: Path) -> None:
    assert in_browser(artefacts, tmp_path, both_ways.refused) == [
        "expected a function of kernel.wasm, got nmbr9.kernel.layout.copy_into: "
        "only those listed in nmbr9.host.build.kernel_functions are there",
        "expected an array int64[1], got float64[1]",
        "expected an array int64[1], got int64[1], which has gaps",
    ]
