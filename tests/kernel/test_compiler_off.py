"""The same tests, a small share of them, with the compiler switched off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nmbr9.kernel.compile import COMPILER_IS_ON

ROOT = Path(__file__).parents[2]
FILES = ("test_agreement.py", "test_evaluate.py", "test_layout.py", "test_playout.py")


@pytest.mark.long
@pytest.mark.skipif(not COMPILER_IS_ON, reason="it is off already")
def test_the_kernel_runs_as_plain_python() -> None:
    files = [str(Path(__file__).with_name(name)) for name in FILES]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
