"""Decks from a file: one on each line, numbers with spaces between them, top card first."""

from __future__ import annotations

from nmbr9.rules.chance import check_deck
from nmbr9.rules.errors import OptionsError
from nmbr9.rules.options import Options

_NUMBERS = {str(number): number for number in range(10)}
_MAX_SHOWN = 20


def parse_decks(text: str, options: Options) -> list[tuple[int, ...]]:
    """Return the decks in a text, each checked to be one of the variant; empty lines do not count.

    Raises: OptionsError, naming the line, what was expected and what came.

    >>> parse_decks("0 1 2 3 4 5 6 7 8 9 9 8 7 6 5 4 3 2 1 0", Options())[0][:3]
    (0, 1, 2)
    """
    decks = [
        _parse_deck(number, line, options)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if not decks:
        raise OptionsError("expected a deck on each line, got no line with one")
    return decks


def _parse_deck(line_number: int, line: str, options: Options) -> tuple[int, ...]:
    words = line.split()
    for word in words:
        if word not in _NUMBERS:
            raise OptionsError(
                f"line {line_number}: expected numbers of 0 to 9 with spaces between them, "
                f"got {word[:_MAX_SHOWN]!r}"
            )
    try:
        return check_deck(options, [_NUMBERS[word] for word in words])
    except OptionsError as error:
        raise OptionsError(f"line {line_number}: {error}") from None
