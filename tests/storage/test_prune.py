"""What never became a game goes after a while, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from nmbr9.match.device import companion_id
from nmbr9.match.events import BotSeated, Joined, OptionsChanged, SeatOpened, Started
from nmbr9.match.setup import Setup
from nmbr9.rules.options import Options
from nmbr9.storage.contests import create_contest, enter
from nmbr9.storage.copies import Contents
from nmbr9.storage.database import Database
from nmbr9.storage.group_commit.journal import Append, Journal
from nmbr9.storage.listings import Listing, State, listed
from nmbr9.storage.matches import SeatRow, create_match, load_match
from nmbr9.storage.players import PlayerRow, create_player, leave_history, names_of
from nmbr9.storage.prune import AT_ONCE, DAY, Patience, note_open, prunable, prune, prune_some
from nmbr9.storage.tables import events, listings, matches, seats
from tests.storage.examples import contest_row, finish, match_row

PATIENCE = Patience(1.0, 7.0)
NOW = 100 * DAY
STALE = NOW - DAY - 1
WAITING = [
    Joined(at=1.0, seat=0, player="ada").to_dict(),
    BotSeated(at=2.0, seat=1, bot="greedy").to_dict(),
    SeatOpened(at=3.0, seat=1).to_dict(),
    OptionsChanged(at=4.0, setup=Setup.new(Options(players=2), Random(1))).to_dict(),
]
STARTED = Started(at=5.0).to_dict()


def add_guest(database: Database, id: str, days: float = 8.0) -> None:
    create_player(database, PlayerRow(id, id, NOW - days * DAY), f"token of {id}")


def add_table(
    database: Database,
    id: str,
    events: list[dict[str, Any]],
    *,
    created: float = STALE,
    player: str | None = None,
) -> None:
    listing = Listing(State.OPEN, created, 0, {}, False, 2, 1)
    taken = [SeatRow(0, player, None), SeatRow(1, None, None)]
    create_match(database, match_row(id, players=2, created=created), events, taken, listing)


def ids_of(database: Database) -> set[str]:
    return {row.id for row in database.ask(select(matches.c.id))}


def rows_in(database: Database) -> list[int]:
    tables = (matches, events, seats, listings)
    return [database.ask(select(func.count()).select_from(table))[0][0] for table in tables]


def test_a_match_that_never_started_goes_with_all_that_belongs_to_it(database: Database) -> None:
    add_table(database, "old", WAITING)
    add_table(database, "empty", [])
    add_table(database, "young", WAITING, created=STALE + 2)
    assert prunable(database, PATIENCE, NOW) == (2, 0)
    assert ids_of(database) == {"old", "empty", "young"}
    assert prune(database, PATIENCE, NOW) == (2, 0)
    assert ids_of(database) == {"young"}
    assert rows_in(database) == [1, len(WAITING), 2, 1]
    assert [row.match for row in listed(database, State.OPEN, since=0, limit=9)] == ["young"]
    assert prune(database, PATIENCE, NOW) == (0, 0)


def test_what_has_begun_stays(database: Database) -> None:
    add_table(database, "running", [*WAITING, STARTED])
    add_table(database, "unknown", [{"do": "of another version"}])
    add_table(database, "finished", WAITING)
    finish(database, "finished", NOW, 80, 95, length=len(WAITING))
    assert prunable(database, PATIENCE, NOW) == (0, 0)
    assert prune(database, PATIENCE, NOW) == (0, 0)
    assert ids_of(database) == {"running", "unknown", "finished"}


def test_a_match_that_starts_while_it_is_looked_for_stays(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_table(database, "late", WAITING)
    ask = database.ask

    def ask_slowly(*arguments: Any) -> Any:
        found = ask(*arguments)
        if [row.id for row in found] == ["late"]:
            journal = Journal(database)
            journal.append(Append("late", len(WAITING), (STARTED,))).result(5)
            journal.close()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(database, "ask", ask_slowly)
        assert prune_some(database, PATIENCE, NOW) == (0, 0)
    assert len(load_match(database, "late")[1]) == len(WAITING) + 1


def test_a_guest_who_sits_down_while_looked_for_stays(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_guest(database, "ada")
    ask = database.ask

    def ask_slowly(*arguments: Any) -> Any:
        found = ask(*arguments)
        if [row.id for row in found] == ["ada"]:
            add_table(database, "hers", [STARTED], player="ada")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(database, "ask", ask_slowly)
        assert prune_some(database, PATIENCE, NOW) == (0, 0)
    assert names_of(database, ["ada"]) == {"ada": "ada"}


def test_what_somebody_has_open_stays(database: Database) -> None:
    add_table(database, "open", WAITING)
    add_table(database, "shut", WAITING)
    assert note_open(database, ["open", "gone"], NOW) == 1
    assert prune(database, PATIENCE, NOW) == (1, 0)
    assert ids_of(database) == {"open"}
    assert prune(database, PATIENCE, NOW + DAY - 1) == (0, 0)
    assert prune(database, PATIENCE, NOW + DAY + 1) == (1, 0)


def test_guests_without_a_game_go(database: Database) -> None:
    for id in ("idle", "seated", "entered", "joined", "host", "hosting"):
        add_guest(database, id)
    add_guest(database, "new", days=6.0)
    add_guest(database, companion_id("idle", "friend"))
    add_guest(database, companion_id("host", "friend"))
    add_guest(database, companion_id("hosting", "friend"), days=1.0)
    add_table(database, "m1", [STARTED], player="seated")
    add_table(database, "m2", [STARTED], player=companion_id("host", "friend"))
    add_table(database, "m3", [Joined(at=1.0, seat=0, player="joined").to_dict(), STARTED])
    create_contest(database, contest_row())
    own = [SeatRow(0, "entered", None)]
    enter(database, "daily-1", "entered", match_row("m4", created=STALE), [], own)
    leave_history(database, "entered", "m4")
    assert prunable(database, PATIENCE, NOW) == (0, 1)
    assert prune(database, PATIENCE, NOW) == (0, 1)
    everybody = ["idle", "seated", "entered", "joined", "host", "hosting", "new"]
    companions = [companion_id(id, "friend") for id in ("idle", "host", "hosting")]
    assert set(names_of(database, everybody + companions)) == {
        *everybody[1:],
        *companions[1:],
    }
    assert "m4" in ids_of(database)


def test_what_would_go_is_what_goes(database: Database) -> None:
    """A guest whose only match goes has no game any more."""
    add_guest(database, "ada")
    add_table(database, "hers", WAITING, player="ada")
    would = prunable(database, PATIENCE, NOW)
    assert would == prune(database, PATIENCE, NOW) == Contents(1, 1)
    assert (ids_of(database), names_of(database, ["ada"])) == (set(), {})


def test_nothing_goes_where_everything_is_kept(database: Database) -> None:
    add_guest(database, "ada")
    add_table(database, "old", WAITING)
    assert prune(database, Patience(0, 0), NOW) == (0, 0)
    assert prune(database, Patience(0, 7.0), NOW) == (0, 0), "she has joined the match that stays"
    assert prune(database, Patience(1.0, 0), NOW) == (1, 0)


def test_a_transaction_takes_only_some(database: Database) -> None:
    for number in range(AT_ONCE + 1):
        add_guest(database, f"guest{number}")
    assert prune_some(database, PATIENCE, NOW) == (0, AT_ONCE)
    assert prune(database, PATIENCE, NOW) == (0, 1)
