"""The outcome of a simulation, as tables and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from nmbr9.bots.score_plot import score_plot
from nmbr9.bots.simulate import Played
from nmbr9.bots.summary import Difference, Interval, Summary
from nmbr9.cli.files import write_output


def print_summaries(summaries: Sequence[Summary]) -> None:
    """Print a table of the bots and, if there are several, one of their differences."""
    console = Console(highlight=False)
    console.print(_score_table(summaries))
    differences = [(each.bot, each.difference) for each in summaries if each.difference]
    if differences:
        console.print(_difference_table(differences))


def _score_table(summaries: Sequence[Summary]) -> Table:
    table = _table("bot", "games", "mean", "95 % interval", "sd", "min", "max", "CPU s/move")
    for each in summaries:
        table.add_row(
            each.bot,
            str(each.games),
            f"{each.mean:.2f}",
            _words(each.ci95),
            f"{each.sd:.2f}",
            str(each.min),
            str(each.max),
            f"{each.cpu_seconds_per_move:.6f}",
        )
    return table


def _difference_table(differences: Sequence[tuple[str, Difference]]) -> Table:
    table = _table("on the same decks", "difference", "95 % interval")
    for bot, difference in differences:
        table.add_row(
            f"{bot} - {difference.to}", f"{difference.mean:+.2f}", _words(difference.ci95, "+")
        )
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


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
