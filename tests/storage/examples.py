"""Small matches, players and contests to store."""

from __future__ import annotations

from typing import Any

from nmbr9.storage.contests import ContestRow, create_contest, enter
from nmbr9.storage.database import Database
from nmbr9.storage.group_commit.journal import Append, Finish, Journal
from nmbr9.storage.matches import MatchRow, SeatRow, create_match
from nmbr9.storage.players import PlayerRow, create_player


def setup_of(players: int = 1, key: str = "basic") -> dict[str, Any]:
    return {"options": {"players": players}, "options_key": key, "deck": [3, 1, 4]}


def match_row(id: str = "m", *, players: int = 1, created: float = 100.5, **more: Any) -> MatchRow:
    return MatchRow(
        id,
        created,
        more.get("setup") or setup_of(players),
        more.get("contest"),
        0,
        more.get("finished"),
    )


def step(number: int) -> dict[str, Any]:
    """An event that can be told from the others."""
    return {"do": "place", "seat": 0, "number": number}


def joined(player: str | None, seat: int = 0) -> dict[str, Any]:
    return {"do": "joined", "player": player, "seat": seat}


def add_match(database: Database, id: str = "m", events: int = 0, **more: Any) -> None:
    """Store a match with some events and, unless told otherwise, one seat for nobody."""
    seats = more.pop("seats", [SeatRow(0, None, None)])
    create_match(database, match_row(id, **more), [step(i) for i in range(events)], seats)


def add_player(database: Database, id: str = "ada", name: str = "Ada") -> None:
    create_player(database, PlayerRow(id, name, 50.25), f"token of {id}")


def contest_row(id: str = "daily-1", day: str | None = "2026-07-01", **more: Any) -> ContestRow:
    return ContestRow(
        id, more.get("kind", "daily"), day, more.get("created", 10.0), None, setup_of()
    )


def finish(database: Database, match: str, at: float, *scores: int, length: int = 0) -> None:
    journal = Journal(database)
    done = journal.append(Append(match, length, (), Finish(at, scores)))
    journal.close()
    done.result(5)


def fill(database: Database) -> None:
    """A finished match of two, a finished contest entry, and a running match."""
    add_player(database, "id-of-ada", "Ada")
    add_player(database, "id-of-bob", "Bob")
    create_contest(database, contest_row())
    seats = [SeatRow(0, "id-of-ada", "hash-0"), SeatRow(1, "id-of-bob", "hash-1")]
    events = [joined("id-of-ada", 0), joined("id-of-bob", 1), step(0)]
    create_match(database, match_row("a", players=2), events, seats)
    finish(database, "a", 200.5, 80, 95, length=3)
    own = [SeatRow(0, "id-of-ada", "hash-2")]
    enter(database, "daily-1", "id-of-ada", match_row("b"), [joined("id-of-ada")], own)
    finish(database, "b", 300.5, 70, length=1)
    add_match(database, "running", events=2)
