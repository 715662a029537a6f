"""Names that can be shown: of people at a table, and of bots that say their own."""

from __future__ import annotations

import unicodedata

from nmbr9.rules.errors import Nmbr9Error, shown

LONGEST_NAME = 24


class NameRefused(Nmbr9Error, ValueError):
    """A name that cannot be shown."""


def is_visible(text: str) -> bool:
    """Whether every character of a text can be seen, or is a space."""
    return all(unicodedata.category(letter)[0] != "C" for letter in text)


def checked_name(name: str) -> str:
    """Return a name as it is shown: one line, no invisible characters.

    Raises: NameRefused.

    >>> checked_name(" Ada   L. ")
    'Ada L.'
    """
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(text) <= LONGEST_NAME or not is_visible(text):
        raise NameRefused(
            f"expected a name of 1 to {LONGEST_NAME} visible characters, got {shown(name)}"
        )
    return text
