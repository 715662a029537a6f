"""What is appended to a match."""

from __future__ import annotations

from typing import NamedTuple

from nmbr9.match.store import Receipt
from nmbr9.storage.event_json import Body
from nmbr9.storage.listings import Listing


class Finish(NamedTuple):
    """The end of a match."""

    at: float
    scores: tuple[int, ...]
    """One per seat."""
    helped: frozenset[int] = frozenset()
    """Seats whose person did not choose everything themselves."""


class Seated(NamedTuple):
    """A seat that changes hands; the token that opened it opens it no more."""

    seat: int
    player: str | None
    """None when it is free."""
    token_hash: str | None = None
    """Of the token that opens it from now on."""


class Append(NamedTuple):
    """Events that go at the end of a match."""

    match: str
    length: int
    """How many events the writer believes are stored: the number of the first new one."""
    events: tuple[Body, ...]
    finish: Finish | None = None
    after: Receipt | None = None
    """The append that this one builds on, if that was not answered yet: they fail together."""
    seated: tuple[Seated, ...] = ()
    """Seats that change hands by these events, in this order."""
    played: Body | None = None
    """What is played from now on, if that is another setup than before."""
    listing: Listing | None = None
    """What the list of matches says from now on, if that is something else than before."""
    newcomer: Body | None = None
    """The row of a player who is new, and sits down by these events."""

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to store but events."""
        return not (self.finish or self.seated or self.played or self.listing or self.newcomer)
