"""HTTP for looking at games again: records from anywhere, and matches that are over."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from nmbr9.rules.game import Game
from nmbr9.rules.record import loads
from nmbr9.server.matches_api import HubOf, MatchId, finished_game
from nmbr9.server.replaying import replayed

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
    game = await finished_game(match, request, hub)
    seats = (await hub.match(match)).match.seats
    bots = [None if seat.is_person else seat.bot for seat in seats]
    return {**await asyncio.to_thread(replayed, game), "bots": bots}


async def read_game(request: Request) -> Game:
    """Return the game of the record that a request brings.

    It is read as strictly as everywhere, no key twice for instance, so not by the framework.

    Raises: RecordError.
    """
    return await asyncio.to_thread(loads, await request.body())
