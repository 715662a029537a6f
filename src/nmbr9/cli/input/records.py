"""Reading games: one record or a game in the notation, or JSON lines with a record on each.

A file of many games is read line by line, so that its length does not matter. A name that is no
file may be that of a game kept on this machine (`kept`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.paths import LINES_SUFFIX

if TYPE_CHECKING:
    from nmbr9.rules.game import Game

MAX_RECORD_BYTES = 4_000_000
"""More than any game can need; a larger file or line is something else."""

RecordFile = Annotated[
    str,
    typer.Argument(
        metavar="RECORD",
        help="A record (JSON), many of them (one on each line, .jsonl), or a game in the text "
        "notation; - reads stdin. Or the name of a game that `nmbr9 games` lists.",
    ),
]


def load_game(name: str) -> Game:
    """Return the only game in a file, on stdin for ``-``, or kept under that name.

    Raises: RecordError or NotationError; typer.BadParameter, when there is no such file, or
    several games are in it.
    """
    games = load_games(name)
    game = next(games)
    if next(games, None) is not None:
        raise typer.BadParameter(f"expected a file with one game, got several in {name}")
    return game


def load_games(name: str) -> Iterator[Game]:
    """Yield the games of a file, or of stdin for ``-``; at least one.

    Raises: as `load_game`; the games before a wrong line come first.
    """
    from nmbr9.rules.errors import Nmbr9Error, RecordError

    kept = _kept(name)
    if kept is not None:
        yield kept
        return
    with _opened(name) as file:
        first = file.readline(MAX_RECORD_BYTES + 1)
        if not name.endswith(LINES_SUFFIX) and not _is_whole(first):
            yield _one_game(name, first + file.read(MAX_RECORD_BYTES + 1))
            return
        count = 0
        for number, line in enumerate(_lines(first, file), start=1):
            if not line.strip():
                continue
            count += 1
            try:
                yield _one_game(name, line)
            except Nmbr9Error as error:
                if number == 1 and not name.endswith(LINES_SUFFIX):
                    raise
                raise RecordError(f"{name}, line {number}: {error}") from None
        if not count:
            raise RecordError(f"{name}: expected a record on each line, got none")


def _one_game(name: str, text: bytes) -> Game:
    from nmbr9.rules.errors import RecordError
    from nmbr9.rules.notation import loads_any

    if len(text) > MAX_RECORD_BYTES:
        raise RecordError(f"{name}: expected at most {MAX_RECORD_BYTES} bytes, got more")
    return loads_any(text)


def _is_whole(line: bytes) -> bool:
    """Whether a first line is a whole record, so that other records may follow it."""
    start, end = line[:1], line.rstrip()[-1:]
    return start == b"{" and end == b"}" and line.endswith(b"\n")


def _lines(first: bytes, file: IO[bytes]) -> Iterator[bytes]:
    line = first
    while line:
        yield line
        line = file.readline(MAX_RECORD_BYTES + 1)


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """Yield a file or stdin.

    Raises: typer.BadParameter.
    """
    try:
        if name == "-":
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except (OSError, ValueError) as error:
        from nmbr9.rules.errors import Nmbr9Error

        if isinstance(error, Nmbr9Error | BrokenPipeError):
            raise
        raise typer.BadParameter(f"expected a file that can be read: {error}") from None


def _kept(name: str) -> Game | None:
    """Return a game that is kept on this machine, if the name is no file and may be one's name."""
    try:
        if name == "-" or "/" in name or "." in name or Path(name).exists():
            return None
    except (OSError, ValueError):
        return None
    from nmbr9.cli.input.kept_games import find_kept

    return find_kept(name)
