"""Where nothing can be written: the kernel compiles into a temporary folder, with one warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mounts import needs_mounts, run_with_mounts
from tests.tiers import first

SCRIPT = """
import os, subprocess, sys
from pathlib import Path
from nmbr9.kernel.compile import compiled

@compiled
def double(number):
    return number + number

print(double(21), os.environ["NUMBA_CACHE_DIR"])
if "--child" not in sys.argv:
    subprocess.run([sys.executable, __file__, "--child"], check=True)
"""


def run_with_read_only_home(
    tmp_path: Path, prepare: str = "true"
) -> subprocess.CompletedProcess[str]:
    script, home = tmp_path / "script.py", tmp_path / "home"
    script.write_text(SCRIPT)
    home.mkdir()
    wanted = ("PATH", "PYTHONPATH", "TMPDIR")
    environment = {name: value for name, value in os.environ.items() if name in wanted}
    line = f"mount -t tmpfs none '{home}' && {prepare} && mount -o remount,ro '{home}'"
    return run_with_mounts(line, [sys.executable, str(script)], {**environment, "HOME": str(home)})


@pytest.mark.rest
@needs_mounts
@pytest.mark.parametrize(
    "prepare", first(1, ['mkdir -p "$HOME/.cache/nmbr9/numba"', "true"], rest=0)
)
def test_a_read_only_home_is_warned_of_once(prepare: str, tmp_path: Path) -> None:
    ran = run_with_read_only_home(tmp_path, prepare)
    assert ran.returncode == 0, ran.stderr
    shared, child = ran.stdout.split("\n", 1)
    assert shared.startswith("42 ")
    # A process that it starts loads what is compiled, and says nothing.
    assert child.strip() == shared
    assert ran.stderr.count("\n") == 1
    assert "Read-only file system: it is compiled anew by every command" in ran.stderr
    assert not Path(shared.split()[1]).exists(), "removed at the end"
