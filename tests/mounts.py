"""File systems of a test's own: read-only or full ones, in a mount namespace that ends with it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

_OWN_MOUNTS = ("unshare", "--map-root-user", "--mount")


@cache
def can_mount() -> bool:
    """Whether this machine lets us have file systems of our own."""
    if shutil.which("unshare") is None:
        return False
    trial = [*_OWN_MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(trial, check=False, capture_output=True).returncode == 0


needs_mounts = pytest.mark.skipif(not can_mount(), reason="needs file systems of one's own")


def run_with_mounts(
    prepare: str, command: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command after a line of shell has mounted what it needs."""
    shell = ["sh", "-c", f'{prepare} && exec "$@"', "sh"]
    return subprocess.run(
        [*_OWN_MOUNTS, *shell, *command],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=dict(os.environ if environment is None else environment),
    )
