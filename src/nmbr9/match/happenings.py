"""What happens in a match without a command: bots act, minutes end, lines are cut and come back."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nmbr9.match.commands import MOST_BESIDES, check_legal
from nmbr9.match.device import device_of
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Acted, Event, LineBack, LineCut
from nmbr9.match.match import Match
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.slow_player import finish_turn

MOST_CUTS = 40
"""So often a line that is back is noted at each seat: whoever flaps is gone in the end, and nobody
else is because of them."""


def act_for_bot(match: Match, seat: int, revision: int, action: Action, now: float) -> Acted:
    """Return that the bot of a seat acts, unless the seat has changed while it was thinking.

    Raises: Refused.
    """
    chair = match.seats[seat]
    if match.game is None or chair.bot is None or chair.revision != revision:
        raise Refused(Refusal.STALE, f"expected revision {chair.revision}, got {revision}")
    check_legal(match.game, seat, action)
    by = "bot" if chair.is_person else None
    return Acted(at=now, action=action, by=by)


def lines_cut(match: Match, left: Collection[str | None], now: float) -> tuple[Event, ...]:
    """Return whose lines were cut, of those who have left and have somebody to play with.

    `left` has ids of people; None stands for those who were deleted.
    """
    if match.is_over or len(devices(match)) < 2 or match.besides >= MOST_BESIDES:
        return ()
    return tuple(
        LineCut(at=now, seat=index)
        for index, seat in enumerate(match.seats)
        if seat.is_person and seat.player in left and not seat.is_gone
    )


def lines_back(match: Match, here: Collection[str], now: float) -> tuple[Event, ...]:
    """Return whose lines are back, of those who are here."""
    if match.is_over:
        return ()
    return tuple(
        LineBack(at=now, seat=index)
        for index, seat in enumerate(match.seats)
        if seat.is_gone
        and seat.cuts < MOST_CUTS
        and seat.player is not None
        and device_of(seat.player) in here
    )


def devices(match: Match) -> set[str]:
    """Return the devices at which people play; everybody who was deleted was at one more."""
    return {device_of(seat.player or "") for seat in match.seats if seat.is_person}


def expire(match: Match, now: float, choose: Callable[[Game, int], Action]) -> tuple[Event, ...]:
    """Return what the clock does: the turns of those whose minute is over (2.12)."""
    events: list[Event] = []
    for seat in range(len(match.seats)):
        game, given = match.game, match.seats[seat].prompt
        if game is None or given is None or not given.is_due(game, now):
            continue
        for action in finish_turn(game, seat, choose).actions[len(game.actions) :]:
            event = Acted(at=now, action=action, by="clock")
            events.append(event)
            match = match.after(event)
    return tuple(events)


def next_deadline(match: Match) -> float | None:
    """Return when the next minute is over, None if none runs."""
    return min((seat.prompt.deadline for seat in match.seats if seat.prompt), default=None)


def bots_to_move(match: Match) -> tuple[int, ...]:
    """Return the seats where a bot has something to do."""
    if match.game is None or not any(seat.bot for seat in match.seats):
        return ()
    return tuple(seat for seat in match.game.waiting_for if match.seats[seat].bot is not None)
