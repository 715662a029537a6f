"""Names that can be shown: of people at a table, and of bots that say their own."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from nmbr9.rules.errors import Nmbr9Error, shown

LONGEST_NAME = 24
MOST_MARKS = 3
"""On one letter. Hebrew needs three; what is higher climbs into the lines above and below."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category that are drawn as nothing: fillers, the empty braille."""


class NameRefused(Nmbr9Error, ValueError):
    """A name that cannot be shown."""


def is_visible(text: str) -> bool:
    """Whether nothing in a text is hidden: control characters, directions, unknown ones."""
    return all(unicodedata.category(letter)[0] != "C" for letter in text)


def checked_name(name: str) -> str:
    """Return a name as it is shown: one line with something to see, and nothing hidden in it.

    Raises: NameRefused.

    >>> checked_name(" Ada   L. ")
    'Ada L.'
    """
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(text) <= LONGEST_NAME or not is_visible(text) or not _is_drawn(text):
        raise NameRefused(
            f"expected a name of 1 to {LONGEST_NAME} visible characters, got {shown(name)}"
        )
    if _most_marks(text) > MOST_MARKS:
        raise NameRefused(
            f"expected a name with at most {MOST_MARKS} marks on a letter, got {shown(name)}"
        )
    return text


def _is_drawn(text: str) -> bool:
    """Whether at least one character leaves something on the screen by itself."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in text)


def _most_marks(text: str) -> int:
    runs = groupby(unicodedata.category(letter)[0] == "M" for letter in text)
    return max((sum(1 for _ in run) for is_mark, run in runs if is_mark), default=0)
