"""`nmbr9 analyse`: what each decision of a game lost, and what the deck allowed."""

from __future__ import annotations

import math
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.input.records import RecordFile, load_game, load_games
from nmbr9.cli.interrupts import Work
from nmbr9.cli.output.files import (
    AsJson,
    parse_output,
    print_json,
    tell_written,
    write_output,
    written_first,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from rich.console import Console

    from nmbr9.rules.game import Game
    from nmbr9.solver.analysis.findings import Analysis, Weighed


def command(
    record: RecordFile,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0, help="Processor time to search with the order known."),
    ] = 10.0,
    svg: Annotated[
        str, typer.Option("--svg", help="Draw the losses to this file; with a number per player.")
    ] = "",
    show: Annotated[
        bool, typer.Option("--show", help="Draw the turning points: played beside better.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Estimate what each decision lost against the best one known.

    A finished game also gets its par, which is what the strongest bot makes of the deck, and the
    best display found with the order known. A running game gets a hint for whoever is to act,
    from what that player knows.
    """
    if not math.isfinite(seconds):
        raise typer.BadParameter(f"expected --seconds to be a finite number, got {seconds}")
    path = parse_output(svg) if svg else None
    for game in load_games(record) if path is None else [load_game(record)]:
        _analyse(game, seconds, path, as_json, show)


def _analyse(game: Game, seconds: float, path: Path | None, as_json: bool, show: bool) -> None:
    from nmbr9.draw.words import counted
    from nmbr9.solver.analysis.analyst import Analyst, analyses
    from nmbr9.solver.analysis.findings import Analysis, weighed_dicts

    ends: list[float] = []

    def left() -> float:
        # The clock begins with the first question: before that come the decisions.
        if not ends:
            ends.append(time.process_time() + seconds)
        return ends[0] - time.process_time()

    hints: dict[int, tuple[Weighed, ...]] = {}
    analysis = Analysis.of_nothing(game)
    with Work() as work, _telling() as tell:
        for analysis in analyses(game, left, tell):  # noqa: B007 - the last one is what counts
            pass
        hints = {seat: Analyst(game).hint(seat) for seat in game.waiting_for}
    with written_first(lambda: _write_charts(path, analysis)):
        if as_json:
            told = analysis.to_dict()
            told["hints"] = {str(seat): weighed_dicts(ways) for seat, ways in hints.items()}
            print_json(told)
        else:
            _print(analysis, hints, show)
    work.end(f"after {counted(len(analysis.moves), 'decision')}")


def _print(analysis: Analysis, hints: dict[int, tuple[Weighed, ...]], show: bool) -> None:
    from rich.console import Console

    from nmbr9.draw.words import printable

    game, console = analysis.game, Console(highlight=False)
    for player in range(len(game.players)):
        _print_player(console, analysis, player, show)
    if analysis.par is not None:
        console.print(
            f"par, which is what the bot strong makes of these cards: {analysis.par}", markup=False
        )
    if analysis.best_found is not None:
        console.print(
            "best found, which is the most that anybody who knows the order of the cards was found "
            f"to reach: {analysis.best_found}",
            markup=False,
        )
    for seat, ways in hints.items():
        shown = ", ".join(f"{way.action} ({way.value:.1f})" for way in ways[:3])
        console.print(f"hint for {printable(game.names[seat])}: {shown}", markup=False)


@contextmanager
def _telling() -> Iterator[Callable[[str], None]]:
    """Yield what shows on a terminal's last line what is looked at."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status("looking at the game") as status:
        yield lambda what: status.update(f"looking at {what}")


def _print_player(console: Console, analysis: Analysis, player: int, show: bool) -> None:
    from nmbr9.cli.output.tables import Column, table_of
    from nmbr9.cli.output.turning_points import turning_point
    from nmbr9.draw.words import printable

    game = analysis.game
    moves = [move for move in analysis.moves if move.action.player == player]
    verdicts = [move.verdict for move in moves]
    better = ["" if move.verdict.is_best else str(move.verdict.best[0].action) for move in moves]
    between = [f"{verdict.low:.1f} to {verdict.high:.1f}" for verdict in verdicts]
    columns = (
        Column("played", [str(move.action) for move in moves], rank=5, justify="left"),
        Column("loss", [f"{verdict.loss:.1f}" for verdict in verdicts], rank=4),
        Column("between", between, rank=1),
        Column("better", better, rank=3, justify="left"),
        Column("worth", [f"{verdict.best[0].value:.1f}" for verdict in verdicts], rank=2),
    )
    rounds = Column("round", [str(move.round_number) for move in moves], rank=6)
    score, lost = game.scores[player], analysis.losses()[player]
    console.print(f"{printable(game.names[player])}: {score} points, {lost:.1f} lost", markup=False)
    console.print(table_of(rounds, columns, console.width))
    for move in analysis.turning_points(player):
        console.print(
            f"turning point in round {move.round_number}: {move.action} lost "
            f"{move.verdict.loss:.1f}, better was {move.verdict.best[0].action}",
            markup=False,
        )
        if show:
            picture = turning_point(game, move, console.width)
            console.print(picture, soft_wrap=True)
    possible = analysis.hindsight[player]
    if possible is not None:
        steps = " ".join(str(score) for score in possible)
        console.print(
            "still possible before the first tile and after each, for somebody who knows the "
            f"order of the cards, as far as was found: {steps}",
            markup=False,
        )


def _write_charts(path: Path | None, analysis: Analysis) -> None:
    if path is None:
        return
    from nmbr9.solver.analysis.loss_chart import loss_chart

    names = analysis.game.names
    for player, name in enumerate(names):
        own = [move for move in analysis.moves if move.action.player == player]
        where = path if len(names) == 1 else path.with_stem(f"{path.stem}-{player}")
        write_output(where, loss_chart(own, f"{name}: points lost in each round"))
        tell_written(where)
