"""A bot of one's own in Python: it builds around its first tile, and never spends anything.

As a class, in the same process:  nmbr9 simulate --bots tidy_bot:Tidy
As a program of its own:          nmbr9 simulate --bots 'process:python3 tidy_bot.py'
"""

from __future__ import annotations

from random import Random

from nmbr9 import Action, Done, Pass, Place, Take, View
from nmbr9.bots.guests.host import serve


class Tidy:
    """As high as possible, then as close to the first tile as possible."""

    name = "tidy"
    version = 1
    summary = "builds around its first tile; an example"

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return a placement if there is one, else what leads to one, else the end of the turn."""
        legal = view.legal_actions()
        places = [one for one in legal if isinstance(one, Place) and not one.tokens]
        if places:
            return max(places, key=lambda one: (one.level, -abs(one.x) - abs(one.y)))
        takes = [one for one in legal if isinstance(one, Take)]
        if takes:
            return max(takes, key=lambda one: view.table.revealed[one.pile or 0])
        return next((one for one in legal if isinstance(one, Done | Pass)), legal[0])


if __name__ == "__main__":
    serve(Tidy())
