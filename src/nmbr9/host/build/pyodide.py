"""Python for browsers: a pinned release of Pyodide, from the registry that Deno is set up for."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

from nmbr9.folders import cache_folder
from nmbr9.host.build.errors import CannotBuild

VERSION = "314.0.7"
HASHES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""SHA-256 of the files that are used. A new version changes these lines and nothing else."""
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Those that a browser gets as they are."""


def fetched() -> Path:
    """Return the folder of the package, fetched unless it was before.

    Raises: CannotBuild.
    """
    told = run_deno("info", "--no-lock", "--no-config", "--json", f"npm:pyodide@{VERSION}")
    packages = json.loads(told).get("npmPackages", {})
    folder = packages.get(f"pyodide@{VERSION}", {}).get("localPath")
    if folder is None:
        raise CannotBuild(f"expected Pyodide {VERSION} from the registry of Deno, got {told}")
    check(Path(folder))
    return Path(folder)


def check(folder: Path) -> None:
    """Refuse files that are not exactly those of the pinned release.

    Raises: CannotBuild.
    """
    for name, expected in HASHES.items():
        file = folder / name
        found = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "no file"
        if found != expected:
            raise CannotBuild(
                f"expected {name} of Pyodide {VERSION} with the SHA-256 {expected}, got {found}"
            )


def run_deno(*arguments: str) -> str:
    """Return what a command of Deno prints.

    Raises: CannotBuild.
    """
    try:
        from deno import find_deno_bin  # type: ignore[import-untyped]
    except ImportError as error:
        raise CannotBuild(
            "expected Deno, of the development packages, to fetch and run Pyodide; got none: "
            "in a checkout, make host installs it"
        ) from error
    environment = {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1", **os.environ}
    environment.setdefault("DENO_DIR", str(cache_folder() / "deno"))
    run = subprocess.run(
        [find_deno_bin(), *arguments], capture_output=True, text=True, check=False, env=environment
    )
    if run.returncode:
        raise CannotBuild(f"expected Deno to {arguments[0]}, got: {run.stderr.strip()}")
    return run.stdout
