"""Before and after: the speeds of two commits, measured in turns on one machine.

    python -m benchmarks.two_commits d1a0f78 141acba
    python -m benchmarks.two_commits d1a0f78 141acba --folder build/two --prepare
    python -m benchmarks.two_commits d1a0f78 141acba --folder build/two --only bench rules

Each commit gets a worktree with a `.venv` of its own pins and caches of its own, where its own
benchmarks run: `nmbr9 bench`, `benchmarks.rules`, and `benchmarks.server` with SQLite for the
processor time of a placement and the 99th percentile of answers. The commits take turns, and the
one that begins changes, so that whatever else slows the machine slows both. Compared are medians.
The exit code is 1 when a figure is worse than its limit allows.

A folder that is named is kept: `--prepare` fills it, and measuring then takes nothing but time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
WORSE_AT_MOST = 0.03
P99 = "99th percentile, ms"
LIMITS = {P99: 0.05}
"""Of single figures; all others have the limit above."""

BENCH = {
    "nanoseconds_per_position": "ns",
    "placements_per_second": "/s",
    "listed_per_second": "/s",
    "random_games_per_second": "/s",
    "greedy_microseconds_per_move": "us",
}
"""What `nmbr9 bench` has told since there is a kernel; with `/s` more is better."""

LOAD = """

from benchmarks import server
server.round = lambda value, digits=0: value
server.main()
"""
"""`benchmarks.server`, without its rounding: hundredths of a core are too coarse for 3 %."""


@dataclass
class Commit:
    """One of the two, in its worktree."""

    name: str
    folder: Path
    figures: dict[str, list[float]] = field(default_factory=dict)

    def run(self, *command: str) -> str:
        """Run something of the commit in its own folder; return what it prints."""
        return printed([f"{self.folder}/.venv/bin/{command[0]}", *command[1:]], self.folder)

    def prepare(self) -> None:
        """Check it out, install its pins, compile its kernel."""
        if not self.folder.exists():
            printed(["git", "worktree", "add", "--detach", str(self.folder), self.name], ROOT)
        printed(["make", ".venv/ready-dev"], self.folder)
        self.run("nmbr9", "warmup")

    def measure(self, options: argparse.Namespace) -> None:
        """Measure once, each figure by a run of its own benchmark."""
        for part in options.only:
            for name, value in PARTS[part](self, options):
                self.figures.setdefault(name, []).append(value)


def printed(command: Sequence[str], folder: Path) -> str:
    """Run a command and return what it prints; what went wrong ends everything."""
    caches = {f"XDG_{kind}_HOME": f"{folder}/build/{kind}" for kind in ("CACHE", "DATA")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NMBR9_")}
    ran = subprocess.run(
        command,
        cwd=folder,
        env=kept | (caches if folder != ROOT else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def bench(commit: Commit, options: argparse.Namespace) -> Iterator[tuple[str, float]]:
    """`nmbr9 bench`."""
    told = json.loads(commit.run("nmbr9", "bench", "--json", "--seconds", str(options.bench)))
    for name, unit in BENCH.items():
        yield f"{name} ({unit})", float(told[name])


def rules(commit: Commit, options: argparse.Namespace) -> Iterator[tuple[str, float]]:
    """`benchmarks.rules`."""
    told = commit.run("python", "-m", "benchmarks.rules")
    for name in ("found and counted", "written out"):
        (value,) = re.findall(rf"^{name} +([\d.]+) us", told, re.MULTILINE)
        yield f"rules, {name} (us)", float(value)


def server(commit: Commit, options: argparse.Namespace) -> Iterator[tuple[str, float]]:
    """`benchmarks.server`."""
    load = {"matches": options.matches, "rate": options.rate, "seconds": options.seconds}
    flags = [text for name, value in load.items() for text in (f"--{name}", str(value))]
    told = json.loads(commit.run("python", "-c", LOAD, *flags))
    if told["faults"] or told["answered"] != told["sent"]:
        sys.exit(f"{commit.name}: expected every placement to be answered well, got {told}")
    core_seconds = told["share of a core"]["server"] * options.seconds
    yield "processor time of a placement, ms", 1000 * core_seconds / told["sent"]
    yield P99, told["p99 ms"]


PARTS = {"bench": bench, "rules": rules, "server": server}


def compare(before: Commit, after: Commit) -> bool:
    """Print the medians, and whether nothing became worse than its limit."""
    print(f"{'median':40} {before.name:>12} {after.name:>12}   worse by")
    is_good = True
    for name, values in before.figures.items():
        old, new = median(values), median(after.figures[name])
        worse = (old / new if name.endswith("(/s)") else new / old) - 1
        limit = LIMITS.get(name, WORSE_AT_MOST)
        is_good &= worse <= limit
        verdict = f"at most {100 * limit:.0f} %" + ("" if worse <= limit else ": MISSED")
        print(f"{name:40} {old:12,.4g} {new:12,.4g} {100 * worse:+8.1f} %  ({verdict})")
        for commit in (before, after):
            runs = ", ".join(f"{value:,.4g}" for value in commit.figures[name])
            print(f"    {commit.name}: {runs}")
    return is_good


@contextmanager
def kept(folder: Path | None) -> Iterator[Path]:
    """The folder for the worktrees; without one that is named, a new one until the end."""
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder.resolve()
        return
    with tempfile.TemporaryDirectory() as name:
        try:
            yield Path(name)
        finally:
            for worktree in Path(name).iterdir():
                printed(["git", "worktree", "remove", "--force", str(worktree)], ROOT)


def in_turns(commits: Sequence[Commit], runs: int) -> Iterable[Commit]:
    """The commits one after another, so often; every second time the other way round."""
    for run in range(runs):
        yield from reversed(commits) if run % 2 else commits


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--folder", type=Path, help="for the worktrees; it is kept")
    parser.add_argument("--prepare", action="store_true", help="measure nothing yet")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bench", type=float, default=1, help="seconds for a figure of bench")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=30, help="of placements")
    options = parser.parse_args()
    with kept(options.folder) as folder:
        before, after = (Commit(name, folder / name) for name in (options.before, options.after))
        for commit in (before, after):
            commit.prepare()
            print(f"{commit.name} is ready in {commit.folder}", file=sys.stderr)
        if not options.prepare:
            for commit in in_turns((before, after), options.runs):
                commit.measure(options)
                print(f"{commit.name}: measured", file=sys.stderr)
            sys.exit(not compare(before, after))


if __name__ == "__main__":
    main()
