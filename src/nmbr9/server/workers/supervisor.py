"""Starting the processes of a server, and keeping them alive."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from nmbr9.server.connection import Connection
from nmbr9.server.workers.neighbours import STATE, Neighbours

LOG = logging.getLogger(__name__)


class WorkerServer(uvicorn.Server):
    """uvicorn's, which also serves connections that another process has accepted."""

    def __init__(self, config: uvicorn.Config, folder: Path, index: int) -> None:
        super().__init__(config)
        self._folder, self._index = folder, index
        self._neighbours: Neighbours | None = None
        self._tasks: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and to take over what belongs here."""
        await super().startup(sockets)
        try:
            self._neighbours = Neighbours(
                self._folder, self._index, self.config.workers, self._take_over
            )
            self.lifespan.state[STATE] = self._neighbours
        except OSError as error:
            # The folder's name may be too long for a socket, for instance.
            LOG.warning("this process serves what it accepts, and nothing else: %s", error)
        LOG.info("process %d of %d serves", self._index + 1, self.config.workers)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the others serve what would come here, then end."""
        if self._neighbours is not None:
            self._neighbours.close()
        await super().shutdown(sockets)

    def _take_over(self, connection: socket.socket, data: bytes) -> None:
        made = partial(
            Connection, self.config, self.server_state, self.lifespan.state, begun_with=data
        )
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(made, connection))
        self._tasks.add(task)
        task.add_done_callback(self._taken_over)

    def _taken_over(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.info("a connection was gone before it was taken over: %s", task.exception())


class _Worker(multiprocess.Process):
    """A process with a place of its own among its neighbours."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], folder: Path, index: int
    ) -> None:
        self._folder, self._index = folder, index
        super().__init__(config, sockets)

    @property
    def server(self) -> uvicorn.Server:
        """What is run in it."""
        if self._server is None:
            self._server = WorkerServer(self.config, self._folder, self._index)
        return self._server


class Supervisor(multiprocess.Multiprocess):
    """Keeps as many processes as the settings say; they meet in a folder."""

    def __init__(
        self, config: uvicorn.Config, sockets: Sequence[socket.socket], folder: Path
    ) -> None:
        super().__init__(config, list(sockets))
        self._folder = folder

    def _started(self, index: int) -> _Worker:
        worker = _Worker(self.config, self.sockets, self._folder, index)
        worker.start()
        return worker

    def init_processes(self) -> None:
        """Start them all."""
        self.processes = [self._started(index) for index in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Put another process in the place of one that has died, or is stuck."""
        for index, worker in enumerate(self.processes):
            if self.should_exit.is_set() or worker.is_alive(
                timeout=self.config.timeout_worker_healthcheck
            ):
                continue
            worker.kill()
            worker.join()
            if worker.exitcode == STARTUP_FAILURE:
                LOG.error("process %s of the server cannot start: stopping", worker.pid)
                self.should_exit.set()
            elif not self.should_exit.is_set():
                LOG.warning("process %s of the server has died: starting another", worker.pid)
                self.processes[index] = self._started(index)

    def restart_all(self) -> None:
        """End one after the other; the others serve its matches until another one is there."""
        for index, worker in enumerate(self.processes):
            worker.terminate()
            worker.join()
            self.processes[index] = self._started(index)
            self.processes[index].wait_until_ready(
                self.config.timeout_worker_healthcheck, self.should_exit
            )

    def handle_ttin(self) -> None:
        """Stay as many as the settings say: matches would move."""

    def handle_ttou(self) -> None:
        """Stay as many as the settings say."""
