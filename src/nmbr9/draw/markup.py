"""Writing SVG elements as text, escaped."""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape, quoteattr

from nmbr9.draw.words import printable

FONT = (
    'system-ui, -apple-system, "Segoe UI", Roboto, Inter, "Noto Sans", '
    # What servers have; a renderer without a browser's settings knows no other sans-serif.
    '"DejaVu Sans", "Liberation Sans", Arial, sans-serif'
)


def number(value: float) -> str:
    """Return a length with at most two decimals, in as few characters as can be.

    >>> number(3.0), number(0.125), number(-0.75), number(-0.001)
    ('3', '.12', '-.75', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """Return an element with children that are markup already.

    Underscores stand for hyphens; a trailing one frees Python's own words, as in ``class_``.
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{tag}{written}/>"
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)


def words(text: str) -> str:
    """Return text as markup, without what XML cannot hold."""
    return escape(printable(text))


def label(text: str, x: float, y: float, size: float, fill: str, **more: str | float) -> str:
    """Return a line of text whose baseline starts at x, y."""
    return element(
        "text",
        words(text),
        x=x,
        y=y,
        font_family=FONT,
        font_size=size,
        fill=fill,
        # Digits of one width, where the font has them, so that scores line up.
        style="font-variant-numeric:tabular-nums",
        **more,
    )


def fitted(text: str, width: float, size: float) -> str:
    """Return text cut with an ellipsis so that it is about `width` wide at most.

    The font is the reader's, so this can only be an estimate; it errs on the wide side.
    """
    text = printable(text)
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return size * (0.58 * len(text) + 0.42 * wide)
