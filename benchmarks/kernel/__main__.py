"""Measure the kernel and its C twin in one run: ``python -m benchmarks.kernel [--json]``."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass

from benchmarks.kernel.twin import Twin
from nmbr9.judge.speed import Sample, Speed, best_time, count_all, measure, midgame_sample
from nmbr9.kernel.generate import ANY_LEVEL, WIDEST_FOR_HALF, find
from nmbr9.kernel.layout import FACTS, LEFT_COLUMN, RIGHT_COLUMN, Position
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace

REPEATS = 20
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """Kernel and C on the same positions, in processor time of one core."""

    kernel: Speed
    c_placements_per_second: float
    ratio: float
    """How many times as long the kernel takes as C; the median of several rounds, taken in turn."""


def compare(seconds: float = 1.0) -> Comparison:
    """Measure both, after checking that they find the same number of placements everywhere."""
    sample = _narrow(midgame_sample())
    twin, work = Twin(), new_workspace()
    total, counts = twin.count_all(sample, 1)
    for index, kind in enumerate(sample.kinds):
        position = Position(sample.rows[index], sample.books[index])
        assert counts[index] == find(position, tables(), work, int(kind), ANY_LEVEL)
    ratios, fastest = [], float("inf")
    for _ in range(ROUNDS):
        c_time = best_time(lambda: twin.count_all(sample, REPEATS), seconds / ROUNDS)
        own_time = best_time(lambda: count_all(sample, tables(), work, REPEATS), seconds / ROUNDS)
        ratios.append(own_time / c_time)
        fastest = min(fastest, c_time)
    kernel = measure(seconds, sample)
    return Comparison(kernel, total * REPEATS / fastest, sorted(ratios)[ROUNDS // 2])


def _narrow(sample: Sample) -> Sample:
    """Leave out the rare positions that the twin does not know."""
    facts = sample.books[:, FACTS]
    keep = facts[:, RIGHT_COLUMN] - facts[:, LEFT_COLUMN] <= WIDEST_FOR_HALF
    return Sample(sample.rows[keep], sample.books[keep], sample.kinds[keep])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = compare(options.seconds)
    if options.json:
        print(json.dumps(asdict(found), indent=2))
        return
    kernel = found.kernel
    print(
        f"{kernel.positions} positions, {kernel.placements_per_position:.0f} legal placements each"
    )
    print(f"kernel          {kernel.placements_per_second / 1e6:8.0f} million placements/s")
    print(f"  listed        {kernel.listed_per_second / 1e6:8.0f} million placements/s")
    print(f"  per position  {kernel.nanoseconds_per_position:8.0f} ns")
    print(f"C               {found.c_placements_per_second / 1e6:8.0f} million placements/s")
    print(f"kernel / C      {found.ratio:8.2f} times the time")
    print(f"random games    {kernel.random_games_per_second:8.0f} /s")
    print(f"greedy move     {kernel.greedy_microseconds_per_move:8.1f} us")


if __name__ == "__main__":
    main()
