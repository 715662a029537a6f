"""Why a command is refused, as stable names that go over the wire."""

from __future__ import annotations

from enum import StrEnum

from nmbr9.rules.errors import Nmbr9Error, Violation


class Refusal(StrEnum):
    """What a sender did wrong; the rules of the game have their own names in `rules.Code`."""

    NOT_SEATED = "seat/not-seated"
    NOT_HOST = "seat/not-host"
    NO_SUCH_SEAT = "seat/no-such-seat"
    SEAT_TAKEN = "seat/taken"
    SEAT_EMPTY = "seat/empty"
    REMOVED = "seat/removed"
    SEATED_ALREADY = "seat/seated-already"
    NOT_AWAY = "seat/not-away"
    BOT_PLAYS = "seat/bot-plays"
    NO_SUCH_BOT = "seat/no-such-bot"
    SEATS_OPEN = "match/seats-open"
    SEATS_TAKEN = "match/seats-taken"
    STARTED = "match/started"
    NOT_STARTED = "match/not-started"
    OVER = "match/over"
    NOT_OVER = "match/not-over"
    REMATCH_MADE = "match/rematch-made"
    TOO_MANY = "match/too-many-changes"
    STALE = "action/stale"
    ILLEGAL = "action/illegal"
    PROMPT_REFUSED = "prompt/refused"
    HINT_REFUSED = "hint/refused"
    HINT_TOO_MANY = "hint/too-many"
    HAND_OVER_REFUSED = "hand-over/refused"
    CONTEST_OPEN = "contest/open"
    OPTIONS_IMPOSSIBLE = "options/impossible"


class Refused(Nmbr9Error, ValueError):
    """A command that has no effect; says why."""

    def __init__(self, code: Refusal, message: str, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.violations = violations
        """The broken rules, when an action is illegal."""


class EventError(Nmbr9Error, ValueError):
    """Stored data that tells of no match, or of one that the rules do not allow."""
