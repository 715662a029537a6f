"""Views of a match as JSON, one state after another, for everybody who watches it.

A state is looked at once, whoever watches: each seat as it is now, and as it was when the open
cards were revealed. What a viewer sees is put together of these. A part is encoded anew only when
something changed that it tells of; so one that several viewers see, or that stays as it was, is one
object. `match.views.parts` says the same without remembering anything; with it, a placement among
four costs 52 % more processor time (median of four pairs of `benchmarks.optimisations`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nmbr9.match.match import Match, Seat
from nmbr9.match.views import (
    Part,
    match_part,
    result_part,
    seat_part,
    sees_running_round,
    table_part,
    you_part,
)
from nmbr9.rules.placing.display import Display
from nmbr9.rules.state import PlayerState

EncodedPart = str | tuple[str, ...]
"""A part as JSON; a display as its pieces, because only new ones are sent."""
EncodedParts = dict[str, EncodedPart]

SEAT_NAMES = tuple(f"seats/{index}" for index in range(6))
DISPLAY_NAMES = tuple(f"displays/{index}" for index in range(6))


class _Side(NamedTuple):
    """A seat as it is at one moment."""

    seat: str
    display: Display | None
    pieces: tuple[str, ...]


class _Seen(NamedTuple):
    """A seat, what it was looked at for, and how it looks."""

    seat: Seat
    state: PlayerState | None
    at_reveal: PlayerState | None
    is_over: bool
    names: Mapping[str, str]
    now: _Side
    then: _Side


class ViewCache:
    """Whoever shows a match keeps one."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        """`write` writes JSON."""
        self._write = write
        self._match: Match | None = None
        self._names: Mapping[str, str] | None = None
        self._shared: dict[str, tuple[object, str]] = {}
        """Parts that everybody sees, and what they were made from."""
        self._seats: list[_Seen] = []
        self._you: dict[int, tuple[int, str]] = {}
        """For each viewer the seat's revision, and what may be done then."""
        self._open: EncodedParts = {}
        self._closed: EncodedParts = {}
        """What is seen by those who see the running round, and by the others."""

    def parts(self, match: Match, viewer: int | None, names: Mapping[str, str]) -> EncodedParts:
        """Return all that a viewer may see; `names` has the names of people by their ids."""
        if match is not self._match or names is not self._names:
            self._look(match, names)
        if match.game is None or sees_running_round(match, viewer):
            told = dict(self._open)
        else:
            told = dict(self._closed)
            if viewer is not None:
                own = self._seats[viewer].now
                told[SEAT_NAMES[viewer]], told[DISPLAY_NAMES[viewer]] = own.seat, own.pieces
        if viewer is not None:
            # What a player may do changes with the seat's revision only.
            revision = match.seats[viewer].revision
            known = self._you.get(viewer)
            if known is None or known[0] != revision:
                known = self._you[viewer] = (revision, self._write(you_part(match, viewer)))
            told["you"] = known[1]
        return told

    def _look(self, match: Match, names: Mapping[str, str]) -> None:
        """Make whatever changed since the last state."""
        game = match.game
        if len(self._seats) != len(match.seats):
            # Some came or were taken away: those who stay sit elsewhere, perhaps.
            self._seats, self._you = [], {}
        source = (match.setup, match.host, game is None, match.is_over, match.rematch)
        shared = {"match": self._part("match", source, match_part, match)}
        if game is not None:
            shared["table"] = self._part("table", game.table, table_part, game)
        if match.is_over:
            shared["result"] = self._part("result", None, result_part, match)
        before: Sequence[_Seen | None] = self._seats or [None] * len(match.seats)
        self._seats = [self._seen(match, index, names, seen) for index, seen in enumerate(before)]
        self._open, self._closed = dict[str, EncodedPart](shared), dict[str, EncodedPart](shared)
        for index, seen in enumerate(self._seats):
            self._open[SEAT_NAMES[index]] = seen.now.seat
            self._closed[SEAT_NAMES[index]] = seen.then.seat
            if game is not None:
                self._open[DISPLAY_NAMES[index]] = seen.now.pieces
                self._closed[DISPLAY_NAMES[index]] = seen.then.pieces
        self._match, self._names = match, names

    def _part(self, name: str, source: object, make: Callable[[Any], Part], of: object) -> str:
        known = self._shared.get(name)
        if known is None or known[0] != source:
            known = self._shared[name] = (source, self._write(make(of)))
        return known[1]

    def _seen(
        self, match: Match, index: int, names: Mapping[str, str], before: _Seen | None
    ) -> _Seen:
        game, seat, is_over = match.game, match.seats[index], match.is_over
        state = at_reveal = None
        if game is not None:
            state, at_reveal = game.players[index], game.at_reveal[index]
        if before is not None:
            is_same_seat = (
                before.seat is seat and before.is_over == is_over and before.names is names
            )
            if is_same_seat and before.state is state and before.at_reveal is at_reveal:
                return before
        now = self._side(match, index, state, names, before and before.now)
        then = now
        if at_reveal is not state:
            then = self._side(match, index, at_reveal, names, before and before.then)
        return _Seen(seat, state, at_reveal, is_over, names, now, then)

    def _side(
        self,
        match: Match,
        index: int,
        state: PlayerState | None,
        names: Mapping[str, str],
        before: _Side | None,
    ) -> _Side:
        """Return a seat as it is in some state of it, with what stayed as it was before."""
        seat = self._write(seat_part(match, index, state, names))
        display = None if state is None else state.display
        known: Display | None = None
        pieces: tuple[str, ...] = ()
        if before is not None:
            if before.seat == seat:
                seat = before.seat
            if before.display is display:
                return before._replace(seat=seat)
            known, pieces = before.display, before.pieces
        laid = () if display is None else display.pieces
        if known is None or laid[: len(pieces)] != known.pieces:
            pieces = ()
        pieces += tuple(self._write(piece.to_dict()) for piece in laid[len(pieces) :])
        return _Side(seat, display, pieces)
