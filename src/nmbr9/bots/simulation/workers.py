"""Playing many games at once on one machine. Games come back as they finish, in any order."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import ParamSpec, TypeVar

from nmbr9.bots.simulation.simulate import Played, SimulationStopped, Task, play_game

P = ParamSpec("P")
Result = TypeVar("Result")

TASKS_PER_WORKER = 2
"""How many games a process has at hand: one to play, one to go on with at once."""


def play_here(tasks: Iterable[Task]) -> Generator[Played, None, None]:
    """Yield the games, played one after another in this process."""
    for task in tasks:
        yield play_game(task)


def play_in_processes(tasks: Iterable[Task], jobs: int) -> Generator[Played, None, None]:
    """Yield the games, played in so many processes; close the iterator to end them early.

    Raises: SimulationStopped, when a process dies; the games finished by then come first.
    """
    queue = iter(tasks)
    waiting: set[Future[Played]] = set()
    count = 0
    with pool_of(jobs) as pool:
        try:
            while True:
                for task in islice(queue, TASKS_PER_WORKER * jobs - len(waiting)):
                    waiting.add(submitted(pool, play_game, task))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                # Those that worked first: an error ends the loop.
                for future in sorted(done, key=_has_failed):
                    yield future.result()
                    count += 1
        except BrokenProcessPool:
            for future in wait(waiting).done:
                if not _has_failed(future):
                    yield future.result()
                    count += 1
            raise SimulationStopped(
                "expected every worker process to live to the end, got one that died "
                f"after {count} games (killed, or out of memory)"
            ) from None


def _has_failed(future: Future[Played]) -> bool:
    return future.exception() is not None


@contextmanager
def pool_of(jobs: int, *, is_awaited: bool = True) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of fresh processes, which end at once if the work is given up.

    At the end of the block they finish what they have; unless that is not awaited.
    """
    others = set(active_children())
    # Not forked: compiled code and its threads do not survive that everywhere.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_parent)
    is_given_up = True
    try:
        yield pool
        is_given_up = not is_awaited
    finally:
        if is_given_up:
            for child in set(active_children()) - others:
                child.terminate()
            # Waits for the pool's thread, which ends as nobody works any more. The end of the
            # program would wake that thread otherwise, on a pipe which it may be closing.
            pool.shutdown(cancel_futures=True)
        else:
            pool.shutdown()


def submitted(
    pool: ProcessPoolExecutor, work: Callable[P, Result], *arguments: P.args, **named: P.kwargs
) -> Future[Result]:
    """Submit work. The processes this may start inherit that an interrupt is not for them.

    Here it is only held back for the moment: one that comes just now must not get lost.
    """
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, *arguments, **named)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _end_with_parent() -> None:
    """Let this worker end when its parent has gone, even when that was killed."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
