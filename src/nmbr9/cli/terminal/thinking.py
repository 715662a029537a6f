"""Bots that think beside the game: in a process of their own, so that the screen never freezes.

It compiles what the bots need while people place their first tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from random import Random

from nmbr9.bots.base import play_turns
from nmbr9.bots.simulate import SimulationStopped, warm_bot
from nmbr9.bots.workers import pool_of, submitted
from nmbr9.rules.actions import Action
from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps, loads

SECONDS_A_MOVE = 1.0

Actions = tuple[Action, ...]
Wait = Callable[[str, Future[Actions]], None]
"""Gets the name of a bot that thinks, and returns when it has thought."""


def wait_quietly(_bot: str, thought: Future[Actions]) -> None:
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

    def turn(self, game: Game, seat: int, bot: str, random: Random) -> Future[Actions]:
        """Return what will be the actions of a bot until the end of its turn."""
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


def actions_of(bot: str, thought: Future[Actions]) -> Actions:
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
        warm_bot(bot, SECONDS_A_MOVE)


def _turn(record: str, seat: int, bot: str, seed: int) -> Actions:
    game = loads(record)
    chooser = warm_bot(bot, SECONDS_A_MOVE)
    played = play_turns(game, seat, chooser, Random(seed), SECONDS_A_MOVE)
    return played.actions[len(game.actions) :]
