import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text

from nmbr9.draw.marks import labelled, mark_of, variants_of
from nmbr9.draw.palette import DARK
from nmbr9.draw.surface import topmost, uncovered
from nmbr9.draw.text import from_above, level_by_level, score_table
from nmbr9.rules import Display, Game, Options, Variant
from tests.draw.pictures import ALL_MODULES, ODD_ONES, STACKED, TWINS, lay, random_game

TIMES = "\N{MULTIPLICATION SIGN}"


def shown(picture: str) -> str:
    """The picture as it is written in a test: without the line ends' blanks."""
    return "\n".join(line.rstrip() for line in picture.splitlines()).strip("\n")


def printed(renderable: RenderableType, width: int = 80, colour: bool = False) -> str:
    """What a terminal gets to see."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
    )
    console.print(renderable)
    return out.getvalue()


def test_a_display_from_above() -> None:
    assert shown(from_above(STACKED).plain) == shown("""
   -1 0 1 2 3 4 5 6
-1 · · · · · · · ·
 0 · 9⁰9⁰9⁰9₀1¹9₀·
 1 · 9⁰1¹1¹1¹1¹9₀·
 2 · 9⁰9⁰· 9₀9₀· ·
 3 · 9⁰9⁰· 9₀9₀· ·
 4 · · · · · · · ·
9⁰ and 9₀ are different tiles""")


def test_a_display_with_lines() -> None:
    assert shown(from_above(STACKED, lines=True).plain) == shown("""
    -1   0   1   2   3   4   5   6
-1   ·   ·   ·   ·   ·   ·   ·   ·
       ┌───────────┬───┬───┬───┐
 0   · │ 9⁰  9⁰  9⁰│ 9⁰│ 1¹│ 9⁰│ ·
       │   ┌───────┴───┘   │   │
 1   · │ 9⁰│ 1¹  1¹  1¹  1¹│ 9⁰│ ·
       │   └───┬───┬───────┼───┘
 2   · │ 9⁰  9⁰│ · │ 9⁰  9⁰│ ·   ·
       │       │   │       │
 3   · │ 9⁰  9⁰│ · │ 9⁰  9⁰│ ·   ·
       └───────┘   └───────┘
 4   ·   ·   ·   ·   ·   ·   ·   ·""")


def test_a_ghost_its_misfits_and_spots() -> None:
    overhanging = {(2, 4), (3, 4), (4, 4)}
    picture = from_above(TWINS, lay(5, 2, 1, 1), {(0, 0), (7, 1)}, misfits=overhanging, margin=0)
    assert shown(picture.plain) == shown("""
    0 1 2 3 4 5 6 7
 0 ○⁰9⁰9⁰9₀9₀9₀· ·
 1 9⁰9⁰5*5*5*9₀· ○
 2 9⁰9⁰5*5*5*· · ·
 3 9⁰9⁰· 9₀5*· · ·
 4 · · 5!5!5!· · ·
9⁰ and 9₀ are different tiles
5* being tried on level 1
5! does not fit there
○ possible here""")


def test_a_ghost_and_spots_with_lines() -> None:
    picture = from_above(
        TWINS, lay(5, 2, 1, 1), {(0, 0), (6, 0)}, misfits={(4, 4)}, lines=True, margin=0
    )
    assert shown(picture.plain) == shown("""
     0   1   2   3   4   5   6
   ┌───────────┬───────────┐
 0 │○9⁰  9⁰  9⁰│ 9⁰  9⁰  9⁰│ ○
   │       ┌───┴───────┐   │
 1 │ 9⁰  9⁰│ 5*  5*  5*│ 9⁰│ ·
   │       │           ├───┘
 2 │ 9⁰  9⁰│ 5*  5*  5*│ ·   ·
   │       ├───┬───┐   │
 3 │ 9⁰  9⁰│ · │ 9⁰│ 5*│ ·   ·
   └───────┼───┴───┘   │
 4   ·   · │ 5*  5*  5!│ ·   ·
           └───────────┘
