"""Players: who they are to us, what they have played, and forgetting them."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from nmbr9.match.device import BETWEEN
from nmbr9.match.errors import EventError
from nmbr9.rules.errors import shown
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.database import Database
from nmbr9.storage.errors import NotFound
from nmbr9.storage.event_json import Body, from_text
from nmbr9.storage.group_commit.channel import Leaving, say_leaving
from nmbr9.storage.listings import REMOVE_LISTING
from nmbr9.storage.tables import contests, events, matches, players, seats


class PlayerRow(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str
    created: float


class Played(NamedTuple):
    """A match of a player, over or still running."""

    match: str
    seat: int
    finished: float | None
    created: float
    score: int | None
    setup: Body
    contest: str | None
    has_others: bool
    """Whether people play in it who do not share the player's device."""
    is_marked: bool = False
    """Whether the score is no record: helped, with hints, or with cards that were known."""


def at_device_of(
    player: str | ColumnElement[str], column: ColumnElement[str]
) -> ColumnElement[bool]:
    """Return `is_at_device_of` as a condition on a column of ids."""
    # Within these bounds lie all of them in whatever order a database sorts, so that it need not
    # look at every id; some orders leave out what is between.
    first, last = player, player + BETWEEN + "z" * 40
    begins = func.substr(column, 1, func.length(player) + 1) == player + BETWEEN
    return or_(column == player, and_(column.between(first, last), begins))


def _history_query() -> Select[Any]:
    player = bindparam("of_player", type_=Text)
    others = seats.alias()
    has_others = exists().where(
        others.c.match == matches.c.id, ~at_device_of(player, others.c.player)
    )
    return (
        select(
            matches.c.id,
            seats.c.seat,
            matches.c.finished,
            matches.c.created,
            seats.c.score,
            func.coalesce(matches.c.played, matches.c.setup),
            matches.c.contest,
            has_others,
            func.coalesce(seats.c.helped, false()),
        )
        .join_from(seats, matches, seats.c.match == matches.c.id)
        .where(seats.c.player == player)
        .order_by(matches.c.created.desc(), matches.c.id, seats.c.seat)
    )


def _best_scores_query() -> Select[Any]:
    place = func.row_number().over(
        partition_by=matches.c.options_key,
        order_by=(seats.c.score.desc(), matches.c.finished, matches.c.id),
    )
    ranked = (
        select(matches.c.options_key, seats.c.score, matches.c.id, place.label("place"))
        .join_from(seats, matches, seats.c.match == matches.c.id)
        .where(
            seats.c.player == bindparam("of_player"),
            seats.c.score.is_not(None),
            seats.c.helped.is_not(True),
            matches.c.finished.is_not(None),
            matches.c.players == 1,
            matches.c.options_key.is_not(None),
        )
        .subquery()
    )
    return select(ranked).where(ranked.c.place == 1)


# What the start page asks is put together once: that alone took longer than the answer.
_BY_TOKEN = select(players.c.id, players.c.name, players.c.created).where(
    players.c.token_hash == bindparam("of_token")
)
_NAMES = select(players.c.id, players.c.name).where(
    players.c.id.in_(bindparam("of_ids", expanding=True))
)
_HISTORY = _history_query()
_BEST_SCORES = _best_scores_query()


def companions_of(database: Database, player: str) -> list[PlayerRow]:
    """Return those who play at a player's device, in the order in which they came."""
    query = (
        select(players.c.id, players.c.name, players.c.created)
        .where(at_device_of(player, players.c.id), players.c.id != player)
        .order_by(players.c.created, players.c.id)
    )
    return [PlayerRow(*row) for row in database.ask(query)]


def create_player(database: Database, row: PlayerRow, token_hash: str) -> None:
    """Store a new player and the token that opens the account.

    Raises: StorageError, when the id or the token exists.
    """
    with database.write() as connection:
        connection.execute(insert(players), {**row._asdict(), "token_hash": token_hash})


def player_by_token(database: Database, token_hash: str) -> PlayerRow | None:
    """Return the player whom a token belongs to."""
    found = database.ask(_BY_TOKEN, {"of_token": token_hash})
    return PlayerRow(*found[0]) if found else None


def names_of(database: Database, ids: Iterable[str]) -> dict[str, str]:
    """Return the names of those of the players that exist."""
    return {row.id: row.name for row in database.ask(_NAMES, {"of_ids": list(ids)})}


def rename(database: Database, id: str, name: str) -> None:
    """Give a player another name.

    Raises: NotFound.
    """
    with database.write() as connection:
        changed = connection.execute(update(players).where(players.c.id == id).values(name=name))
        if changed.rowcount == 0:
            raise NotFound(f"expected the id of a player, got {shown(id)}")


