"""A search of one's own in compiled code: the best two placements for two known cards."""

from __future__ import annotations

import numpy as np

from nmbr9 import Display, NumberTile, Piece
from nmbr9.kernel.api import (
    ANY_LEVEL,
    FACTS,
    LISTED_AT_MOST,
    POINTS,
    UPRIGHT,
    Integers,
    Position,
    Tables,
    Workspace,
    compiled,
    decode_codes,
    encode,
    find,
    levels_open,
    list_codes,
    new_workspace,
    place_code,
    tables,
    take_back,
)


@compiled
def best_two(
    position: Position, tables: Tables, work: Workspace, numbers: Integers, codes: Integers
) -> tuple[int, int]:
    """Return the most points after both cards, and the code of the first placement.

    `position` is as before at the end; `work` and `codes`, int64[2, many], are overwritten.
    """
    best, choice = -1, -1
    first, second = numbers[0], numbers[1]
    count = find(position, tables, work, first, ANY_LEVEL)
    levels = levels_open(position, ANY_LEVEL)
    list_codes(work, levels, tables.kinds[first, UPRIGHT], codes[0])
    for index in range(count):
        place_code(position, tables, first, codes[0, index])
        found = find(position, tables, work, second, ANY_LEVEL)
        if found > 0:
            # The list goes from the table up, so the last of it lies highest and brings most.
            levels = levels_open(position, ANY_LEVEL)
            list_codes(work, levels, tables.kinds[second, UPRIGHT], codes[1])
            place_code(position, tables, second, codes[1, found - 1])
            if position.book[FACTS, POINTS] > best:
                best, choice = position.book[FACTS, POINTS], codes[0, index]
            take_back(position, tables)
        take_back(position, tables)
    return best, choice


def main() -> tuple[int, str]:
    """Lay an 8 and then a 9 as high as can be over two 9s and a 7."""
    display = Display()
    for number, x, y in ((9, 0, 0), (9, 3, 0), (7, 0, 4)):
        display = display.place(Piece(NumberTile(number), x, y, 0))
    position, codes = encode(display), np.zeros((2, LISTED_AT_MOST), np.int64)
    numbers = np.array([8, 9], np.int64)
    points, code = best_two(position, tables(), new_workspace(), numbers, codes)
    (spot,) = decode_codes(position, 8, np.array([code], np.int64))
    return int(points), f"8 at {spot.x}, {spot.y} on level {spot.level}"


if __name__ == "__main__":
    print(*main())
