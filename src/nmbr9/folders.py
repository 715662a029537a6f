"""Where nmbr9 keeps things of a user, by the custom of each system: one place for all of it.

Versions before this one used the folders of Linux everywhere. What they left there is moved.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

NAME = "nmbr9"


def data_folder() -> Path:
    """Return the folder for games; it need not be there yet."""
    return _moved(_before("XDG_DATA_HOME", ".local/share"), user_data_path(NAME, appauthor=False))


def cache_folder() -> Path:
    """Return the folder for what can be made again; it need not be there yet."""
    return _moved(_before("XDG_CACHE_HOME", ".cache"), user_cache_path(NAME, appauthor=False))


def _before(variable: str, usual: str) -> Path:
    """Return the folder of earlier versions, on every system."""
    base = os.environ.get(variable) or Path("~", usual).expanduser()
    return Path(base, NAME)


def _moved(old: Path, new: Path) -> Path:
    """Return the new folder with what was in the old one; the old one where that cannot be."""
    if old == new or new.exists() or not old.is_dir():
        return new
    try:
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(old, new)
    except OSError:
        return old
    return new
