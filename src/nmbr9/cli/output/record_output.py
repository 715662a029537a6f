"""Where the records of a simulation go: a folder with a file for each, or one file of lines."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from nmbr9.bots.simulation.simulate import Played
from nmbr9.cli.input.paths import LINES_SUFFIX, parse_path
from nmbr9.cli.output.files import parse_output
from nmbr9.rules.record import FORMAT
from nmbr9.whole_files import is_special, write_whole


class RecordOutput:
    """A place for records, ready to be written to before the first game begins."""

    def __init__(self, name: str) -> None:
        """Make the folder, or begin the file.

        Raises: typer.BadParameter.
        """
        self._file: int | None = None
        if name.endswith(LINES_SUFFIX):
            self.path = parse_output(name)
            _check_replaceable(self.path)
        else:
            self.path = parse_path(name)
        try:
            if name.endswith(LINES_SUFFIX):
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
                self._file = os.open(self.path, flags, 0o666)
            else:
                self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise typer.BadParameter(
                f"expected --records to be a folder, or a file that ends in {LINES_SUFFIX}: {error}"
            ) from None

    def add(self, game: Played) -> None:
        """Write the record of a game.

        Raises: OSError.
        """
        if self._file is None:
            write_whole(self.path / f"{game.bot}-{game.index:06}.json", game.record)
            return
        # At once, so that whoever reads along, or is left with it, has whole lines.
        line = game.record.encode("utf-8")
        written = os.write(self._file, line)
        if written < len(line):
            os.ftruncate(self._file, os.fstat(self._file).st_size - written)
            raise OSError(28, "No space left on device")

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _check_replaceable(path: Path) -> None:
    """Refuse to write over a file that holds something else than records.

    Raises: typer.BadParameter.
    """
    if not path.exists() or is_special(path):
        return
    with path.open("rb") as file:
        start = file.read(100)
    if start and FORMAT.encode() not in start:
        raise typer.BadParameter(
            f"expected --records to be a new file or one of records, got {path}"
        )
