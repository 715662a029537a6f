"""Games of bots for tests, made up or quickly played."""

from __future__ import annotations

from collections.abc import Sequence

from nmbr9 import Options
from nmbr9.bots.simulation.simulate import Deal, Played, Seat, deal


def played(bot: str, index: int, scores: Sequence[int], cpu_seconds: float = 0.5) -> Played:
    share = len(scores)
    seats = [Seat(bot, score, 20 // share, cpu_seconds / share) for score in scores]
    return Played(bot, index, tuple(seats), record="{}\n")


def dealt(index: int, options: Options, seed: int = 5) -> Deal:
    return deal(seed, index, lambda _: options)
