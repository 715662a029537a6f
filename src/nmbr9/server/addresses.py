"""How others come to a page: addresses that they can open, and a picture of each to scan."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

import segno

from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.server.local_network import Address, is_loopback

Reach = Literal["site", "lan", "ipv6", "offline", "loopback"]

LONGEST_LINK = 300
QUIET_SQUARES = 2
"""The white rim of a picture, in its squares; the card around it on the page is white, too."""


class LinkRefused(Nmbr9Error, ValueError):
    """A link to some other place."""


class Invitation(NamedTuple):
    """Where others find a page."""

    reach: Reach
    """Who can come: `site` whoever can reach the server, `lan` those on the same network, `ipv6` of
    those only who have IPv6, `offline` nobody before the machine is in a network, `loopback` nobody
    before the game is started in another way."""
    links: tuple[str, ...]
    """The likeliest first."""


def invite(link: str, host: str, *, is_lan: bool, addresses: Sequence[Address] = ()) -> Invitation:
    """Return how others come to a page that is at `link` for whoever asks.

    `host` is the name with port under which the server was asked, `addresses` those of the machine,
    which matter to a server for the local network only.

    >>> invite("http://127.0.0.1:80/m/a", "127.0.0.1:80", is_lan=False)
    Invitation(reach='loopback', links=())
    >>> invite("http://[::1]/m/a", "[::1]", is_lan=True, addresses=[ip_address("::2")])
    Invitation(reach='ipv6', links=('http://[::2]/m/a',))

    Raises: LinkRefused.
    """
    parts = _own_link(link, host)
    name = parts.hostname or ""
    if not is_lan:
        is_alone = is_loopback(name)
        return Invitation("loopback", ()) if is_alone else Invitation("site", (parts.geturl(),))
    found = list(addresses)
    known = _address(name)
    if known is not None and not known.is_loopback:
        # Whoever asks came by it: there is no better proof that it leads here.
        found = [known, *(one for one in found if one != known)]
    if not found:
        return Invitation("offline", ())
    links = tuple(_at(parts, one) for one in found)
    has_four = any(one.version == 4 for one in found)
    return Invitation("lan", links) if has_four else Invitation("ipv6", links)


def page_link(address: Address, port: int, path: str) -> str:
    """Return the link to a page of a server.

    >>> page_link(ip_address("fd00::2"), 8099, "/")
    'http://[fd00::2]:8099/'
    """
    return _at(SplitResult("http", f"_:{port}", path, "", ""), address)


def picture(link: str) -> str:
    """Return a QR code as the source of an image."""
    return segno.make(link, micro=False).svg_data_uri(
        scale=8, border=QUIET_SQUARES, dark="#000", light="#fff"
    )


def _own_link(link: str, host: str) -> SplitResult:
    with suppress(ValueError):
        parts = urlsplit(link)
        if parts.scheme in ("http", "https") and parts.netloc == host and parts.port != 0:
            return parts._replace(fragment="")
    raise LinkRefused(f"expected a link to a page at {shown(host)}, got {shown(link)}")


def _address(name: str) -> Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None


def _at(parts: SplitResult, address: Address) -> str:
    """Return a link with an address in the place of its host."""
    host = f"[{address}]" if address.version == 6 else str(address)
    port = "" if parts.port is None else f":{parts.port}"
    return parts._replace(netloc=host + port).geturl()
