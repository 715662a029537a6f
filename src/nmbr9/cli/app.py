"""The subcommands of `nmbr9`: they import what they need when they run, so that help is quick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
import typer.main

from nmbr9.cli.commands import (
    analyse,
    bench,
    data,
    games,
    legal,
    notation,
    perft,
    play,
    replay,
    serve,
    show,
    site,
    solve,
    verify_proof,
    warmup,
)
from nmbr9.cli.commands.bots import check_bot, list_bots, simulate
from nmbr9.cli.examples import epilog

HELP_NAMES = ["-h", "--help"]

app = typer.Typer(
    name="nmbr9",
    help="NMBR 9 and NMBR 9 ++: play, check, draw and count.",
    no_args_is_help=True,
    context_settings={"help_option_names": HELP_NAMES},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS: dict[str, Callable[..., None]] = {
    "play": play.command,
    "games": games.command,
    "legal": legal.command,
    "replay": replay.command,
    "show": show.command,
    "notation": notation.command,
    "perft": perft.command,
    "bench": bench.command,
    "warmup": warmup.command,
    "simulate": simulate.command,
    "solve": solve.command,
    "verify-proof": verify_proof.command,
    "analyse": analyse.command,
    "bots": list_bots.command,
    "check-bot": check_bot.command,
    "serve": serve.command,
    "site": site.command,
}
for _name, _command in COMMANDS.items():
    app.command(_name, epilog=epilog(_name))(_command)
app.add_typer(data.app, name="data")


def help_of(words: Sequence[str]) -> str | None:
    """Return the help of a command, if the words are its name and -h or --help and nothing else.

    Typer would first convert `--version`, which is not there, with a library that takes as long to
    load as everything else together.
    """
    *names, last = words or [""]
    if last not in HELP_NAMES:
        return None
    command: Any = typer.main.get_command(app)
    context = typer.Context(command, info_name=app.info.name, **command.context_settings)
    for name in names:
        command = getattr(command, "commands", {}).get(name)
        if command is None:
            return None
        context = typer.Context(command, info_name=name, parent=context, **command.context_settings)
    return str(command.get_help(context))


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        from nmbr9 import __version__

        print(f"nmbr9 {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """NMBR 9 and NMBR 9 ++: play, check, draw and count."""
