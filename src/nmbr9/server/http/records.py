"""HTTP for looking at games again: records from anywhere, and matches that are over."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from nmbr9.match.replay import replay_of, replayed
from nmbr9.rules.game import Game
from nmbr9.rules.record import loads
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


@router.post("/replay", openapi_extra=RECORD_BODY)
async def replay_record(request: Request) -> dict[str, Any]:
    """Check a record (docs/rules.md, section 9) and return its game step by step."""
    return await asyncio.to_thread(replayed, await read_game(request))


@router.get("/matches/{match}/replay")
async def replay_match(match: MatchId, request: Request, hub: HubOf) -> dict[str, Any]:
    """Return a match that is over step by step, and which bots played in it."""
    return await asyncio.to_thread(replay_of, *await finished_match(match, request, hub))


async def read_game(request: Request) -> Game:
    """Return the game of the record that a request brings.

    It is read as strictly as everywhere, no key twice for instance, so not by the framework.

    Raises: RecordError.
    """
    return await asyncio.to_thread(loads, await request.body())
