import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nmbr9.draw.outline_path import outline_path
from nmbr9.draw.palette import THEMES, ThemeName
from nmbr9.draw.surface import uncovered
from nmbr9.draw.svg import display_svg, game_svg, levels_svg
from nmbr9.rules import Display, Game, NumberTile, Options, Piece
from tests.draw.pictures import ALL_MODULES, ODD_ONES, STACKED, TWINS, lay, random_game

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == SVG + "svg"
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


def texts(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(SVG + "text")]


def check_self_contained(svg: str) -> None:
    root = parsed(svg)
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(names)
    assert not re.search(r"href|<script|<image|<style|@import", svg)
    assert svg.count("http") == 1, "only the name of SVG itself"
    assert "nan" not in re.findall(r'="([^"]*)"', svg)


def view_box(root: ET.Element) -> list[float]:
    return [float(part) for part in root.get("viewBox", "").split()]


def test_it_is_an_image_with_a_name_and_a_description() -> None:
    root = parsed(display_svg(STACKED))
    assert root.get("role") == "img"
    assert root.get("version") == "1.1"
    assert root[0].tag == SVG + "title"
    assert root[0].text == "NMBR 9 display, 1 point"
    assert root[1].tag == SVG + "desc"
    assert "Level 1" in (root[1].text or "")


def test_the_view_box_fits_the_display_with_a_margin() -> None:
    root = parsed(display_svg(STACKED, square=10))
    assert view_box(root) == [0, 0, 80, 60]
    assert (root.get("width"), root.get("height")) == ("80", "60")


@pytest.mark.parametrize("theme", THEMES)
def test_every_face_is_there_in_its_colour(theme: ThemeName) -> None:
    root = parsed(display_svg(ODD_ONES, theme=theme))
    faces = {face.get("d"): face.get("fill") for face in of_class(root, "face")}
    palette = THEMES[theme]
    assert faces == {
        outline_path(piece.cells, 48): palette.colours_of(piece).face for piece in ODD_ONES.pieces
    }


def test_lower_levels_are_painted_first_and_walls_before_faces() -> None:
    order = [
        node.get("class", "").split()[0]
        for node in parsed(display_svg(STACKED)).iter()
        if node.get("class", "").split()[:1] in (["shadows"], ["wall"], ["face"])
    ]
    assert order == ["shadows", "wall", "wall", "face", "face", "shadows", "wall", "face"]


def centre_of_digit(group: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\) scale\((\S+)\)", group.get("transform", ""))
    assert found is not None
    x, y, scale = map(float, found.groups())
    lifted = 7 * (len(group) == 2)  # 6 and 9 make room for their bar
    return round(x + 30 * scale, 1), round(y + (50 + lifted) * scale, 1)


def test_digits_stand_at_home_or_next_to_what_covers_it() -> None:
    digits = of_class(parsed(display_svg(STACKED, square=10)), "digit")
    # The left 9 is covered at (1, 1): its digit moves to the block at (0, 2). The right 9 is
    # covered at (3, 1), (4, 1) and (4, 0): likewise at (3, 2).
    assert [centre_of_digit(digit) for digit in digits] == [(10, 30), (40, 30), (35, 15)]


def test_a_digit_on_a_single_square_is_small() -> None:
    cover = Display((lay(9, 0, 0), lay(9, 0, 1, 1)))
    digits = of_class(parsed(display_svg(cover, square=10)), "digit")
    assert centre_of_digit(digits[0]) == (5, 5)
    assert "scale(0.0680)" in digits[0].get("transform", "")


def test_a_covered_tile_has_no_digit_but_a_face() -> None:
    buried = Display((lay(9, 0, 0), lay(9, 0, 0, 1)))
    root = parsed(display_svg(buried))
    assert len(of_class(root, "digit")) == 1
    assert len(of_class(root, "face")) == 2


def test_raised_tiles_carry_their_level() -> None:
    assert texts(parsed(display_svg(STACKED))) == ["\N{MULTIPLICATION SIGN}1"]
    assert texts(parsed(display_svg(STACKED, square=25))) == []


def test_a_turned_over_tile_shows_that_it_scores_nothing() -> None:
    turned = Display((Piece(NumberTile(7), 0, 0, 0, flipped=True),))
    root = parsed(display_svg(turned))
    assert len(of_class(root, "no-points")) == len(of_class(root, "hatching")) == 1
    assert not of_class(root, "digit")
    check_self_contained(display_svg(turned))


def test_pieces_without_a_number_have_no_digit() -> None:
    root = parsed(display_svg(Display(ODD_ONES.pieces[:3])))
    assert len(of_class(root, "starting")) == 1
    assert len(of_class(root, "filler")) == 2
    assert not of_class(root, "digit")


