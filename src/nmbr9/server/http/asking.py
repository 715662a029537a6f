"""What requests come with: the hub of the app, and the player who asks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from nmbr9.protocol.requests.player_answers import unknown_player
from nmbr9.server.database_thread import player_asking
from nmbr9.server.live.hub import Hub
from nmbr9.storage.players import PlayerRow


async def hub_of(request: Request) -> Hub:
    """Return the hub of the app; a coroutine, because FastAPI calls a function in a thread."""
    hub: Hub = request.app.state.hub
    return hub


HubOf = Annotated[Hub, Depends(hub_of)]


async def asking(request: Request, hub: HubOf) -> PlayerRow:
    """Return the player who asks."""
    player = await player_asking(hub, request)
    if player is None:
        raise unknown_player()
    return player


Asking = Annotated[PlayerRow, Depends(asking)]