def history(
    database: Database, player: str, *, before: float | None = None, limit: int = 50
) -> list[Played]:
    """Return a player's matches, newest first; `before` is the start of the last page's oldest."""
    query = _HISTORY.limit(limit)
    if before is not None:
        query = query.where(matches.c.created < before)
    lines = []
    for row in database.ask(query, {"of_player": player}):
        line = Played(*row)
        try:
            setup = from_text(str(line.setup))
            if not isinstance(setup.get("options"), dict):
                raise EventError(f"expected a setup with options, got {shown(setup)}")
            lines.append(line._replace(setup=setup))
        except EventError as error:
            DAMAGE.note(f"match {line.match}", error)
    return lines


def best_scores(database: Database, player: str) -> dict[str, tuple[int, str]]:
    """Return a player's record alone for each set of options: score and match (2.13).

    Of equal scores the first counts; games that are marked do not.
    """
    rows = database.ask(_BEST_SCORES, {"of_player": player})
    return {row.options_key: (row.score, row.id) for row in rows}


def log_out(database: Database, id: str) -> None:
    """Let nothing that somebody keeps of a player open anything any more, nor of their device.

    Raises: NotFound.
    """
    # The hash of nothing that anybody has.
    nobodys = f"none {token_hex(16)}"
    with database.write() as connection:
        gone = update(players).where(players.c.id == id).values(token_hash=nobodys)
        if connection.execute(gone).rowcount == 0:
            raise NotFound(f"expected the id of a player, got {shown(id)}")
        own = at_device_of(id, seats.c.player)
        connection.execute(update(seats).where(own).values(token_hash=None))
        say_leaving(connection, id, Leaving.LOGGED_OUT)


def statistics(database: Database) -> dict[str, Any]:
    """Return how much is stored, and the scores of finished matches for each set of options."""
    by_options = (
        select(
            matches.c.options_key,
            func.count().label("displays"),
            func.avg(seats.c.score).label("mean"),
            func.max(seats.c.score).label("best"),
        )
        .join_from(seats, matches, seats.c.match == matches.c.id)
        .where(
            matches.c.finished.is_not(None),
            matches.c.options_key.is_not(None),
            seats.c.score.is_not(None),
        )
        .group_by(matches.c.options_key)
        .order_by(matches.c.options_key)
    )
    counts = select(
        func.count(), func.count(matches.c.finished), func.coalesce(func.sum(matches.c.length), 0)
    ).select_from(matches)
    with database.read() as connection:
        total, finished, stored = connection.execute(counts).one()
        return {
            "matches": total,
            "finished": finished,
            "events": stored,
            "players": connection.execute(select(func.count()).select_from(players)).scalar_one(),
            "contests": connection.execute(select(func.count()).select_from(contests)).scalar_one(),
            "scores": {
                row.options_key: {
                    "displays": row.displays,
                    "mean": float(row.mean),
                    "best": row.best,
                }
                for row in connection.execute(by_options)
            },
        }


def leave_history(database: Database, id: str, match: str) -> None:
    """Forget that a player, or somebody at their device, sat in a match, and the seats' tokens.

    The game stays.

    Raises: NotFound.
    """
    with database.write() as connection:
        # The match first, as the journal does (see `journal._locked_lengths`).
        connection.execute(
            select(matches.c.id).where(matches.c.id == match).with_for_update()
        ).all()
        sat = (seats.c.match == match, at_device_of(id, seats.c.player))
        left = connection.execute(update(seats).where(*sat).values(player=None, token_hash=None))
        if not left.rowcount:
            raise NotFound(f"expected a match of the player, got {shown(match)}")
        joined = (events.c.match == match, at_device_of(id, events.c.player))
        connection.execute(update(events).where(*joined).values(player=None))
        connection.execute(REMOVE_LISTING, {"of_match": match})


def delete_player(database: Database, id: str) -> None:
    """Forget a player: name, token, and whose seats, entries and joins they were. Games stay.

    Whoever played at the player's device is forgotten, too: nobody else could ask for it.

    Raises: NotFound.
    """
    with database.write() as connection:
        # The player first: from here on nobody can enter a match as this player. Then their
        # matches, in the order in which the journal locks them (see `journal._locked_lengths`).
        here = select(players.c.id).where(players.c.id == id).with_for_update()
        if connection.execute(here).one_or_none() is None:
            raise NotFound(f"expected the id of a player, got {shown(id)}")
        sat = select(seats.c.match).where(at_device_of(id, seats.c.player))
        joined = select(events.c.match).where(at_device_of(id, events.c.player))
        connection.execute(
            select(matches.c.id)
            .where(matches.c.id.in_(sat.union(joined)))
            .order_by(matches.c.id)
            .with_for_update()
        ).all()
        connection.execute(
            update(events).where(at_device_of(id, events.c.player)).values(player=None)
        )
        # The seats' tokens, too: they are in the player's cookies. Entries lose their player by
        # themselves.
        connection.execute(
            update(seats)
            .where(at_device_of(id, seats.c.player))
            .values(player=None, token_hash=None)
        )
        connection.execute(delete(players).where(at_device_of(id, players.c.id)))
        say_leaving(connection, id, Leaving.FORGOTTEN)
    if not database.is_postgresql:
        database.empty_log()
