"""Ids, which anybody may see, and tokens, which open a seat and are kept as hashes."""

from __future__ import annotations

import hashlib
import secrets

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters and digits that look alike: ids are read out and typed."""
ID_LENGTH = 12
CODE_LENGTH = 6
"""What people say to each other while a match waits: the beginning of its id."""
TOKEN_BYTES = 24
"""192 bits."""


def new_id() -> str:
    """Return a random id of about 59 bits, as for a match or a player."""
    return _letters(ID_LENGTH)


def new_match_id() -> str:
    """Return a random id that begins with a code; who knows the code has the rest to guess."""
    return _letters(CODE_LENGTH + ID_LENGTH)


def _letters(count: int) -> str:
    # One number for all: the system is asked for chance once, not for every letter.
    number, letters = secrets.randbelow(len(ID_ALPHABET) ** count), ""
    for _ in range(count):
        number, letter = divmod(number, len(ID_ALPHABET))
        letters += ID_ALPHABET[letter]
    return letters


def new_token() -> str:
    """Return a secret that opens a seat or tells who a player is."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """Return what is stored of a token; it is random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
