"""HTTP for looking at games again: records from anywhere, and matches that are over."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from nmbr9.protocol.host import Waiting
from nmbr9.rules.game import Game
from nmbr9.rules.record import loads
from nmbr9.server.access.networks import waiting_for
from nmbr9.server.http.matches import HubOf, MatchId, finished_match

router = APIRouter(prefix="/api")

MOST_RECORD_BYTES = 131_072
"""Room for the longest game of four with all modules, written with spaces and line breaks."""
MOST_BYTES_BY_PATH = dict.fromkeys(("/api/replay", "/api/analysis"), MOST_RECORD_BYTES)

RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


def asker(request: Request, hub: HubOf) -> Waiting:
    """Return who waits for the answer, for what takes long."""
    return waiting_for(request, hub.settings)


Asker = Annotated[Waiting, Depends(asker)]


def as_json(text: bytes) -> Response:
    """Return an answer that was written in a process beside."""
    return Response(text, media_type="application/json")


@router.post("/replay", openapi_extra=RECORD_BODY)
async def replay_record(request: Request, who: Asker, hub: HubOf) -> Response:
    """Check a record (docs/rules.md, section 9) and return its game step by step."""
    return as_json(await hub.replays.of_record(await request.body(), who))


@router.get("/matches/{match}/replay")
async def replay_match(match: MatchId, request: Request, who: Asker, hub: HubOf) -> Response:
    """Return a match that is over step by step, and which bots played in it."""
    return as_json(await hub.replays.of_match(*await finished_match(match, request, hub), who))


async def read_game(request: Request) -> Game:
    """Return the game of the record that a request brings.

    It is read as strictly as everywhere, no key twice for instance, so not by the framework.

    Raises: RecordError.
    """
    return await asyncio.to_thread(loads, await request.body())
