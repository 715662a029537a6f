"""Listing every legal action of a player (8.1).

This is the generator of whole actions; ``turns`` checks them. They share no logic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from nmbr9.rules.actions.kinds import Action, Build, Done, Fill, Move, Pass, Place, Reserve
from nmbr9.rules.actions.turn_order import Moment
from nmbr9.rules.options import Token
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile, Tile
from nmbr9.rules.placing.finder import Finder, Stencil
from nmbr9.rules.placing.spots import SPOT_NAMES, Anchors, Spots

PLACING_TOKENS = (Token.APART, Token.GAP, Token.SINGLE)
"""The tokens that change where a tile may lie; `black` changes how it is held (5.3 to 5.6)."""


class Offer(NamedTuple):
    """Legal actions that differ in the spot only; without spots it is a single one."""

    make: Callable[..., Action]
    """Makes the action at a spot of `spots`, from its four numbers."""
    spots: Spots | None = None

    def actions(self) -> Iterator[Action]:
        """Yield every action."""
        if self.spots is None:
            yield self.make()
        else:
            for spot in self.spots.listed():
                yield self.make(*spot)

    def to_dict(self) -> dict[str, object]:
        """Return the actions in the words of a record, with all spots under `at`."""
        if self.spots is None:
            told = self.make().to_dict()
        else:
            told = self.make(0, 0, 0, 0).to_dict()
            for name in SPOT_NAMES:
                del told[name]
            told["at"] = self.spots.to_dict()
        return told


def offers(moment: Moment) -> Iterator[Action]:
    """Yield every legal action: decisions first, then placements, then what is optional."""
    for offer in grouped_offers(moment):
        yield from offer.actions()


def grouped_offers(moment: Moment) -> Iterator[Offer]:
    """Yield the same, those that differ in the spot only together: quicker to list and send."""
    state, turn, player = moment.state, moment.state.turn, moment.player
    if turn.is_over:
        return
    if moment.misses_round:
        yield Offer(lambda: Pass(player))
        return
    if turn.is_settled:
        yield Offer(lambda: Done(player))
    for choice in moment.variant.choices(moment.options, moment.table, player, state):
        yield Offer(lambda choice=choice: choice)
    if turn.is_decided and not turn.is_settled:
        if Token.RESERVE in state.usable_tokens(moment.options):
            yield Offer(lambda: Reserve(player))
        yield from _placements(moment)
    yield from _builds(moment)
    yield from _fills(moment)
    yield from _moves(moment)


def is_plain_placement(moment: Moment, action: Action) -> bool:
    """Whether an action lays this turn's tile where that needs no token.

    So are most actions, and to find that one is legal takes much less than to look for whatever
    may be wrong with it. No says nothing: it may be legal all the same.
    """
    turn, display = moment.state.turn, moment.state.display
    if type(action) is not Place or not turn.is_decided or turn.is_settled:
        return False
    if (action.player, action.number) != (moment.player, turn.number):
        return False
    if action.tokens or action.flipped is not False:
        return False
    for value in (*action.spot, action.player, action.number):
        if type(value) is not int:  # False is no 0 here, nor is 0.0 (section 9).
            return False
    finder = Finder(display)
    if action.level not in _levels(moment, finder, turn.level_limit):
        return False
    if not display.frame.has(action.x, action.y):
        return False
    for stencil in finder.stencils(NumberTile(action.number)):
        if stencil.orientation.rotation == action.rotation:
            anchors = finder.anchors(stencil, action.level)
            return bool(anchors >> display.frame.index(action.x, action.y) & 1)
    return False


def _placements(moment: Moment) -> Iterator[Offer]:
    """2.2 to 2.8, and the tokens 5.3 to 5.6."""
    turn, number = moment.state.turn, moment.state.turn.number
    assert number is not None, "a settled turn has no tile to place, a decided one has"
    tile, display = NumberTile(number), moment.state.display
    usable = moment.state.usable_tokens(moment.options)
    finder = Finder(display)
    held: list[tuple[Stencil, tuple[Token, ...]]] = [(s, ()) for s in finder.stencils(tile)]
    if Token.BLACK in usable:
        held += [(s, (Token.BLACK,)) for s in finder.stencils(tile, flipped=True)]
    placing = [token for token in usable if token in PLACING_TOKENS]
    found: dict[tuple[bool, tuple[Token, ...]], list[Anchors]] = {}
    for level in _levels(moment, finder, turn.level_limit):
        for stencil, cost in held:
            markers = moment.state.markers_left - len(cost)
            flipped, rotation = stencil.orientation.flipped, stencil.orientation.rotation
            for spent, anchors in finder.spots(stencil, level, placing if markers else ()):
                if len(spent) <= markers:
                    price = tuple(sorted((*spent, *cost)))
                    found.setdefault((flipped, price), []).append((rotation, level, anchors))
    for (flipped, price), listed in found.items():
        make = partial(_placed, moment.player, number, flipped, price)
        yield Offer(make, Spots(display.frame, tuple(listed)))


def _placed(
    player: int,
    number: int,
    flipped: bool,
    tokens: tuple[Token, ...],
    rotation: int,
    x: int,
    y: int,
    level: int,
) -> Place:
    return Place(player, number, flipped, rotation, x, y, level, tokens)


def _levels(moment: Moment, finder: Finder, limit: int | None = None) -> range:
    """Return the levels a piece could lie on, cut off at the limits of 7.2."""
    limits = [bound for bound in (limit, moment.variant.highest_level) if bound is not None]
    return range(min([finder.levels, *(bound + 1 for bound in limits)]))


def _spots(finder: Finder, tile: Tile, levels: range, *, flipped: bool = False) -> Spots:
    """Return every place that needs no token."""
    return Spots(finder.display.frame, finder.sets(tile, levels, flipped))


def _builds(moment: Moment) -> Iterator[Offer]:
    """5.8: the reserved tile, number side up and without tokens."""
    reserved = moment.state.reserved
    if reserved is None or not moment.can_build:
        return
    finder = Finder(moment.state.display)
    levels = _levels(moment, finder, reserved.level_limit)
    spots = _spots(finder, NumberTile(reserved.number), levels)
    yield Offer(partial(Build, moment.player), spots)


def _fills(moment: Moment) -> Iterator[Offer]:
    """4.1, 4.2: the fillers in hand, by 2.4 to 2.6."""
    if moment.state.fillers:
        finder = Finder(moment.state.display)
        for size in moment.state.fillers:
            spots = _spots(finder, GapFiller(size), _levels(moment, finder))
            if spots.sets:
                yield Offer(partial(Fill, moment.player, size), spots)


def _moves(moment: Moment) -> Iterator[Offer]:
    """5.7: each free number tile that lay there before, to its own level or lower, elsewhere."""
    if Token.MOVE not in moment.state.usable_tokens(moment.options):
        return
    display = moment.state.display
    for index, piece in enumerate(display.pieces):
        if not moment.state.can_move(index):
            continue
        finder = Finder(display.without(index))
        levels = _levels(moment, finder, piece.level)
        spots = _spots(finder, piece.tile, levels, flipped=piece.flipped)
        elsewhere = spots.without(piece.rotation, piece.x, piece.y, piece.level)
        if elsewhere.sets:
            yield Offer(partial(Move, moment.player, index), elsewhere)
