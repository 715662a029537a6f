"""What processes use, as Linux tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> Iterator[int]:
    """Yield a process and all that it has started, and they have."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from family(int(child))


def cpu_of(pid: int) -> float:
    """Return the seconds of processor time of a process and its family, also of those who ended."""
    return sum(sum(map(int, _stat(each)[11:15])) for each in family(pid)) / TICKS


def memory_of(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def files_of(pid: int) -> int:
    """Return how many files and sockets a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def written_by(pid: int) -> int:
    """Return the bytes that a process has written to the disk."""
    told = Path(f"/proc/{pid}/io").read_text()
    return int(told.split("\nwrite_bytes:")[1].split()[0])


def stolen() -> float:
    """Return the seconds that the host of a virtual machine gave its processors to others."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(fields[8]) / TICKS


def _stat(pid: int) -> list[str]:
    """Return what /proc/pid/stat tells, from the state on."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
