"""Pictures as PNG: of the right size, and with everything on them that is a number."""

import struct

from nmbr9.draw.png import display_png, game_png, png_of
from nmbr9.draw.svg import display_svg
from nmbr9.rules import Display, Options
from tests.draw.pictures import STACKED, lay, random_game


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_picture_has_the_size_of_its_svg() -> None:
    assert size(display_png(STACKED, square=10)) == (80, 60)
    assert size(display_png(STACKED, square=10, zoom=2)) == (160, 120)
    assert size(game_png(random_game(1, Options(players=2), 4), square=10))[0] > 400


def test_levels_are_seen_without_a_font() -> None:
    one, two = (display_svg(Display((lay(9, 0, 0, level),))) for level in (1, 2))
    # The same shadow under both: only the number in the badge is another.
    shadow = one[one.index("<filter") : one.index("</filter>")]
    other = two[two.index("<filter") : two.index("</filter>")]
    assert png_of(one) != png_of(two.replace(other, shadow))
