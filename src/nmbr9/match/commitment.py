"""Committing to the cards before a match and showing them afterwards.

The hash is published at the start. At the end the cards and the salt are shown, so that everybody
can compute the hash again and see that nobody changed the order in between. The salt keeps anybody
from trying out decks.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence

from nmbr9.rules.pieces.starting_shapes import StartingShape

__all__ = ["commitment", "committed_text"]

SALT_BYTES = 32


def new_salt() -> str:
    """Return 256 random bits as text."""
    return secrets.token_hex(SALT_BYTES)


def commitment(salt: str, deck: Sequence[int], starting_tiles: Sequence[StartingShape]) -> str:
    """Return the SHA-256 of the salt and the cards, in hexadecimal.

    >>> commitment("00", [1, 2], [])[:16]
    '2aea988c50f93238'
    """
    return hashlib.sha256(committed_text(salt, deck, starting_tiles).encode()).hexdigest()


def committed_text(salt: str, deck: Sequence[int], starting_tiles: Sequence[StartingShape]) -> str:
    """Return the text that is hashed: one line of JSON."""
    return json.dumps(
        {"deck": list(deck), "salt": salt, "starting_tiles": list(starting_tiles)},
        separators=(",", ":"),
        sort_keys=True,
    )
