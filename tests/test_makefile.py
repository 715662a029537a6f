"""`make` on a machine that lacks something: one sentence that says what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

TOO_OLD = f"""#!/bin/sh
'{sys.executable}' -c 'import sys; sys.version_info = (3, 9); exec(sys.argv[1])' "$2"
"""
WITHOUT_VENV = """#!/bin/sh
case "$2" in
  *venv*) echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1;;
esac
"""


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (None, "Python 3.11 or newer, and ./python is not here"),
        (TOO_OLD, "Python 3.11 or newer, and ./python is 3.9"),
        (WITHOUT_VENV, "apt-get install python3-venv"),
    ],
    ids=["none", "too old", "without venv"],
)
@pytest.mark.parametrize("target", ["play", "test"])
def test_a_python_that_does_not_do_is_told(
    tmp_path: Path, target: str, python: str | None, said: str
) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "constraints-play.txt"):
        shutil.copy(ROOT / name, tmp_path)
    if python is not None:
        (tmp_path / "python").write_text(python)
        (tmp_path / "python").chmod(0o755)
    ran = subprocess.run(
        ["make", "PYTHON=./python", target],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        # Without what a `make` says that runs the tests.
        env={"PATH": os.environ["PATH"]},
    )
    assert ran.returncode == 2
    first, *rest = ran.stderr.splitlines()
    assert said in first
    assert all(line.startswith("make: ***") for line in rest), ran.stderr
    assert not (tmp_path / ".venv").exists()
