"""The line between the server and PostgreSQL is cut, with both of them alive: nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.machine import POSTGRESQL, leave_out
from tests.postgresql import PostgreSQL, programs, running_postgresql
from tests.server.serving import UNLIMITED, serving
from tests.server.test_faults import check_survival

CUTS = 20
SPACE = f"nmbr9-pg-{os.getpid()}"
HERE, THERE = "10.213.7.1", "10.213.7.2"
LINE = f"n9pg{os.getpid() % 100_000}"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


class FarPostgreSQL(PostgreSQL):
    """A server in a network of its own, at the other end of a line."""

    def start(self) -> None:
        data = self.folder / "data"
        with (data / "pg_hba.conf").open("a") as file:
            file.write(f"host all all {HERE}/32 trust\n")
        with (data / "postgresql.conf").open("a") as file:
            file.write(f"listen_addresses = '{THERE}'\n")
        settings = f"-k {self.folder} -c fsync=off -c max_connections=50"
        log, wait = str(self.folder / "log"), ["-w", "-t", "30"]
        self._run("pg_ctl", "-D", str(data), "-o", settings, "-l", log, *wait, "start")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://nmbr9@{THERE}/{database}"

    def command(self, program: str, *arguments: str) -> list[str]:
        as_user = ["setpriv", f"--reuid={super().runs_as()}", "--clear-groups"]
        return ["ip", "netns", "exec", SPACE, *as_user, *super().command(program, *arguments)]

    def runs_as(self) -> None:
        """Only root can go to another network."""


@contextmanager
def line() -> Iterator[None]:
    """A line to another network, which can be cut."""
    ip("netns", "add", SPACE)
    try:
        ip("link", "add", LINE, "type", "veth", "peer", "end", "netns", SPACE)
        ip("addr", "add", f"{HERE}/24", "dev", LINE)
        ip("link", "set", LINE, "up")
        ip("-netns", SPACE, "addr", "add", f"{THERE}/24", "dev", "end")
        for device in ("end", "lo"):
            ip("-netns", SPACE, "link", "set", device, "up")
        yield
    finally:
        subprocess.run(["ip", "netns", "del", SPACE], check=False, capture_output=True)


def can_cut() -> bool:
    """Whether this machine lets us have networks of our own."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        return False
    try:
        with line():
            return True
    except subprocess.CalledProcessError:
        return False


@pytest.mark.long
def test_cut_lines_to_the_database_lose_nothing(tmp_path: Path) -> None:
    def blow(random: Random) -> None:
        ip("link", "set", LINE, "down")
        time.sleep(random.choice([0.2, 1.0, 3.0]))
        ip("link", "set", LINE, "up")

    if not can_cut():
        pytest.skip("needs networks of one's own")
    if programs() is None:
        leave_out(POSTGRESQL)
    with (
        line(),
        running_postgresql(FarPostgreSQL) as far,
        serving(far.new_database(), tmp_path, **UNLIMITED) as server,
    ):
        check_survival(server, blow, CUTS, seconds=30)
