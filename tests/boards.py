"""Displays drawn as text, and questions that the checker and the generator must answer alike.

A picture shows the levels of a display side by side, the table first, each as large as the others.
The left and top cell of each is 0, 0. Here two 9s lie on the table and a 0 on both of them:

    999aa   000..
    999aa   0.0..
    99aaa   0.0..
    99aaa   000..

A dot is an empty cell. A digit is a square of that number tile; any other letter is a square of
whatever piece has this outline, so that two tiles of one number can be told apart. The star ``*``
draws a piece that is not in the display yet: the one a test is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from nmbr9 import (
    Action,
    Build,
    Code,
    Display,
    Fill,
    Game,
    GapFiller,
    IllegalAction,
    Move,
    NumberTile,
    Options,
    Piece,
    Place,
    StartingTile,
    Token,
    Violation,
)
from nmbr9.rules.pieces.geometry import Cell, Outline
from nmbr9.rules.pieces.tiles import Tile, orientations

EMPTY, STAR = ".", "*"
TURNABLE: list[tuple[Tile, bool]] = [
    *((NumberTile(number), False) for number in range(10)),
    *((NumberTile(number), True) for number in range(10)),
    *((GapFiller(size), False) for size in (1, 2)),
]


def draw(picture: str) -> Display:
    """Return the display of a picture; its pieces are in reading order, level by level."""
    return Display(tuple(piece for mark, piece in _drawn(picture) if mark != STAR))


def scene(picture: str) -> tuple[Display, Piece]:
    """Return the display of a picture and the one piece drawn with stars."""
    (star,) = [piece for mark, piece in _drawn(picture) if mark == STAR]
    return draw(picture), star


def _drawn(picture: str) -> list[tuple[str, Piece]]:
    rows = [line.split() for line in picture.splitlines() if line.strip()]
    assert len({(len(row), *map(len, row)) for row in rows}) == 1, "levels of different sizes"
    assert len(set(map(len, rows[0]))) == 1, "levels of different widths"
    return [
        (mark, _recognised(mark, cells, level))
        for level in range(len(rows[0]))
        for mark, cells in _cells_by_mark([row[level] for row in rows]).items()
    ]


def _cells_by_mark(rows: Sequence[str]) -> dict[str, list[Cell]]:
    cells: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != EMPTY:
                cells.setdefault(mark, []).append((x, y))
    return cells


def _recognised(mark: str, cells: list[Cell], level: int) -> Piece:
    x, y = min(x for x, _ in cells), min(y for _, y in cells)
    outline = Outline.of(cells)
    for tile, flipped in TURNABLE:
        for held in orientations(tile, flipped):
            if held.outline == outline:
                assert not mark.isdigit() or tile == NumberTile(int(mark)), f"{mark} is {tile}"
                return Piece(tile, x, y, level, held.rotation, flipped)
    for index in range(6):
        if StartingTile(index).shape == outline:
            return Piece(StartingTile(index), x, y, level)
    raise AssertionError(f"no piece looks like {mark}: {cells}")


def place(piece: Piece, *tokens: Token, player: int = 0) -> Place:
    """Return the action of placing a drawn number tile."""
    assert isinstance(piece.tile, NumberTile)
    spot = (piece.rotation, piece.x, piece.y, piece.level)
    return Place(player, piece.tile.number, piece.flipped, *spot, tokens)


def build(piece: Piece) -> Build:
    """Return the action of building the reserved tile where a piece is drawn."""
    return Build(0, piece.rotation, piece.x, piece.y, piece.level)


def fill(piece: Piece) -> Fill:
    """Return the action of adding a drawn gap filler."""
    assert isinstance(piece.tile, GapFiller)
    return Fill(0, piece.tile.size, piece.rotation, piece.x, piece.y, piece.level)


def move(index: int, piece: Piece) -> Move:
    """Return the action of moving the piece of that index to where a piece is drawn."""
    return Move(0, index, piece.rotation, piece.x, piece.y, piece.level)


def deck_from(*first: int, copies: int = 2) -> list[int]:
    """Return a whole deck that starts with these cards and goes on in ascending order."""
    left = Counter(dict.fromkeys(range(10), copies))
    left.subtract(first)
    assert min(left.values()) >= 0, f"more than {copies} cards of a number in {first}"
    return [*first, *sorted(left.elements())]


def game_at(display: Display, *cards: int, options: Options | None = None, **state: Any) -> Game:
    """Return a game whose next cards are these and whose player 0 has that display.

    `state` sets other fields of player 0, such as ``used_tokens``.
    """
    options = options or Options()
    game = Game.new(
        options,
        deck=deck_from(*cards, copies=options.copies),
        starting_tiles=range(options.players) if options.starting_tiles else (),
    )
    first, *others = game.players
    players = (replace(first, display=display, **state), *others)
    return replace(game, players=players, at_reveal=players)


def tokens(*in_play: Token, **more: Any) -> Options:
    """Return options with these special tokens in play."""
    return Options(special_tokens=in_play, **more)


def assert_legal(game: Game, action: Action) -> Game:
    """Check that checker and generator both allow an action; return the game after it."""
    found = game.violations(action.player, action)
    assert not found, f"{action} is refused: {'; '.join(map(str, found))}"
    offered = game.legal_actions(action.player).count(action)
    assert offered == 1, f"{action} is legal, but offered {offered} times"
    return game.apply(action.player, action)


def assert_illegal(game: Game, action: Action, *codes: Code) -> tuple[Violation, ...]:
    """Check that an action is refused for exactly these reasons and not offered; return them."""
    found = game.violations(action.player, action)
    came, expected = sorted(violation.code for violation in found), sorted(codes)
    assert came == expected, f"{action}: expected {expected}, got {came}"
    assert action not in game.legal_actions(action.player), f"{action} is illegal, but offered"
    with pytest.raises(IllegalAction) as raised:
        game.apply(action.player, action)
    assert raised.value.violations == found
    assert (raised.value.player, raised.value.action) == (action.player, action)
    return found
