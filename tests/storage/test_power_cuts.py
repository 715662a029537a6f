"""The power fails, and of what was not synced the disk has kept some: nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from nmbr9.storage.database import PRAGMAS, open_database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.matches import load_events
from tests.storage.examples import add_match
from tests.storage.forgetful import ForgetfulDisk

ROOT = Path(__file__).parents[2]
CUTS, APPENDS = 6, 120
FULL = "synchronous = FULL"
APPENDER = """
import sys
from nmbr9.storage import database
from tests.storage.appender import main
database.PRAGMAS = tuple(p.replace("synchronous = FULL", sys.argv[2]) for p in database.PRAGMAS)
main(sys.argv[1], "m", "victim", 1_000_000)
"""


def told_until_the_power_fails(disk: ForgetfulDisk, path: Path, how: str, random: Random) -> int:
    """Append until the power fails; return how many events were acknowledged."""
    command = [sys.executable, "-W", "error", "-c", APPENDER, str(path), how]
    environment = {**os.environ, **disk.environment}
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(random.randrange(APPENDS // 2, APPENDS))]
        process.kill()
        told += process.stdout.read().split("\n")[:-1]
    assert list(map(int, told)) == list(range(len(told)))
    disk.forget(random)
    return len(told)


def new_database(disk: ForgetfulDisk) -> Path:
    """A database on the disk, with a match; it was there long before."""
    path = disk.folder / "games.sqlite3"
    made = open_database(str(path))
    add_match(made)
    made.close()
    disk.keep()
    return path


def stored_on(path: Path) -> int:
    database = open_database(str(path))
    try:
        numbers = [event["number"] for event in load_events(database, "m", 0)]
    finally:
        database.close()
    assert numbers == list(range(len(numbers)))
    return len(numbers)


@pytest.mark.rest
@pytest.mark.parametrize("seed", range(CUTS))
def test_what_was_acknowledged_is_there_when_the_power_has_failed(
    tmp_path: Path, seed: int
) -> None:
    disk = ForgetfulDisk(tmp_path)
    path = new_database(disk)
    told = told_until_the_power_fails(disk, path, FULL, Random(seed))
    assert told >= APPENDS // 2
    assert disk.forgotten
    assert stored_on(path) >= told


@pytest.mark.rest
def test_a_server_that_does_not_wait_for_the_disk_would_be_caught(tmp_path: Path) -> None:
    """The tests above can fail: with less care of SQLite's they do."""
    assert FULL in PRAGMAS
    disk = ForgetfulDisk(tmp_path)
    path = new_database(disk)
    told = told_until_the_power_fails(disk, path, "synchronous = NORMAL", Random(1))
    try:
        stored = stored_on(path)
    except StorageError:
        stored = 0
    assert stored < told
