import re

import pytest

from nmbr9.draw.outline_path import loops, outline_path
from nmbr9.rules.pieces.tiles import NUMBERS, NumberTile, outline_of


def area(loop: list[tuple[int, int]]) -> float:
    """Positive for a line that has its inside to the right."""
    following = [*loop[1:], loop[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(loop, following, strict=True)) / 2


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("rotation", range(4))
def test_the_lines_around_a_tile_hold_exactly_its_squares(number: int, rotation: int) -> None:
    squares = outline_of(NumberTile(number), False, rotation).squares
    around = loops(squares)
    assert sum(map(area, around)) == len(squares)
    assert len(around) == (2 if number == 0 else 1)


def test_the_hole_of_a_0_goes_the_other_way_round() -> None:
    outer, hole = loops(NumberTile(0).shape.squares)
    assert area(outer) == 12
    assert area(hole) == -2


def test_points_on_a_straight_line_are_dropped() -> None:
    assert loops([(0, 0), (1, 0), (2, 0)]) == [[(0, 0), (3, 0), (3, 1), (0, 1)]]


def test_squares_that_meet_at_a_corner_stay_apart() -> None:
    assert len(loops([(0, 0), (1, 1)])) == 2


def test_corners_turn_with_the_radius_of_their_kind() -> None:
    path = outline_path([(0, 0), (0, 1), (1, 1)], square=100)
    assert re.findall(r"a([\d.]+) [\d.]+ 0 0([01])", path).count(("24", "1")) == 5
    assert re.findall(r"a([\d.]+) [\d.]+ 0 0([01])", path).count(("13", "0")) == 1


def test_a_single_square_is_inset_on_all_sides() -> None:
    path = outline_path([(2, -1)], square=100)
    assert path == (
        "M203-73a24 24 0 0124-24h46a24 24 0 0124 24v46a24 24 0 01-24 24h-46a24 24 0 01-24-24z"
    )


def test_a_deeper_line_stays_parallel() -> None:
    path = outline_path([(0, 0), (0, 1), (1, 1)], square=100, inset=0.06)
    radii = {(radius, sweep) for radius, sweep in re.findall(r"a([\d.]+) [\d.]+ 0 0([01])", path)}
    assert radii == {("21", "1"), ("16", "0")}
