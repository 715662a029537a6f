"""What a notebook shows of a game or a display, and what `print` does."""

import ast
import sys
from pathlib import Path

import pytest

import nmbr9.rules
from nmbr9.draw.svg import display_svg, game_svg
from nmbr9.rules import Game, Options, pictures
from tests.draw.pictures import STACKED, random_game


def test_a_notebook_shows_the_picture() -> None:
    game = random_game(3, Options(players=2), 9)
    assert game._repr_svg_() == game_svg(game)
    assert STACKED._repr_svg_() == display_svg(STACKED, square=36)


def test_a_display_is_printed_from_above() -> None:
    assert "9⁰" in str(STACKED)
    assert "1¹" in str(STACKED)
    assert "Display(pieces=" in repr(STACKED)


def test_a_game_is_printed_with_names_points_and_how_it_stands() -> None:
    game = Game.new(Options(players=2), seed=1, names=["Ada", "B\x1b[31men"])
    lines = str(game).splitlines()
    assert lines[0] == "Ada: 0 points"
    assert lines[-1] == "Round 1, waiting for Ada, B�[31men"


def test_without_pictures_there_is_the_plain_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, pictures.DRAWN_BY, None)
    assert STACKED._repr_svg_() is None
    assert str(STACKED) == repr(STACKED)


def test_the_rules_name_who_draws_in_one_place_only() -> None:
    """The only thing of another layer that they load, and only by its name."""
    folder = Path(nmbr9.rules.__file__).parent
    names = {
        path.name
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in ("import_module", "__import__")
    }
    assert names == {"pictures.py"}
