"""Full and read-only disks, real ones: what was there stays, what is there is whole."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from nmbr9.rules.record import dumps, loads
from nmbr9.storage.database import open_database
from tests.cli.test_commands import played
from tests.mounts import needs_mounts, run_with_mounts
from tests.storage.examples import fill

NMBR9 = (sys.executable, "-m", "nmbr9")
# What is printed last is what the command has left on the disk that ends with it.
SHOW = 'status=$?; cat "$0"; exit $status'


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    return folder


def full(disk: Path, old: str) -> str:
    """Shell that mounts a disk with an old file on it and a few kilobytes left."""
    return (
        f"mount -t tmpfs -o size=64k none '{disk}' && printf old > '{disk}/{old}' "
        f"&& head -c 45000 /dev/zero > '{disk}/filler'"
    )


def then_print(path: Path, *command: str) -> list[str]:
    """A command, and after it what is in a file; with its exit code."""
    return ["sh", "-c", f'"$@"; {SHOW}', str(path), *NMBR9, *command]


@needs_mounts
def test_a_picture_that_does_not_fit_leaves_the_old_one(tmp_path: Path, disk: Path) -> None:
    record, picture = tmp_path / "game.json", disk / "game.svg"
    record.write_text(dumps(played(20)), encoding="utf-8")
    ran = run_with_mounts(
        full(disk, picture.name), then_print(picture, "show", str(record), "--svg", str(picture))
    )
    assert (ran.returncode, ran.stdout) == (1, "old")
    assert ran.stderr == (
        f"nmbr9: expected a file that can be written, got {picture}: No space left on device\n"
    )


@pytest.mark.rest
@needs_mounts
def test_a_backup_that_does_not_fit_leaves_the_old_one(tmp_path: Path, disk: Path) -> None:
    source, copy = tmp_path / "games.sqlite3", disk / "good.bak"
    with closing(open_database(str(source))) as database:
        fill(database)
    command = ("data", "backup", str(copy), "--database", str(source), "--force")
    ran = run_with_mounts(full(disk, copy.name), then_print(copy, *command))
    assert (ran.returncode, ran.stdout) == (1, "old")
    assert ran.stderr.startswith(f"nmbr9: expected to write a backup to {copy}, got ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.rest
@needs_mounts
def test_records_that_do_not_fit_end_with_a_whole_one(disk: Path) -> None:
    records = disk / "games.jsonl"
    command = ("simulate", "--bots", "random", "--games", "50", "--records", str(records))
    ran = run_with_mounts(full(disk, "other"), then_print(records, *command))
    assert ran.returncode == 1
    lines = ran.stdout.splitlines()
    assert lines
    assert all(loads(line).is_over for line in lines)
    assert f"{len(lines)} records are in {records}" in ran.stderr
    assert ran.stderr.count("\n") == 1


@needs_mounts
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--deck", "1,2", "--record"],
        ["simulate", "--bots", "random", "--records"],
        ["simulate", "--bots", "random", "--plot"],
    ],
)
def test_a_read_only_disk_is_found_before_the_work(command: list[str], disk: Path) -> None:
    ran = run_with_mounts(
        f"mount -t tmpfs -o ro none '{disk}'", [*NMBR9, *command, str(disk / "file.svg")]
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Read-only file system" in ran.stderr
    assert "points" not in ran.stderr
