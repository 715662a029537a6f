"""Bots that think beside the game: in a process of their own, so that the screen never freezes.

It compiles what the bots need while people place their first tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from typing import NamedTuple

from nmbr9.bots.base import Bot, play_turns
from nmbr9.bots.guests.naming import load_apart
from nmbr9.bots.guests.referee import Refereed
from nmbr9.bots.registry import BOTS
from nmbr9.bots.simulation.simulate import SimulationStopped, warm_bot
from nmbr9.bots.simulation.workers import pool_of, submitted
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps, loads

SECONDS_A_MOVE = 1.0


class Thought(NamedTuple):
    """What a bot does until the end of its turn."""

    actions: tuple[Action, ...]
    forfeits: tuple[str, ...] = ()
    """A sentence for each action that is not its own, because it failed."""


Wait = Callable[[str, Future[Thought]], None]
"""Gets the name of a bot that thinks, and returns when it has thought."""


def wait_quietly(_bot: str, thought: Future[Thought]) -> None:
    """Wait without a word, where nobody looks on."""
    thought.exception()


class Thinker:
    """The process in which the bots of one game think, started when the first one is named."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._pool: ProcessPoolExecutor | None = None

    def prepare(self, bots: Collection[str]) -> None:
        """Let these bots load and compile what they need, in the background."""
        if bots:
            submitted(self._process(), _warm, tuple(bots))

    def turn(self, game: Game, seat: int, bot: str, random: Random) -> Future[Thought]:
        """Return what will be the actions of a bot, as `bots.guests.naming` has it, in its turn."""
        seed = random.getrandbits(64)
        return submitted(self._process(), _turn, dumps(game), seat, bot, seed)

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._stack.enter_context(pool_of(1, is_awaited=False))
        return self._pool


@contextmanager
def new_thinker() -> Iterator[Thinker]:
    """Yield a thinker; its process ends with the block, whatever it is doing."""
    with ExitStack() as stack:
        yield Thinker(stack)


def thought_of(bot: str, thought: Future[Thought]) -> Thought:
    """Return what a bot has thought.

    Raises: SimulationStopped, when its process died.
    """
    try:
        return thought.result()
    except BrokenProcessPool:
        raise SimulationStopped(
            f"expected {bot} to think to the end, got a process that died; the game is saved"
        ) from None


def _warm(bots: tuple[str, ...]) -> None:
    for bot in bots:
        _chooser(bot)


def _turn(record: str, seat: int, bot: str, seed: int) -> Thought:
    game = loads(record)
    chooser = _chooser(bot)
    played = play_turns(game, seat, chooser, Random(seed), SECONDS_A_MOVE)
    forfeits = chooser.new_forfeits() if isinstance(chooser, Refereed) else ()
    return Thought(played.actions[len(game.actions) :], forfeits)


@cache
def _chooser(bot: str) -> Bot:
    """Return a bot that is ready; one of somebody's own in a process that can be ended."""
    return warm_bot(bot, SECONDS_A_MOVE) if bot in BOTS else Refereed(load_apart(bot))
