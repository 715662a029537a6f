"""The command `nmbr9`.

Exit codes: 0 done, 1 refused or illegal, 2 wrong usage, 130 interrupted. Results go to stdout,
progress and messages to stderr. Subcommands import what they need when they run, so that `--help`
is quick.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from nmbr9.cli import (
    analyse,
    bench,
    bots,
    data,
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

app = typer.Typer(
    name="nmbr9",
    help="NMBR 9 and NMBR 9 ++: play, check, draw and count.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("play")(play.command)
app.command("legal")(legal.command)
app.command("replay")(replay.command)
app.command("show")(show.command)
app.command("notation")(notation.command)
app.command("perft")(perft.command)
app.command("bench")(bench.command)
app.command("warmup")(warmup.command)
app.command("simulate")(simulate.command)
app.command("solve")(solve.command)
app.command("verify-proof")(verify_proof.command)
app.command("analyse")(analyse.command)
app.command("bots")(bots.command)
app.command("serve")(serve.command)
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


def main() -> None:
    """Run the command and turn every expected failure into one line and an exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What is typed may be no text, and arguments and file names may hold what the terminal
        # cannot write.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        from nmbr9.rules.errors import Nmbr9Error

        if not isinstance(error, Nmbr9Error):
            raise
        print(f"nmbr9: {error}", file=sys.stderr)
        sys.exit(1)
