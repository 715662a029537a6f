"""Ids of people who share a device: they belong to whoever has a player's id of their own."""

from __future__ import annotations

BETWEEN = "-"
"""Stands in the id of somebody at another player's device, behind that player's id."""


def companion_id(player: str, id: str) -> str:
    """Return the id of somebody who plays at a player's device, and has none of their own.

    Whose device it is stands in it, so that what belongs to the one goes with the other.
    """
    return f"{player}{BETWEEN}{id}"


def device_of(id: str) -> str:
    """Return whose device somebody is at: their own, or that of the player whom they belong to."""
    return id.partition(BETWEEN)[0]


def is_at_device_of(player: str, id: str) -> bool:
    """Whether an id is the player's, or that of somebody at the player's device."""
    return id == player or id.startswith(player + BETWEEN)
