"""What the scores of many games say: means, and how far they can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, sqrt
from statistics import NormalDist, fmean, stdev

from nmbr9.bots.simulation.simulate import Played

CONFIDENCE = 0.95
_T_OF_FEW = (12.706, 4.303, 3.182, 2.776)
"""Student's t for 1 to 4 degrees of freedom, where the series below is too rough."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the true mean lies with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better a bot did than another one on the same decks."""

    to: str
    """The bot it is compared with."""
    mean: float
    ci95: Interval | None
    """None after a single game."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One bot's games. The score of a game is the mean of its seats."""

    bot: str
    games: int
    mean: float
    sd: float
    """Of a sample; 0 after a single game."""
    min: int
    """The lowest score of any seat."""
    max: int
    """The highest score of any seat."""
    cpu_seconds_per_move: float
    ci95: Interval | None
    """None after a single game."""
    difference: Difference | None
    """To the bot before this one; None for the first."""


def summaries(bots: Sequence[str], games: Sequence[Played]) -> list[Summary]:
    """Return a summary for each bot, in this order, each compared with the one before."""
    by_bot = {
        bot: sorted((game for game in games if game.bot == bot), key=lambda game: game.index)
        for bot in bots
    }
    differences = [None, *(_difference(by_bot[a], by_bot[b]) for a, b in pairwise(bots))]
    return [_summary(by_bot[bot], to) for bot, to in zip(bots, differences, strict=True)]


def played_by_all(bots: Sequence[str], games: Sequence[Played]) -> list[Played]:
    """Return the games on those decks that every bot has played, when they were stopped early."""
    by_deck = Counter(game.index for game in games)
    return [game for game in games if by_deck[game.index] == len(bots)]


def _summary(games: Sequence[Played], difference: Difference | None) -> Summary:
    scores = [game.score for game in games]
    moves = sum(game.moves for game in games)
    return Summary(
        bot=games[0].bot,
        games=len(games),
        mean=fmean(scores),
        sd=stdev(scores) if len(scores) > 1 else 0.0,
        min=min(min(game.scores) for game in games),
        max=max(max(game.scores) for game in games),
        cpu_seconds_per_move=sum(game.cpu_seconds for game in games) / moves,
        ci95=confidence_interval(scores),
        difference=difference,
    )


def _difference(before: Sequence[Played], after: Sequence[Played]) -> Difference:
    """Compare game by game: the luck of the deck is the same for both and cancels out."""
    gains = [b.score - a.score for a, b in zip(before, after, strict=True)]
    return Difference(before[0].bot, fmean(gains), confidence_interval(gains))


def confidence_interval(values: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of the mean by Student's t; None for fewer than two values.

    >>> confidence_interval([1, 2, 3])
    Interval(low=-0.48..., high=4.48...)
    """
    if len(values) < 2:
        return None
    half = student_t(len(values) - 1) * stdev(values) / sqrt(len(values))
    mean = fmean(values)
    return Interval(mean - half, mean + half)


def student_t(degrees: int) -> float:
    """Return how many standard errors a two-sided 95 % interval reaches to each side."""
    if degrees <= len(_T_OF_FEW):
        return _T_OF_FEW[degrees - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms: tuple[float, ...] = (  # the expansion of Student's t around the normal distribution
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return fsum(term / degrees**power for power, term in enumerate(terms))
