"""Legal placements a second: natively, and as WebAssembly in the engine of Chromium, in one run.

``python -m benchmarks.host_speed``; both count the same placements in the same positions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from nmbr9.judge.speed import best_time, count_all, midgame_sample
from nmbr9.kernel.tables import tables
from nmbr9.kernel.workspace import new_workspace
from tests.deno import deno
from tests.host.build.wasm_calls import Memory

LEAST = 0.6
"""What the browser should reach of the native speed."""
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
        subprocess.run(command, env=environment, check=True)
    memory = Memory()
    words = [word for argument in arguments() for word in memory.handed_over(argument)]
    (folder / "memory").write_bytes(memory.content)
    given = (str(folder / "count.wasm"), str(folder / "memory"), NAME, json.dumps(words))
    run = deno("run", "--no-config", f"--allow-read={folder}", str(SCRIPT), *given, str(SECONDS))
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    return int(told["found"]), float(told["seconds"])


def main() -> None:
    asked = arguments()
    with tempfile.TemporaryDirectory() as scratch:
        found, there = in_browser(Path(scratch))
    native = int(count_all(*asked))
    assert found == native, f"expected {native} placements, got {found}"
    here = best_time(lambda: count_all(*asked), SECONDS)
    print(f"natively:       {native / here / 1e6:6.0f} million legal placements a second")
    print(f"as WebAssembly: {found / there / 1e6:6.0f} million, {here / there:.0%} of it")
    sys.exit(here / there < LEAST)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        build(Path(sys.argv[1]))
    else:
        main()
