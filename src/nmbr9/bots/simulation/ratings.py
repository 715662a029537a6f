"""Who is how strong: ratings from games at one table, and how far they can be trusted.

The model is that of Bradley and Terry, which Elo ratings approach: of two players the one with r
points more wins with the odds of 10 to the power of r / 400. A tie counts half for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log10
from random import Random
from statistics import fmean

from nmbr9.bots.simulation.study import Row, Study, simulate
from nmbr9.bots.simulation.summary import Interval
from nmbr9.rules.errors import OptionsError
from nmbr9.rules.options import Options

MEAN = 1500.0
"""What all ratings of a tournament are on average."""
RESAMPLES = 200
ROUNDS = 60
"""Of the iteration: far more than it takes to come to a halt."""

Scores = dict[str, int]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot was among those it met."""

    bot: str
    rating: float
    ci95: Interval
    """From drawing the games anew, with repetition."""
    games: int
    wins: float
    """Tables won; a shared win counts as its share."""
    mean: float
    """Points."""


def tournament(
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    options: Options | None = None,
    seconds: float = 1.0,
    jobs: int = 1,
) -> list[Rating]:
    """Return the ratings of bots that play at one table, strongest first.

    Arguments and errors are those of `simulate`.
    """
    _check(bots)
    study = simulate(
        bots, games, seed=seed, options=options, seconds=seconds, jobs=jobs, mixed=True
    )
    return ratings(study, seed)


def _check(bots: Sequence[str]) -> None:
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionsError(f"expected two bots or more, each once, got {', '.join(bots) or 'none'}")


def ratings(study: Study, seed: int = 0) -> list[Rating]:
    """Return the ratings that the games of mixed tables give, strongest first.

    Every pair counts one tie more than it played, so that whoever always won has a rating, too.

    Raises: OptionsError, without two bots, each once.
    """
    _check(study.bots)
    by_game: dict[int, list[Row]] = {}
    for row in study.rows:
        by_game.setdefault(row.game, []).append(row)
    tables = [{row.bot: row.score for row in rows} for rows in by_game.values()]
    found = strengths(study.bots, tables)
    random = Random(seed)
    drawn = [strengths(study.bots, random.choices(tables, k=len(tables))) for _ in range(RESAMPLES)]
    told = []
    for bot in study.bots:
        own = [row for row in study.rows if row.bot == bot]
        winners = {
            row.game: sum(each.is_winner for each in by_game[row.game])
            for row in own
            if row.is_winner
        }
        spread = sorted(each[bot] for each in drawn)
        told.append(
            Rating(
                bot,
                found[bot],
                Interval(
                    spread[round(0.025 * (RESAMPLES - 1))], spread[round(0.975 * (RESAMPLES - 1))]
                ),
                len(own),
                sum(1 / count for count in winners.values()),
                fmean(row.score for row in own),
            )
        )
    return sorted(told, key=lambda rating: -rating.rating)


def strengths(bots: Sequence[str], tables: Sequence[Scores]) -> dict[str, float]:
    """Return the ratings that make these tables most likely."""
    pairs = list(permutations(bots, 2))
    won = dict.fromkeys(pairs, 0.5)  # the tie that each pair has played before
    for table in tables:
        for one, other in pairs:
            won[one, other] += (table[one] > table[other]) + (table[one] == table[other]) / 2
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        strength = {
            bot: sum(won[bot, other] for other in bots if other != bot)
            / sum(
                (won[bot, other] + won[other, bot]) / (strength[bot] + strength[other])
                for other in bots
                if other != bot
            )
            for bot in bots
        }
    logs = {bot: 400 * log10(value) for bot, value in strength.items()}
    middle = fmean(logs.values())
    return {bot: MEAN + value - middle for bot, value in logs.items()}
