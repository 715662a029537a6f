"""File names that a user gives."""

from __future__ import annotations

from pathlib import Path

import typer

LINES_SUFFIX = ".jsonl"
"""Of files with a record on each line."""


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
