"""Numbers as strokes of our own: where a picture is made, there may be no fonts."""

from __future__ import annotations

from nmbr9.draw.digits import STROKES, TIMES_STROKES
from nmbr9.draw.markup import element, number
from nmbr9.draw.words import TIMES

ADVANCE = 74
"""From one figure to the next, where a figure is 100 high."""


def figures_width(text: str, size: float) -> float:
    """Return how wide figures of that height are."""
    return (ADVANCE * len(text) - ADVANCE + 60) * size / 100


def figures(text: str, x: float, y: float, size: float, **attributes: str) -> str:
    """Return a number from x to the right, standing on y, with the lines of its place (`LINES`).

    `text` has digits, and the sign before a level.
    """
    digits = text.removeprefix(TIMES)
    strokes = (
        element(
            "path",
            d=STROKES[int(digit)],
            transform=f"translate({ADVANCE * index} 0)" if index else None,
        )
        for index, digit in enumerate(digits)
    )
    left = x + ADVANCE * size / 100 * (len(text) - len(digits))
    return element(
        "g",
        element("path", d=TIMES_STROKES) if len(digits) < len(text) else "",
        *strokes,
        stroke_width=15,
        transform=f"translate({number(left)} {number(y - size)})scale({number(size / 100)})",
        **attributes,
    )
