"""Bots think in processes of their own, so that sockets stay responsive."""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import active_children, get_context, parent_process
from random import Random
from threading import Thread

from nmbr9.bots.base import Bot
from nmbr9.bots.greedy import greedy_action
from nmbr9.bots.registry import BOTS, load_bot
from nmbr9.rules.actions import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view

SECONDS = 1.0
"""The budget of a move; only `strong` comes near it."""
NICENESS = 15
"""Bots give way to everything that serves people."""

BOT_NAMES = frozenset(BOTS)


class Thinkers:
    """A pool of processes that think."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def choose(self, bot: str, seen: View) -> Action:
        """Return what a bot does.

        Raises: RuntimeError, when the server stops meanwhile.
        """
        for _ in range(3):
            try:
                return await asyncio.wrap_future(
                    self._running().submit(_think, bot, seen, secrets.randbits(63))
                )
            except BrokenProcessPool:
                # A process died, and the pool with it: the next one thinks again.
                self._pool = None
        raise RuntimeError(f"expected an action of the bot {bot}, got three dead processes")

    def _running(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("expected a running server, got one that stops")
        if self._pool is None:
            # Spawned, because a fork would copy sockets and threads of the server.
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=_begin
            )
        return self._pool

    def close(self) -> None:
        """Stop thinking, at once: a bot may be compiling for half a minute yet."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()


def _begin() -> None:
    os.nice(NICENESS)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    # A killed server cannot tell its processes to end, and they would wait for work for ever.
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


@cache
def _bot(name: str) -> Bot:
    return load_bot(name)


def _think(name: str, seen: View, seed: int) -> Action:
    return _bot(name).choose(seen, Random(seed), SECONDS)


def choose_for_slow(game: Game, seat: int) -> Action:
    """Return what is done for a player whose minute is over (2.12): what `greedy` would do."""
    return greedy_action(view(game, seat))
