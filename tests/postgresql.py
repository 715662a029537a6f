"""A PostgreSQL server of our own for tests, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.machine import POSTGRESQL, leave_out

START_SECONDS = 30


class PostgreSQL:
    """A running server that listens on a socket in its folder; nothing else can see it."""

    def __init__(self, programs: Path, folder: Path, *, is_durable: bool = False) -> None:
        self.folder = folder
        self._fsync = "on" if is_durable else "off"
        self._programs = programs
        self._databases = 0
        data = str(folder / "data")
        self._run("initdb", "-D", data, "-U", "nmbr9", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def pid(self) -> int:
        """Of its first process, which starts all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://nmbr9@/{database}?host={self.folder}"

    def new_database(self, like: str = "template1") -> str:
        """The URL of a database that is empty, or holds what another one holds."""
        self._databases += 1
        name = f"test{self._databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}".encode())
        return self.url(name)

    def start(self) -> None:
        # Without fsync: tests end our process or this server, never the machine.
        settings = (
            f"-k {self.folder} -c listen_addresses='' -c fsync={self._fsync} -c max_connections=50"
        )
        log = str(self.folder / "log")
        wait = ["-w", "-t", str(START_SECONDS)]
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-o", settings, "-l", log, *wait, "start"
        )

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        """End the server as a power cut would."""
        os.kill(self.pid, signal.SIGQUIT)
        give_up = time.monotonic() + START_SECONDS
        while (self.folder / "data" / "postmaster.pid").exists():
            assert time.monotonic() < give_up, "the server does not end"
            time.sleep(0.02)

    def command(self, program: str, *arguments: str) -> list[str]:
        """What runs one of its programs."""
        return [str(self._programs / program), *arguments]

    def runs_as(self) -> str | None:
        """The user to become before that: it refuses to be root."""
        return _server_user()

    def _run(self, program: str, *arguments: str) -> None:
        command = self.command(program, *arguments)
        # Output to a file: the server keeps what it inherits open, and a pipe would never end.
        with (self.folder / "output").open("w+") as output:
            done = subprocess.run(
                command,
                check=False,
                stdout=output,
                stderr=output,
                user=self.runs_as(),
                cwd=self.folder,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program}: {output.read()}"


def _server_user() -> str | None:
    """The user to run the server as: it refuses to be root."""
    return "postgres" if os.geteuid() == 0 else None


def programs() -> Path | None:
    """The folder of the server's programs, which are rarely on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if config := shutil.which("pg_config"):
        said = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=True)
        folders.insert(0, Path(said.stdout.strip()))
    if initdb := shutil.which("initdb"):
        folders.append(Path(initdb).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def running_postgresql(
    kind: type[PostgreSQL] = PostgreSQL, *, is_durable: bool = False
) -> Iterator[PostgreSQL]:
    """A server for as long as the context lasts; a benchmark wants what it stores to be durable.

    The test is left out where PostgreSQL is not installed.
    """
    found = programs()
    if found is None:
        leave_out(POSTGRESQL)
    # Directly in /tmp: pytest's folders are closed to other users, and their names too long for
    # a socket.
    folder = Path(tempfile.mkdtemp(prefix="nmbr9-pg-", dir="/tmp"))
    if user := _server_user():
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    try:
        server = kind(found, folder, is_durable=is_durable)
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
