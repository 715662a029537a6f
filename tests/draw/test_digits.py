import pytest

from nmbr9.draw.digits import STROKES, DigitPlace, digit_place, home_of
from nmbr9.rules import GapFiller, NumberTile, Piece, StartingTile
from nmbr9.rules.pieces.tiles import NUMBERS


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("number", NUMBERS)
def test_a_home_lies_on_its_tile(number: int, rotation: int, flipped: bool) -> None:
    piece = Piece(NumberTile(number), 5, -3, 0, rotation, flipped)
    assert set(home_of(piece).cells) <= set(piece.cells)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_home_turns_with_its_tile(number: int) -> None:
    upright = Piece(NumberTile(number), 0, 0, 0)
    home = home_of(upright)
    turned = home_of(Piece(NumberTile(number), 0, 0, 0, rotation=1))
    x, y = home.centre
    assert turned.centre == (upright.outline.height - y, x)


def test_an_uncovered_tile_has_its_digit_at_home() -> None:
    piece = Piece(NumberTile(9), 10, 20, 0)
    assert digit_place(piece, piece.cells) == DigitPlace(10, 20, 2)


def test_a_covered_home_gives_way_to_the_nearest_block() -> None:
    piece = Piece(NumberTile(9), 0, 0, 0)
    rest = [cell for cell in piece.cells if cell != (0, 0)]
    # (1, 0) to (2, 1) is one step away, (0, 1) to (1, 2) as well: the upper one comes first.
    assert digit_place(piece, rest) == DigitPlace(1, 0, 2)
    assert digit_place(piece, [c for c in rest if c[1] > 0]) == DigitPlace(0, 1, 2)


def test_without_a_block_the_nearest_square_will_do() -> None:
    piece = Piece(NumberTile(9), 0, 0, 0)
    assert digit_place(piece, [(2, 1), (1, 3)]) == DigitPlace(2, 1, 1)


def test_the_small_digits_of_0_1_and_7_live_on_one_square() -> None:
    for number in (0, 1, 7):
        assert home_of(Piece(NumberTile(number), 0, 0, 0)).side == 1


def test_what_is_covered_or_has_no_number_has_no_digit() -> None:
    assert digit_place(Piece(NumberTile(4), 0, 0, 0), []) is None
    for tile in (StartingTile(0), GapFiller(2)):
        piece = Piece(tile, 0, 0, 0)
        assert digit_place(piece, piece.cells) is None


def test_every_number_has_strokes() -> None:
    assert len(set(STROKES)) == 10
