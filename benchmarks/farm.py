"""Servers as somebody runs them, to be measured: one process, workers, or several behind nginx."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.meters import cpu_of, memory_of
from tests.nginx import examples, free_port, running_nginx
from tests.postgresql import PostgreSQL, running_postgresql
from tests.server.serving import SECONDS, UNLIMITED, Server, serving


class Shape(NamedTuple):
    """How many processes serve, and where they keep what they store."""

    is_postgresql: bool = False
    """A durable server of its own; else a file of SQLite."""
    workers: int = 1
    """Of each server."""
    behind_nginx: int = 0
    """Servers; with 0 there is one, and nothing in front of it."""
    module: str = "nmbr9"

    @property
    def processes(self) -> int:
        return self.workers * max(1, self.behind_nginx)

    def __str__(self) -> str:
        database = "PostgreSQL" if self.is_postgresql else "SQLite"
        if self.behind_nginx:
            return f"{self.behind_nginx} behind nginx, {database}"
        return f"--workers {self.workers}, {database}" if self.workers > 1 else f"one, {database}"


class Cpu(NamedTuple):
    """Seconds of processor time."""

    server: float
    database: float
    """Of PostgreSQL; SQLite works within the server."""
    proxy: float

    def since(self, before: Cpu) -> Cpu:
        return Cpu(*(now - then for now, then in zip(self, before, strict=True)))


class Farm:
    """All that runs."""

    def __init__(
        self, address: str, servers: list[Server], postgresql: PostgreSQL | None, nginx: int | None
    ) -> None:
        self.address, self.servers = address, servers
        self.postgresql, self._nginx = postgresql, nginx

    @property
    def pids(self) -> list[int]:
        """Of the processes that serve."""
        return [pid for server in self.servers for pid in server.workers() or [server.pid]]

    @property
    def cpu(self) -> Cpu:
        return Cpu(
            sum(cpu_of(server.pid) for server in self.servers),
            0.0 if self.postgresql is None else cpu_of(self.postgresql.pid),
            0.0 if self._nginx is None else cpu_of(self._nginx),
        )

    @property
    def memory(self) -> float:
        """Resident, in MB, of the processes that serve."""
        return sum(map(memory_of, self.pids))


@contextmanager
def farm(folder: Path, shape: Shape, **environment: str) -> Iterator[Farm]:
    """All of it for as long as the context lasts."""
    settings = {**UNLIMITED, "NMBR9_WORKERS": str(shape.workers), **environment}
    postgresql, url = None, f"sqlite:///{folder}/games.sqlite3"
    with ExitStack() as stack:
        if shape.is_postgresql:
            postgresql = stack.enter_context(running_postgresql(is_durable=True))
            url = postgresql.new_database()
        if shape.behind_nginx:
            settings["NMBR9_TRUSTS_PROXY"] = "1"
        servers = []
        for number in range(max(1, shape.behind_nginx)):
            (own := folder / str(number)).mkdir()
            servers.append(stack.enter_context(serving(url, own, shape.module, **settings)))
        for server in servers if shape.workers > 1 else []:
            _wait_for_workers(server, shape.workers)
        address, nginx = servers[0].address, None
        if shape.behind_nginx:
            port = free_port()
            lines = "".join(f"    server 127.0.0.1:{server.port};\n" for server in servers)
            text, count = re.subn(r"(    server 127[^\n]*\n)+", lines, examples(port)[1])
            assert count == 1
            nginx = stack.enter_context(running_nginx(folder, text, port))
            address = f"http://127.0.0.1:{port}"
        yield Farm(address, servers, postgresql, nginx)


def _wait_for_workers(server: Server, workers: int) -> None:
    deadline = time.monotonic() + SECONDS
    while server.logs().count(f" of {workers} serves") < workers:
        assert time.monotonic() < deadline, server.logs()
        time.sleep(0.05)
