"""Something with the shape of what `make host` makes, made in no time."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import brotli  # type: ignore[import-untyped]

from nmbr9.host import LIST

NAMES = ("pyodide.mjs", "pyodide.asm.wasm", "referee.zip", "bots.zip", "LICENSES/MPL-2.0.txt")
LONG = "referee.zip"
"""The one that shrinks, and so has a twin."""


def small_host(folder: Path) -> Path:
    """Write a folder of files that hold little more than their names."""
    (folder / "LICENSES").mkdir(parents=True)
    files = {}
    for name in NAMES:
        content = name.encode() * (100 if name == LONG else 1)
        (folder / name).write_bytes(content)
        files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    packed = brotli.compress((folder / LONG).read_bytes())
    (folder / f"{LONG}.br").write_bytes(packed)
    files[LONG]["packed"] = hashlib.sha256(packed).hexdigest()
    told = {"lock": {}, "shared": [], "values": {}, "files": files}
    (folder / LIST).write_text(json.dumps(told))
    return folder
