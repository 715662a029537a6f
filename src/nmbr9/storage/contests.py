"""Contests: many players, each for themselves, on the same deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Select,
    Subquery,
    Text,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from nmbr9.match.contest import KNOWN_DECK, NEWCOMERS
from nmbr9.rules.errors import shown
from nmbr9.storage.database import Database
from nmbr9.storage.errors import Conflict, NotFound, StorageError
from nmbr9.storage.event_json import Body, from_text, to_text
from nmbr9.storage.matches import MatchRow, SeatRow, insert_match
from nmbr9.storage.players import at_device_of
from nmbr9.storage.tables import contests as contests_table
from nmbr9.storage.tables import entries as entries_table
from nmbr9.storage.tables import matches, players, seats
from nmbr9.storage.upsert import inserted


class ContestRow(NamedTuple):
    """A deck to play, and until when."""

    id: str
    kind: str
    """Such as ``"daily"``."""
    day: str | None
    """Such as ``"2026-07-31"``."""
    created: float
    closes: float | None
    setup: Body
    origin: str | None = None
    """The finished game that the deck is from: it counts as its player's entry."""


class EntryRow(NamedTuple):
    """What one player made of it; the player is None after they were deleted."""

    player: str | None
    match: str
    score: int | None
    finished: float | None
    created: float
    helped: bool | None
    """Whether they did not choose everything themselves."""
    length: int = 0
    """How many events their match has."""
    practice: str | None = None
    """Why it is not ranked, where that was known when they entered."""
    name: str | None = None
    """The player's."""


class Newcomers(NamedTuple):
    """How many players younger than the deck may be ranked who come from where this one does."""

    network: str
    """A text that tells nobody where that is."""
    most: int


_UNFINISHED_DECKS = (
    select(contests_table.c.setup)
    .join_from(entries_table, matches, matches.c.id == entries_table.c.match)
    .join(contests_table, contests_table.c.id == entries_table.c.contest)
    .where(entries_table.c.player == bindparam("of_player"), matches.c.finished.is_(None))
)


def create_contest(database: Database, row: ContestRow) -> bool:
    """Store a contest, unless one with its id exists; return whether it is new."""
    with database.write() as connection:
        return insert_contest(connection, row)


def find_contest(database: Database, id: str) -> ContestRow | None:
    """Return the contest with an id."""
    with database.read() as connection:
        return contest_in(connection, id)


def contests(
    database: Database, kind: str, *, before_day: str | None = None, limit: int
) -> list[ContestRow]:
    """Return the contests of a kind, newest first."""
    table = contests_table.c
    query = select(contests_table).where(table.kind == kind)
    if before_day is not None:
        query = query.where(table.day < before_day)
    query = query.order_by(table.day.desc().nulls_last(), table.created.desc(), table.id)
    with database.read() as connection:
        return [_contest_row(found) for found in connection.execute(query.limit(limit))]


def enter(
    database: Database,
    contest: str,
    player: str,
    match: MatchRow,
    events: Sequence[Body],
    seats: Sequence[SeatRow],
    newcomers: Newcomers | None = None,
) -> str:
    """Store a player's match in a contest; return its id, or that of the one they have there.

    It is practice for whoever has played these cards before, and for newcomers if there are more
    of them than are ranked; without `newcomers` there is no limit.

    Raises: NotFound, when there is no such contest; StorageError, when the player is not in one of
        the seats, or not in the database.
    """
    own = [row.seat for row in seats if row.player == player]
    if not own:
        raise StorageError(f"expected the player {shown(player)} in a seat, got {shown(seats)}")
    with database.write() as connection:
        deck = contest_in(connection, contest)
        if deck is None:
            raise NotFound(f"expected the id of a contest, got {shown(contest)}")
        if (earlier := _match_of(connection, contest, player)) is not None:
            return earlier
        sight = _sight(connection, deck, player, newcomers)
        if sight["practice"] == KNOWN_DECK:
            match = match._replace(setup={**match.setup, "is_known": True})
        entry = {"match": match.id, "seat": own[0], "contest": contest, "player": player, **sight}
        with connection.begin_nested() as attempt:
            rows = [row._asdict() for row in seats]
            insert_match(connection, match._replace(contest=contest), events, rows)
            if inserted(connection, entries_table, entry):
                return match.id
            # Another process was a moment faster: the insert has waited for its end.
            attempt.rollback()
        if (earlier := _match_of(connection, contest, player)) is None:
            raise Conflict(f"expected the entry of {shown(player)} to stay, got none")
        return earlier


