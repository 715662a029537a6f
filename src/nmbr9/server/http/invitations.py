"""HTTP for invitations: where others find a page."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request

from nmbr9.protocol.requests.denials import Denied
from nmbr9.server.addresses import LONGEST_LINK, LinkRefused, invite, picture
from nmbr9.server.http.asking import HubOf
from nmbr9.server.http.schemas import InvitationAnswer, InvitationLink
from nmbr9.server.local_network import lan_addresses

router = APIRouter(prefix="/api")


@router.get("/invitation")
async def invitation(
    link: Annotated[str, Query(max_length=LONGEST_LINK)], request: Request, hub: HubOf
) -> InvitationAnswer:
    """Return the addresses at which others can open a page of this server, and QR codes of them."""
    is_lan = hub.settings.is_lan
    addresses = await asyncio.to_thread(lan_addresses) if is_lan else []
    host = request.headers.get("host", "")
    try:
        invited = invite(link, host, is_lan=is_lan, addresses=addresses)
    except LinkRefused as error:
        raise Denied(422, "request/malformed", str(error)) from None
    links = [InvitationLink(link=one, picture=picture(one)) for one in invited.links]
    return InvitationAnswer(reach=invited.reach, links=links)
