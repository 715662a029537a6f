"""What strangers find: written with the events, bounded, and gone at the end."""

from __future__ import annotations

import pytest

from nmbr9.storage import players
from nmbr9.storage.database import Database
from nmbr9.storage.group_commit.journal import Append, Journal, Seated
from nmbr9.storage.listings import (
    _LISTED,
    ListedRow,
    Listing,
    State,
    list_again,
    listed,
    remove_listing,
)
from nmbr9.storage.matches import SeatRow, create_match, load_match
from tests.storage.examples import add_match, add_player, match_row, setup_of

WAITING = Listing(State.OPEN, 100.0, 0, {"players": 2}, False, 2, 1)


def add_listed(database: Database, id: str, listing: Listing) -> None:
    create_match(database, match_row(id, players=2), [], [SeatRow(0, None, None)], listing)


def ids(database: Database, state: State, since: float = 0.0, limit: int = 9) -> list[str]:
    return [row.match for row in listed(database, state, since=since, limit=limit)]


def test_matches_are_listed_newest_first_a_page_at_most(database: Database) -> None:
    for since, id in enumerate(["old", "one", "two"]):
        add_listed(database, id, WAITING._replace(since=float(since)))
    add_listed(database, "full", WAITING._replace(state=State.FULL, open=0))
    add_listed(database, "running", WAITING._replace(state=State.RUNNING, open=0))
    add_match(database, "private")
    assert ids(database, State.OPEN, since=1.0) == ["two", "one"]
    assert ids(database, State.OPEN, limit=1) == ["two"]
    assert ids(database, State.RUNNING) == ["running"]


def test_nobody_fills_the_list(database: Database) -> None:
    """Of 100 tables of one person, and 100 of one address, some; then those of everybody else."""
    for who in ("eve", "ada"):
        add_player(database, who)
    add_listed(database, "first", WAITING._replace(since=1.0))
    for number in range(2, 102):
        seats = [SeatRow(0, "eve", None)]
        of_eve = WAITING._replace(since=float(number))
        create_match(database, match_row(f"eve {number}", players=2), [], seats, of_eve)
    for number in range(102, 202):
        add_listed(database, f"guest {number}", WAITING._replace(since=float(number)))

    def source_of(match: str) -> str | None:
        return "there" if match.startswith("guest") else None

    rows = listed(database, State.OPEN, since=0.0, limit=9, source_of=source_of)
    guests = [f"guest {number}" for number in (201, 200, 199, 198)]
    assert [row.match for row in rows] == [*guests, "eve 101", "eve 100", "first"]


def test_the_host_is_named_until_they_are_deleted(database: Database) -> None:
    add_player(database, "ada", "Ada")
    create_match(database, match_row("m", players=2), [], [SeatRow(0, "ada", None)], WAITING)
    assert listed(database, State.OPEN, since=0.0, limit=9) == [ListedRow("m", "Ada", WAITING)]
    players.delete_player(database, "ada")
    assert listed(database, State.OPEN, since=0.0, limit=9) == [ListedRow("m", None, WAITING)]


def test_the_list_changes_with_the_events(database: Database) -> None:
    add_listed(database, "m", WAITING)
    journal = Journal(database)
    try:
        for state in (State.RUNNING, State.GONE, State.OPEN):
            changed = Append("m", 0, (), listing=WAITING._replace(state=state))
            journal.append(changed).result(10)
            shown = [one for one in State if ids(database, one)]
            assert shown == ([] if state is State.GONE else [state])
    finally:
        journal.close()


def test_a_game_that_its_player_forgets_is_listed_no_more(database: Database) -> None:
    add_player(database, "ada", "Ada")
    seats = [SeatRow(0, "ada", None)]
    create_match(database, match_row("m"), [], seats, WAITING._replace(state=State.RUNNING))
    players.leave_history(database, "ada", "m")
    assert ids(database, State.RUNNING) == []


def test_a_deserted_match_leaves_the_list_and_comes_back(database: Database) -> None:
    add_listed(database, "m", WAITING)
    remove_listing(database, "m")
    assert ids(database, State.OPEN) == []
    list_again(database, "m", WAITING)
    # What the events said meanwhile is newer.
    list_again(database, "m", WAITING._replace(state=State.FULL))
    assert ids(database, State.OPEN) == ["m"]


@pytest.mark.parametrize("count", [1, 3])
def test_what_was_played_is_kept_beside_what_was_planned(database: Database, count: int) -> None:
    add_player(database, "ada")
    create_match(database, match_row("m", players=2), [], [SeatRow(0, "ada", None)])
    journal = Journal(database)
    try:
        played = setup_of(count, "two-out-of-three")
        last = Seated(count - 1, "ada")
        journal.append(Append("m", 0, (), played=played, seated=(last,))).result(10)
    finally:
        journal.close()
    row, _, seats = load_match(database, "m")
    assert (row.setup, row.played) == (setup_of(2), played)
    assert [seat.player for seat in seats][count - 1] == "ada"
    assert players.history(database, "ada")[-1].setup == played


def test_hosts_are_looked_up_for_those_who_are_told_only() -> None:
    """Without statistics PostgreSQL joined all 10,000 and took 28 ms: they are chosen first."""
    query = str(_LISTED)
    assert query.index("LIMIT") < query.index("JOIN seats") < query.index("JOIN players")
