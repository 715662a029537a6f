"""Bots as they are named after a command: ours, and those of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nmbr9.cli.input.flags import as_wrong_usage

if TYPE_CHECKING:
    from nmbr9.bots.guests.roster import Listed


def parse_bots(text: str) -> list[Listed]:
    """Return the bots that were typed with commas; those not ours are started to introduce them.

    Raises: typer.BadParameter.
    """
    from nmbr9.bots.guests.naming import split_names
    from nmbr9.bots.guests.roster import introduced

    with as_wrong_usage():
        known = {typed: introduced(typed) for typed in split_names(text)}
    return [known[typed] for typed in split_names(text)]
