"""What a game alone looks like at its beginning: made beforehand, so that nobody waits for it."""

from __future__ import annotations

from typing import Any

from nmbr9.match.events import Joined, Started
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.views import parts
from nmbr9.rules.options import Options

_NUMBERS = range(10)
_PLAYER = "player"


def first_views() -> list[dict[str, Any]]:
    """Return what its player is shown, by the number of the first card.

    Of the other cards, which are not decided yet, nothing is in it; nor is the commitment to them.
    """
    return [_view(number) for number in _NUMBERS]


def _view(first: int) -> dict[str, Any]:
    others = [number for number in (*_NUMBERS, *_NUMBERS) if number != first]
    setup = Setup(Options(), (first, *others, first), (), "")
    events = [Joined(at=0.0, seat=0, player=_PLAYER), Started(at=0.0)]
    told = parts(Match.replayed("", setup, events), 0, {_PLAYER: ""})
    told["match"]["commitment"] = ""
    return told
