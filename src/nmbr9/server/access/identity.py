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
Header = tuple[bytes, bytes]
HOST_PREFIX = "__Host-"
"""Browsers take a cookie of such a name over HTTPS only, and from this very host: no page of a
neighbouring name can set one for us."""
COOKIE_SECONDS = 365 * 24 * 3600
"""How long a browser keeps the cookie after it last asked who its player is."""


def cookie_name(settings: Settings) -> str:
    """Return the name of the cookie; where it is of the whole host, the base is part of it.

    >>> cookie_name(Settings(is_secure=True, base="/games/nmbr9/"))
    '__Host-nmbr9_player_games_nmbr9'
    """
    if not settings.is_secure:
        return COOKIE
    return "_".join([HOST_PREFIX + COOKIE, *settings.base.split("/")[1:-1]])


def token_of(connection: HTTPConnection, settings: Settings) -> str | None:
    """Return what a request shows of its player: an old cookie counts where there is no new one."""
    cookies = connection.cookies
    return cookies.get(cookie_name(settings)) or cookies.get(COOKIE)


def has_old_cookie(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the cookie is one of before the line was secure, and has to be exchanged."""
    is_old = COOKIE in connection.cookies and cookie_name(settings) not in connection.cookies
    return settings.is_secure and is_old


def give_cookie(response: Response, token: str, settings: Settings) -> None:
    """Let a browser keep a token; on a secure line an older cookie gives way to it."""
    response.set_cookie(
        cookie_name(settings),
        token,
        max_age=COOKIE_SECONDS,
        path="/" if settings.is_secure else settings.base,
        httponly=True,
        samesite="lax",
        secure=settings.is_secure,
    )
    if settings.is_secure:
        response.delete_cookie(COOKIE, path=settings.base)


def renewed_cookie(connection: HTTPConnection, path: str, settings: Settings) -> list[Header]:
    """Return the headers that give a cookie again: an old one, or to who asks about themselves.

    So whoever plays now and then stays who they are, and a cookie that nobody uses is forgotten.
    """
    token = token_of(connection, settings)
    is_asked = path.startswith("/api/me")
    if token is None or not (is_asked or has_old_cookie(connection, settings)):
        return []
    response = Response()
    give_cookie(response, token, settings)
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]


def take_cookie(response: Response, settings: Settings) -> None:
    """Let a browser forget its token, also one from before the line was secure."""
    if settings.is_secure:
        response.delete_cookie(cookie_name(settings), path="/", secure=True)
    response.delete_cookie(COOKIE, path=settings.base)


async def player_of(
    connection: HTTPConnection, database: Database, settings: Settings
) -> PlayerRow | None:
    """Return the player whom the cookie of a request names."""
    token = token_of(connection, settings)
    if token is None:
        return None
    return await asyncio.to_thread(player_by_token, database, hash_of(token))


def newcomer(name: str, response: Response, settings: Settings) -> Newcomer:
    """Return somebody new, and give them their cookie; they are not stored yet.

    Raises: NameRefused.
    """
    token = new_token()
    made = Newcomer(new_id(), checked_name(name), time.time(), hash_of(token))
    give_cookie(response, token, settings)
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
