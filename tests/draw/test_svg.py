import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nmbr9.draw.outline_path import outline_path
from nmbr9.draw.palette import THEMES, ThemeName
from nmbr9.draw.surface import uncovered
from nmbr9.draw.svg import display_svg, game_svg, levels_svg
from nmbr9.rules import Display, Game, NumberTile, Options, Piece
from nmbr9.rules.record import loads
from tests.draw.pictures import ALL_MODULES, ODD_ONES, STACKED, TWINS, lay, random_game

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == SVG + "svg"
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


def uses(root: ET.Element, thing: str) -> list[ET.Element]:
    """Where something of the definitions is drawn, by the end of its name as a pattern."""
    return [
        node
        for node in root.iter(SVG + "use")
        if re.fullmatch(rf"#n9[ld][0-9_]+{thing}", node.get("href", ""))
    ]


def faces(root: ET.Element) -> list[tuple[str, str]]:
    """Shape and colour of each tile's face: the first thing that is drawn of it."""
    first = [next(tile.iter(SVG + "use")) for tile in of_class(root, "tile")]
    return [(use.get("href", "").partition("-")[2], use.get("fill", "")) for use in first]


def texts(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(SVG + "text")]


def values(root: ET.Element) -> list[str]:
    """The points, which are drawn and told in a title."""
    return [group[0].text or "" for group in of_class(root, "value")]


def check_self_contained(svg: str) -> None:
    root = parsed(svg)
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names))
    used = set(re.findall(r"url\(#([^)]*)\)", svg)) | set(re.findall(r'href="#([^"]*)"', svg))
    assert used <= set(names)
    assert not re.search(r'href="[^#]|<script|<image|<style|@import', svg)
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
    palette = THEMES[theme]
    colours = [palette.colours_of(piece).face for piece in ODD_ONES.pieces]
    assert faces(root) == list(zip(["s0u", "f1u", "f2u", "7tu"], colours, strict=True))
    # A shape is drawn where its tile lies, in squares of 100 whatever their size.
    places = [tile.get("transform") for tile in of_class(root, "tile")]
    assert places == [f"translate({100 * p.x} {100 * p.y})" for p in ODD_ONES.pieces]
    drawn = {node.get("id", "").partition("-")[2]: node.get("d") for node in root.iter()}
    for piece, (shape, _) in zip(ODD_ONES.pieces, faces(root), strict=True):
        assert drawn[shape] == outline_path(piece.outline.at(0, 0), 100)


def test_lower_levels_are_painted_first_and_walls_before_faces() -> None:
    order = [
        node.get("class", "").split()[0]
        for node in parsed(display_svg(STACKED)).iter()
        if node.get("class", "").split()[:1] in (["shadows"], ["walls"], ["tile"])
    ]
    assert order == ["shadows", "walls", "tile", "tile", "shadows", "walls", "tile"]


def centre_of_digit(tile: ET.Element) -> tuple[float, float]:
    """Where a digit stands, in squares."""
    (digit,) = uses(tile, r"-d\d")
    found = re.fullmatch(r"translate\((\S+) (\S+)\)scale\((\S+)\)", digit.get("transform", ""))
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", tile.get("transform", ""))
    assert found is not None
    assert moved is not None
    x, y, scale = map(float, found.groups())
    lifted = 7 * (digit.get("href", "")[-1] in "69")  # they make room for their bar
    left, top = map(float, moved.groups())
    return round(x + 30 * scale + left) / 100, round(y + (50 + lifted) * scale + top) / 100


def test_digits_stand_at_home_or_next_to_what_covers_it() -> None:
    tiles = of_class(parsed(display_svg(STACKED)), "tile")
    # The left 9 is covered at (1, 1): its digit moves to the block at (0, 2). The right 9 is
    # covered at (3, 1), (4, 1) and (4, 0): likewise at (3, 2).
    assert [centre_of_digit(tile) for tile in tiles] == [(1, 3), (4, 3), (3.5, 1.5)]


def test_a_digit_on_a_single_square_is_small() -> None:
    cover = Display((lay(9, 0, 0), lay(9, 0, 1, 1)))
    tiles = of_class(parsed(display_svg(cover)), "tile")
    assert centre_of_digit(tiles[0]) == (0.5, 0.5)
    assert "scale(.68)" in uses(tiles[0], "-d9")[0].get("transform", "")


