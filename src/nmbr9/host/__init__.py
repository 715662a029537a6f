"""What every host does besides the referee, and the host without a server: in a browser's workers.

``referee_worker`` answers a page, ``thinker`` lets bots think; ``thinking`` and ``analysing`` serve
servers as well. `nmbr9.host.build` makes what browsers load, in the folder ``files``: Python for
browsers (Pyodide), our modules as bytecode, and the kernel compiled to WebAssembly. Wheels carry
it; a checkout makes it with ``make host``. Nothing else needs it.
"""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "files"
LIST = "host.json"
"""Names every file with its size and hash; it is written last."""


def artefacts() -> Path | None:
    """Return the folder of these files, or None: this copy cannot play without a server."""
    return FILES if (FILES / LIST).is_file() else None
