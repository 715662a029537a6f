"""Tasks that are carried out natively and in a browser's Python, from this one source.

It imports nothing that the browser lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.character import Character
from nmbr9.bots.ladder import LADDER
from nmbr9.bots.planner import Planner
from nmbr9.bots.registry import load_bot
from nmbr9.judge.judge import ValueJudge
from nmbr9.judge.search import STEADY, STRONG, after_evaluations
from nmbr9.kernel.codes import list_codes
from nmbr9.kernel.convert import FoundPlacement, Lister, allowance_for, decode, encode
from nmbr9.kernel.layout import FACTS, POINTS, copy_into, new_position
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.placing.display import Display
from nmbr9.solver.analysis.analyst import Analyst

PLANS = {"steady": STEADY, "strong": STRONG}
SECONDS = 0.05
"""Of a move, counted in evaluations."""


def player(bot: str) -> Bot:
    """A bot that no clock decides for."""
    step = next((step for step in LADDER if step.name == bot), None)
    if step is not None:
        return Character(step, after_evaluations)
    if bot not in PLANS:
        return load_bot(bot)
    return Planner(bot, 0, ValueJudge(PLANS[bot], after_evaluations))


def played(bot: str, options: Options, seed: int) -> str:
    """Scores and actions of a game that a bot plays alone."""
    game, playing, random = Game.new(options, seed=seed), player(bot), Random(seed)
    while not game.is_over:
        game = play_turns(game, 0, playing, random, SECONDS)
    return f"{game.scores} {[str(action) for action in game.actions]}"


def all_played(games: Iterable[tuple[str, Options, int]]) -> list[str]:
    return [played(*game) for game in games]


def seconds_of_moves(bot: str, seeds: Iterable[int]) -> list[float]:
    """How long a bot thinks about each move of some games, when it counts evaluations."""
    taken = []
    for seed in seeds:
        game, playing, random = Game.new(Options(), seed=seed), player(bot), Random(seed)
        while not game.is_over:
            begin = perf_counter()
            game = play_turns(game, 0, playing, random, SECONDS)
            taken.append(perf_counter() - begin)
    return taken


def weighed(options: Options, seed: int, rounds: int) -> list[str]:
    """What the analysis says of the decisions of a beginner, and a hint."""
    game, beginner, random = Game.new(options, seed=seed), load_bot("greedy"), Random(seed)
    while not game.is_over and game.table.round_number < rounds:
        game = play_turns(game, 0, beginner, random, 1.0)
    analyst = Analyst(game)
    return [*map(str, analyst.moves()), *map(str, analyst.hint(0))]


def in_hindsight(seed: int) -> list[int] | None:
    """What the deck of a finished game allowed after each placement."""
    game, beginner, random = Game.new(Options(), seed=seed), load_bot("greedy"), Random(seed)
    while not game.is_over:
        game = play_turns(game, 0, beginner, random, 1.0)
    return Analyst(game).hindsight(0)


def placements(
    questions: Iterable[tuple[Display, Any, Any, int, int | None]],
) -> list[tuple[list[FoundPlacement], int, bool]]:
    """What the kernel answers: the placements of a tile, the points, and whether it keeps all."""
    lister, answers = Lister(), []
    for display, tile, tokens, markers, highest_level in questions:
        found = lister.placements(display, tile, allowance_for(tokens, markers, highest_level))
        position = encode(display)
        points = int(position.book[FACTS, POINTS])
        answers.append((sorted(found), points, decode(position) == display))
    return answers


def refused() -> list[str]:
    """What the browser says of a function that is not there, and of arrays of another kind."""
    position = new_position()
    codes: Any = np.zeros(4)
    said = []
    for wrong in (
        lambda: copy_into(position, position),
        lambda: list_codes(new_workspace(), 1, 1, codes),
        lambda: list_codes(new_workspace(), 1, 1, np.zeros((4, 2), np.int64)[:, 1]),
    ):
        try:
            wrong()
        except (NotImplementedError, TypeError) as error:
            said.append(str(error))
    return said