def test_a_covered_tile_has_no_digit_but_a_face() -> None:
    buried = Display((lay(9, 0, 0), lay(9, 0, 0, 1)))
    root = parsed(display_svg(buried))
    assert len(uses(root, "-d9")) == 1
    assert len(faces(root)) == 2


def test_raised_tiles_carry_their_level() -> None:
    assert len(uses(parsed(display_svg(STACKED)), "-x1")) == 1
    assert uses(parsed(display_svg(STACKED, square=25)), r"-x\d") == []


def test_a_display_needs_no_font() -> None:
    """Servers have none: what a display says is drawn."""
    assert texts(parsed(display_svg(random_game(3, Options()).players[0].display))) == []


def test_a_turned_over_tile_shows_that_it_scores_nothing() -> None:
    turned = Display((Piece(NumberTile(7), 0, 0, 0, flipped=True),))
    root = parsed(display_svg(turned))
    assert len(uses(root, "-none")) == len(of_class(root, "hatching")) == 1
    assert not uses(root, r"-d\d")
    check_self_contained(display_svg(turned))


def test_pieces_without_a_number_have_no_digit() -> None:
    root = parsed(display_svg(Display(ODD_ONES.pieces[:3])))
    assert len(of_class(root, "starting")) == 1
    assert len(of_class(root, "filler")) == 2
    assert not uses(root, r"-d\d")


def test_low_tiles_lie_in_fog() -> None:
    def fogs(display: Display) -> list[str]:
        root = parsed(display_svg(display))
        fill = THEMES["light"].table
        return [n.get("fill-opacity", "") for n in root.iter(SVG + "use") if n.get("fill") == fill]

    assert fogs(TWINS) == []
    assert fogs(STACKED) == [".06", ".06"]
    assert fogs(Display((lay(9, 0, 0), lay(9, 0, 0, 6))))[0] == ".24"


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
    assert "27" not in values(parsed(display_svg(Display((lay(9, 0, 0, 3),)))))
    root = parsed(display_svg(Display((lay(9, 0, 0, 3),)), show_score=True, title="Ada"))
    assert values(root) == ["27"]
    assert "Ada" in texts(root)


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
    assert values(root) == [str(points) for points in ended.scores]


def test_alone_there_is_no_winner() -> None:
    assert "Winner" not in game_svg(random_game(3, Options()))


def test_levels_are_drawn_alone_with_their_sums() -> None:
    root = parsed(levels_svg(STACKED))
    panels = of_class(root, "panel")
    assert [len(faces(panel)) for panel in panels] == [2, 1]
    assert [len(of_class(panel, "footprint")) for panel in panels] == [0, 1]
    assert len(uses(root, r"-d\d")) == 3, "nothing is covered where a level is alone"
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
        assert len(faces(root)) == len(display.pieces)
        seen = zip(display.pieces, uncovered(display), strict=True)
        with_digit = sum(bool(cells) and piece.is_number_tile for piece, cells in seen)
        assert len(uses(root, r"-d\d")) + len(uses(root, "-none")) == with_digit


FULL = [
    loads((ROOT / "docs" / "records" / "highest-score.json").read_bytes()),
    *(random_game(seed, Options()) for seed in range(4)),
]


@pytest.mark.parametrize("game", FULL, ids=lambda game: f"{game.scores[0]} points")
@pytest.mark.parametrize("theme", THEMES)
def test_a_full_display_is_small(game: Game, theme: ThemeName) -> None:
    assert len(display_svg(game.players[0].display, theme=theme).encode()) <= 25_000


def test_pieces_are_highlighted_tried_and_left_out_by_level() -> None:
    root = parsed(display_svg(STACKED, highlight=[2], ghost=lay(8, 6, 0), levels=[1]))
    assert [face for face, _ in faces(root)] == ["1r"]
    assert len(of_class(root, "highlight")) == len(of_class(root, "ghost")) == 1
    assert view_box(root)[2] == 48 * (9 + 2), "room for what is tried and for what is left out"
    root = parsed(display_svg(STACKED, highlight=[0], levels=[1]))
    assert not of_class(root, "highlight"), "it lies on another level"
    with pytest.raises(ValueError, match="expected pieces of 0 to 2 to highlight, got 3"):
        display_svg(STACKED, highlight=[3])
