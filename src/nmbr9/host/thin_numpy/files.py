"""Reading arrays from files that NumPy wrote."""

from __future__ import annotations

import ast
import os
import struct
import zipfile
from array import array as buffer
from typing import Any

from .arrays import made, ndarray
from .kinds import Kind, float32, float64, int64, uint64

_KINDS = {"<i8": int64, "<u8": uint64, "<f8": float64, "<f4": float32}
_HALF = "<f2"
"""Numbers of 16 bits; here they become those of 32 bits as soon as they are read."""


class _Stored:
    """An .npz file: several arrays by name."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._files = zipfile.ZipFile(path)

    def __enter__(self) -> _Stored:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def __getitem__(self, name: str) -> ndarray:
        data = self._files.read(f"{name}.npy")
        (length,) = struct.unpack_from("<H", data, 8)
        head: dict[str, Any] = ast.literal_eval(data[10 : 10 + length].decode("latin-1"))
        shape, body = head["shape"], data[10 + length :]
        if head["fortran_order"]:
            raise ValueError(f"expected arrays row after row, got {name} column after column")
        if head["descr"] == _HALF:
            return made(struct.unpack(f"<{len(body) // 2}e", body), float32, shape)
        kind: Kind = _KINDS[head["descr"]]
        return ndarray(buffer(kind.code, body), kind, shape)


def load(path: str | os.PathLike[str]) -> _Stored:
    """Open an .npz file."""
    return _Stored(path)
