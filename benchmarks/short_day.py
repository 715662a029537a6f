"""A server whose waits are shorter, so that a day fits into minutes.

Started by `benchmarks.day`; takes the flags of `nmbr9`. What waits for hours or minutes in a server
waits for as much of the short day here: hourly pruning, the minute that a match stays in memory,
and how long garbage may wait. What goes after a day goes after two hours of it.
"""

from __future__ import annotations

import os

from nmbr9.cli.main import main
from nmbr9.server import garbage
from nmbr9.server.background import pruning
from nmbr9.server.live import hub
from nmbr9.storage import prune

SPEED = "NMBR9_DAY_SPEED"
"""How many times as quick as a real day."""
WAITING_HOURS = 2.0
"""After so long a table goes that never started, and a guest without a game."""


def hurry(speed: float) -> None:
    """Shorten all waits."""
    for module, name in (
        (pruning, "HOUR"),
        (hub, "KEPT_SECONDS"),
        (garbage, "LONGEST_SECONDS"),
    ):
        setattr(module, name, getattr(module, name) / speed)
    prune.DAY = WAITING_HOURS * pruning.HOUR


if __name__ == "__main__":
    hurry(float(os.environ[SPEED]))
    main()
