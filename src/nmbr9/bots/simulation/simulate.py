"""Games that bots play for themselves, to be measured: the same seed gives the same games.

Game `index` has the seed that many higher than the first, and is the one that `Game.new` makes of
it; what a bot draws follows also from its name and seat. So it does not matter how many processes
or machines share the games, nor which other bots take part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from threading import Lock

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


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    bot: str
    index: int
    scores: tuple[int, ...]
    """Points of each seat."""
    moves: int
    """How often the bot was asked for an action."""
    cpu_seconds: float
    """What it took the bot to answer all of them."""
    record: str
    """The record as text, as `rules.record.dumps` writes it."""
    forfeits: tuple[str, ...] = ()
    """A sentence for each move that a bot of one's own lost to `greedy`."""
    table: tuple[str, ...] = ()
    """The bot in each seat, where they were several."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The bot in each seat."""
        return self.table or (self.bot,) * len(self.scores)

    @property
    def score(self) -> float:
        """The mean of the seats."""
        return sum(self.scores) / len(self.scores)


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
    bots = {name: warm_bot(name, task.seconds) for name in seats}
    timed = {name: Stopwatch(bot) for name, bot in bots.items()}
    # What a bot draws follows from the seed, its name and its seat, whoever sits at the others.
    randoms = [Random(f"{deal.seed}/{bots[name].name}/{at}") for at, name in enumerate(seats)]
    game = _new_game(deal, [bots[name] for name in seats])
    while not game.is_over:
        for at in game.waiting_for:
            game = play_turns(game, at, timed[seats[at]], randoms[at], task.seconds)
    return Played(
        task.bot,
        deal.index,
        tuple(game.scores),
        sum(bot.moves for bot in timed.values()),
        sum(bot.cpu_seconds for bot in timed.values()),
        dumps(game),
        tuple(
            sentence
            for bot in bots.values()
            if isinstance(bot, Refereed)
            for sentence in bot.new_forfeits()
        ),
        task.table,
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
