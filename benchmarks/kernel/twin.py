"""The same search in C, built for the occasion: how much does the compiler of Python lose?"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from nmbr9.judge.speed import Sample
from nmbr9.kernel.tables import (
    KIND_FIELDS,
    OUTLINE_FIELDS,
    OUTLINES,
    REACH,
    SHORTEST,
    UPRIGHT,
    Integers,
    tables,
)

SOURCE = Path(__file__).with_name("twin.c")
LAYOUT = {
    "REACH": REACH,
    "OUTLINE_FIELDS": OUTLINE_FIELDS,
    "KIND_FIELDS": KIND_FIELDS,
    "UPRIGHT": UPRIGHT,
    "SHORTEST": SHORTEST,
    "OUTLINES": OUTLINES,
}
"""How the tables are laid out: another layout in C would read beside them."""
COMMAND = (
    *("gcc", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"),
    *(f"-D{name}={value}" for name, value in LAYOUT.items()),
)


class Twin:
    """The C twin, compiled into a temporary folder and loaded.

    Raises: FileNotFoundError without gcc; CalledProcessError if it refuses the source.
    """

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "twin.so"
            subprocess.run([*COMMAND, str(SOURCE), "-o", str(library)], check=True)
            self._library = ctypes.CDLL(str(library))
        self._library.count_all.restype = ctypes.c_int64

    def count_all(self, sample: Sample, repeats: int) -> tuple[int, Integers]:
        """Return the placements found in all, and in each position, as the kernel's namesake."""
        counts = np.zeros(len(sample.kinds), np.int64)
        made = tables()
        arrays = (made.outlines, made.kinds, made.inside_first, made.inside)
        total: int = self._library.count_all(
            *(array.ctypes.data_as(ctypes.c_void_p) for array in sample),
            ctypes.c_int64(len(sample.kinds)),
            *(array.ctypes.data_as(ctypes.c_void_p) for array in arrays),
            ctypes.c_int64(repeats),
            counts.ctypes.data_as(ctypes.c_void_p),
        )
        return total, counts
