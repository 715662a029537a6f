"""Work in processes of their own, so that sockets stay responsive; who wants some takes turns."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from nmbr9.protocol.host import Waiting
from nmbr9.server.background.fair_queue import FairQueue

NICENESS = 15
"""They give way to everything that serves people."""
TRIES = 3

P = ParamSpec("P")
T = TypeVar("T")


class Processes:
    """A pool of processes, begun when there is work, that ends with its server."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._queue = FairQueue(count)
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False

    async def run(self, who: Waiting, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module gives in one of the processes, when it is their turn.

        Raises: Dropped, if nobody waits any more then; RuntimeError, when the server stops.
        """
        async with self._queue.turn(who):
            return await self._done(work, *args, **kwargs)

    async def _done(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return await asyncio.wrap_future(self._running().submit(work, *args, **kwargs))
            except BrokenProcessPool:
                # A process died, and the pool with it: the next one tries again.
                self._pool = None
        raise RuntimeError(f"expected an answer of {work.__name__}, got {TRIES} dead processes")

    def _running(self) -> ProcessPoolExecutor:
        if self._is_closed:
            raise RuntimeError("expected a running server, got one that stops")
        if self._pool is None:
            # Spawned, because a fork would copy sockets and threads of the server.
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=get_context("spawn"), initializer=_begin
            )
        return self._pool

    def close(self) -> None:
        """Stop, at once: a process may be compiling for half a minute yet."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()


def _begin() -> None:
    if hasattr(os, "nice"):  # Windows has other words for it.
        os.nice(NICENESS)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    # A killed server cannot tell its processes to end, and they would wait for work for ever.
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)
