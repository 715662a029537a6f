"""A task in the Python of a browser, here that of Deno's engine, which is Chromium's."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from tests.deno import deno
from tests.host import both_ways

P = ParamSpec("P")
T = TypeVar("T")

SCRIPT = Path(__file__).with_name("run_as_browser.js")
MODULE = Path(both_ways.__file__)


def in_browser(
    files: Path, scratch: Path, task: Callable[P, T], *arguments: P.args, **_: P.kwargs
) -> T:
    """What a function of `both_ways` returns there, with the artefacts in a folder."""
    (scratch / "task.pickle").write_bytes(pickle.dumps((task.__name__, arguments), protocol=5))
    run = deno(
        "run",
        *("--no-config", "--no-lock", "--quiet"),
        *(f"--allow-read={files},{MODULE},{scratch}", f"--allow-write={scratch}"),
        *(str(SCRIPT), str(files), str(MODULE), str(scratch)),
    )
    assert run.returncode == 0, run.stderr
    answer: T = pickle.loads((scratch / "answer.pickle").read_bytes())
    return answer
