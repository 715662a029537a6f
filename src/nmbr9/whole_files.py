"""Files that are there whole or as they were: written aside, brought to disk, then renamed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

_USUAL_MODE = 0o666
"""What programs ask for when they make a file; the umask takes from it."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield an empty file beside `path`, which takes its place once it is filled.

    A new file follows the umask, one that replaces another has the mode of that; a link stays and
    what it points to is replaced.

    Raises: OSError; `path` is as it was then, and nothing is left beside it.
    """
    path = path.resolve()
    with _file_beside(path) as aside:
        yield aside
        sync(aside)
        aside.replace(path)
    sync(path.parent)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole; what is no file, such as a pipe or a device, is simply written to.

    Raises: OSError.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if is_special(path):
        path.write_bytes(data)
        return
    with replacing(path) as aside:
        aside.write_bytes(data)


def check_writable(path: Path) -> None:
    """Refuse a file that `write_whole` could not write, before there is anything to write.

    Raises: OSError.
    """
    if is_special(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(f"{path} may not be written")
        return
    with _file_beside(path.resolve()):
        pass


def is_special(path: Path) -> bool:
    """Whether there is something that must not be renamed over: a pipe, a terminal, a device."""
    return path.exists() and not path.is_file() and not path.is_dir()


def sync(path: Path) -> None:
    """Have the operating system write a file or the list of a folder to the disk.

    Raises: OSError.
    """
    if os.name == "nt" and path.is_dir():
        return  # Windows has no such thing
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _file_beside(path: Path) -> Iterator[Path]:
    """Yield an empty file with the mode that `path` has, or would get; it is gone in the end.

    Raises: OSError.
    """
    # Not the whole name of the other: with something added it might be too long.
    aside = path.with_name(f".{path.name[:100]}.{token_hex(4)}.part")
    try:
        try:
            os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _USUAL_MODE))
            if path.is_file():
                aside.chmod(stat.S_IMODE(path.stat().st_mode))
            yield aside
        finally:
            aside.unlink(missing_ok=True)
    finally:  # once more: an interrupt may have come before the first
        aside.unlink(missing_ok=True)
