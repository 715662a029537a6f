"""Measure every bot with every variant and module, for the table in docs/bots.md.

    python -m scripts.strength_table --games 120 --seconds 0.2 --jobs 2
    python -m scripts.strength_table --games 240 --seconds 0.2 --jobs 2 --only level-to-level

Each bot is compared with the next weaker one on the same decks. A line for each setting is printed
as it is ready, and put in its place between the marks in the page when everything is measured.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from nmbr9.bots.ladder import LADDER
from nmbr9.bots.registry import BOTS
from nmbr9.bots.simulation.simulate import deal, tasks
from nmbr9.bots.simulation.summary import Summary, summaries
from nmbr9.bots.simulation.workers import play_in_processes
from nmbr9.cli.input.flags import MODULES, parse_options
from nmbr9.rules.options import Variant

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
START, END = "<!-- strength table: start -->", "<!-- strength table: end -->"
PLAIN = [name for name in BOTS if name not in {step.name for step in LADDER}]
"""The ladder is measured by `nmbr9 simulate`."""
SETTINGS = [
    *((str(variant), "") for variant in Variant),
    *((str(Variant.BASIC), module) for module in MODULES),
]
"""Variant and modules of each line."""


def measure(variant: str, modules: str, games: int, seconds: float, jobs: int) -> list[Summary]:
    """Return how every bot does with a variant and modules."""
    choose_options = partial(parse_options, 1, variant, modules, "")
    deals = [deal(2026, index, choose_options) for index in range(games)]
    names = list(PLAIN)
    return summaries(names, list(play_in_processes(tasks(names, deals, seconds), jobs)))


def line(variant: str, modules: str, told: list[Summary]) -> str:
    """Return a line of the table: means, and the gain over the next weaker bot in brackets."""
    cells = [f"{variant}{', ' + modules if modules else ''}", str(told[0].games)]
    for summary in told:
        cell = f"{summary.mean:.1f}"
        gain = summary.difference
        if gain is not None and gain.ci95 is not None:
            cell += f" ({gain.mean:+.1f}, {gain.ci95.low:.1f} to {gain.ci95.high:.1f})"
        cells.append(cell)
    return "| " + " | ".join(cells) + " |"


def write(page: Path, lines: list[str]) -> None:
    """Put lines in the place of those with the same setting in the table of a page."""
    before, rest = page.read_text(encoding="utf-8").split(START)
    old, after = rest.split(END)
    rows = {_setting(line): line for line in [*old.strip().splitlines()[2:], *lines]}
    head = ["variant, modules", "games", *PLAIN]
    table = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *rows.values()]
    text = "\n".join([before + START, "", *table, "", END]) + after
    page.write_text(text, encoding="utf-8")


def _setting(line: str) -> str:
    return line.split("|")[1].strip()


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=[str(variant) for variant in Variant], help="one line")
    asked = parser.parse_args()
    settings = SETTINGS if asked.only is None else [(asked.only, "")]
    lines = []
    for variant, modules in settings:
        told = measure(variant, modules, asked.games, asked.seconds, asked.jobs)
        lines.append(line(variant, modules, told))
        print(lines[-1], file=sys.stderr, flush=True)
    write(PAGE, lines)


if __name__ == "__main__":
    main()
