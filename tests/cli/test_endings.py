"""How a command ends: exit codes as documented, one sentence, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nmbr9.rules.record import dumps
from tests.cli.commands import nmbr9
from tests.cli.test_commands import played

NMBR9 = f"'{sys.executable}' -m nmbr9"
FULL = Path("/dev/full")
ONLY_WITH_FULL = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(dumps(played(7)), encoding="utf-8")
    return str(path)


def shell(line: str) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    return ran


@pytest.mark.parametrize(
    "command", ["--help", "legal {record}", "legal {record} --json", "show {record}", "bots"]
)
def test_a_reader_that_leaves_at_once_is_no_error(command: str, record: str) -> None:
    """Plain prints, the tables and pictures of Rich, and the help of Typer."""
    # The reader is gone before the first byte, so that the pipe is closed for sure.
    ran = shell(f"({NMBR9} {command.format(record=record)}; echo $? >&2) | exec 0<&-")
    assert ran.stderr.split() in (["141"], ["0"])


@ONLY_WITH_FULL
@pytest.mark.parametrize("command", ["legal {record}", "legal {record} --json", "show {record}"])
def test_a_full_disk_is_told_in_one_sentence(command: str, record: str) -> None:
    ran = shell(f"{NMBR9} {command.format(record=record)} > {FULL}")
    assert ran.returncode == 1
    assert ran.stderr == (
        "nmbr9: expected to write what was asked for, got No space left on device\n"
    )


def test_a_closed_stdout_is_told_in_one_sentence(record: str) -> None:
    ran = shell(f"{NMBR9} legal {record} >&-")
    assert ran.returncode == 1
    assert ran.stderr == "nmbr9: expected a stdout to write to, got a closed one\n"


def test_closed_stdin_and_stderr_do_not_matter(record: str) -> None:
    assert shell(f"{NMBR9} legal {record} 0<&- 2>&-").returncode == 0
    assert shell(f"{NMBR9} legal {record} --player 9 2>&-").returncode == 2


def test_a_picture_is_written_also_when_nobody_reads(record: str, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    shell(f"{NMBR9} show {record} --svg {picture} --json | exec 0<&-")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--wrong"],
        ["dance"],
        ["legal"],
        ["legal", "{record}", "--player", "9"],
        ["show", "{record}", "--at", "99"],
        ["show", "{record}", "--svg", "/no/such/folder/a.svg"],
        ["simulate", "--bot", "nobody"],
        ["simulate", "--bot", "random", "--variant", "chess"],
        ["play", "--terminal", "--bots", "nobody"],
        ["play", "--terminal", "--modules", "chess"],
        ["data", "export", "--database", "no such file"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], record: str) -> None:
    ran = nmbr9(*(word.format(record=record) for word in arguments))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_new_files_follow_the_umask(record: str, tmp_path: Path) -> None:
    usual = os.umask(0o022)
    try:
        nmbr9("show", record, "--svg", str(tmp_path / "game.svg"))
    finally:
        os.umask(usual)
    assert (tmp_path / "game.svg").stat().st_mode & 0o777 == 0o644


@ONLY_WITH_FULL
def test_a_device_is_written_to_and_stays_one(record: str) -> None:
    ran = nmbr9("show", record, "--svg", str(FULL))
    assert ran.code == 1
    assert "No space left on device" in ran.err
    assert FULL.is_char_device()
