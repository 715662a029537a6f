"""The subcommands of `nmbr9`: they import what they need when they run, so that help is quick."""

from __future__ import annotations

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