5* being tried on level 1
5! does not fit there
○ possible here""")


def test_pieces_without_points_are_marked_and_explained() -> None:
    assert shown(from_above(ODD_ONES, margin=0).plain) == shown("""
    0 1 2 3 4 5
-2 · · · ∅⁰∅⁰∅⁰
-1 · · · · ∅⁰·
 0 S⁰S⁰S⁰· ∅⁰∅⁰
 1 S⁰S⁰S⁰· · ∅⁰
 2 S⁰F⁰F₀F₀· ·
F⁰ and F₀ are different tiles
S starting tile, F gap filler, ∅ turned over: no points""")


def test_a_legend_can_be_left_out() -> None:
    assert "tile" not in from_above(ODD_ONES, legend=False).plain


def test_far_columns_are_labelled_so_that_they_do_not_run_together() -> None:
    picture = from_above(Display((lay(9, -12, 0), lay(9, 9, 0))), margin=0)
    assert picture.plain.splitlines()[0] == (
        "-12 -10-9-8-7-6-5-4-3-2-1 0 1 2 3 4 5 6 7 8  10".rjust(49)
    )


def test_labels_stand_over_their_columns() -> None:
    lines = from_above(Display((lay(9, -104, 0), lay(9, 103, 0))), margin=0).plain.splitlines()
    head = lines[0]
    for x in (-104, -100, -12, -9, 0, 5, 8, 10, 98, 100, 104):
        end = 3 + 2 * (x + 104 + 1)
        assert head[:end].endswith(str(x))


def test_an_empty_display_shows_a_piece_of_table() -> None:
    assert shown(from_above(Display(), margin=0).plain) == shown("""
    0 1 2 3
 0 · · · ·
 1 · · · ·
 2 · · · ·
 3 · · · ·""")
    assert level_by_level(Display()).plain == "no tiles yet"


def test_levels_side_by_side() -> None:
    assert shown(level_by_level(STACKED).plain) == shown(f"""
level 0: 2 tiles {TIMES}0 = 0   level 1: 1 {TIMES}1 = 1
    0 1 2 3 4 5               0 1 2 3 4 5
 0 9⁰9⁰9⁰9₀9₀9₀            0 · · · · 1¹·
 1 9⁰9⁰9⁰9₀9₀9₀            1 · 1¹1¹1¹1¹·
 2 9⁰9⁰  9₀9₀              2 · ·   · ·
 3 9⁰9⁰  9₀9₀              3 · ·   · ·
