"""A picture of how the scores of bots are distributed (extra `plots`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import ceil, floor
from statistics import fmean
from typing import Any

from nmbr9.extras import load_extra

FORMATS = ("png", "svg")
BAR_COUNT = 40
"""About how many bars lie between the lowest and the highest score of all."""
_BAR, _LINE, _TEXT, _RULE = "#8fb0c9", "#b3402a", "#333333", "#dddddd"
_HEIGHT_OF_ROW, _HEIGHT_OF_REST, _WIDTH = 1.1, 1.2, 8.0


def score_plot(scores: Mapping[str, Sequence[float]], title: str, form: str) -> bytes:
    """Return a picture, `"png"` or `"svg"`: for each bot a row with a histogram and its mean.

    Raises: MissingExtra.
    """
    matplotlib = load_extra("plots")
    from matplotlib.figure import Figure

    style = {"svg.fonttype": "none", "svg.hashsalt": "nmbr9", "font.size": 10}
    with matplotlib.rc_context(style):
        figure = Figure(
            (_WIDTH, _HEIGHT_OF_REST + _HEIGHT_OF_ROW * len(scores)), layout="constrained"
        )
        rows = figure.subplots(len(scores), 1, sharex=True, squeeze=False)[:, 0]
        edges = _edges([score for each in scores.values() for score in each])
        for row, (bot, values) in zip(rows, scores.items(), strict=True):
            _draw_row(row, bot, values, edges)
        rows[-1].set_xlim(-1, edges[-1] + 1)
        rows[-1].set_xlabel("score")
        figure.align_ylabels()
        figure.suptitle(title, x=0.02, ha="left", color=_TEXT)
        picture = BytesIO()
        date = {"Date": None} if form == "svg" else {}
        figure.savefig(picture, format=form, dpi=120, metadata=date)
    return picture.getvalue()


def _draw_row(row: Any, bot: str, values: Sequence[float], edges: Sequence[float]) -> None:
    mean = fmean(values)
    row.hist(values, bins=edges, color=_BAR, weights=[100 / len(values)] * len(values))
    row.axvline(mean, color=_LINE, linewidth=1.5)
    row.set_ylabel(bot, rotation=0, ha="right", va="center", fontsize=11, color=_TEXT)
    # Outside, at the right: no bar can be in its way.
    row.text(1.01, 0.5, f"mean {mean:.1f}", transform=row.transAxes, va="center", color=_LINE)
    row.yaxis.set_major_locator(_few_ticks())
    row.yaxis.set_major_formatter("{x:g} %")
    row.grid(axis="x", color=_RULE)
    row.set_axisbelow(True)
    row.spines[["top", "right"]].set_visible(False)


def _few_ticks() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(2)


def _edges(values: Sequence[float]) -> list[float]:
    """Return where bars begin and end: each covers the same whole number of points."""
    low, high = floor(min(values)), ceil(max(values))
    width = max(1, round((high - low) / BAR_COUNT))
    return [edge - 0.5 for edge in range(low, high + 2 * width, width)]