def test_low_tiles_lie_in_fog() -> None:
    def fogs(display: Display) -> list[str]:
        root = parsed(display_svg(display))
        fill = THEMES["light"].table
        return [n.get("opacity", "") for n in root.iter(SVG + "path") if n.get("fill") == fill]

    assert fogs(TWINS) == []
    assert fogs(STACKED) == ["0.06", "0.06"]
    assert fogs(Display((lay(9, 0, 0), lay(9, 0, 0, 6))))[0] == "0.24"


@pytest.mark.parametrize("draw", [display_svg, levels_svg])
def test_an_empty_display_is_a_small_picture(draw: Callable[[Display], str]) -> None:
    svg = draw(Display())
    check_self_contained(svg)
    assert "No tiles yet" in texts(parsed(svg))
    assert max(view_box(parsed(svg))) < 400


@pytest.mark.parametrize("name", ["<&>", "\"Ada\" & 'Ben'", "]]>", "a\x00b\x1b", "森" * 60, ""])
def test_any_name_can_be_drawn(name: str) -> None:
    game = Game.new(Options(players=2), seed=1, names=[name, "Ben"])
    for svg in (game_svg(game), display_svg(TWINS, title=name, show_score=True)):
        check_self_contained(svg)
    root = parsed(game_svg(game))
    assert "Ben" in texts(root)
    if name == "<&>":
        assert name in texts(root)
        assert root[0].text == "NMBR 9: <&> 0, Ben 0"


def test_a_long_name_is_cut_but_its_title_is_whole() -> None:
    name = "Ada of the many names " * 5
    root = parsed(display_svg(TWINS, title=name, show_score=True))
    assert name not in texts(root)
    assert any(text.startswith("Ada of") and text.endswith("…") for text in texts(root))
    assert root[0].text == name


def test_the_score_is_shown_when_asked_for() -> None:
    assert "27" not in texts(parsed(display_svg(Display((lay(9, 0, 0, 3),)))))
    root = parsed(display_svg(Display((lay(9, 0, 0, 3),)), show_score=True, title="Ada"))
    assert {"27", "Ada"} <= set(texts(root))


def test_a_game_shows_everybody_and_who_won() -> None:
    running = random_game(3, Options(players=3), actions=30)
    root = parsed(game_svg(running))
    assert len(of_class(root, "panel")) == 3
    assert set(running.names) <= set(texts(root))
    assert "Winner" not in texts(root)

    ended = random_game(3, Options(players=3))
    root = parsed(game_svg(ended))
    assert ended.outcome is not None
    assert texts(root).count("Winner") == len(ended.outcome.winners)
    assert {str(points) for points in ended.scores} <= set(texts(root))


def test_alone_there_is_no_winner() -> None:
    assert "Winner" not in game_svg(random_game(3, Options()))


def test_levels_are_drawn_alone_with_their_sums() -> None:
    root = parsed(levels_svg(STACKED))
    panels = of_class(root, "panel")
    assert [len(of_class(panel, "face")) for panel in panels] == [2, 1]
    assert [len(of_class(panel, "footprint")) for panel in panels] == [0, 1]
    assert len(of_class(root, "digit")) == 3, "nothing is covered where a level is alone"
    assert "1 \N{MULTIPLICATION SIGN}1 = 1" in texts(root)


GAMES = st.builds(
    random_game,
    st.integers(0, 10**6),
    st.sampled_from([Options(), ALL_MODULES, Options(variant="level-to-level")]),  # type: ignore[arg-type]
    st.integers(0, 60),
)


@settings(max_examples=10)
@given(GAMES, st.sampled_from(["light", "dark"]), st.sampled_from([8, 26, 33.3, 48]))
def test_any_game_can_be_drawn(game: Game, theme: ThemeName, square: float) -> None:
    check_self_contained(game_svg(game, theme=theme, square=square))
    for state in game.players:
        display = state.display
        check_self_contained(levels_svg(display, theme=theme, square=square))
        svg = display_svg(display, theme=theme, square=square)
        check_self_contained(svg)
        root = parsed(svg)
        outlines = [outline_path(piece.cells, square) for piece in display.pieces]
        assert sorted(face.get("d", "") for face in of_class(root, "face")) == sorted(outlines)
        seen = zip(display.pieces, uncovered(display), strict=True)
        with_digit = sum(bool(cells) and piece.is_number_tile for piece, cells in seen)
        drawn = len(of_class(root, "digit")) + len(of_class(root, "no-points"))
        assert drawn == with_digit
