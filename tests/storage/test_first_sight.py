"""Who is ranked in a contest: not everybody whom one address can be, and nobody a second time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from nmbr9.match.contest import KNOWN_DECK, NEWCOMERS
from nmbr9.storage.contests import ContestRow, Newcomers, create_contest, enter, entry_of
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.matches import SeatRow, load_match
from nmbr9.storage.players import PlayerRow, create_player, delete_player
from nmbr9.storage.prune import Patience, prune
from nmbr9.storage.tables import metadata
from tests.storage.examples import add_match, match_row, setup_of

SALT = "c0ffee" * 5
DECK = {**setup_of(), "salt": SALT}
MADE = 100.0


def new_contest(database: Database, id: str = "arena") -> None:
    create_contest(database, ContestRow(id, "arena", None, MADE, None, DECK))


def entered(
    database: Database,
    player: str,
    network: str = "home",
    *,
    most: int = 2,
    born: float = MADE + 1,
    contest: str = "arena",
) -> str | None:
    """Let a new player enter; return why they are not ranked."""
    create_player(database, PlayerRow(player, player, born), f"token of {player}")
    return enter_again(database, player, network, most=most, contest=contest)


def enter_again(
    database: Database, player: str, network: str = "home", *, most: int = 2, contest: str = "arena"
) -> str | None:
    row = match_row(f"{contest} of {player}", setup=DECK)
    newcomers = Newcomers(network, most) if most else None
    enter(database, contest, player, row, [], [SeatRow(0, player, None)], newcomers)
    found = entry_of(database, contest, player)
    assert found is not None
    return found.practice


def test_so_many_newcomers_of_an_address_are_ranked_and_no_more(database: Database) -> None:
    new_contest(database)
    told = [entered(database, name) for name in ("a", "b", "c")]
    assert told == [None, None, NEWCOMERS]
    assert entered(database, "d", "elsewhere") is None
    # Older than the deck: nobody could know then that it would be dealt.
    assert entered(database, "e", born=MADE - 1) is None
    assert entered(database, "f", most=0) is None


def test_a_newcomer_who_is_deleted_makes_no_room_for_another(database: Database) -> None:
    new_contest(database)
    assert [entered(database, name, most=1) for name in ("a", "b")] == [None, NEWCOMERS]
    delete_player(database, "a")
    assert entered(database, "c", most=1) == NEWCOMERS


def test_of_two_newcomers_at_once_one_has_the_last_place(database: Database, url: str) -> None:
    new_contest(database)
    other = open_database(url)
    start = threading.Barrier(2)

    def come(where: Database, name: str) -> str | None:
        create_player(where, PlayerRow(name, name, MADE + 1), f"token of {name}")
        start.wait(10)
        return enter_again(where, name, "home", most=1)

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(come, [database, other], ["a", "b"]))
    other.close()
    assert sorted(map(str, told)) == ["None", NEWCOMERS]


@pytest.mark.parametrize("has_played", [True, False])
def test_cards_that_somebody_has_had_are_not_ranked_again(
    database: Database, has_played: bool
) -> None:
    new_contest(database)
    new_contest(database, "second")
    create_player(database, PlayerRow("ada", "Ada", MADE - 1), "token of ada")
    sat = [SeatRow(0, "ada-ben" if has_played else None, None)]
    if has_played:  # by somebody at the same device
        create_player(database, PlayerRow("ada-ben", "Ben", MADE - 1), "token of ben")
    add_match(database, "rehearsal", setup=DECK, seats=sat)
    practice = KNOWN_DECK if has_played else None
    assert enter_again(database, "ada") == practice
    row, _, _ = load_match(database, "arena of ada")
    assert row.setup.get("is_known", False) is has_played
    assert enter_again(database, "ada", contest="second") == KNOWN_DECK


def test_where_newcomers_came_from_is_forgotten_when_it_is_over(database: Database) -> None:
    def networks() -> set[str | None]:
        return {row.network for row in database.ask(select(metadata.tables["entries"].c.network))}

    new_contest(database)
    create_contest(database, ContestRow("short", "arena", None, MADE, MADE + 60, DECK))
    entered(database, "a")
    entered(database, "b", "elsewhere", contest="short")
    assert networks() == {"home", "elsewhere"}
    prune(database, Patience(0, 0), MADE + 59)
    assert networks() == {"home", "elsewhere"}
    prune(database, Patience(0, 0), MADE + 60)
    assert networks() == {"home", None}