· free, with a tile below""")


def test_levels_below_each_other_where_it_is_narrow() -> None:
    lines = level_by_level(STACKED, width=30).plain.splitlines()
    assert lines[0] == f"level 0: 2 tiles {TIMES}0 = 0"
    assert lines[7] == f"level 1: 1 {TIMES}1 = 1"
    assert all(len(line) <= 30 for line in lines)


def test_the_score_table_goes_from_the_top_to_the_total() -> None:
    tower = Display((*STACKED.pieces, lay(9, 0, 5, 1), lay(8, 0, 0, 3)))
    rows = [
        line.split() for line in printed(score_table(["Ada", "Ben"], [tower, TWINS])).split("\n")
    ]
    rows = [row for row in rows if row and "─" not in row[0]]
    assert rows == [
        ["Ada", "Ben"],
        ["level", "3", "8", "24", "-"],
        ["level", "2", "0", "-"],
        ["level", "1", "1+9", "10", "-"],
        ["level", "0", "2", "tiles", "0", "2", "tiles", "0"],
        ["total", "34", "0"],
    ]


def test_a_narrow_score_table_has_the_points_alone() -> None:
    table = score_table(["A" * 40] * 6, [STACKED] * 6, width=60)
    lines = printed(table, width=60).splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert ["level", "1", *"111111"] in [line.split() for line in lines]


def test_a_name_is_text_and_nothing_else() -> None:
    out = printed(score_table(["[red]Ada[/red]\x1b[2J"], [TWINS]), colour=True)
    assert "[red]Ada[/red]" in out
    assert "\x1b[2J" not in out


def test_without_colour_nothing_but_characters_is_printed() -> None:
    for picture in (from_above(STACKED), level_by_level(STACKED)):
        assert "\x1b" not in printed(picture)
        assert shown(printed(picture)) == shown(picture.plain)
        assert "\x1b[" in printed(picture, colour=True)


def styles_of(text: Text, part: str) -> set[Style]:
    console = Console(color_system="truecolor")
    return {
        segment.style
        for segment in text.render(console)
        if part in segment.text and segment.style is not None
    }


def test_cells_have_the_colours_of_their_tile() -> None:
    (style,) = styles_of(from_above(STACKED), "1¹")
    assert style.bgcolor is not None
    assert style.bgcolor.name == DARK.numbers[1].face.lower()
    first, second = (styles_of(from_above(TWINS), part) for part in ("9⁰9⁰", "9₀"))
    assert not first & second


def test_the_colours_do_not_depend_on_the_picture_being_large() -> None:
    assert len(styles_of(from_above(TWINS, lines=True, legend=False), "9⁰")) == 2


def test_four_equal_tiles_in_a_row_are_told_apart() -> None:
    display = Display(tuple(lay(9, 3 * index, 0) for index in range(4)))
    variants = variants_of(display, topmost(display))
    assert all(variants[index] != variants[index + 1] for index in range(3))


def test_very_high_levels_are_still_two_characters() -> None:
    assert all(len(labelled("9", 12, variant)) == 2 for variant in range(4))


def compact_cells(picture: Text, display: Display) -> dict[tuple[int, int], str]:
    """The two characters of each cell, read back through the labels of the rows."""
    left = min(x for x, _ in topmost(display))
    cells = {}
    for line in picture.plain.splitlines()[1:]:
        found = re.match(r"\s*(-?\d+) ", line)
        assert found is not None
        body = line[found.end() :]
        for index in range(len(body) // 2):
            cells[left + index, int(found[1])] = body[2 * index : 2 * index + 2]
    return cells


OPTIONS = st.sampled_from(
    [
        Options(),
        ALL_MODULES,
        Options(variant=Variant.LEVEL_TO_LEVEL, gap_fillers=True),
        Options(variant=Variant.TWO_OUT_OF_THREE, starting_tiles=True),
    ]
)
GAMES = st.builds(random_game, st.integers(0, 10**6), OPTIONS, st.integers(0, 60))


@settings(max_examples=40)
@given(GAMES)
def test_every_uncovered_cell_shows_its_tile_and_level(game: Game) -> None:
    display = game.players[0].display
    if not display.pieces:
        return
    cells = compact_cells(from_above(display, margin=0, legend=False), display)
    for piece, seen in zip(display.pieces, uncovered(display), strict=True):
        possible = {labelled(mark_of(piece), piece.level, variant) for variant in range(4)}
        assert {cells[cell] for cell in seen} <= possible
    seen_cells = topmost(display)
    for (x, y), index in seen_cells.items():
        other = seen_cells.get((x + 1, y), index)
        if other != index:
            assert cells[x, y] != cells[x + 1, y], "neighbours must be told apart"


@settings(max_examples=20)
@given(GAMES)
def test_every_picture_of_a_game_can_be_drawn(game: Game) -> None:
    displays = [state.display for state in game.players]
    for display in displays:
        lined = from_above(display, lines=True, legend=False, margin=0).plain
        assert sum(lined.count(mark) for mark in "0123456789SF∅") >= len(topmost(display))
        for theme in ("light", "dark"):
            printed(level_by_level(display, width=100, theme=theme), width=100, colour=True)
    printed(score_table(game.names, displays), colour=True)


@pytest.mark.parametrize("lines", [False, True])
def test_a_ghost_on_an_empty_table(lines: bool) -> None:
    picture = from_above(Display(), lay(4, 0, 0), lines=lines)
    assert picture.plain.count("4*") == len(lay(4, 0, 0).cells) + 1  # and once in the legend
