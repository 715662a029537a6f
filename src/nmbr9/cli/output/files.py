"""What commands write: files that are never left half written, and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from nmbr9.cli.input.paths import parse_path
from nmbr9.whole_files import check_writable, write_whole

AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]


def parse_output(name: str) -> Path:
    """Return the name of a file that is written later, after checking that this is possible.

    Raises: typer.BadParameter.
    """
    path = parse_path(name)
    if not path.parent.is_dir():
        raise typer.BadParameter(f"expected a file in a folder that exists, got {name}")
    if path.is_dir():
        raise typer.BadParameter(f"expected a file, got the folder {name}")
    try:
        check_writable(path)
    except OSError as error:
        raise typer.BadParameter(_not_writable(path, error)) from None
    return path


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file whole.

    Raises: Nmbr9Error.
    """
    from nmbr9.rules.errors import Nmbr9Error

    try:
        write_whole(path, content)
    except OSError as error:
        raise Nmbr9Error(_not_writable(path, error)) from None


@contextmanager
def written_first(write: Callable[[], None]) -> Iterator[None]:
    """Write files before the block prints: whoever stops reading does not cost them.

    What could not be written is told after the block, because it must not cost the printing.

    Raises: Nmbr9Error.
    """
    from nmbr9.rules.errors import Nmbr9Error

    problem: Nmbr9Error | None = None
    try:
        write()
    except Nmbr9Error as error:
        problem = error
    yield
    if problem is not None:
        raise problem


def tell_written(path: Path) -> None:
    """Say on stderr that a file was written."""
    from nmbr9.draw.words import printable

    print(f"wrote {printable(str(path))}", file=sys.stderr)


def _not_writable(path: Path, error: OSError) -> str:
    return f"expected a file that can be written, got {path}: {error.strerror or error}"


def print_json(data: Any) -> None:
    """Print data as JSON on stdout, on one line."""
    print(safe_json(json.dumps(data, ensure_ascii=False)))


def safe_json(text: str) -> str:
    r"""Return JSON, or a game in the notation, that says the same and commands no terminal.

    >>> safe_json('{"name": "Zoë\x9b2J"}')
    '{"name": "Zoë\\u009b2J"}'
    """
    if text.isprintable():
        return text
    return "".join(
        mark if mark.isprintable() or mark == "\n" else json.dumps(mark)[1:-1] for mark in text
    )
