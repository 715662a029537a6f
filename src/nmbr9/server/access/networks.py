"""Addresses of the internet, as they are counted: what one person can have counts as one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from nmbr9.protocol.host import Waiting
from nmbr9.protocol.ids import hash_of
from nmbr9.server.access.identity import address_of, token_of
from nmbr9.server.settings import Settings


@lru_cache(4096)  # Asked for every file and every request.
def network_of(address: str) -> str:
    """Return what is counted as one address: with IPv6 a whole network, which one device can use.

    >>> network_of("2001:db8::7"), network_of("192.0.2.7"), network_of("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))


class Crowds:
    """The addresses behind which many people are: a school, a club."""

    def __init__(self, networks: Sequence[str]) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [
            ip_network(network, strict=False) for network in networks
        ]

    def __contains__(self, network: object) -> bool:
        """Whether an address, as `network_of` returns it, is one of them."""
        if not self._networks or not isinstance(network, str):
            return False
        try:
            asked = ip_network(network)
        except ValueError:
            return False
        return any(
            asked.version == one.version and asked.subnet_of(one)  # type: ignore[arg-type]
            for one in self._networks
        )


class Makers:
    """From where the newest matches of this process were made; of crowds that is not noted."""

    def __init__(self, crowds: Crowds, *, is_noting: bool = True, most: int = 10_000) -> None:
        """Note nothing where nobody takes anything from anybody."""
        self._crowds, self._is_noting, self._most = crowds, is_noting, most
        self._networks: OrderedDict[str, str] = OrderedDict()

    def note(self, match: str, network: str) -> None:
        """Note where a match was made; the oldest is forgotten when there are many."""
        if self._is_noting and network not in self._crowds:
            self._networks[match] = network
        if len(self._networks) > self._most:
            self._networks.popitem(last=False)

    def get(self, match: str) -> str | None:
        """Return where a match was made, if that is known."""
        return self._networks.get(match)


def counted_as(connection: HTTPConnection, settings: Settings, crowds: Crowds) -> str:
    """Return as whom a request is counted: as its address, in a crowd as its player."""
    address = network_of(address_of(connection, settings))
    if address not in crowds:
        return address
    return f"{address} {waiting_for(connection, settings).player}"


def waiting_for(connection: HTTPConnection, settings: Settings) -> Waiting:
    """Return who waits for the answer to a request: with a cookie it is somebody of their own."""
    token = token_of(connection, settings)
    address = network_of(address_of(connection, settings))
    return Waiting(address, "" if token is None else hash_of(token)[:16])
