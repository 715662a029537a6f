"""HTTP for what was played at this server."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from nmbr9.server.http.asking import HubOf

router = APIRouter(prefix="/api")


@router.get("/statistics")
async def statistics(hub: HubOf) -> dict[str, Any]:
    """Return what was played here."""
    return await hub.statistics.get()
