"""Where the bots are that tests run, and whether anything of them is left."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "examples"
BAD_BOTS = Path(__file__).with_name("bad_bots.py")
DENO = Path(sys.executable).with_name("deno")
TOWER = f"process:{DENO} run {EXAMPLES / 'tower-bot.js'}"
"""The example in another language."""
TIDY = f"process:{sys.executable} {EXAMPLES / 'tidy_bot.py'}"
"""The example in Python."""


def _origin() -> str:
    """The process of the tests: others, which run beside it, start bad bots of the same kind."""
    return f"for-{os.getpid()}"


def bad_bot(how: str, mark: str = "") -> str:
    """How a bad bot is named on a command line; by a mark, those of one test are known."""
    program = f"{shlex.quote(sys.executable)} {shlex.quote(str(BAD_BOTS))}"
    return f"process:{program} {how} {_origin()} {mark}"


def running(how: str) -> list[int]:
    """The processes of our bad bots of a kind, or with a mark: they, their children and keepers."""
    wanted = {str(BAD_BOTS).encode(), how.encode(), _origin().encode()}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            is_alive = "\nState:\tZ" not in (folder / "status").read_text()
        except OSError:
            continue
        if is_alive and wanted.issubset(words):
            found.append(int(folder.name))
    return found


def wait_until_gone(how: str, seconds: float = 30) -> None:
    """Wait until nothing of a bad bot runs."""
    deadline = time.monotonic() + seconds
    while left := running(how):
        assert time.monotonic() < deadline, f"{how} goes on as {left}"
        time.sleep(0.05)
