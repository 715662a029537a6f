"""The way of a placement, as docs/architecture.md shows it, is the way it goes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
IN_THE_PAGE = "The same placement in the page"
MOST_STEPS = 45


def test_the_page_shows_the_way_that_a_placement_goes() -> None:
    command = [sys.executable, "-m", "scripts.placement_path", "--json"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    steps = [told for told in json.loads(run.stdout) if told["kind"] == "step"]
    assert len(steps) <= MOST_STEPS
    row = r"^\| (\d+) \| `([^`]+)` \| \[([^\]]+)\]\([^)]+\) \| ([^|]+) \|$"
    server_side, _, _ = PAGE.read_text(encoding="utf-8").partition(f"## {IN_THE_PAGE}")
    shown = re.findall(row, server_side, re.MULTILINE)
    assert [int(number) for number, *_ in shown] == list(range(1, len(shown) + 1))
    assert all(sentence.endswith(".") for *_, sentence in shown)
    # Two threads work at the same time: only within each of them the order is certain.
    by_thread: dict[str, list[tuple[str, str]]] = {}
    for step in steps:
        by_thread.setdefault(step["thread"], []).append((step["name"], step["file"]))
    on_page = [(name, file) for _, name, file, _ in shown]
    for path in by_thread.values():
        assert [step for step in on_page if step in path] == path
    assert sorted(on_page) == sorted(step for path in by_thread.values() for step in path)
