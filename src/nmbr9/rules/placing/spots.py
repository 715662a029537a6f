"""Where something may be laid, as sets of cells: small to keep and to send, quick to ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nmbr9.rules.placing.bitboard import Frame

Spot = tuple[int, int, int, int]
"""Rotation, x, y and level."""
SPOT_NAMES = ("rotation", "x", "y", "level")
"""What records call these."""

Anchors = tuple[int, int, int]
"""Rotation, level, and the set of cells where the left and top cell of the box may lie."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Legal spots of one piece, level by level. Some hundred of them are a dozen sets."""

    frame: Frame
    """The window that the sets are drawn in."""
    sets: tuple[Anchors, ...]
    """One for each rotation and level that has any."""

    def listed(self) -> Iterator[Spot]:
        """Yield every spot, level by level."""
        for rotation, level, anchors in self.sets:
            for x, y in self.frame.cells(anchors):
                yield rotation, x, y, level

    def without(self, rotation: int, x: int, y: int, level: int) -> Spots:
        """Return the spots but for one, inside the frame or not."""
        if not self.frame.has(x, y):
            return self
        gone = 1 << self.frame.index(x, y)
        fewer = [
            (turned, on, anchors & ~gone if (turned, on) == (rotation, level) else anchors)
            for turned, on, anchors in self.sets
        ]
        return Spots(self.frame, tuple(part for part in fewer if part[2]))

    def to_dict(self) -> dict[str, object]:
        """Return the spots for JSON: a frame, and each set as a number in hexadecimal.

        Bit number `i`, counted from the lowest, stands for the cell `x + i % width`,
        `y + i // width`.
        """
        frame = self.frame
        return {
            "x": frame.left,
            "y": frame.top,
            "width": frame.width,
            "sets": [(rotation, level, f"{anchors:x}") for rotation, level, anchors in self.sets],
        }
