"""A real server in a process of its own, to be asked, stopped and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx

UNLIMITED = {
    "NMBR9_REQUESTS_PER_SECOND": "1e6",
    "NMBR9_SOCKETS_PER_ADDRESS": "100000",
    "NMBR9_CONNECTIONS_PER_ADDRESS": "100000",
    "NMBR9_FRAMES_PER_SECOND": "1e6",
    "NMBR9_QUOTAS": "0",
    "NMBR9_NEWCOMERS_PER_ADDRESS": "0",
}
"""Settings of a server that lets one address do everything."""


SECONDS = 60
"""How long a server may take to start or to stop on a busy machine."""


class Server:
    """`nmbr9 serve` on a free port of this machine; the port stays the same after a restart.

    `module` is another one that takes the same flags.
    """

    def __init__(
        self,
        database: str,
        log: Path,
        environment: Mapping[str, str] | None = None,
        port: int = 0,
        module: str = "nmbr9",
        python: str = sys.executable,
    ) -> None:
        self.database, self._log, self._command = database, log, [python, "-m", module]
        self._environment = {**os.environ, **(environment or {})}
        self.port = port
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        command = ["serve", "--port", str(self.port), "--database", self.database]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*self._command, *command],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("listening at"), (line, self.logs())
        self.port = urlsplit(line.split()[-1]).port or 0
        self.wait_until_healthy()

    def wait_until_healthy(self) -> None:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.address}/healthz", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the server does not answer:\n{self.logs()}")

    def workers(self) -> list[int]:
        """The processes that serve, if there are several."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [
            int(pid)
            for pid in children
            if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]

    def logs(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        """As if the machine had lost its power."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


@contextmanager
def serving_without_error(folder: Path, **environment: str) -> Iterator[Server]:
    """A server that lets one address do everything, and must not log an error."""
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    with serving(database, folder, **{**UNLIMITED, **environment}) as server:
        yield server
        assert '"level": "error"' not in server.logs(), server.logs()


@contextmanager
def serving(
    database: str, folder: Path, module: str = "nmbr9", **environment: str
) -> Iterator[Server]:
    server = Server(database, folder / "server.log", environment, module=module)
    try:
        yield server
    finally:
        if server._process is not None and server._process.poll() is None:
            server.stop()
