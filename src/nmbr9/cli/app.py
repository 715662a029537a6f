"""The subcommands of `nmbr9`: they import what they need when they run, so that help is quick."""

from __future__ import annotations

from typing import Annotated

import typer

from nmbr9.cli import (
    analyse,
    bench,
    bots,
    data,
    games,
    legal,
    notation,
    perft,
    play,
    replay,
    serve,
    show,
    simulate,
    solve,
    verify_proof,
    warmup,
)
from nmbr9.cli.examples import epilog

app = typer.Typer(
    name="nmbr9",
    help="NMBR 9 and NMBR 9 ++: play, check, draw and count.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS = {
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
    "bots": bots.command,
    "serve": serve.command,
}
for _name, _command in COMMANDS.items():
    app.command(_name, epilog=epilog(_name))(_command)
app.add_typer(data.app, name="data")


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
