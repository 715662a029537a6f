"""`nmbr9 simulate`: how well bots play, on the same decks for all of them."""

from __future__ import annotations

import math
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.files import AsJson, parse_output, print_json, written_first
from nmbr9.cli.flags import (
    DEFAULT_VARIANT,
    ModuleNames,
    Players,
    TokenNames,
    VariantName,
    parse_options,
)
from nmbr9.cli.interrupts import Work

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from nmbr9.bots.simulate import Deal, Played, Task
    from nmbr9.rules.options import Options

DEFAULT_GAMES = 100
MAX_JOBS = 256
MAX_DECKS_BYTES = 100_000_000
"""More than a million decks; a larger file is something else."""


def command(
    bots: Annotated[str, typer.Option("--bots", "--bot", help="Names of bots, with commas.")],
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, help="How many; 100, or all --decks, unless given."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same games.")] = 0,
    players: Players = 1,
    variant: VariantName = DEFAULT_VARIANT,
    modules: ModuleNames = "",
    tokens: TokenNames = "",
    decks: Annotated[
        str, typer.Option("--decks", help="A file with a deck on each line: numbers with spaces.")
    ] = "",
    records: Annotated[
        str,
        typer.Option(
            "--records",
            help="A folder for the record of each game, when it ends; or one file, NAME.jsonl.",
        ),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, max=MAX_JOBS, help="How many processes play; 1 unless given."
        ),
    ] = None,
    scheduler: Annotated[
        str,
        typer.Option(
            "--scheduler", help="Address of a Dask scheduler, whose workers play instead."
        ),
    ] = "",
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="Budget of a bot for one move.")
    ] = 1.0,
    plot: Annotated[
        str, typer.Option("--plot", help="Draw the scores to this file: .png or .svg.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play and compare their scores: every bot gets the same decks.

    A bot takes all seats of its games; with several the score of a game is the mean of its seats.
    """
    from nmbr9.bots.simulate import tasks
    from nmbr9.bots.summary import played_by_all, summaries
    from nmbr9.cli.collect import collect
    from nmbr9.cli.record_output import RecordOutput
    from nmbr9.cli.scores import print_summaries, write_plot

    if not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    if jobs is not None and scheduler:
        raise typer.BadParameter("expected --jobs or --scheduler, got both")
    names = _bot_names(bots)
    picture = _plot_path(plot)
    choose_options = partial(parse_options, players, variant, modules, tokens)
    deals, count = _deals(seed, games, choose_options, decks)
    output = RecordOutput(records) if records else None
    running = _run(tasks(names, deals, seconds), min(jobs or 1, count * len(names)), scheduler)
    played: list[Played] = []
    with Work() as work:
        collect(running, count * len(names), output, played)
    if output is not None:
        output.close()
    if work.is_interrupted:
        played = played_by_all(names, played)
    if played:
        told = summaries(names, played)
        with written_first(lambda: write_plot(picture, names, played)):
            if as_json:
                print_json([asdict(summary) for summary in told])
            else:
                print_summaries(told)
                if not decks:
                    print(f"game i has the seed {seed} + i, from 0")
    work.end(f"after {len(played) // len(names)} of {count} games")


def _bot_names(text: str) -> list[str]:
    from nmbr9.bots.registry import BOTS

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise typer.BadParameter(f"expected --bots of {', '.join(BOTS)}, got {name[:60]!r}")
        if names.count(name) > 1:
            raise typer.BadParameter(f"expected each of --bots once, got {name} twice")
    return names


def _plot_path(name: str) -> Path | None:
    """Return where the picture goes, after checking that it can be drawn at all."""
    from nmbr9.bots.score_plot import FORMATS
    from nmbr9.extras import load_extra

    if not name:
        return None
    path = parse_output(name)
    if path.suffix.removeprefix(".").lower() not in FORMATS:
        raise typer.BadParameter(f"expected --plot to end in .png or .svg, got {name[-60:]!r}")
    load_extra("plots")
    return path


def _deals(
    seed: int, games: int | None, choose_options: partial[Options], decks: str
) -> tuple[Iterable[Deal], int]:
    """Return what chance decides about each game, and how many games there are."""
    from nmbr9.bots.simulate import deal

    first = choose_options(seed)  # wrong options are refused before anything starts
    if not decks:
        count = DEFAULT_GAMES if games is None else games
        return (deal(seed, index, choose_options) for index in range(count)), count
    given = _read_decks(decks, first)
    count = len(given) if games is None else games
    if count > len(given):
        raise typer.BadParameter(
            f"expected --games to be at most the {len(given)} decks of {decks}, got {games}"
        )
    return (
        deal(seed, index, choose_options, deck) for index, deck in enumerate(given[:count])
    ), count


def _read_decks(name: str, options: Options) -> list[tuple[int, ...]]:
    from nmbr9.bots.decks import parse_decks
    from nmbr9.rules.errors import OptionsError

    try:
        with Path(name).open("rb") as file:
            content = file.read(MAX_DECKS_BYTES + 1)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"expected a file that can be read: {error}") from None
    if len(content) > MAX_DECKS_BYTES:
        raise OptionsError(f"{name}: expected at most {MAX_DECKS_BYTES} bytes, got more")
    try:
        # What is no text is no number either: it is refused with its line.
        return parse_decks(content.decode("utf-8", "backslashreplace"), options)
    except OptionsError as error:
        raise OptionsError(f"{name}: {error}") from None


def _run(tasks: Iterable[Task], jobs: int, scheduler: str) -> Generator[Played, None, None]:
    from nmbr9.bots.workers import play_here, play_in_processes

    if scheduler:
        from nmbr9.bots.cluster import play_on_cluster

        return play_on_cluster(tasks, scheduler)
    return play_here(tasks) if jobs == 1 else play_in_processes(tasks, jobs)
