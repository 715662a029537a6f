"""The par of a contest: what the `steady` bot makes of its deck."""

from __future__ import annotations

from nmbr9.match.setup import Setup
from nmbr9.rules.knowledge import view
from nmbr9.server.hub import Hub
from nmbr9.storage.contests import ContestRow

PAR_BOT = "steady"

_KNOWN: dict[str, int] = {}
"""By contest. A bot plays the same deck the same way, so it is enough to remember it here."""
_MOST_KNOWN = 1000


async def par_of(hub: Hub, row: ContestRow) -> int:
    """Return the score of the bot on the deck of a contest."""
    if row.id not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        game = Setup.from_dict(row.setup).new_game()
        while not game.is_over:
            action = await hub.thinkers.choose(PAR_BOT, view(game, 0))
            game = game.apply(0, action)
        _KNOWN[row.id] = game.scores[0]
    return _KNOWN[row.id]
