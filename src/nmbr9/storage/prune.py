"""Removing what nobody will miss: matches that never started, and guests without a game.

What goes is looked for first, beside everybody else, and looked at again once it is locked: an
event or a seat may have come in between. A little at a time, so that no append waits for long.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    false,
    func,
    or_,
    select,
    update,
)

from nmbr9.match.device import BETWEEN
from nmbr9.match.events import (
    BotSeated,
    Joined,
    LineBack,
    LineCut,
    OptionsChanged,
    SeatOpened,
)
from nmbr9.storage.copies import Contents
from nmbr9.storage.database import Database
from nmbr9.storage.players import at_device_of
from nmbr9.storage.tables import (
    analyses,
    contests,
    entries,
    events,
    listings,
    matches,
    players,
    seats,
)

DAY = 86_400.0
AT_ONCE = 50
"""Matches or players removed in one transaction: others who write wait for it in SQLite."""
BEFORE_THE_START = (Joined, BotSeated, SeatOpened, OptionsChanged, LineCut, LineBack)
"""All that can happen before a match starts. Whatever else an event says, its match stays."""


class Patience(NamedTuple):
    """After how many days what never became a game is removed; 0 for never."""

    waiting_days: float
    guest_days: float


def prune_some(database: Database, patience: Patience, now: float) -> Contents:
    """Remove a few matches that never started and a few guests without a game.

    Return how many; once there are none, nothing is left to remove.

    Raises: StorageError.
    """
    gone = []
    for query, remove in (
        (_never_started(patience, now), _remove_matches),
        (_without_a_game(patience, now, _nothing()), _remove_players),
    ):
        found = [row.id for row in database.ask(query.limit(AT_ONCE))]
        if not found:
            gone.append(0)
            continue
        with database.write() as connection:
            gone.append(remove(connection, query, found))
    return Contents(*gone)


def prune(database: Database, patience: Patience, now: float) -> Contents:
    """Remove all matches that never started and all guests without a game; return how many.

    Raises: StorageError.
    """
    forget_networks(database, now)
    total = Contents(0, 0)
    while any(gone := prune_some(database, patience, now)):
        total = Contents(total.matches + gone.matches, total.players + gone.players)
    return total


def prunable(database: Database, patience: Patience, now: float) -> Contents:
    """Return how much `prune` would remove.

    Raises: StorageError.
    """
    stale = _never_started(patience, now)
    idle = _without_a_game(patience, now, stale)
    with database.read() as connection:
        counts = [
            connection.execute(select(func.count()).select_from(query.subquery())).scalar_one()
            for query in (stale, idle)
        ]
    return Contents(*counts)


def forget_networks(database: Database, now: float) -> int:
    """Forget where newcomers to contests came from that are over; return how many there were.

    The salt that hides it is told at the end.

    Raises: StorageError.
    """
    # Looked for beside everybody else: to look through all entries takes a while.
    over = (
        select(entries.c.match)
        .join_from(entries, contests, contests.c.id == entries.c.contest)
        .where(entries.c.network.is_not(None), contests.c.closes <= now)
    )
    found = [row.match for row in database.ask(over)]
    for first in range(0, len(found), AT_ONCE):
        these = found[first : first + AT_ONCE]
        with database.write() as connection:
            connection.execute(
                update(entries).where(entries.c.match.in_(these)).values(network=None)
            )
    return len(found)


def note_open(database: Database, ids: Iterable[str], now: float) -> int:
    """Note that somebody has these matches open; return how many of them there are.

    Raises: StorageError.
    """
    with database.write() as connection:
        # In the order in which the journal locks them.
        wanted = select(matches.c.id).where(matches.c.id.in_(ids)).order_by(matches.c.id)
        found = list(connection.execute(wanted.with_for_update()).scalars())
        connection.execute(update(matches).where(matches.c.id.in_(found)).values(last_open=now))
        return len(found)


def _never_started(patience: Patience, now: float) -> Select[tuple[str]]:
    is_from_before = or_(
        *(
            events.c.body.startswith(f'{{"do":"{kind.do}"', autoescape=True)
            for kind in BEFORE_THE_START
        )
    )
    return select(matches.c.id).where(
        _is_long_ago(func.coalesce(matches.c.last_open, matches.c.created), now, patience[0]),
        matches.c.finished.is_(None),
        matches.c.contest.is_(None),
        _none(and_(events.c.match == matches.c.id, ~is_from_before)),
    )


def _without_a_game(
    patience: Patience, now: float, but_for: Select[tuple[str]]
) -> Select[tuple[str]]:
    """Return the query for guests with no game but for some, nor anybody else at their device.

    People at another player's device are no guests of their own: they go with that player.
    """
    companions = players.alias()
    is_old = _is_long_ago(players.c.created, now, patience[1])
    is_companion_old = _is_long_ago(companions.c.created, now, patience[1])
    id = players.c.id
    return select(id).where(
        is_old,
        ~id.contains(BETWEEN, autoescape=True),
        _none(and_(at_device_of(id, companions.c.id), ~is_companion_old)),
        _none(and_(at_device_of(id, seats.c.player), seats.c.match.not_in(but_for))),
        _none(at_device_of(id, entries.c.player)),
        _none(and_(at_device_of(id, events.c.player), events.c.match.not_in(but_for))),
    )


def _is_long_ago(time: ColumnElement[float], now: float, days: float) -> ColumnElement[bool]:
    # Nothing was before the beginning of time.
    return time < (now - days * DAY if days else 0.0)


def _nothing() -> Select[tuple[str]]:
    return select(matches.c.id).where(false())


def _none(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that there is no row for which another one holds."""
    return ~select(1).where(condition).correlate(matches, players).exists()


def _remove_matches(connection: Connection, stale: Select[tuple[str]], found: list[str]) -> int:
    these = matches.c.id.in_(found)
    # Those that somebody holds are being changed just now, and are left for the next time.
    held = select(matches.c.id).where(these).with_for_update(skip_locked=True)
    kept = matches.c.id.in_(list(connection.execute(held).scalars()))
    ids = [row.id for row in connection.execute(stale.where(kept))]
    for table in (listings, analyses, seats, events):
        connection.execute(delete(table).where(table.c.match.in_(ids)))
    connection.execute(delete(matches).where(matches.c.id.in_(ids)))
    return len(ids)


def _remove_players(connection: Connection, idle: Select[tuple[str]], found: list[str]) -> int:
    these = players.c.id.in_(found)
    held = select(players.c.id).where(these).with_for_update(skip_locked=True)
    kept = players.c.id.in_(list(connection.execute(held).scalars()))
    ids = [row.id for row in connection.execute(idle.where(kept))]
    for id in ids:
        connection.execute(delete(players).where(at_device_of(id, players.c.id)))
    return len(ids)
