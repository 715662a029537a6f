"""Questions that only a browser answers: all its games as one file, and those of such a file."""

from __future__ import annotations

from typing import Any

from nmbr9.host.browser_house import LocalVisit
from nmbr9.host.game_file import read, written
from nmbr9.host.match_store import Whole
from nmbr9.protocol.ids import hash_of, new_token
from nmbr9.protocol.requests.player_answers import told
from nmbr9.protocol.requests.route import Route


async def save_games(visit: LocalVisit) -> dict[str, Any]:
    """Return the file of every kept match. Raises: Denied."""
    house = visit.house
    return written(house.people.values(), await house.store.all_kept())


async def load_games(visit: LocalVisit, record: bytes) -> dict[str, Any]:
    """Keep the matches of a file that are not here, whole: all of them or none.

    Tells how many came and how many were here, and the tokens that open the seats of those that
    several people play. Raises: Denied; Unavailable.
    """
    house = visit.house
    people, matches = read(record, None if house.owner is None else house.owner.id)
    tables = []
    new: list[Whole] = []
    for one in matches:
        if house.store.knows(one.match.id):
            continue
        seated = [seat.player for seat in one.match.seats]
        if not one.match.is_over and sum(player is not None for player in seated) > 1:
            tokens = ["" if player is None else new_token() for player in seated]
            opened = {hash_of(token): who for token, who in zip(tokens, seated, strict=True) if who}
            tables.append({"match": one.match.id, "tokens": tokens})
            new.append(one._replace(tokens=opened))
        else:
            new.append(one)
    await house.take_in([one for one in people if one.id not in house.people], new)
    return {
        "came": len(new),
        "known": len(matches) - len(new),
        "player": None if house.owner is None else told(house.owner),
        "tables": tables,
    }


ROUTES = (
    Route("GET", "/games", save_games),
    Route("POST", "/games", load_games, is_record=True),
)
