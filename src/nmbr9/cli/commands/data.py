"""`nmbr9 data`: what a server has stored, from outside."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from nmbr9.cli.examples import epilog
from nmbr9.cli.output.files import AsJson, print_json, safe_json

if TYPE_CHECKING:
    from nmbr9.storage.copies import Contents
    from nmbr9.storage.database import Database

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Export, import, back up, move and prune what a server keeps.",
)


DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database", help="File of SQLite or URL of PostgreSQL; else that of `serve`."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there, whatever it holds.")]


@app.command("export", epilog=epilog("data export"))
def export(database: DatabaseUrl = None) -> None:
    """Print all finished matches, one line of JSON each, without players and tokens."""
    from nmbr9.storage.transfer import export_matches

    for line in export_matches(_source(database)):
        print_json(line)


@app.command("records", epilog=epilog("data records"))
def records(database: DatabaseUrl = None) -> None:
    """Print the records of all finished matches, one line of JSON each.

    What does not follow the rules, as they are now, is named on stderr instead.
    """
    from nmbr9.cli.input.kept_games import game_of_match
    from nmbr9.draw.words import printable
    from nmbr9.match.errors import EventError
    from nmbr9.rules.record import dumps
    from nmbr9.storage.transfer import export_matches

    for line in export_matches(_source(database)):
        told = line["match"]
        try:
            game = game_of_match(told["id"], told["setup"], line["events"])
        except EventError as error:
            print(printable(str(error)), file=sys.stderr)
        else:
            print(safe_json(dumps(game)), end="")


@app.command("import", epilog=epilog("data import"))
def import_lines(
    file: Annotated[Path, typer.Argument(help="What `export` printed; - reads stdin.")],
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Store matches that were exported; those that are there already are passed by."""
    from nmbr9.storage.transfer import import_matches

    with _readable(file) as source:  # before the target is made
        count = import_matches(_target(database), _lines(source))
    if as_json:
        print_json({"imported": count})
    else:
        print(f"{count} new matches")


@app.command("backup", epilog=epilog("data backup"))
def backup(
    file: Annotated[Path, typer.Argument(help="The copy; an older one is replaced.")],
    database: DatabaseUrl = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Copy a SQLite database while the server runs."""
    from nmbr9.draw.words import printable
    from nmbr9.storage.copies import backup as write_backup

    _tell(
        f"wrote {printable(str(file))}", write_backup(_source(database), file, force=force), as_json
    )


@app.command("move", epilog=epilog("data move"))
def move(
    target: Annotated[str, typer.Argument(help="An empty database, such as postgresql://...")],
    database: DatabaseUrl = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Copy everything to another database, such as from SQLite to PostgreSQL."""
    from nmbr9.storage.copies import move_database

    _tell("copied", move_database(_source(database), target, force=force), as_json)


@app.command("prune", epilog=epilog("data prune"))
def prune(
    database: DatabaseUrl = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be removed, and remove nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Remove matches that never started, and players without a game.

    A server does so every hour. NMBR9_WAITING_DAYS and NMBR9_GUEST_DAYS say after how long.
    """
    import time

    from nmbr9.server.settings import from_environment
    from nmbr9.storage import prune as pruning

    settings = from_environment()
    patience = pruning.Patience(settings.waiting_days, settings.guest_days)
    act = pruning.prunable if dry_run else pruning.prune
    contents = act(_source(database), patience, time.time())
    if as_json:
        print_json(contents._asdict())
    else:
        done = "would remove" if dry_run else "removed"
        print(f"{done} {contents}: what never started, and who has no game")


def _source(database: str | None) -> Database:
    """Return a database to read from: one that is not there is never made.

    Raises: typer.BadParameter, when there is none; StorageError.
    """
    from nmbr9.storage.database import default_database_url, open_existing
    from nmbr9.storage.errors import NotFound

    try:
        return open_existing(database or default_database_url())
    except NotFound as error:
        raise typer.BadParameter(str(error)) from None


def _target(database: str | None) -> Database:
    """Return a database to add to, made if it is not there.

    Raises: StorageError, also for a file of another program.
    """
    from nmbr9.storage.database import (
        Database,
        default_database_url,
        is_blank,
        open_database,
        open_existing,
    )

    url = database or default_database_url()
    target = Database.at(url)
    has_content = not target.is_postgresql and target.path.is_file() and not is_blank(target.path)
    return open_existing(url) if has_content else open_database(url)


def _tell(done: str, contents: Contents, as_json: bool) -> None:
    if as_json:
        print_json(contents._asdict())
    else:
        print(f"{done}: {contents}")


def _readable(file: Path) -> TextIO:
    """Open a file, or take stdin.

    Raises: typer.BadParameter.
    """
    try:
        return sys.stdin if str(file) == "-" else file.open(encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"expected a file that can be read: {error}") from None


def _lines(source: TextIO) -> Iterator[Any]:
    """Yield the lines of a file as JSON.

    Raises: StorageError, naming the line.
    """
    from nmbr9.storage.errors import StorageError

    try:
        for number, line in enumerate(source, start=1):
            try:
                yield json.loads(line)
            except ValueError as error:
                raise StorageError(f"line {number}: expected JSON, got {error}") from None
    except OSError as error:
        raise StorageError(f"expected a file that can be read, got {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise StorageError(f"expected UTF-8 text, got {error.reason}") from None
