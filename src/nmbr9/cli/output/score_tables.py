"""The outcome of a simulation, as tables and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from nmbr9.bots.simulation.score_plot import score_plot
from nmbr9.bots.simulation.simulate import Played
from nmbr9.bots.simulation.summary import Difference, Interval, Summary
from nmbr9.cli.output.files import write_output
from nmbr9.cli.output.tables import Column, table_of


def print_summaries(summaries: Sequence[Summary]) -> None:
    """Print a table of the bots and, if there are several, one of their differences."""
    console = Console(highlight=False)
    console.print(_score_table(summaries, console.width))
    differences = [(each.bot, each.difference) for each in summaries if each.difference]
    if differences:
        console.print(_difference_table(differences, console.width))


def _score_table(summaries: Sequence[Summary], width: int) -> Table:
    columns = (
        Column("games", [str(each.games) for each in summaries], rank=6),
        Column("mean", [f"{each.mean:.2f}" for each in summaries], rank=7),
        Column("95 % interval", [_words(each.ci95) for each in summaries], rank=5),
        Column("sd", [f"{each.sd:.2f}" for each in summaries], rank=2),
        Column("min", [str(each.min) for each in summaries], rank=3),
        Column("max", [str(each.max) for each in summaries], rank=4),
        Column("CPU s/move", [f"{each.cpu_seconds_per_move:.6f}" for each in summaries], rank=1),
    )
    return table_of(Column("bot", [each.bot for each in summaries], rank=8), columns, width)


def _difference_table(differences: Sequence[tuple[str, Difference]], width: int) -> Table:
    names = [f"{bot} - {difference.to}" for bot, difference in differences]
    gains = [f"{difference.mean:+.2f}" for _, difference in differences]
    intervals = [_words(difference.ci95, "+") for _, difference in differences]
    columns = Column("difference", gains, rank=2), Column("95 % interval", intervals, rank=1)
    return table_of(Column("on the same decks", names, rank=3), columns, width)


def _words(interval: Interval | None, sign: str = "") -> str:
    if interval is None:
        return "unknown"
    return f"{interval.low:{sign}.2f} to {interval.high:{sign}.2f}"


def write_plot(path: Path | None, bots: Sequence[str], games: Sequence[Played]) -> None:
    """Write a picture of the scores per bot, if asked for, in the format that the suffix names.

    Raises: Nmbr9Error, when the file cannot be written; MissingExtra.
    """
    if path is None:
        return
    scores = {bot: [game.score for game in games if game.bot == bot] for bot in bots}
    count = len(games) // len(bots)
    title = f"Scores in {count} {'game' if count == 1 else 'games'} of each bot, on the same decks"
    picture = score_plot(scores, title, path.suffix.removeprefix(".").lower())
    write_output(path, picture)
