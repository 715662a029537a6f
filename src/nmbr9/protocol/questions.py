"""What a player may ask about their own turn; nothing changes by it, and nothing hidden is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.match import Match
from nmbr9.match.views import bot_view
from nmbr9.protocol.frames import Explain, FrameError, Hint
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Code, NotationError, RecordError, Violation
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View
from nmbr9.rules.notation import parse_action
from nmbr9.rules.record import read_action

HINT_BOT = "strong"


def explained(frame: Explain, match: Match, asking: str | None) -> dict[str, Any]:
    """Return the frame that says which rules an action would break now (2.10: trying is free).

    Only the asking player's own display and turn are looked at, and the open cards.

    Raises: Refused; FrameError.
    """
    game, player = _own_game(match, asking)
    if (frame.text is None) == (frame.action is None):
        raise FrameError("expected either action or text in the frame explain")
    try:
        told, found = judged(game, player, frame.action, frame.text)
    except RecordError as error:
        raise FrameError(str(error)) from None
    return {
        "type": "explained",
        "id": frame.id,
        "revision": match.seats[player].revision,
        "action": told,
        "violations": [violation.to_dict() for violation in found],
    }


Choose = Callable[[str, View], Awaitable[Action]]
"""Returns what a bot would do with what a player knows."""


async def hinted(frame: Hint, match: Match, asking: str | None, choose: Choose) -> dict[str, Any]:
    """Return the frame with what the strongest bot would do, going by what the player knows.

    Raises: Refused.
    """
    game, player = _own_game(match, asking)
    others = [other for index, other in enumerate(match.seats) if index != player]
    if match.setup.contest is not None or any(other.is_person for other in others):
        raise Refused(Refusal.HINT_REFUSED, "expected a game alone or against bots, got a contest")
    if player not in game.waiting_for:
        raise Refused(Refusal.HINT_REFUSED, "expected a turn that is not over, got one that is")
    revision = match.seats[player].revision
    action = await choose(HINT_BOT, bot_view(match, player))
    return {"type": "hinted", "id": frame.id, "revision": revision, "action": action.to_dict()}


def _own_game(match: Match, asking: str | None) -> tuple[Game, int]:
    """Return the game, and the seat of the person who asks."""
    seat = match.seat_of(asking)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "expected a player of this match, got an onlooker")
    if match.game is None:
        raise Refused(Refusal.NOT_STARTED, "the match has not started")
    return match.game, seat


def judged(
    game: Game, player: int, told: Mapping[str, Any] | None, text: str | None
) -> tuple[dict[str, object] | None, tuple[Violation, ...]]:
    """Return an action, told as in a record or as text, and the rules that it would break now.

    Raises: RecordError.
    """
    try:
        action = read_action("action", told) if text is None else parse_action(text, player)
    except NotationError as error:
        return None, (Violation(Code.ACTION_MALFORMED, "9", str(error)),)
    return action.to_dict(), game.violations(player, action)
