"""An opponent who plays about as well as the player: the nearest step of the ladder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any

from nmbr9.protocol.requests.house import BotLine, Played, Visit
from nmbr9.protocol.requests.player_answers import asking

LAST_GAMES = 10
"""So many of the player's last games count."""
LOOKED_AT = 50
"""Among so many of their last matches; those that are not over do not count."""
MODULES = ("starting_tiles", "gap_fillers", "special_tokens")


async def opponent(visit: Visit) -> dict[str, Any]:
    """Return the bot whose scores are nearest to those of the player's last ten games."""
    history = await visit.house.history((await asking(visit)).id, None, LOOKED_AT)
    played = [line for line in history if line.finished is not None and line.score is not None]
    played = sorted(played, key=lambda line: -(line.finished or 0.0))[:LAST_GAMES]
    return {"bot": nearest(visit.house.bot_lines, played), "games": len(played)}


def nearest(bots: Sequence[BotLine], played: Iterable[Played]) -> str | None:
    """Return the name of the bot that makes as much as was made in some games, on average.

    None if no game was played.
    """
    games = [(line.setup["options"], float(line.score or 0)) for line in played]
    if not games:
        return None

    def distance(bot: BotLine) -> float:
        return abs(fsum(score - _usual(bot, options) for options, score in games))

    return min((bot for bot in bots if bot.scores), key=distance).name


def _usual(bot: BotLine, options: Mapping[str, Any]) -> float:
    """Return what a bot makes with some options: with a part of the modules in between."""
    assert bot.scores is not None, "only steps of the ladder are asked"
    plain, with_all = bot.scores[options["variant"]]
    used = sum(bool(options[module]) for module in MODULES)
    return plain + (with_all - plain) * used / len(MODULES)
