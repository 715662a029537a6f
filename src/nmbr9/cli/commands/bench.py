"""`nmbr9 bench`: how fast this machine runs the engine, each figure next to another one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nmbr9.cli.output.files import AsJson, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from nmbr9.judge.speed import Sample, Speed
    from nmbr9.judge.value_speed import ValueSpeed

SAME_VALUE = 1e-3
"""Points: sums of the same numbers in another order differ by less."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and what it is compared to."""

    name: str
    figure: str
    compared: str


def command(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.05, max=60, help="How long each figure is measured.")
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure speeds on one core, in processor time; answers are compared before they are timed.

    In a checkout with gcc the same loop in C is measured in the same run.
    """
    from nmbr9.judge.speed import best_time, measure, midgame_sample
    from nmbr9.judge.value_speed import measure_values, value_sample
    from nmbr9.rules.errors import Nmbr9Error

    print("measuring, about 17 times --seconds", file=sys.stderr)
    sample = midgame_sample()
    speed = measure(seconds, sample)
    checked, plain = _plain_engine(sample)
    plain_seconds = best_time(plain, seconds)
    ratio_to_plain = plain_seconds / len(sample.kinds) / (speed.nanoseconds_per_position / 1e9)
    ratio_to_c = _ratio_to_c(seconds)
    values = measure_values(value_sample(), seconds)
    if values.largest_difference > SAME_VALUE:
        raise Nmbr9Error(
            f"expected both ways to the learned value to agree, got {values.largest_difference} "
            "points between them"
        )
    if as_json:
        figures = {name: getattr(speed, name) for name in type(speed).__slots__}
        print_json(
            {
                **figures,
                **values._asdict(),
                "checked": checked,
                "times_plain": ratio_to_plain,
                "times_c": ratio_to_c,
            }
        )
    else:
        _print([*_rows(speed, ratio_to_plain, ratio_to_c), _value_row(values)])


def _plain_engine(sample: Sample) -> tuple[int, Callable[[], object]]:
    """Return how many positions both engines agree on, and the plain engine's way to do them."""
    from nmbr9.kernel.convert import decode
    from nmbr9.kernel.generate import ANY_LEVEL, find
    from nmbr9.kernel.layout import Position
    from nmbr9.kernel.tables import tables
    from nmbr9.kernel.workspace import new_workspace
    from nmbr9.rules.errors import Nmbr9Error

    work = new_workspace()
    displays = []
    for index, kind in enumerate(sample.kinds.tolist()):
        position = Position(sample.rows[index], sample.books[index])
        display = decode(position)
        found = find(position, tables(), work, kind, ANY_LEVEL)
        if len(display.legal_placements(kind)) != found:
            raise Nmbr9Error(f"expected both engines to agree, got a difference in {display!r}")
        displays.append((display, kind))
    return len(displays), lambda: [
        len(display.legal_placements(kind)) for display, kind in displays
    ]


def _ratio_to_c(seconds: float) -> float | None:
    """Return how many times the time of C the kernel needs; None without a checkout or gcc."""
    checkout = Path(__file__).parents[4]
    if not (checkout / "benchmarks" / "kernel" / "twin.c").exists():
        return None
    sys.path.insert(0, str(checkout))
    try:
        from benchmarks.kernel.__main__ import compare

        return compare(seconds).ratio
    except FileNotFoundError:
        return None
    finally:
        sys.path.remove(str(checkout))


def _rows(speed: Speed, times_plain: float, times_c: float | None) -> list[Row]:
    c = (
        "not measured: needs a checkout and gcc"
        if times_c is None
        else f"{times_c:.2f} times C's time"
    )
    return [
        Row(
            "legal placements found",
            f"{speed.placements_per_second / 1e6:.0f} million/s",
            f"{c}; {times_plain:.0f} times as fast as plain Python",
        ),
        Row(
            "legal placements listed",
            f"{speed.listed_per_second / 1e6:.0f} million/s",
            f"{speed.placements_per_second / speed.listed_per_second:.1f} times as long as finding",
        ),
        Row(
            "one position and tile",
            f"{speed.nanoseconds_per_position:.0f} ns",
            f"{speed.placements_per_position:.0f} placements on average",
        ),
        Row("random games", f"{speed.random_games_per_second:.0f}/s", "at least 20000/s wanted"),
        Row(
            "greedy move",
            f"{speed.greedy_microseconds_per_move:.1f} us",
            "every placement evaluated",
        ),
    ]


def _value_row(values: ValueSpeed) -> Row:
    times = values.line_per_second / values.whole_per_second
    return Row(
        "learned value",
        f"{values.line_per_second / 1e6:.2f} million/s",
        f"{times:.1f} times as fast as from the whole display",
    )


def _print(rows: list[Row]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "here", "compared", box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(row.name, row.figure, row.compared)
    Console(highlight=False).print(table)
