"""Views of a match, one state after another, for everybody who watches it.

A state is looked at once, whoever watches: each seat as it is now, and as it was when the open
cards were revealed. What a viewer sees is put together of these. A part is made anew only when
something changed that it tells of; so one that several viewers see, or that stays as it was, is one
object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from nmbr9.match.match import Match, Seat
from nmbr9.match.views import (
    Part,
    is_done,
    match_part,
    piece_part,
    result_part,
    seat_part,
    sees_running_round,
    table_part,
    you_part,
)
from nmbr9.rules.display import Display
from nmbr9.rules.state import PlayerState

T = TypeVar("T")
D = TypeVar("D")

SEAT_NAMES = tuple(f"seats/{index}" for index in range(6))
DISPLAY_NAMES = tuple(f"displays/{index}" for index in range(6))


class _Side(NamedTuple, Generic[T, D]):
    """A seat as it is at one moment."""

    seat: T
    display: Display | None
    pieces: tuple[T, ...]
    shown: D
    """The display as it is kept."""


class _Seen(NamedTuple, Generic[T, D]):
    """A seat, what it was looked at for, and how it looks."""

    seat: Seat
    state: PlayerState | None
    at_reveal: PlayerState | None
    is_done: bool
    names: Mapping[str, str]
    now: _Side[T, D]
    then: _Side[T, D]


class Lookout(Generic[T, D]):
    """Whoever shows a match keeps one. Parts are in the form that they are to be kept in."""

    def __init__(self, keep: Callable[[Part], T], join: Callable[[tuple[T, ...]], D]) -> None:
        """Keep parts and pieces as `keep` gives them, and displays as `join` does of pieces."""
        self._keep, self._join = keep, join
        self._match: Match | None = None
        self._names: Mapping[str, str] | None = None
        self._shared: dict[str, tuple[object, T]] = {}
        """Parts that everybody sees, and what they were made from."""
        self._seats: list[_Seen[T, D]] = []
        self._you: dict[int, tuple[int, T]] = {}
        """For each viewer the seat's revision, and what may be done then."""
        self._open: dict[str, T | D] = {}
        self._closed: dict[str, T | D] = {}
        """What is seen by those who see the running round, and by the others."""

    def parts(self, match: Match, viewer: int | None, names: Mapping[str, str]) -> dict[str, T | D]:
        """Return all that a viewer may see; `names` has the names of people by their ids."""
        if match is not self._match or names is not self._names:
            self._look(match, names)
        if match.game is None or sees_running_round(match, viewer):
            told = dict(self._open)
        else:
            told = dict(self._closed)
            if viewer is not None:
                own = self._seats[viewer].now
                told[SEAT_NAMES[viewer]], told[DISPLAY_NAMES[viewer]] = own.seat, own.shown
        if viewer is not None:
            told["you"] = self._for_player(match, viewer)
        return told

    def _for_player(self, match: Match, viewer: int) -> T:
        # What a player may do changes with the seat's revision only.
        revision = match.seats[viewer].revision
        known = self._you.get(viewer)
        if known is None or known[0] != revision:
            known = self._you[viewer] = (revision, self._keep(you_part(match, viewer)))
        return known[1]

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
        before: Sequence[_Seen[T, D] | None] = self._seats or [None] * len(match.seats)
        self._seats = [self._seen(match, index, names, seen) for index, seen in enumerate(before)]
        self._open, self._closed = dict[str, T | D](shared), dict[str, T | D](shared)
        for index, seen in enumerate(self._seats):
            self._open[SEAT_NAMES[index]] = seen.now.seat
            self._closed[SEAT_NAMES[index]] = seen.then.seat
            if game is not None:
                self._open[DISPLAY_NAMES[index]] = seen.now.shown
                self._closed[DISPLAY_NAMES[index]] = seen.then.shown
        self._match, self._names = match, names

    def _part(self, name: str, source: object, make: Callable[[Any], Part], of: object) -> T:
        known = self._shared.get(name)
        if known is None or known[0] != source:
            known = self._shared[name] = (source, self._keep(make(of)))
        return known[1]

    def _seen(
        self, match: Match, index: int, names: Mapping[str, str], before: _Seen[T, D] | None
    ) -> _Seen[T, D]:
        game, seat = match.game, match.seats[index]
        state = at_reveal = None
        if game is not None:
            state, at_reveal = game.players[index], game.at_reveal[index]
        has_done = game is not None and is_done(game, index)
        if before is not None:
            is_same_seat = (
                before.seat is seat and before.is_done == has_done and before.names is names
            )
            if is_same_seat and before.state is state and before.at_reveal is at_reveal:
                return before
        now = self._side(match, index, state, names, before and before.now)
        then = now
        if at_reveal is not state:
            then = self._side(match, index, at_reveal, names, before and before.then)
        return _Seen(seat, state, at_reveal, has_done, names, now, then)

    def _side(
        self,
        match: Match,
        index: int,
        state: PlayerState | None,
        names: Mapping[str, str],
        before: _Side[T, D] | None,
    ) -> _Side[T, D]:
        """Return a seat as it is in some state of it, with what stayed as it was before."""
        seat = self._keep(seat_part(match, index, state, names))
        display = None if state is None else state.display
        known: Display | None = None
        pieces: tuple[T, ...] = ()
        if before is not None:
            if before.seat == seat:
                seat = before.seat
            if before.display is display:
                return before._replace(seat=seat)
            known, pieces = before.display, before.pieces
        laid = () if display is None else display.pieces
        if known is None or laid[: len(pieces)] != known.pieces:
            pieces = ()
        pieces += tuple(self._keep(piece_part(piece)) for piece in laid[len(pieces) :])
        return _Side(seat, display, pieces, self._join(pieces))


def parts(match: Match, viewer: int | None, names: Mapping[str, str]) -> dict[str, Part]:
    """Return all that a viewer may see; `names` has the names of people by their ids."""
    lookout: Lookout[Part, Part] = Lookout(lambda part: part, lambda laid: {"pieces": list(laid)})
    return lookout.parts(match, viewer, names)
