"""Where others on the local network find this machine."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

Address = IPv4Address | IPv6Address

ANY_HOST = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"
"""Where a server listens to be found at every address of the machine."""

ELSEWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses of nobody (RFC 5737, RFC 3849): asked which way leads there, the system sends nothing
and names the address that it would send from."""

SIOCGIFCONF = 0x8912
INTERFACE_BYTES = 40
"""Of `struct ifreq` on Linux with 64 bits: a name of 16, an address whose four begin at 20."""


def lan_addresses() -> list[Address]:
    """Return the addresses of this machine that others can open, the likeliest first.

    They are asked for each time: a machine gets another when it changes the network.
    """
    return sorted_addresses(_all_addresses())


def sorted_addresses(texts: Iterable[str]) -> list[Address]:
    """Return those addresses that lead here from elsewhere: IPv4 before IPv6, else as they come.

    >>> [str(one) for one in sorted_addresses(["127.0.0.1", "fd00::7", "192.168.1.5", "fe80::1"])]
    ['192.168.1.5', 'fd00::7']
    """
    found: dict[Address, None] = {}
    for text in texts:
        with suppress(ValueError):
            address = ip_address(text)
            if not _is_unreachable(address):
                found[address] = None
    return sorted(found, key=lambda address: address.version)


def is_loopback(host: str) -> bool:
    """Whether a host, as the address of a page tells it, is this machine for itself only.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.5")]
    [True, True, True, False]
    """
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def own_names() -> tuple[str, ...]:
    """Return the names that this machine has in its network, and for itself."""
    name = socket.gethostname().lower()
    plain = name.partition(".")[0]
    return tuple(dict.fromkeys(("localhost", name, plain, f"{plain}.local")))


def _is_unreachable(address: Address) -> bool:
    return (
        address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_unspecified
    )


def _all_addresses() -> Iterator[str]:
    """Yield the addresses of the machine; the way that most things go comes first."""
    for elsewhere in ELSEWHERE:
        family = socket.AF_INET6 if ":" in elsewhere else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((elsewhere, 9))
            yield trial.getsockname()[0]
    # Without a router there is no such way, and still others on the same cable.
    if sys.platform == "linux":
        yield from _linux_addresses()
    with suppress(OSError):
        for *_, (address, *_) in socket.getaddrinfo(socket.gethostname(), None):
            yield str(address).partition("%")[0]


def _linux_addresses() -> Iterator[str]:
    with suppress(OSError):
        yield from _linux_ipv4_addresses()
    with suppress(OSError):
        for line in Path("/proc/net/if_inet6").read_text().splitlines():
            yield str(IPv6Address(bytes.fromhex(line.split()[0])))


def _linux_ipv4_addresses() -> Iterator[str]:
    if sys.platform != "linux":
        return
    import array
    import fcntl

    room = array.array("B", bytes(128 * INTERFACE_BYTES))
    where, size = room.buffer_info()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        told = fcntl.ioctl(asked, SIOCGIFCONF, struct.pack("iL", size, where))
    count = struct.unpack("iL", told)[0]
    for start in range(0, count, INTERFACE_BYTES):
        yield socket.inet_ntoa(bytes(room[start + 20 : start + 24]))
