"""`nmbr9 simulate`: how well bots play, on the same decks for all of them."""

from __future__ import annotations

import math
import sys
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.bot_names import parse_bots
from nmbr9.cli.input.flags import (
    DEFAULT_VARIANT,
    Deck,
    ModuleNames,
    Players,
    TokenNames,
    VariantName,
    parse_deck,
    parse_options,
)
from nmbr9.cli.interrupts import Work
from nmbr9.cli.output.files import AsJson, parse_output, print_json, written_first

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from nmbr9.bots.simulation.simulate import Deal, Played, Task
    from nmbr9.rules.options import Options

DEFAULT_GAMES = 100
MAX_JOBS = 256
MAX_DECKS_BYTES = 100_000_000
"""More than a million decks; a larger file is something else."""


def command(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "--bot",
            help="Bots, with commas: names of nmbr9 bots, MODULE:CLASS or process:COMMAND.",
        ),
    ],
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
    deck: Deck = "",
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
    from nmbr9.bots.simulation.simulate import tasks
    from nmbr9.bots.simulation.summary import played_by_all, summaries
    from nmbr9.cli.output.game_collector import collect
    from nmbr9.cli.output.record_output import RecordOutput
    from nmbr9.cli.output.score_tables import print_summaries, write_plot

    if not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    if jobs is not None and scheduler:
        raise typer.BadParameter("expected --jobs or --scheduler, got both")
    named = _named(bots)
    names = list(named)
    picture = _plot_path(plot)
    choose_options = partial(parse_options, players, variant, modules, tokens)
    if deck and decks:
        raise typer.BadParameter("expected --deck or --decks, got both")
    deals, count = _deals(seed, games, choose_options, decks, deck)
    output = RecordOutput(records) if records else None
    running = _run(
        tasks(list(named.values()), deals, seconds), min(jobs or 1, count * len(names)), scheduler
    )
    played: list[Played] = []
    with Work() as work:
        collect(_with_names(running, named), count * len(names), output, played)
    if output is not None:
        output.close()
    if work.is_interrupted:
        played = played_by_all(names, played)
    _tell_forfeits(played)
    if played:
        told = summaries(names, played)
        with written_first(lambda: write_plot(picture, names, played)):
            if as_json:
                print_json([asdict(summary) for summary in told])
            else:
                print_summaries(told)
                if not decks and not deck:
                    print(f"game i has the seed {seed} + i, from 0")
    work.end(f"after {len(played) // len(names)} of {count} games")


def _named(bots: str) -> dict[str, str]:
    """Return what was typed for each bot, by the name that it goes by."""
    named: dict[str, str] = {}
    for bot in parse_bots(bots):
        if bot.name in named:
            raise typer.BadParameter(f"expected each of --bots once, got {bot.name} twice")
        named[bot.name] = bot.typed
    return named


def _with_names(
    running: Generator[Played, None, None], named: dict[str, str]
) -> Generator[Played, None, None]:
    """Yield the games under the names of their bots, whatever was typed for these."""
    from dataclasses import replace

    names = {typed: name for name, typed in named.items()}
    with closing(running):
        for played in running:
            yield replace(played, bot=names[played.bot])


def _tell_forfeits(played: list[Played]) -> None:
    """Say how many moves bots of one's own have lost, and why the first of each."""
    lost: dict[str, list[str]] = {}
    for game in played:
        if game.forfeits:
            lost.setdefault(game.bot, []).extend(game.forfeits)
    for bot, sentences in lost.items():
        moves = sum(game.moves for game in played if game.bot == bot)
        print(f"{len(sentences)} of {moves} moves of {bot}: {sentences[0]}", file=sys.stderr)


def _plot_path(name: str) -> Path | None:
    """Return where the picture goes, after checking that it can be drawn at all."""
    from nmbr9.bots.simulation.score_plot import FORMATS
    from nmbr9.extras import load_extra

    if not name:
        return None
    path = parse_output(name)
    if path.suffix.removeprefix(".").lower() not in FORMATS:
        raise typer.BadParameter(f"expected --plot to end in .png or .svg, got {name[-60:]!r}")
    load_extra("plots")
    return path


def _deals(
    seed: int, games: int | None, choose_options: partial[Options], decks: str, deck: str
) -> tuple[Iterable[Deal], int]:
    """Return what chance decides about each game, and how many games there are."""
    from nmbr9.bots.simulation.simulate import deal

    first = choose_options(seed)  # wrong options are refused before anything starts
    if not decks and not deck:
        count = DEFAULT_GAMES if games is None else games
        return (deal(seed, index, choose_options) for index in range(count)), count
    given = _read_decks(decks, first) if decks else [parse_deck(deck, first)]
    count = len(given) if games is None else games
    if count > len(given):
        raise typer.BadParameter(
            f"expected --games to be at most the {len(given)} given decks, got {games}"
        )
    return (
        deal(seed, index, choose_options, deck) for index, deck in enumerate(given[:count])
    ), count


def _read_decks(name: str, options: Options) -> list[tuple[int, ...]]:
    from nmbr9.bots.simulation.decks import parse_decks
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
    from nmbr9.bots.simulation.workers import play_here, play_in_processes

    if scheduler:
        from nmbr9.bots.simulation.cluster import play_on_cluster

        return play_on_cluster(tasks, scheduler)
    return play_here(tasks) if jobs == 1 else play_in_processes(tasks, jobs)
