"""The same referee, in the browser: what a page needs to go on where there is no server.

`nmbr9.host.build` makes the artefacts, in the folder ``files``: Python for browsers (Pyodide), our
modules as bytecode, and the kernel compiled to WebAssembly. Wheels carry them; a checkout makes
them with ``make host``. They are not needed for anything else.
"""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "files"
LIST = "host.json"
"""Names every artefact with its size and hash; it is written last."""


def artefacts() -> Path | None:
    """Return the folder of the artefacts, or None: this copy cannot play without a server."""
    return FILES if (FILES / LIST).is_file() else None
