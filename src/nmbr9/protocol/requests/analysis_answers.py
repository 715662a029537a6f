"""Questions about what was good and what was not: analyses of matches and of opened records.

The first answer comes at once with what is known; whoever asks again finds more in it.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import Steps, Visit
from nmbr9.protocol.requests.match_answers import check_is_over, finished_game
from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps, loads, read_record, write_record


async def begin_match(visit: Visit, match: str) -> dict[str, Any]:
    """Begin to analyse a match that is over, and return what is known so far."""
    return await visit.house.begin_analysis(match, await finished_game(visit, match), match)


async def follow_match(visit: Visit, match: str) -> dict[str, Any]:
    """Return what is known of a match that is over."""
    return await visit.house.follow_analysis(match, await finished_game(visit, match), match)


async def begin_record(visit: Visit, record: bytes) -> dict[str, Any]:
    """Check a record of a finished game, begin to analyse it, and return what is known so far.

    Its id leads to it again, without the names of the players.
    """
    game = nameless(await visit.house.aside(loads, record))
    check_is_over(game)
    id = hashlib.sha256(dumps(game).encode()).hexdigest()
    told = await visit.house.begin_analysis(id, game, None)
    # Only now: what is refused pushes out no record of others.
    await visit.house.keep_record(id, write_record(game))
    return told


async def follow_record(visit: Visit, id: str) -> dict[str, Any]:
    """Return what is known of the game of a record."""
    known = await visit.house.known_analysis(id)
    return known or await visit.house.follow_analysis(id, await _opened_game(visit, id), None)


async def replay_opened(visit: Visit, id: str) -> Steps:
    """Return the game of an opened record step by step."""
    return await visit.house.replay_of_game(await _opened_game(visit, id))


async def _opened_game(visit: Visit, id: str) -> Game:
    record = await visit.house.opened_record(id)
    if record is None:
        raise Denied(404, "analysis/not-found", "expected the id of an opened record, got another")
    return await visit.house.aside(read_record, record)


def nameless(game: Game) -> Game:
    """Return a game played by nobody in particular: what is stored of it names no person."""
    return replace(game, names=tuple(f"Player {seat + 1}" for seat in range(len(game.players))))
