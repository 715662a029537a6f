"""Who asks: players are known by a secret in a cookie, and need no account."""

from __future__ import annotations

import asyncio
import time
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Response
from starlette.requests import HTTPConnection

from nmbr9.protocol.host import Newcomer
from nmbr9.protocol.ids import hash_of, new_id, new_token
from nmbr9.rules.names import checked_name
from nmbr9.server.settings import Settings
from nmbr9.storage.database import Database
from nmbr9.storage.players import PlayerRow, player_by_token

COOKIE = "nmbr9_player"
COOKIE_SECONDS = 365 * 24 * 3600


async def player_of(connection: HTTPConnection, database: Database) -> PlayerRow | None:
    """Return the player whom the cookie of a request names."""
    token = connection.cookies.get(COOKIE)
    if token is None:
        return None
    return await asyncio.to_thread(player_by_token, database, hash_of(token))


def newcomer(name: str, response: Response, settings: Settings) -> Newcomer:
    """Return somebody new, and give them their cookie; they are not stored yet.

    Raises: NameRefused.
    """
    token = new_token()
    made = Newcomer(new_id(), checked_name(name), time.time(), hash_of(token))
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        path=settings.base,
        httponly=True,
        samesite="lax",
        secure=settings.is_secure,
    )
    return made


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return where a request comes from."""
    if settings.trusts_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "")
        if forwarded:
            # The last one is what our own proxy saw; those before it anybody can make up.
            return forwarded.split(",")[-1].strip()
    return connection.client.host if connection.client else "unknown"


def host_of(connection: HTTPConnection) -> str:
    """Return the name or address under which a request looks for us, without its port."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def is_allowed_host(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a request looks for us under a name of ours.

    Somebody else's name may lead to this machine, too, and a page under it would pass as ours. An
    address cannot be made to lead elsewhere, so each is allowed, also one that is new.
    """
    if not settings.hosts:
        return True
    host = host_of(connection)
    try:
        ip_address(host)
    except ValueError:
        return host in settings.hosts
    return True


def is_allowed_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the page that connects is ours; programs other than browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    scheme, _, host = origin.partition("://")
    # Where we are served over HTTPS, a page that came over plain HTTP is whoever sat in between.
    is_ours = scheme == "https" if settings.is_secure else scheme in ("http", "https")
    return is_ours and host == connection.headers.get("host")
