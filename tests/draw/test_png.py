"""Pictures as PNG: of the right size, and with everything on them that is a number."""

import io
import re
import struct
from pathlib import Path

import matplotlib
import matplotlib.image
import numpy as np
import pytest

from nmbr9.draw.palette import THEMES
from nmbr9.draw.png import display_png, game_png, png_of
from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.rules import Display, Game, Options
from tests.draw.pictures import STACKED, lay, random_game

SVG = "xmlns='http://www.w3.org/2000/svg'"


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


def test_a_png_is_made_of_nothing_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blur takes resvg ten times as long as all the rest."""
    became_png: list[str] = []
    monkeypatch.setattr("nmbr9.draw.png.png_of", lambda svg, **_: became_png.append(svg))
    game = random_game(2, Options(players=2))
    display_png(game.players[0].display, show_score=True, highlight=[1], ghost=lay(8, 30, 0))
    game_png(game, theme="dark")
    assert len(became_png) == 2
    assert not [svg for svg in became_png if "filter" in svg or "opacity=" not in svg]
    assert "filter" in game_svg(game)


@pytest.mark.parametrize("level", [0, 3, 6])
def test_bands_look_like_the_blurred_shadow(level: int) -> None:
    display = Display((lay(8, 0, 0, level),))

    def pixels(svg: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        picture = matplotlib.image.imread(io.BytesIO(png_of(svg)), format="png")
        return 255 * np.asarray(picture, dtype=float)

    blurred, banded = (display_svg(display, filters=filters) for filters in (True, False))
    bare = re.sub('<g class="shadows".*?</g>', "", banded)
    far, near = (np.abs(pixels(blurred) - pixels(other)) for other in (bare, banded))
    assert near.mean() < far.mean() / 2
    assert np.percentile(near, 99) < 16, "of 255"


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ("", "no XML"),
        ("<svg", "no XML"),
        ("<a/>", "an element 'a'"),
        ("<svg/>", "an element 'svg'"),
        (f"<svg {SVG} width='0' height='5'/>", "side of '0'"),
        (f"<svg {SVG} width='5' height='-3px'/>", "side of '-3px'"),
        (f"<svg {SVG} viewBox='0,0 4,0'/>", "side of '0'"),
        (f"<svg {SVG} width='1000000' height='1000000'/>", "got 1000000 x 1000000"),
    ],
)
def test_what_is_no_picture_gets_a_sentence(svg: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"expected .*{said}"):
        png_of(svg)


@pytest.mark.parametrize("zoom", [0, -1, float("nan"), 1e6])
def test_a_picture_is_not_made_larger_than_can_be_drawn(zoom: float) -> None:
    with pytest.raises(ValueError, match="expected a picture of 1 to"):
        png_of(display_svg(STACKED), zoom=zoom)


def test_names_are_seen_where_there_is_a_usual_font() -> None:
    """Debian's own is DejaVu, which matplotlib brings along."""
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")

    def drawn(name: str) -> bytes:
        svg = game_svg(Game.new(Options(), seed=1, names=[name]))
        return png_of(svg, fonts=[font])

    assert drawn("Ada") != drawn("Ben")


def test_levels_are_seen_without_a_font() -> None:
    one, two = (display_svg(Display((lay(9, 0, 0, level),))) for level in (1, 2))
    # The same shadow under both: only the number in the badge is another.
    shadow = one[one.index("<filter") : one.index("</filter>")]
    other = two[two.index("<filter") : two.index("</filter>")]
    assert png_of(one) != png_of(two.replace(other, shadow))
