"""Contests: many players, each alone, on the same deck; who is late, and who is ahead."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

DAILY, CHALLENGE, ARENA = "daily", "challenge", "arena"
"""A deck for everybody on one day, for whoever has the link, and for some minutes, live."""

NEWCOMERS, KNOWN_DECK = "newcomers", "known-deck"
"""Why an entry is practice from its beginning: too many new players of one address have entered, or
its player has had these cards before."""

PAR_BOT = "steady"
"""What this bot makes of a deck is its par."""


class Entry(NamedTuple):
    """What one player has made of the deck so far."""

    score: int
    rounds: int
    """Played so far in a game that is not over, else 0."""
    finished: float | None
    """When, in seconds since 1970; None for a game that is not over."""
    is_helped: bool
    """Whether they did not choose everything themselves, or not at first sight of the cards."""


class Standing(NamedTuple):
    """Where one entry stands on the board."""

    entry: int
    """Which one, from 0."""
    rank: int | None
    """From 1, equal for equal scores; None for practice and for games that are not over."""
    is_practice: bool


def day_of(now: float) -> date:
    """Return the day by which the daily deck changes, in UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> float:
    """Return when the deck of a day closes: at midnight, UTC."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return midnight.timestamp()


def is_closed(closes: float | None, now: float) -> bool:
    """Whether the time of a contest is over; some have no end."""
    return closes is not None and now >= closes


def is_practice(entry: Entry, closes: float | None, now: float) -> bool:
    """Whether an entry is not ranked: it was helped, or is too late.

    From the moment of closing on, the cards are to be seen by everybody who does not play.
    """
    if entry.finished is None:
        return entry.is_helped or is_closed(closes, now)
    return entry.is_helped or (closes is not None and entry.finished > closes)


def sees_cards(entry: Entry | None, closes: float | None, now: float) -> bool:
    """Whether somebody with this entry, or none, is shown the cards and what others made of them.

    Whoever is in the middle of it is not when it closes either.
    """
    if entry is None:
        return is_closed(closes, now)
    if entry.finished is None:
        return False
    return is_closed(closes, now) or not is_practice(entry, closes, now)


def board(entries: Sequence[Entry], closes: float | None, now: float) -> list[Standing]:
    """Return the standings: ranked games first, then running ones, then practice; best first."""
    practice = [is_practice(entry, closes, now) for entry in entries]
    is_ranked = [
        entry.finished is not None and not is_late
        for entry, is_late in zip(entries, practice, strict=True)
    ]
    scores = sorted(entry.score for entry, counts in zip(entries, is_ranked, strict=True) if counts)
    standings = [
        Standing(
            index,
            1 + len(scores) - bisect_right(scores, entry.score) if is_ranked[index] else None,
            practice[index],
        )
        for index, entry in enumerate(entries)
    ]
    return sorted(standings, key=lambda standing: _order(standing, entries[standing.entry]))


def _order(standing: Standing, entry: Entry) -> tuple[bool, bool, int]:
    return standing.is_practice, entry.finished is None, -entry.score
