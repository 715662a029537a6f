"""`kernel.wasm` and `kernel.json`: the kernel for browsers, compiled from the functions themselves.

``kernel.json`` says for ``nmbr9.kernel.compile_wasm`` what each function takes and gives, and how
much room the constants of the module need.

This runs in a process of its own (`make_kernel` starts it), because Numba has to be told to leave
its IR alone before it is loaded, and must not find anything compiled before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

from nmbr9.host.build.errors import CannotBuild

MODULE, DESCRIPTION = "kernel.wasm", "kernel.json"
TESTED_WITH = "0.68"
"""The release of Numba whose ways ``numba_ir`` knows."""

_CUSTOM_SECTION, _MEMORY_NEEDED = 0, 1


def make_kernel(folder: Path) -> None:
    """Write both files into a folder.

    Raises: CannotBuild.
    """
    with tempfile.TemporaryDirectory() as scratch:
        # A cache in which nothing is: from what was compiled before comes no IR.
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": scratch}
        environment.pop("NUMBA_DISABLE_JIT", None)
        command = [sys.executable, "-m", __name__, scratch, str(folder)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        raise CannotBuild(run.stderr.strip())


def main(scratch: Path, folder: Path) -> None:
    """Do the work of `make_kernel`, in a process prepared for it."""
    import numba

    # With its optimisation off, Numba finds every function too strange to keep it in its cache.
    warnings.simplefilter("ignore", numba.NumbaWarning)
    try:
        from nmbr9.host.build.kernel_functions import kernel_functions
        from nmbr9.host.build.numba_ir import lowered

        functions = [lowered(function) for function in kernel_functions()]
    except Exception as error:  # Whatever an inside that has changed may raise.
        raise CannotBuild(
            f"expected the insides of Numba {TESTED_WITH}, got Numba {numba.__version__}, "
            f"which does not give its IR like that: {type(error).__name__}: {error}"
        ) from error
    from nmbr9.host.build.wasm import module_of

    texts = [text for function in functions for text in (function.way_in, function.body)]
    module = module_of(texts, [function.name for function in functions], scratch)
    size, step = room_for_constants(module)
    description = {
        "constants": {"bytes": size, "step": step},
        "functions": {
            function.name: {"takes": function.takes, "gives": function.gives}
            for function in functions
        },
    }
    (folder / MODULE).write_bytes(module)
    (folder / DESCRIPTION).write_text(json.dumps(description, indent=1) + "\n", "utf-8")


def room_for_constants(module: bytes) -> tuple[int, int]:
    """Return the bytes of the constants of a module, and what their address is a multiple of.

    It stands in its first section, by the convention for libraries in WebAssembly ("dylink.0").
    Raises: CannotBuild.
    """
    rest = iter(module[8:])
    kind, _length = next(rest), _number(rest)
    name = bytes(next(rest) for _ in range(_number(rest)))
    if kind != _CUSTOM_SECTION or name != b"dylink.0" or next(rest) != _MEMORY_NEEDED:
        raise CannotBuild(f"expected a module that says what memory it needs, got {name!r}")
    _length = _number(rest)
    return _number(rest), 1 << _number(rest)


def _number(rest: Iterator[int]) -> int:
    """Read a number, seven bits a byte, the lowest first."""
    value = shift = 0
    for byte in rest:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return value


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except CannotBuild as problem:
        sys.exit(str(problem))