def _sight(
    connection: Connection, contest: ContestRow, player: str, newcomers: Newcomers | None
) -> dict[str, str | None]:
    """Return where a newcomer comes from, and why an entry is not at first sight of the deck."""
    born = connection.execute(select(players.c.created).where(players.c.id == player)).scalar()
    is_new = newcomers is not None and born is not None and born > contest.created
    network = newcomers.network if newcomers is not None and is_new else None
    # The salt is random and nobody's but this deck's, wherever in the text it stands.
    salt = to_text({"salt": contest.setup.get("salt")})[1:-1]
    known = select(seats.c.match).join_from(seats, matches, matches.c.id == seats.c.match)
    known = known.where(
        at_device_of(player, seats.c.player),
        func.coalesce(matches.c.played, matches.c.setup).contains(salt, autoescape=True),
    )
    practice = None
    if connection.execute(known.limit(1)).first() is not None:
        practice = KNOWN_DECK
    elif newcomers is not None and network is not None:
        # One after the other, on PostgreSQL as well, or two would take the last place.
        connection.execute(
            select(contests_table.c.id)
            .where(contests_table.c.id == contest.id)
            .with_for_update(key_share=True)
        ).all()
        others = select(func.count()).where(
            entries_table.c.contest == contest.id,
            entries_table.c.network == network,
            entries_table.c.practice.is_(None),
        )
        if connection.execute(others).scalar_one() >= newcomers.most:
            practice = NEWCOMERS
    return {"network": network, "practice": practice}


def entries(database: Database, contest: str, limit: int | None = None) -> list[EntryRow]:
    """Return who entered: the best first, then who finished earlier, then who has not yet."""
    played = _played(contest)
    query = (
        _named(played)
        .order_by(
            played.c.finished.is_(None),
            played.c.score.desc().nulls_last(),
            played.c.finished,
            played.c.created,
            played.c.id,
        )
        .limit(limit)
    )
    with database.read() as connection:
        return [EntryRow(*row) for row in connection.execute(query)]


def entry_of(database: Database, contest: str, player: str) -> EntryRow | None:
    """Return what one player made of a contest, None if they have not entered."""
    played = _played(contest)
    with database.read() as connection:
        found = connection.execute(_named(played).where(played.c.player == player)).first()
        return None if found is None else EntryRow(*found)


def unfinished_decks(database: Database, player: str) -> list[Body]:
    """Return the setups of the contests that a player has entered and not played to the end."""
    found = database.ask(_UNFINISHED_DECKS, {"of_player": player})
    return [from_text(row.setup) for row in found]


def insert_contest(connection: Connection, row: ContestRow) -> bool:
    """Write a contest, unless its id exists, within somebody's transaction."""
    return inserted(connection, contests_table, {**row._asdict(), "setup": to_text(row.setup)})


def contest_in(connection: Connection, id: str) -> ContestRow | None:
    """Return the contest with an id, within somebody's transaction."""
    query = select(contests_table).where(contests_table.c.id == id)
    found = connection.execute(query).one_or_none()
    return None if found is None else _contest_row(found)


def _contest_row(found: Any) -> ContestRow:
    return ContestRow(
        found.id,
        found.kind,
        found.day,
        found.created,
        found.closes,
        from_text(found.setup),
        found.origin,
    )


def _played(contest: str) -> Subquery:
    """Return the query for all that was played in a contest, its origin included."""
    same_seat = (seats.c.match == entries_table.c.match) & (seats.c.seat == entries_table.c.seat)
    rest = (
        matches.c.id,
        seats.c.score,
        matches.c.finished,
        matches.c.created,
        seats.c.helped,
        matches.c.length,
    )
    entered = (
        select(entries_table.c.player, *rest, entries_table.c.practice)
        .join_from(entries_table, seats, same_seat)
        .join(matches, matches.c.id == entries_table.c.match)
        .where(entries_table.c.contest == contest)
    )
    # Who has a seat in a game alone is who played it.
    origin = (
        select(seats.c.player, *rest, literal(None, Text).label("practice"))
        .join_from(contests_table, matches, matches.c.id == contests_table.c.origin)
        .join(seats, seats.c.match == matches.c.id)
        .where(contests_table.c.id == contest)
    )
    return union_all(entered, origin).subquery()


def _named(played: Subquery) -> Select[Any]:
    """Return the query for rows of `EntryRow`."""
    return select(played, players.c.name).join_from(
        played, players, players.c.id == played.c.player, isouter=True
    )


def _match_of(connection: Connection, contest: str, player: str) -> str | None:
    played = _played(contest)
    query = select(played.c.id).where(played.c.player == player)
    return connection.execute(query).scalar()
