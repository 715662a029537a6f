"""Listing every legal action of a player (8.1).

This is the generator of whole actions; ``turns`` checks them. They share no logic.
"""

from __future__ import annotations

from collections.abc import Iterator

from nmbr9.rules.actions import Action, Build, Done, Fill, Move, Place, Reserve
from nmbr9.rules.finder import Finder, Stencil
from nmbr9.rules.geometry import Cell
from nmbr9.rules.options import Token
from nmbr9.rules.tiles import GapFiller, NumberTile, Tile
from nmbr9.rules.turns import Moment

PLACING_TOKENS = (Token.APART, Token.GAP, Token.SINGLE)
"""The tokens that change where a tile may lie; `black` changes how it is held (5.3 to 5.6)."""


def offers(moment: Moment) -> Iterator[Action]:
    """Yield every legal action: decisions first, then placements, then what is optional."""
    state, turn = moment.state, moment.state.turn
    if turn.is_over:
        return
    if turn.is_settled:
        yield Done(moment.player)
    yield from moment.variant.choices(moment.options, moment.table, moment.player, state)
    if turn.is_decided and not turn.is_settled:
        if Token.RESERVE in state.usable_tokens(moment.options):
            yield Reserve(moment.player)
        yield from _placements(moment)
    yield from _builds(moment)
    yield from _fills(moment)
    yield from _moves(moment)


def _placements(moment: Moment) -> Iterator[Action]:
    """2.2 to 2.8, and the tokens 5.3 to 5.6."""
    turn, number = moment.state.turn, moment.state.turn.number
    assert number is not None, "a settled turn has no tile to place, a decided one has"
    tile, display = NumberTile(number), moment.state.display
    usable = moment.state.usable_tokens(moment.options)
    finder = Finder(display)
    held: list[tuple[Stencil, tuple[Token, ...]]] = [(s, ()) for s in finder.stencils(tile)]
    if Token.BLACK in usable:
        held += [(s, (Token.BLACK,)) for s in finder.stencils(tile, flipped=True)]
    for level in _levels(moment, finder, turn.level_limit):
        for stencil, cost in held:
            markers = moment.state.markers_left - len(cost)
            tokens = [token for token in usable if token in PLACING_TOKENS] if markers else []
            for spent, anchors in finder.spots(stencil, level, tokens):
                if len(spent) > markers:
                    continue
                price = tuple(sorted((*spent, *cost)))
                for x, y in display.frame.cells(anchors):
                    yield Place(
                        moment.player,
                        number,
                        stencil.orientation.flipped,
                        stencil.orientation.rotation,
                        x,
                        y,
                        level,
                        price,
                    )


def _levels(moment: Moment, finder: Finder, limit: int | None = None) -> range:
    """Return the levels a piece could lie on, cut off at the limits of 7.2."""
    limits = [bound for bound in (limit, moment.variant.highest_level) if bound is not None]
    return range(min([len(finder.grounds), *(bound + 1 for bound in limits)]))


def _places(
    finder: Finder, tile: Tile, levels: range, *, flipped: bool = False
) -> Iterator[tuple[int, Cell, int]]:
    """Yield rotation, cell and level of every place that needs no token."""
    cells = finder.display.frame.cells
    two_tiles = not isinstance(tile, GapFiller)
    for level in levels:
        for stencil in finder.stencils(tile, flipped):
            anchors = finder.anchors(stencil, level, two_tiles=two_tiles)
            for cell in cells(anchors):
                yield stencil.orientation.rotation, cell, level


def _builds(moment: Moment) -> Iterator[Action]:
    """5.8: the reserved tile, number side up and without tokens."""
    reserved = moment.state.reserved
    if reserved is None or not moment.state.can_build():
        return
    finder = Finder(moment.state.display)
    levels = _levels(moment, finder, reserved.level_limit)
    for rotation, (x, y), level in _places(finder, NumberTile(reserved.number), levels):
        yield Build(moment.player, rotation, x, y, level)


def _fills(moment: Moment) -> Iterator[Action]:
    """4.1, 4.2: the fillers in hand, by 2.4 to 2.6."""
    if moment.state.fillers:
        finder = Finder(moment.state.display)
        for size in moment.state.fillers:
            levels = _levels(moment, finder)
            for rotation, (x, y), level in _places(finder, GapFiller(size), levels):
                yield Fill(moment.player, size, rotation, x, y, level)


def _moves(moment: Moment) -> Iterator[Action]:
    """5.7: each number tile with nothing on top, to its own level or lower, elsewhere.

    This turn's tile is not among them: the token concerns an earlier one (5.2).
    """
    if Token.MOVE not in moment.state.usable_tokens(moment.options):
        return
    display = moment.state.display
    for index, piece in enumerate(display.pieces):
        if not piece.is_number_tile or display.has_something_on(index):
            continue
        if index == moment.state.turn.placed:
            continue
        finder = Finder(display.without(index))
        levels = _levels(moment, finder, piece.level)
        lies_at = (piece.rotation, (piece.x, piece.y), piece.level)
        for place in _places(finder, piece.tile, levels, flipped=piece.flipped):
            if place != lies_at:
                rotation, (x, y), level = place
                yield Move(moment.player, index, rotation, x, y, level)
