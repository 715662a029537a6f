"""Many records from one file, and from as many files: python -m benchmarks.many_records.

Games of the random bot are written by `nmbr9 simulate`, then replayed as `nmbr9 replay` does, from
one file and from a file each. The answers are compared. The exit code is 1 when one file is slower
than many, or when all games need more memory than a tenth of them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

MORE_MEMORY = 1.1
"""How much more all games may need than a tenth of them."""

# The process tells its own largest size itself: kilobytes on Linux.
REPLAY = """
import resource, sys
from nmbr9.cli.commands.replay import command
for path in sys.argv[1:]:
    command(path, as_json=True)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


class Replayed(NamedTuple):
    """What came out, the processor time that took, and how large the process became."""

    lines: list[str]
    seconds: float
    megabytes: float


def replayed(*paths: Path) -> Replayed:
    """Replay some files in one process, so that its start is paid for once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [sys.executable, "-c", REPLAY, *map(str, paths)], capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Replayed(ran.stdout.splitlines(), seconds, int(ran.stderr) / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games: int = parser.parse_args().games
    with tempfile.TemporaryDirectory() as name:
        whole, tenth = Path(name, "all.jsonl"), Path(name, "tenth.jsonl")
        simulate = ["simulate", "--bots", "random", "--games", str(games), "--records", str(whole)]
        subprocess.run([sys.executable, "-m", "nmbr9", *simulate], check=True, capture_output=True)
        lines = whole.read_bytes().splitlines(keepends=True)
        tenth.write_bytes(b"".join(lines[: games // 10]))
        paths = [Path(name, f"{index:06}.json") for index in range(games)]
        for path, line in zip(paths, lines, strict=True):
            path.write_bytes(line)
        few, one, many = replayed(tenth), replayed(whole), replayed(*paths)
    assert len(one.lines) == games, f"expected {games} games, got {len(one.lines)}"
    assert one.lines == many.lines, "expected the same answers from one file and from many"
    print(f"{len(few.lines)} games from one file: {few.seconds:.1f} s, {few.megabytes:.0f} MB")
    print(f"{games} games from one file: {one.seconds:.1f} s, {one.megabytes:.0f} MB")
    print(f"{games} games from {games} files: {many.seconds:.1f} s, {many.megabytes:.0f} MB")
    ratio, growth = one.seconds / many.seconds, one.megabytes / few.megabytes
    print(f"one file takes {ratio:.2f} of the time (at most 1), and {growth:.2f} of the memory")
    sys.exit(ratio > 1 or growth > MORE_MEMORY)


if __name__ == "__main__":
    main()
