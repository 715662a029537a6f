"""Reading the spots of an offer as docs/protocol.md tells, without the rules."""

from __future__ import annotations

from random import Random
from typing import Any


def listed_spots(at: dict[str, Any]) -> list[dict[str, int]]:
    """Return every spot under `at` in the words of a record."""
    return [
        _spot(at, rotation, level, bit)
        for rotation, level, digits in at["sets"]
        for bit, digit in enumerate(reversed(f"{int(digits, 16):b}"))
        if digit == "1"
    ]


def random_spot(at: dict[str, Any], random: Random) -> dict[str, int]:
    """Return one of them, each as likely, without listing all."""
    index = random.randrange(sum(int(digits, 16).bit_count() for _, _, digits in at["sets"]))
    for rotation, level, digits in at["sets"]:
        cells = int(digits, 16)
        if index < cells.bit_count():
            for _ in range(index):
                cells &= cells - 1
            return _spot(at, rotation, level, (cells & -cells).bit_length() - 1)
        index -= cells.bit_count()
    raise AssertionError("an index below the number of spots")


def _spot(at: dict[str, Any], rotation: int, level: int, bit: int) -> dict[str, int]:
    y, x = divmod(bit, at["width"])
    return {"rotation": rotation, "x": at["x"] + x, "y": at["y"] + y, "level": level}
