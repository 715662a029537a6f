"""Pictures as PNG: of the right size, and with everything on them that is a number."""

import io
import struct
from pathlib import Path

import matplotlib
import matplotlib.image
import numpy as np
from resvg_py import svg_to_bytes

from nmbr9.draw.palette import THEMES
from nmbr9.draw.png import display_png, game_png, png_of
from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.rules import Display, Game, Options
from tests.draw.pictures import STACKED, lay, random_game


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_picture_has_the_size_of_its_svg() -> None:
    assert size(display_png(STACKED, square=10)) == (80, 60)
    assert size(display_png(STACKED, square=10, zoom=2)) == (160, 120)
    assert size(game_png(random_game(1, Options(players=2), 4), square=10))[0] > 400


def check_shows(png: bytes, display: Display) -> None:
    """The highest tiles lie over all others and in no fog: their colours are in the picture."""
    pixels = np.asarray(matplotlib.image.imread(io.BytesIO(png), format="png"))
    assert pixels.shape[1::-1] == size(png)
    colours = np.unique((255 * pixels[..., :3]).round().astype(int).reshape(-1, 3), axis=0)
    highest = max(piece.level for piece in display.pieces)
    for piece in display.pieces:
        face = THEMES["light"].colours_of(piece).face
        red_green_blue = [int(face[at : at + 2], 16) for at in (1, 3, 5)]
        assert piece.level < highest or red_green_blue in colours.tolist()


def test_a_full_display_shows_its_highest_tiles() -> None:
    display = random_game(2, Options()).players[0].display
    check_shows(display_png(display), display)


def test_names_are_seen_where_there_is_a_usual_font() -> None:
    """Debian's own is DejaVu, which matplotlib brings along."""
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")

    def drawn(name: str) -> bytes:
        svg = game_svg(Game.new(Options(), seed=1, names=[name]))
        return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(font)]))

    assert drawn("Ada") != drawn("Ben")


def test_levels_are_seen_without_a_font() -> None:
    one, two = (display_svg(Display((lay(9, 0, 0, level),))) for level in (1, 2))
    # The same shadow under both: only the number in the badge is another.
    shadow = one[one.index("<filter") : one.index("</filter>")]
    other = two[two.index("<filter") : two.index("</filter>")]
    assert png_of(one) != png_of(two.replace(other, shadow))
