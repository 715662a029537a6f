"""Studies in a line: many games from Python, as rows of plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from importlib import import_module
from typing import Any

from nmbr9.bots.simulation.simulate import (
    Deal,
    Played,
    deal,
    table_tasks,
    tasks,
    warm_bot,
)
from nmbr9.bots.simulation.summary import Summary, summaries
from nmbr9.bots.simulation.workers import play_here, play_in_processes
from nmbr9.rules.errors import Nmbr9Error, OptionsError
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.record import loads

FRAMES = ("pandas", "polars")
"""What a frame is made with, the first that is installed."""


class NoFrames(Nmbr9Error, ImportError):
    """Neither pandas nor polars is installed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One seat of one game."""

    game: int
    """From 0; all bots play each of them."""
    seed: int
    """`Game.new` deals the same game from it, with the options of the study."""
    seat: int
    bot: str
    score: int
    is_winner: bool
    """Whether nobody at the table had more; always so alone."""
    moves: int
    """How often the bot was asked."""
    cpu_seconds: float
    """What it took to answer."""


@dataclass(frozen=True)
class Study:
    """Games that bots have played, in their order."""

    bots: tuple[str, ...]
    seed: int
    played: tuple[Played, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each seat of each game."""
        return tuple(row for game in self.played for row in _rows(game, self.seed))

    def games(self) -> Iterator[Game]:
        """Yield the games themselves, to look at or to write to a file."""
        return (loads(game.record) for game in self.played)

    def summaries(self) -> list[Summary]:
        """Return what `nmbr9 simulate` tells of each bot, of a mixed table from its own seats."""
        own = [part for game in self.played for part in game.by_bot()]
        return summaries(list(dict.fromkeys(self.bots)), own)

    def frame(self) -> Any:
        """Return the rows as a frame of pandas, or else of polars.

        Raises: NoFrames, when neither is installed.
        """
        names = [field.name for field in fields(Row)]
        columns = {name: [getattr(row, name) for row in self.rows] for name in names}
        for package in FRAMES:
            try:
                return import_module(package).DataFrame(columns)
            except ImportError:
                continue
        raise NoFrames(f"expected {' or '.join(FRAMES)} to be installed; rows are there without")

    def dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain dictionaries."""
        return [asdict(row) for row in self.rows]


def simulate(
    bots: str | Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    options: Options | Callable[[int], Options] | None = None,
    decks: Sequence[Sequence[int]] | None = None,
    seconds: float = 1.0,
    jobs: int = 1,
    mixed: bool = False,
) -> Study:
    """Return the games that bots play, as `nmbr9 simulate` does: the same seed, the same games.

    Args:
        bots: Their names, or bots of one's own as ``mymodule:MyBot``. Each plays every deal, in all
            seats; or see `mixed`.
        games: How many deals there are; at most as many as `decks`, where these are given.
        seed: Of the first game; game number i has the seed that many higher.
        options: What is played; or what gives it for the seed of a game, to draw tokens from.
        decks: The order of the cards of each game, instead of shuffled ones.
        seconds: Budget of a bot for one move.
        jobs: How many processes play. A script that asks for several must guard its start with
            ``if __name__ == "__main__"``, as for every pool of processes.
        mixed: Let all bots sit at one table, the next one first in every game.

    Raises: UnknownBot; OptionsError; SimulationStopped, when a bot breaks the rules or a process
        dies.
    """
    names = (bots,) if isinstance(bots, str) else tuple(bots)
    for name in names:
        warm_bot(name, seconds)  # so that a wrong name is refused before anything starts
        if names.count(name) > 1 and not mixed:
            raise OptionsError(f"expected each bot once, got {name} twice")
    if not names:
        raise OptionsError("expected the name of a bot, got none")
    deals = _deals(games, seed, _chooser(options, len(names) if mixed else 1), decks)
    queue = list((table_tasks if mixed else tasks)(names, deals, seconds))
    played = list(play_here(queue) if jobs == 1 else play_in_processes(queue, jobs))
    order = {name: index for index, name in enumerate(names)}
    played.sort(key=lambda game: (game.index, order.get(game.bot, 0)))
    return Study(names, seed, tuple(played))


def _chooser(
    options: Options | Callable[[int], Options] | None, players: int
) -> Callable[[int], Options]:
    if options is None:
        usual = Options(players=players)
        return lambda _: usual
    if isinstance(options, Options):
        same = options
        return lambda _: same
    return options


def _deals(
    games: int,
    seed: int,
    choose: Callable[[int], Options],
    decks: Sequence[Sequence[int]] | None,
) -> list[Deal]:
    if games < 1 or (decks is not None and games > len(decks)):
        most = "" if decks is None else f" to {len(decks)}, as there are decks"
        raise OptionsError(f"expected games of 1{most or ' or more'}, got {games}")
    return [
        deal(seed, index, choose, None if decks is None else decks[index]) for index in range(games)
    ]


def _rows(game: Played, seed: int) -> Iterator[Row]:
    most = max(game.scores)
    for at, seat in enumerate(game.seats):
        yield Row(
            game.index,
            seed + game.index,
            at,
            seat.bot,
            seat.score,
            seat.score == most,
            seat.moves,
            seat.cpu_seconds,
        )
