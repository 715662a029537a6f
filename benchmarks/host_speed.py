"""Natively, and in the engine of Chromium, in one run: placements a second, and a bot's thinking.

``make host`` first, then ``python -m benchmarks.host_speed``. Both count the same placements in the
same positions, and `strong` plays the same games with the same number of evaluations.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from statistics import median
from typing import Any

from nmbr9.host import artefacts
from nmbr9.judge.speed import best_time, count_all, midgame_sample
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace
from tests.deno import deno
from tests.host import both_ways
from tests.host.browser_python import in_browser as in_python
from tests.host.build.wasm_calls import Memory

LEAST = 0.6
"""What the browser should reach of the native speed."""
MOST = 1.5
"""So many times as long as natively the bot may think about a move."""
BOT, GAMES = "strong", range(2)
REPEATS = 20
SECONDS = 3.0
SCRIPT = Path(__file__).with_suffix(".js")
NAME = f"{count_all.__module__}.{count_all.__name__}"


def arguments() -> tuple[Any, ...]:
    return midgame_sample(), tables(), new_workspace(), REPEATS


def build(folder: Path) -> None:
    """Write count.wasm, in a process that was told to leave Numba's IR alone."""
    import numba
    from numba import typeof

    from nmbr9.host.build.kernel_functions import Exported
    from nmbr9.host.build.numba_ir import lowered
    from nmbr9.host.build.wasm import module_of

    warnings.simplefilter("ignore", numba.NumbaWarning)
    types = tuple(typeof(argument) for argument in arguments())  # type: ignore[no-untyped-call]
    function = lowered(Exported(count_all, types))
    module = module_of([function.way_in, function.body], [NAME], folder)
    (folder / "count.wasm").write_bytes(module)


def in_browser(folder: Path) -> tuple[int, float]:
    """The placements found, and the shortest time."""
    with tempfile.TemporaryDirectory() as nothing_compiled:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": nothing_compiled}
        command = [sys.executable, "-m", "benchmarks.host_speed", str(folder)]
        # LLVM says there of every loop why it is as it is.
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
    memory = Memory()
    words = [word for argument in arguments() for word in memory.handed_over(argument)]
    (folder / "memory").write_bytes(memory.content)
    given = (str(folder / "count.wasm"), str(folder / "memory"), NAME, json.dumps(words))
    ran = deno("run", "--no-config", f"--allow-read={folder}", str(SCRIPT), *given, str(SECONDS))
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    return int(told["found"]), float(told["seconds"])


def placements() -> bool:
    """Print how many placements are found a second; return whether the browser is quick enough."""
    asked = arguments()
    with tempfile.TemporaryDirectory() as scratch:
        found, there = in_browser(Path(scratch))
    native = int(count_all(*asked))
    assert found == native, f"expected {native} placements, got {found}"
    here = best_time(lambda: count_all(*asked), SECONDS)
    print(f"natively:       {native / here / 1e6:6.0f} million legal placements a second")
    print(f"as WebAssembly: {found / there / 1e6:6.0f} million, {here / there:.0%} of it")
    return here / there >= LEAST


def thinking() -> bool:
    """Print how long a move takes; return whether the browser is quick enough."""
    files = artefacts()
    if files is None:
        sys.exit("expected what plays in a browser, got none: make host")
    both_ways.seconds_of_moves(BOT, GAMES[:1])  # what is not compiled yet
    here = median(both_ways.seconds_of_moves(BOT, GAMES))
    with tempfile.TemporaryDirectory() as scratch:
        played = in_python(files, Path(scratch), both_ways.seconds_of_moves, BOT, GAMES)
    there = median(played)
    print(f"{BOT} natively:   {here * 1000:6.0f} ms a move, the median of {len(played)}")
    print(f"{BOT} in Python there: {there * 1000:6.0f} ms, {there / here:.2f} times as long")
    return there / here <= MOST


def main() -> None:
    are_kept = [placements(), thinking()]
    sys.exit(not all(are_kept))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        build(Path(sys.argv[1]))
    else:
        main()
