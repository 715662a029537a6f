"""Reading games from files and writing files that are never left half written."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from nmbr9.rules.game import Game

MAX_RECORD_BYTES = 4_000_000
"""More than any game can need; a larger file is something else."""

RecordFile = Annotated[
    str,
    typer.Argument(
        metavar="RECORD", help="A record (JSON) or a game in the text notation; - reads stdin."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]


def load_game(name: str) -> Game:
    """Return the game in a file, or on stdin for ``-``.

    Raises: RecordError or NotationError; typer.BadParameter, when there is no such file.
    """
    from nmbr9.rules.errors import RecordError
    from nmbr9.rules.notation import loads_any

    try:
        if name == "-":
            text = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                text = file.read(MAX_RECORD_BYTES + 1)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"expected a file that can be read: {error}") from None
    if len(text) > MAX_RECORD_BYTES:
        raise RecordError(f"{name}: expected at most {MAX_RECORD_BYTES} bytes, got more")
    return loads_any(text)


def parse_path(name: str) -> Path:
    """Return a file name as a path that the system can look at.

    Raises: typer.BadParameter.
    """
    try:
        path = Path(name)
        path.lstat()
    except FileNotFoundError:
        return Path(name)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"expected a file name, got {name[:60]!r}: {error}") from None
    return path


def parse_output(name: str) -> Path:
    """Return the name of a file that is written later: its folder must be there already.

    Raises: typer.BadParameter.
    """
    path = parse_path(name)
    if not path.parent.is_dir():
        raise typer.BadParameter(f"expected a file in a folder that exists, got {name}")
    if path.is_dir():
        raise typer.BadParameter(f"expected a file, got the folder {name}")
    return path


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file whole.

    Raises: typer.BadParameter.
    """
    try:
        write_whole(path, content)
    except OSError as error:
        raise typer.BadParameter(
            f"expected a file that can be written, got {path}: {error.strerror}"
        ) from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file aside, bring it to disk, then rename: it is there whole or as it was.

    Raises: OSError.
    """
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the renaming itself to disk, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def print_json(data: Any) -> None:
    """Print data as JSON on stdout."""
    print(json.dumps(data, ensure_ascii=False))
