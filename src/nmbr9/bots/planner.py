"""From a judgement of displays to actions, for every variant and module.

A planner asks its judge what each possible display would be worth and weighs it against what it
costs: a token, a filler or a reserved tile that is used now cannot be used later.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from nmbr9.bots.base import legal_actions
from nmbr9.bots.greedy import REJECTED_BELOW, greedy_action
from nmbr9.bots.outlook import Outlook, after_rejecting, after_taking
from nmbr9.bots.prices import LEAST_GAIN, filler_price, token_price
from nmbr9.judge.judge import Judge
from nmbr9.judge.search import NOTHING, Branch
from nmbr9.kernel.codes import TOKEN_SHIFT
from nmbr9.kernel.convert import LISTED_AT_MOST, FoundPlacement, allowance_for, decode_codes, encode
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import FACTS, POINTS, DoesNotFit, Position, new_position
from nmbr9.kernel.tables import Integers, kind_of, tables
from nmbr9.kernel.tokens import list_placements
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules.actions.kinds import (
    Action,
    Build,
    Done,
    Fill,
    Move,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
)
from nmbr9.rules.knowledge import View
from nmbr9.rules.options import Token
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile


class Option(NamedTuple):
    """Ways to go on, and the action that each of them is."""

    branch: Branch
    action: Callable[[int], Action]
    """From the code of a placement; without a placement the code says nothing."""


class Planner:
    """Plays by a judge."""

    def __init__(self, name: str, version: int, judge: Judge) -> None:
        self.name = name
        self.version = version
        self._judge = judge
        self._position = new_position()
        self._work = new_workspace()
        self._codes: Integers = np.zeros(LISTED_AT_MOST, np.int64)

    def choose(self, view: View, random: Random, seconds: float) -> Action:
        """Return the action that promises most."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        try:
            return self._choose(view, legal, seconds)
        except DoesNotFit:
            # A display that outgrew the kernel's window has no good spots left to find.
            return greedy_action(view)

    def _choose(self, view: View, legal: list[Action], seconds: float) -> Action:
        turn = view.state.turn
        if not turn.is_decided:
            return self._decide(view, legal, seconds)
        position = encode(view.state.display, self._position)
        if view.moment.can_build:
            action = self._best(view, self._reserved(view, position), seconds / 2)
            if isinstance(action, Build):
                return action
            seconds /= 2
        if turn.is_settled:
            return self._best(view, self._afterwards(view, position), seconds)
        return self._best(view, self._settlements(view, position), seconds)

    def options(self, view: View, action: Action) -> list[Option]:
        """Return what could be done instead of an action, the action included if it is listed.

        Codes of different options never stand for the same action, except for choices of cards:
        there each code is a way to go on after the choice.
        Raises: DoesNotFit.
        """
        position = encode(view.state.display, self._position)
        options: Iterator[Option]
        match action:
            case Take() | Reject() | Pass():
                choices = [c for c in view.legal_actions() if isinstance(c, (Take, Reject, Pass))]
                options = (self._choice(view, position, choice) for choice in choices)
            case Build():
                options = self._reserved(view, position)
            case Place() | Reserve():
                options = self._settlements(view, position)
            case _:
                options = self._afterwards(view, position)
        return [option for option in options if option.branch.codes.size]

    def _best(self, view: View, options: Iterator[Option], seconds: float) -> Action:
        """Return the action of the best way to go on."""
        listed = [option for option in options if option.branch.codes.size]
        best = self._judge.best(
            [option.branch for option in listed],
            highest_level(view),
            after_taking(view).piles,
            seconds,
        )
        return listed[best.branch].action(best.code)

    # --- deciding about cards ----------------------------------------------------------------

    def _decide(self, view: View, legal: list[Action], seconds: float) -> Action:
        """Take, reject, or choose one of the open cards (6.2, 7.1)."""
        choices = [action for action in legal if isinstance(action, (Take, Reject, Pass))]
        if len(choices) == 1:
            return choices[0]
        if not self._judge.foresees_points and any(isinstance(c, Reject) for c in choices):
            is_small = view.table.revealed[0] < REJECTED_BELOW
            return (Reject if is_small else Take)(view.viewer)
        position = encode(view.state.display, self._position)
        return self._best(view, (self._choice(view, position, c) for c in choices), seconds)

    def _choice(self, view: View, position: Position, choice: Action) -> Option:
        """Return what can come of a decision about a card."""
        if isinstance(choice, Take):
            number, outlook = view.table.revealed[choice.pile or 0], after_taking(view)
            highest = highest_level(view, choice.pile)
            codes = self._judge.shortlist(position, number, outlook.tiles, highest)
            return Option(Branch(position, number, codes, outlook.bag), lambda _: choice)
        return _without_placement(position, after_rejecting(view), 0.0, choice)

    # --- the tile in hand --------------------------------------------------------------------

    def _settlements(self, view: View, position: Position) -> Iterator[Option]:
        """Yield placing the tile, with every set of tokens, and keeping it (5.8)."""
        state, number = view.state, view.state.turn.number
        assert number is not None, "a tile is in hand until it is placed"
        outlook, highest = after_taking(view), highest_level(view, state.turn.level_limit)
        codes = self._judge.shortlist(position, number, outlook.tiles, highest)
        action = self._placing(view, position, number)
        yield Option(Branch(position, number, codes, outlook.bag), action)
        usable = state.usable_tokens(view.options)
        for tokens, listed in self._with_tokens(position, number, usable, view, highest).items():
            codes = self._judge.shortlist(position, number, outlook.tiles, highest, listed)
            price = math.fsum(token_price(token, outlook.tiles) for token in tokens)
            yield Option(Branch(position, number, codes, outlook.bag, -price), action)
        if Token.RESERVE in usable and self._judge.foresees_points and outlook.tiles >= 1:
            price = token_price(Token.RESERVE, outlook.tiles)
            kept = outlook.with_one_more(number)
            yield _without_placement(position, kept, -price, Reserve(view.viewer))

    def _with_tokens(
        self,
        position: Position,
        number: int,
        usable: Sequence[Token],
        view: View,
        highest: int,
    ) -> dict[tuple[Token, ...], Integers]:
        """Return the placements that cost tokens, by what they cost."""
        helping = [token for token in usable if token not in (Token.MOVE, Token.RESERVE)]
        if not helping:
            return {}
        allowance = allowance_for(helping, view.state.markers_left, highest)
        count = list_placements(position, tables(), self._work, number, allowance, self._codes)
        codes = self._codes[:count].copy()
        costs = codes >> TOKEN_SHIFT
        by_cost = (codes[costs == cost] for cost in np.unique(costs[costs > 0]))
        return {_decoded(position, number, int(part[0])).tokens: part for part in by_cost}

    def _placing(self, view: View, position: Position, number: int) -> Callable[[int], Action]:
        def place(code: int) -> Action:
            return Place(view.viewer, number, *_decoded(position, number, code))

        return place

    # --- what is optional --------------------------------------------------------------------

    def _reserved(self, view: View, position: Position) -> Iterator[Option]:
        """Yield building the reserved tile now, and building it later (5.8)."""
        reserved, outlook = view.state.reserved, after_taking(view)
        assert reserved is not None, "there is something to build"
        number, highest = reserved.number, highest_level(view, reserved.level_limit)
        codes = self._judge.shortlist(position, number, outlook.tiles, highest)

        def build(code: int) -> Action:
            found = _decoded(position, number, code)
            return Build(view.viewer, found.rotation, found.x, found.y, found.level)

        yield Option(Branch(position, number, codes, outlook.bag), build)
        if outlook.tiles >= 1:
            kept = outlook.with_one_more(number)
            yield _without_placement(position, kept, -LEAST_GAIN, Done(view.viewer))

    def _afterwards(self, view: View, position: Position) -> Iterator[Option]:
        """Yield the end of the turn (8.1), and the fillers and moves before it."""
        outlook = after_taking(view)
        yield _without_placement(position, outlook, 0.0, Done(view.viewer))
        if outlook.tiles >= 1:  # Else nothing more is placed: fillers and moves bring no points.
            yield from self._fills(view, position, outlook)
            yield from self._moves(view, position, outlook)

    def _fills(self, view: View, position: Position, outlook: Outlook) -> Iterator[Option]:
        """Yield the ways to lay each gap filler (4.1)."""
        highest, price = highest_level(view), filler_price(outlook.tiles)
        for size in view.state.fillers:
            kind = kind_of(GapFiller(size))
            listed = self._listed(position, kind, highest)
            codes = self._judge.shortlist(position, kind, outlook.tiles, highest, listed)

            def fill(code: int, size: int = size, kind: int = kind) -> Action:
                found = _decoded(position, kind, code)
                return Fill(view.viewer, size, found.rotation, found.x, found.y, found.level)

            yield Option(Branch(position, kind, codes, outlook.bag, -price), fill)

    def _moves(self, view: View, position: Position, outlook: Outlook) -> Iterator[Option]:
        """Yield the ways to move each tile (5.7)."""
        if Token.MOVE not in view.state.usable_tokens(view.options):
            return
        display = view.state.display
        price = LEAST_GAIN + token_price(Token.MOVE, outlook.tiles)
        for index, piece in enumerate(display.pieces):
            tile = piece.tile
            if not isinstance(tile, NumberTile) or piece.flipped:
                continue
            if not view.state.can_move(index):
                continue
            lifted = encode(display.without(index))
            listed = self._listed(lifted, tile.number, piece.level)
            codes = self._judge.shortlist(lifted, tile.number, outlook.tiles, piece.level, listed)
            lost = int(position.book[FACTS, POINTS] - lifted.book[FACTS, POINTS])
            lies = FoundPlacement(False, piece.rotation, piece.x, piece.y, piece.level, ())
            spots = {code: _decoded(lifted, tile.number, code) for code in codes.tolist()}
            elsewhere = [code for code, found in spots.items() if found != lies]
            codes = np.array(elsewhere, np.int64)
            branch = Branch(lifted, tile.number, codes, outlook.bag, -price - lost)

            def move(
                code: int, index: int = index, spots: dict[int, FoundPlacement] = spots
            ) -> Action:
                found = spots[code]
                return Move(view.viewer, index, found.rotation, found.x, found.y, found.level)

            yield Option(branch, move)

    def _listed(self, position: Position, kind: int, highest: int) -> Integers:
        """Return the codes of all placements that cost no token."""
        count = list_placements(
            position, tables(), self._work, kind, allowance_for(highest_level=highest), self._codes
        )
        return self._codes[:count]


def _without_placement(
    position: Position, outlook: Outlook, bonus: float, action: Action
) -> Option:
    nowhere = np.zeros(1, np.int64)
    return Option(Branch(position, NOTHING, nowhere, outlook.bag, bonus), lambda _: action)


def _decoded(position: Position, kind: int, code: int) -> FoundPlacement:
    (found,) = decode_codes(position, kind, np.array([code], np.int64))
    return found


def highest_level(view: View, limit: int | None = None) -> int:
    """Return the highest level something may go to (7.2)."""
    limits = [bound for bound in (limit, view.moment.variant.highest_level) if bound is not None]
    return min(limits, default=ANY_LEVEL)
