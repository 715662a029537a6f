"""Games that bots play for themselves, to be measured: the same seed gives the same games.

Game `index` has the seed that many higher than the first, and is the one that `Game.new` makes of
it; what a bot draws follows also from its name and seat. So it does not matter how many processes
or machines share the games, nor which other bots take part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from statistics import fmean
from threading import Lock
from typing import NamedTuple

from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.guests.naming import load
from nmbr9.bots.guests.referee import Refereed
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Nmbr9Error, OptionsError
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view
from nmbr9.rules.options import Options
from nmbr9.rules.record import dumps


class SimulationStopped(Nmbr9Error):
    """A simulation ended early: a worker died, a cluster went away, a bot broke the rules."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides about one game; every bot gets the same."""

    seed: int
    """Of this game, as `Game.new` takes it."""
    index: int
    options: Options
    deck: tuple[int, ...] | None = None
    """Only if it was given, and does not follow from the seed."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game: for one bot, which takes all seats, or with a bot of its own in each."""

    bot: str
    """As `bots.guests.naming` has it; of a table all names."""
    deal: Deal
    seconds: float
    """Budget of a move."""
    table: tuple[str, ...] = ()
    """The bot in each seat, where they are several."""


class Seat(NamedTuple):
    """What a bot made in one seat of a game."""

    bot: str
    """As `Task` has it."""
    score: int
    moves: int
    """How often it was asked for an action."""
    cpu_seconds: float
    """What it took to answer all of them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    bot: str
    """As `Task` has it."""
    index: int
    seats: tuple[Seat, ...]
    record: str
    """The record as text, as `rules.record.dumps` writes it."""
    forfeits: tuple[str, ...] = ()
    """A sentence for each move that a bot of one's own lost to `greedy`."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""
        return tuple(seat.score for seat in self.seats)

    @property
    def score(self) -> float:
        """The mean of the seats."""
        return fmean(self.scores)

    @property
    def moves(self) -> int:
        """How often anybody was asked for an action."""
        return sum(seat.moves for seat in self.seats)

    @property
    def cpu_seconds(self) -> float:
        """What all answers took."""
        return sum(seat.cpu_seconds for seat in self.seats)

    def by_bot(self) -> list[Played]:
        """Return what each bot at the table has of the game: its own seats."""
        names = dict.fromkeys(seat.bot for seat in self.seats)
        return [
            replace(self, bot=name, seats=tuple(seat for seat in self.seats if seat.bot == name))
            for name in names
        ]


def deal(
    seed: int,
    index: int,
    choose_options: Callable[[int], Options],
    deck: Sequence[int] | None = None,
) -> Deal:
    """Return what chance decides about game `index`, with this deck if one is given.

    `choose_options` is given the seed of the game, to draw special tokens from.
    """
    own = seed + index
    return Deal(own, index, choose_options(own), None if deck is None else tuple(deck))


def tasks(bots: Sequence[str], deals: Iterable[Deal], seconds: float) -> Iterator[Task]:
    """Yield each deal for each bot; the bots of one deal come together."""
    return (Task(bot, each, seconds) for each in deals for bot in bots)


def table_tasks(bots: Sequence[str], deals: Iterable[Deal], seconds: float) -> Iterator[Task]:
    """Yield each deal for all bots at one table, turned by one so that none has a seat of its own.

    Raises: OptionsError, when there are not as many bots as players.
    """
    for at, each in enumerate(deals):
        if len(bots) != each.options.players:
            raise OptionsError(
                f"expected {each.options.players} bots, one a player, got {len(bots)}"
            )
        first = at % len(bots)
        table = (*bots[first:], *bots[:first])
        yield Task(", ".join(table), each, seconds, table)


_ONE_GAME_AT_A_TIME = Lock()
"""A thread of a cluster's worker must not share a bot, or its processor time, with another."""


def play_game(task: Task) -> Played:
    """Return the game that a bot played to its end.

    Raises: SimulationStopped, when the bot does what the rules forbid.
    """
    with _ONE_GAME_AT_A_TIME:
        try:
            return _play(task)
        except Nmbr9Error as error:
            # Its own class may not survive the way out of a worker process.
            raise SimulationStopped(f"{task.bot} in game {task.deal.index}: {error}") from error


def _play(task: Task) -> Played:
    deal = task.deal
    seats = task.table or (task.bot,) * deal.options.players
    bots = [warm_bot(name, task.seconds) for name in seats]
    timed = [Stopwatch(bot) for bot in bots]
    # What a bot draws follows from the seed, its name and its seat, whoever sits at the others.
    randoms = [Random(f"{deal.seed}/{bot.name}/{at}") for at, bot in enumerate(bots)]
    game = _new_game(deal, bots)
    while not game.is_over:
        for at in game.waiting_for:
            game = play_turns(game, at, timed[at], randoms[at], task.seconds)
    played = zip(seats, game.scores, timed, strict=True)
    return Played(
        task.bot,
        deal.index,
        tuple(Seat(name, score, bot.moves, bot.cpu_seconds) for name, score, bot in played),
        dumps(game),
        tuple(
            sentence for bot in bots if isinstance(bot, Refereed) for sentence in bot.new_forfeits()
        ),
    )


def _new_game(deal: Deal, seats: Sequence[Bot]) -> Game:
    """Return the dealt game; the names tell which version of which bot plays."""
    names = [f"{bot.name} v{bot.version}" for bot in seats]
    if len(names) > 1:
        names = [f"{name}, seat {at}" for at, name in enumerate(names)]
    return Game.new(deal.options, deal.seed, deck=deal.deck, names=names)


@cache
def warm_bot(name: str, seconds: float) -> Bot:
    """Return a bot that has moved once: what it loads and compiles is no part of its thinking."""
    bot = load(name)
    bot.choose(view(Game.new(Options(), seed=0), 0), Random(0), seconds)
    if isinstance(bot, Refereed):
        bot.new_forfeits()  # this move does not count
    return bot


class Stopwatch:
    """A bot with a measure of the processor time that it uses; for a process, of all the time."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.version = bot.version
        self.moves = 0
        self.cpu_seconds = 0.0
        self._bot = bot
        is_apart = isinstance(bot, Refereed) and bot.is_apart
        self._time = time.perf_counter if is_apart else time.process_time

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return what the bot does, and note what it took."""
        started = self._time()
        action = self._bot.choose(view, random, seconds)
        self.cpu_seconds += self._time() - started
        self.moves += 1
        return action
