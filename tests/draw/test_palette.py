from dataclasses import fields
from itertools import combinations

import pytest

from nmbr9.draw.palette import THEMES, Theme, blend
from nmbr9.rules import GapFiller, NumberTile, Piece, StartingTile

THEME_PARAMS = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@THEME_PARAMS
def test_every_tile_has_its_own_colour(theme: Theme) -> None:
    kinds = [*theme.numbers, theme.starting, theme.filler]
    assert len(theme.numbers) == 10
    for one, other in combinations(kinds, 2):
        assert one.face != other.face


@THEME_PARAMS
def test_digits_can_be_read(theme: Theme) -> None:
    for colours in theme.numbers:
        assert contrast(colours.face, colours.ink) >= 5


@THEME_PARAMS
def test_a_tile_stands_out_from_the_table(theme: Theme) -> None:
    for colours in theme.numbers:
        assert max(contrast(colours.face, theme.table), contrast(colours.edge, theme.table)) >= 3


@THEME_PARAMS
def test_words_can_be_read(theme: Theme) -> None:
    for ground in (theme.surface, theme.table):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
    for ink, ground in [
        (theme.on_accent, theme.accent),
        (theme.on_bad, theme.bad),
        (theme.on_gold, theme.gold),
    ]:
        assert contrast(ink, ground) >= 4.5


@THEME_PARAMS
def test_colours_are_written_in_one_way(theme: Theme) -> None:
    for field in fields(theme):
        value = getattr(theme, field.name)
        if isinstance(value, str) and field.name != "name":
            assert len(value) == 7
            assert value == "#" + f"{int(value[1:], 16):06X}"


def test_a_piece_has_the_colours_of_its_kind() -> None:
    theme = THEMES["light"]
    assert theme.colours_of(Piece(NumberTile(3), 0, 0, 0)) is theme.numbers[3]
    assert theme.colours_of(Piece(NumberTile(3), 0, 0, 0, flipped=True)) is theme.numbers[3]
    assert theme.colours_of(Piece(StartingTile(5), 0, 0, 0)) is theme.starting
    assert theme.colours_of(Piece(GapFiller(2), 0, 0, 0)) is theme.filler


def test_blending_nothing_changes_nothing() -> None:
    assert blend("#123456", "#FFFFFF", 0) == "#123456"
    assert blend("#123456", "#FFFFFF", 1) == "#FFFFFF"
