"""Deno, which came with the development packages, on files of a test."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from deno import find_deno_bin  # type: ignore[import-untyped]


def deno(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What a command of Deno printed."""
    environment = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    return subprocess.run(
        [find_deno_bin(), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=environment,
    )
