"""Reading the spots of an offer as docs/protocol.md tells, without the rules."""

from __future__ import annotations

from typing import Any


def listed_spots(at: dict[str, Any]) -> list[dict[str, int]]:
    """Return every spot under `at` in the words of a record."""
    return [
        {
            "rotation": rotation,
            "x": at["x"] + bit % at["width"],
            "y": at["y"] + bit // at["width"],
            "level": level,
        }
        for rotation, level, digits in at["sets"]
        for bit, digit in enumerate(reversed(f"{int(digits, 16):b}"))
        if digit == "1"
    ]
