"""Many games as JSON lines, one record on each: read and written one by one, however many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import IO

from nmbr9.rules.errors import RecordError
from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps, loads


def read_records(source: str | PathLike[str] | Iterable[str | bytes]) -> Iterator[Game]:
    """Yield the games of a file, or of lines such as an open file has; empty lines do not count.

    Raises: RecordError, naming the line, when it comes to one that is wrong; OSError.
    """
    if isinstance(source, (str, PathLike)):
        with Path(source).open("rb") as file:
            yield from _games(file)
    else:
        yield from _games(source)


def write_records(target: str | PathLike[str] | IO[str], games: Iterable[Game]) -> int:
    """Write games to a file, or to one that is open for text, and return how many there were.

    Each is written when it comes, so that a generator of any length will do.

    Raises: OSError.
    """
    if isinstance(target, (str, PathLike)):
        with Path(target).open("w", encoding="utf-8") as file:
            return write_records(file, games)
    count = 0
    for count, game in enumerate(games, start=1):  # noqa: B007 - the last one is the number
        target.write(dumps(game))
    return count


def _games(lines: Iterable[str | bytes]) -> Iterator[Game]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield loads(line)
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from error
