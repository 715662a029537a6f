"""Playing many games on a Dask cluster. Games come back as they finish, in any order."""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from nmbr9.bots.simulation.simulate import Played, SimulationStopped, Task, play_game
from nmbr9.extras import load_extra

CONNECT_SECONDS = 5
SCHEMES = ("tcp", "tls", "ws", "wss")
"""The ways to a Dask scheduler."""
TASKS_PER_THREAD = 3
"""How many games a worker's thread has at hand, so that it never waits for the network."""


def play_on_cluster(tasks: Iterable[Task], address: str) -> Generator[Played, None, None]:
    """Yield the games, played by the workers of the scheduler at an address.

    Raises: MissingExtra; SimulationStopped, when the cluster cannot be reached or goes away.
    """
    distributed = load_extra("cluster")
    # What it logs, with tracebacks, we say in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    queue = iter(tasks)
    count = 0
    with _connected(distributed, address) as client:
        threads = sum(client.nthreads().values())
        try:
            running = distributed.as_completed(
                [_submitted(client, task) for task in islice(queue, TASKS_PER_THREAD * threads)],
                loop=client.loop,
            )
            for future in running:
                yield future.result()
                count += 1
                for task in islice(queue, 1):
                    running.add(_submitted(client, task))
        except (OSError, CancelledError, distributed.KilledWorker) as error:
            raise SimulationStopped(
                f"expected the cluster at {address} to stay to the end, "
                f"got, after {count} games, {_first_line(error)}"
            ) from None


def _connected(distributed: Any, address: str) -> Any:
    """Return a client of a scheduler that has workers."""
    try:
        _knock(address)
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SimulationStopped(
            f"expected a Dask scheduler at {address!r}, got {_first_line(error)}"
        ) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        client.close()
        raise SimulationStopped(f"expected workers at {address}, got none") from None
    return client


def _knock(address: str) -> None:
    """Try the address with a plain socket: Dask is slow to notice that nobody is there.

    Raises: ValueError or OSError.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme not in SCHEMES or not parts.hostname or not parts.port:
        raise ValueError("no address such as tcp://192.0.2.1:8786")
    socket.create_connection((parts.hostname, parts.port), CONNECT_SECONDS).close()


def _submitted(client: Any, task: Task) -> Any:
    # Not pure: Dask would hash the task to find out whether it was played before.
    return client.submit(play_game, task, pure=False)


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
