"""What strangers read of a match whose host wants it to be found. No card, and nobody's id."""

from __future__ import annotations

from nmbr9.match.match import Match
from nmbr9.storage.listings import Listing, State


def listing_of(match: Match) -> Listing | None:
    """Return what the list says of a match; None if strangers do not find it."""
    setup = match.setup
    if not setup.is_listed or setup.contest is not None:
        return None
    return Listing(
        _state_of(match),
        match.since,
        match.host,
        setup.options.to_dict(),
        bool(setup.shapes),
        len(match.seats),
        _open_seats(match),
    )


def changed_listing(before: Match, after: Match) -> Listing | None:
    """Return what the list says from now on; None if that is what it said before."""
    if before.is_running and after.is_running and before.host == after.host:
        return None
    was, now = listing_of(before), listing_of(after)
    if was is not None and now is None:
        return was._replace(state=State.GONE)
    return None if was == now else now


def _state_of(match: Match) -> State:
    has_people = any(seat.is_person for seat in match.seats)
    if match.is_over or not has_people:
        return State.GONE
    if match.is_running:
        return State.RUNNING
    return State.OPEN if _open_seats(match) else State.FULL


def _open_seats(match: Match) -> int:
    return sum(seat.is_open for seat in match.seats)
