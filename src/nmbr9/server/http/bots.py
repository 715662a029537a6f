"""HTTP for the bots there are."""

from __future__ import annotations

from fastapi import APIRouter

from nmbr9.server.http.matches import HubOf
from nmbr9.server.http.schemas import BotLine

router = APIRouter(prefix="/api")


@router.get("/bots")
async def bots(hub: HubOf) -> list[BotLine]:
    """Return who can be played against: ours, weakest first, then those of the operator."""
    return [
        BotLine(name=bot.name, version=bot.version, summary=bot.summary, is_ours=bot.guest is None)
        for bot in hub.thinkers.bots.values()
    ]
