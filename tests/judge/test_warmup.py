"""Warming up compiles everything, and says what it is doing."""

from __future__ import annotations

import subprocess
import sys

from nmbr9.judge.warmup import STEPS, warmup


def test_every_step_is_reported() -> None:
    steps: list[tuple[str, int, int]] = []
    warmup(lambda name, index, count: steps.append((name, index, count)))
    assert steps == [(name, index, len(STEPS)) for index, (name, _) in enumerate(STEPS)]


def test_the_rules_do_not_load_the_compiler() -> None:
    script = "import sys, nmbr9, nmbr9.rules; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
