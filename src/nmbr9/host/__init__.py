"""A host without a server: matches, bots and analyses of one browser, in two workers.

``referee_worker`` answers a page, ``thinker`` lets bots think; ``thinking`` and ``analysing`` serve
servers as well. What browsers load of it is made beforehand, into the folder ``files``.
"""

from __future__ import annotations

from pathlib import Path

FILES = "files"
CONTENTS = "host.json"


def artefacts() -> Path | None:
    """Return the folder with what browsers load, None in a copy that was made without."""
    folder = Path(__file__).with_name(FILES)
    return folder if (folder / CONTENTS).is_file() else None
