"""Arrays on disk that are there whole or not at all, whenever a process ends."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nmbr9.whole_files import write_whole


def load_arrays(path: Path) -> dict[str, npt.NDArray[np.int64]] | None:
    """Return the arrays in a file, or None if it is not there or damaged."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            return {key: stored[key] for key in stored.files}
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error):
        return None


class Checkpoints:
    """Named sets of arrays in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def load(self, name: str) -> dict[str, npt.NDArray[np.int64]] | None:
        """Return the arrays saved last under a name, or None."""
        return load_arrays(self._path(name))

    def save(self, name: str, **arrays: npt.NDArray[np.int64]) -> None:
        """Write arrays; an older set of that name is replaced."""
        content = io.BytesIO()
        np.savez(content, allow_pickle=False, **arrays)
        write_whole(self._path(name), content.getvalue())

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.npz"
