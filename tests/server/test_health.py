"""Health tells whether something can be stored now, within two seconds, whatever has happened."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from nmbr9.server.app import create_app
from nmbr9.server.health import Health
from nmbr9.server.settings import Settings
from nmbr9.storage.errors import StorageError, Unavailable
from tests.mounts import needs_mounts, run_with_mounts
from tests.postgresql import PostgreSQL
from tests.server.client import run
from tests.server.serving import serving


@contextmanager
def frozen(postgresql: PostgreSQL) -> Iterator[None]:
    """Nothing of the server moves, and every connection to it stays open."""
    postmaster = int((postgresql.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    processes = [postmaster, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def test_a_database_that_hangs_is_told_in_time(tmp_path: Path, postgresql: PostgreSQL) -> None:
    with serving(postgresql.new_database(), tmp_path) as server:
        asked = f"{server.address}/healthz"
        assert httpx.get(asked).status_code == 200
        with frozen(postgresql):
            began = time.monotonic()
            answer = httpx.get(asked, timeout=20)
            took = time.monotonic() - began
            assert (answer.status_code, answer.json()["code"]) == (503, "storage/unavailable")
            assert took < 5  # two on a machine that does nothing else; without a limit, for ever
        server.wait_until_healthy()


FULL = """
import sys
from tests.server.test_health import health_when_full
print(health_when_full(sys.argv[1]))
"""


def health_when_full(disk: str) -> list[tuple[int, str]]:
    """What a server on a disk says before and after it is full, and with room again."""
    told: list[tuple[int, str]] = []

    async def story() -> None:
        app = create_app(Settings(database=f"{disk}/games.sqlite3"))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://nmbr9")

        async def ask() -> None:
            answer = await client.get("/healthz")
            told.append((answer.status_code, answer.json().get("message", "")))

        async with app.router.lifespan_context(app), client:
            await ask()
            filler = Path(disk, "filler")
            with filler.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 512)
                except OSError:
                    pass
            await ask()
            filler.unlink()
            await ask()

    run(story())
    return told


@needs_mounts
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=2m none '{disk}'"
    ran = run_with_mounts(mount, [sys.executable, "-c", FULL, str(disk)])
    assert ran.returncode == 0, ran.stderr
    full = (503, "expected the database to answer, got database or disk is full")
    assert ran.stdout.splitlines()[-1] == str([(200, ""), full, (200, "")])


READ_ONLY = """
import sys
from tests.server.test_health import health_when_read_only
print(health_when_read_only(sys.argv[1]))
"""


def health_when_read_only(disk: str) -> list[tuple[int, str, bool]]:
    """What a server says when its disk can only be read, as after an error of the disk, and later.

    The third says whether it took less than two seconds.
    """
    told: list[tuple[int, str, bool]] = []

    async def story() -> None:
        app = create_app(Settings(database=f"{disk}/games.sqlite3"))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://nmbr9")

        async def ask() -> None:
            began = time.monotonic()
            answer = await client.get("/healthz")
            took = time.monotonic() - began
            told.append((answer.status_code, answer.json().get("message", ""), took < 2))

        async with app.router.lifespan_context(app), client:
            await ask()
            for mode in ("ro", "rw"):
                # Nothing can be made read-only that somebody has open to write.
                app.state.hub.database.close()
                subprocess.run(["mount", "-o", f"remount,{mode}", disk], check=True)
                await ask()

    run(story())
    return told


@needs_mounts
def test_a_disk_that_can_only_be_read_is_told(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=2m none '{disk}'"
    ran = run_with_mounts(mount, [sys.executable, "-c", READ_ONLY, str(disk)])
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == str(
        [
            (200, "", True),
            (503, "expected the database to answer, got unable to open database file", True),
            (200, "", True),
        ]
    )


def test_one_check_serves_all_who_ask_and_its_end_is_heard_later() -> None:
    asked, go_on = [], threading.Event()

    def check() -> None:
        asked.append(time.monotonic())
        go_on.wait(20)
        if len(asked) == 1:
            raise StorageError("expected room, got none")

    async def story() -> None:
        health = Health(check, seconds=0.05)
        answers = await asyncio.gather(*(health.check() for _ in range(5)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [Unavailable] * 5
        with pytest.raises(Unavailable, match=r"expected the database to write within 0\.05 s"):
            await health.check()
        assert len(asked) == 1
        go_on.set()
        patient = Health(check, seconds=20)
        await patient.check()
        assert len(asked) == 2

    run(story())
