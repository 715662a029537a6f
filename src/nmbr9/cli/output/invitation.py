"""Telling in the terminal where others on the local network find the game."""

from __future__ import annotations

import sys

BLOCKS = "█▀▄"
"""What a QR code is drawn with."""


def invite_to(port: int, path: str) -> None:
    """Print the addresses of the page that is served at a port, and the QR code of the first."""
    from nmbr9.server.addresses import page_link
    from nmbr9.server.local_network import lan_addresses

    links = [page_link(address, port, path) for address in lan_addresses()]
    if not links:
        print(
            "Nobody else can come yet: this machine has no address in a network. Connect it to a "
            "Wi-Fi or cable; an invitation in the game tells the address then."
        )
        return
    first, *others = links
    if _can_draw():
        _draw(first)
    print(f"Others on the same network play at {first}")
    if "[" in first:
        print("This network has addresses of IPv6 only: the devices of others need IPv6, too.")
    if others:
        print(f"If that does not open there, one of these will: {' '.join(others)}")
    sys.stdout.flush()


def _can_draw() -> bool:
    """Whether the terminal has the characters: those of old Windows have not."""
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _draw(link: str) -> None:
    import segno

    segno.make(link, micro=False).terminal(sys.stdout, compact=True, border=2)
