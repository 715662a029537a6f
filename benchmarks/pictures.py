"""How large the picture of a full display is, and how long it takes: python -m benchmarks.pictures.

The display with the most points that is known, and those of greedy games. Processor time, the least
of some runs. The answer is checked: the SVG has every tile, the PNG its size and the colours of the
highest tiles. The exit code is 1 when a limit is missed.
"""

from __future__ import annotations

import sys
from functools import partial

from benchmarks.rules import best_seconds
from nmbr9.bots import simulate
from nmbr9.draw.png import display_png
from nmbr9.draw.svg import display_svg
from nmbr9.rules import Display
from tests.draw.test_png import check_shows
from tests.draw.test_svg import FULL, faces, parsed

LIMIT_BYTES = 25_000
LIMIT_MILLISECONDS = 50.0
GAMES = 4
RUNS = 5


def displays() -> list[Display]:
    games = [FULL[0], *simulate("greedy", GAMES).games()]
    return [game.players[0].display for game in games]


def main() -> None:
    size, slowest = 0, 0.0
    for display in displays():
        svg = display_svg(display)
        assert len(faces(parsed(svg))) == len(display.pieces)
        check_shows(display_png(display), display)
        size = max(size, len(svg.encode()))
        slowest = max(slowest, 1000 * best_seconds(partial(display_png, display), RUNS))
    print(f"the largest SVG has {size} bytes (at most {LIMIT_BYTES})")
    print(f"the slowest PNG took {slowest:.0f} ms (at most {LIMIT_MILLISECONDS:.0f})")
    sys.exit(size > LIMIT_BYTES or slowest > LIMIT_MILLISECONDS)


if __name__ == "__main__":
    main()
