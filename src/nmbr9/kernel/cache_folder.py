"""Where compiled code is kept: a folder for exactly these sources.

Numba looks at the file of a compiled function only, not at the files of the functions it calls.
Code compiled before such a change would be run with arrays laid out after it. So the folder is
named after the contents of all sources that are compiled; old folders are removed in time.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from nmbr9.folders import cache_folder

# Layers above compile functions of their own around those of the kernel. They are named here, as
# the folder is chosen before the first function is compiled, whichever of them it belongs to.
SOURCES = tuple(Path(__file__).parents[1] / layer for layer in ("kernel", "judge", "solver"))
"""Folders of everything that is compiled; a test fails when something is compiled elsewhere."""
KEPT = 4
"""How many folders stay, the newest ones: several checkouts may take turns."""


def fingerprint(*sources: Path) -> str:
    """Return a short name for the contents of all Python files in and below some folders."""
    digest = hashlib.sha256()
    for folder in sources:
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def root() -> Path:
    """Return the folder of all such folders, in the user's cache."""
    return cache_folder() / "numba"


def prepared(root: Path, *sources: Path) -> Path:
    """Return the folder for these sources, made and marked as just used; old ones are removed.

    Raises: OSError, when nothing can be written there.
    """
    folder = root / fingerprint(*sources)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    tempfile.TemporaryFile(dir=folder).close()
    others = [path for path in root.iterdir() if path.is_dir() and path != folder]
    for path in sorted(others, key=_last_use)[: max(0, len(others) - KEPT + 1)]:
        shutil.rmtree(path, ignore_errors=True)
    return folder


def temporary() -> Path | None:
    """Return a folder that is there until this process ends, or None if there can be none.

    Processes that it starts use the same one, so that they need not compile again.
    """
    try:
        folder = tempfile.mkdtemp(prefix="nmbr9-")
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = folder
    return Path(folder)


def _last_use(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
