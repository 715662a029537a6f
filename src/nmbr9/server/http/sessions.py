"""Logging out: what a browser keeps of a player opens nothing any more."""

from __future__ import annotations

from fastapi import APIRouter, Response

from nmbr9.server.access.identity import take_cookie
from nmbr9.server.database_thread import ask
from nmbr9.server.http.asking import Asking, HubOf
from nmbr9.storage.players import log_out

router = APIRouter(prefix="/api")


@router.delete("/me/session", status_code=204)
async def leave(player: Asking, hub: HubOf, response: Response) -> None:
    """Let the player's cookie, wherever it is, and the tokens of their seats open nothing more.

    Nobody can be this player again. Their games stay, with the name.
    """
    await ask(hub, log_out, player.id)
    hub.send_away(player.id)
    take_cookie(response, hub.settings)
