"""`nmbr9 serve`: the live server."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from nmbr9.cli.output.files import AsJson, print_json


def command(
    host: Annotated[str | None, typer.Option(help="Address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 for a free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="File for SQLite, or a URL of PostgreSQL.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; more than one needs PostgreSQL.")
    ] = None,
    base: Annotated[
        str | None, typer.Option(help="Path of the page, such as /nmbr9/, if not the whole site.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="A page that may connect, besides the server's own.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Bots besides ours, with commas: names, MODULE:CLASS, process:COMMAND."),
    ] = None,
    bot_processes: Annotated[
        int | None, typer.Option(help="Bots that may think at once, in each process.")
    ] = None,
    take_over: Annotated[
        bool,
        typer.Option(
            "--take-over", help="Start beside a server that has the same file and is stopped next."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Host matches over HTTP and WebSocket, until interrupted.

    Settings come from flags, else from variables such as NMBR9_DATABASE (docs/deploy.md).
    """
    from nmbr9.bots.guests.naming import split_names
    from nmbr9.server.main import listening, run
    from nmbr9.server.settings import SettingsError, from_environment

    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "database": database,
        "workers": workers,
        "base": base,
        "origins": tuple(origin) if origin else None,
        "bots": split_names(bots) if bots else None,
        "bot_processes": bot_processes,
        "takes_over": take_over or None,
    }
    settings = replace(
        from_environment(), **{name: value for name, value in given.items() if value is not None}
    )
    if settings.workers > 1 and not settings.database.startswith("postgres"):
        raise SettingsError(
            f"expected a URL of PostgreSQL for {settings.workers} workers, got "
            f"{settings.database!r}: SQLite serves one process"
        )
    door = listening(settings)
    address = f"http://{settings.host}:{door.getsockname()[1]}{settings.base[:-1]}"

    def tell() -> None:
        if as_json:
            print_json({"address": address})
            sys.stdout.flush()
        else:
            print(f"listening at {address}", flush=True)

    run(settings, door, tell)
