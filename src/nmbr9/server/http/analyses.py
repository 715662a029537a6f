"""HTTP for what was good and what was not: analyses of matches and of opened records.

The first answer comes at once with what is known; whoever asks again finds more in it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from nmbr9.rules.game import Game
from nmbr9.rules.record import dumps, read_record, write_record
from nmbr9.server.background.analysis_jobs import nameless
from nmbr9.server.database_thread import ask
from nmbr9.server.errors import Denied
from nmbr9.server.http.matches import HubOf, MatchId, check_is_over, finished_game
from nmbr9.server.http.records import RECORD_BODY, Asker, as_json, read_game
from nmbr9.server.live.hub import Hub
from nmbr9.storage.analyses import find_analysis, keep_record

router = APIRouter(prefix="/api")

AnalysisId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@router.post("/matches/{match}/analysis")
async def begin_match(match: MatchId, request: Request, who: Asker, hub: HubOf) -> dict[str, Any]:
    """Begin to analyse a match that is over, and return what is known so far."""
    return await hub.analyses.begin(match, await finished_game(match, request, hub), match, who)


@router.get("/matches/{match}/analysis")
async def follow_match(match: MatchId, request: Request, who: Asker, hub: HubOf) -> dict[str, Any]:
    """Return what is known of a match that is over."""
    return await hub.analyses.follow(match, await finished_game(match, request, hub), match, who)


@router.post("/analysis", openapi_extra=RECORD_BODY)
async def begin_record(request: Request, who: Asker, hub: HubOf) -> dict[str, Any]:
    """Check a record of a finished game, begin to analyse it, and return what is known so far.

    Its id leads to it again, without the names of the players.
    """
    game = nameless(await read_game(request))
    check_is_over(game)
    id = hashlib.sha256(dumps(game).encode()).hexdigest()
    told = await hub.analyses.begin(id, game, None, who)
    # Only now: what is refused pushes out no record of others.
    await ask(hub, keep_record, id, write_record(game), time.time())
    return told


@router.get("/analysis/{id}")
async def follow_record(id: AnalysisId, who: Asker, hub: HubOf) -> dict[str, Any]:
    """Return what is known of the game of a record."""
    known = await hub.analyses.known(id)
    return known or await hub.analyses.follow(id, await _opened_game(hub, id), None, who)


@router.get("/analysis/{id}/replay")
async def replay_record(id: AnalysisId, who: Asker, hub: HubOf) -> Response:
    """Return the game of an opened record step by step."""
    return as_json(await hub.replays.of_game(await _opened_game(hub, id), who))


async def _opened_game(hub: Hub, id: str) -> Game:
    stored = await ask(hub, find_analysis, id)
    if stored is None or stored.record is None:
        raise Denied(404, "analysis/not-found", "expected the id of an opened record, got another")
    return await asyncio.to_thread(read_record, stored.record)
