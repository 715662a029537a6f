"""From a judgement of displays to actions, for every variant and module.

A planner asks its judge what each possible display would be worth and weighs it against what it
costs: a token, a filler or a reserved tile that is used now cannot be used later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from nmbr9.bots.base import legal_actions
from nmbr9.bots.greedy import REJECTED_BELOW, greedy_action
from nmbr9.bots.judge import Judge
from nmbr9.bots.outlook import Bag, bag_after_rejecting, bag_after_taking
from nmbr9.bots.prices import LEAST_GAIN, filler_price, token_price
from nmbr9.kernel.codes import TOKEN_SHIFT, place_code
from nmbr9.kernel.convert import LISTED_AT_MOST, allowance_for, decode_codes, encode
from nmbr9.kernel.evaluate import Floats
from nmbr9.kernel.generate import ANY_LEVEL
from nmbr9.kernel.layout import (
    FACTS,
    POINTS,
    DoesNotFit,
    Position,
    new_position,
    take_back,
)
from nmbr9.kernel.tables import Integers, kind_of, tables
from nmbr9.kernel.tokens import list_placements
from nmbr9.kernel.workspace import new_workspace
from nmbr9.rules.actions import Action, Build, Done, Fill, Move, Pass, Place, Reject, Reserve, Take
from nmbr9.rules.knowledge import View
from nmbr9.rules.options import Token
from nmbr9.rules.tiles import GapFiller, NumberTile

Option = tuple[float, Action]
"""An action with what it promises: the points it brings and those still to come, less its price."""


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
        if turn.is_settled:
            return self._afterwards(view)
        early = self._build(view, bag_after_taking(view))
        if early is not None:
            return early
        return max(self._settlements(view, seconds), key=lambda option: option[0])[1]

    # --- deciding about cards ----------------------------------------------------------------

    def _decide(self, view: View, legal: list[Action], seconds: float) -> Action:
        """Take, reject, or choose one of the open cards (6.2, 7.1)."""
        choices = [action for action in legal if isinstance(action, (Take, Reject, Pass))]
        if len(choices) == 1:
            return choices[0]
        if not self._judge.foresees_points and any(isinstance(c, Reject) for c in choices):
            is_small = view.table.revealed[0] < REJECTED_BELOW
            return (Reject if is_small else Take)(view.viewer)
        share = seconds / (2 * len(choices))
        return max(choices, key=lambda choice: self._promise(view, choice, share))

    def _promise(self, view: View, choice: Action, seconds: float) -> float:
        """Return what a decision about a card promises."""
        position = encode(view.state.display, self._position)
        if isinstance(choice, Take):
            number = view.table.revealed[choice.pile or 0]
            highest = _highest(view, choice.pile)
            ranked = self._judge.rank(
                position, number, _array(bag_after_taking(view)), highest, seconds
            )
            return ranked[0][1]
        return self._judge.worth(position, _array(bag_after_rejecting(view)), _highest(view, None))

    # --- the tile in hand --------------------------------------------------------------------

    def _settlements(self, view: View, seconds: float) -> Iterator[Option]:
        """Yield the best placement for every set of tokens, and keeping the tile (5.8)."""
        state, number = view.state, view.state.turn.number
        assert number is not None, "a tile is in hand until it is placed"
        bag = bag_after_taking(view)
        position = encode(state.display, self._position)
        highest = _highest(view, state.turn.level_limit)
        ranked = self._judge.rank(position, number, _array(bag), highest, seconds)
        yield from self._placements(view, position, number, ranked[:1], 0.0)
        usable = state.usable_tokens(view.options)
        helping = [token for token in usable if token not in (Token.MOVE, Token.RESERVE)]
        if helping:
            yield from self._with_tokens(view, position, number, helping, bag, ranked)
        if Token.RESERVE in usable and self._judge.foresees_points and sum(bag) >= 1:
            kept = self._judge.worth(position, _array(_with_one_more(bag, number)), highest)
            yield kept - token_price(Token.RESERVE, sum(bag)), Reserve(view.viewer)

    def _with_tokens(
        self,
        view: View,
        position: Position,
        number: int,
        helping: Sequence[Token],
        bag: Bag,
        ranked: Sequence[tuple[int, float]],
    ) -> Iterator[Option]:
        """Yield the best placement that costs tokens, judged like the best one without."""
        state = view.state
        highest = _highest(view, state.turn.level_limit)
        allowance = allowance_for(helping, state.markers_left, highest)
        count = list_placements(position, tables(), self._work, number, allowance, self._codes)
        codes = [code for code in self._codes[:count].tolist() if code >> TOKEN_SHIFT]
        if not codes:
            return
        # A judge that looks ahead ranks higher or lower than it judges at once: level them.
        best_code, best_value = ranked[0]
        offset = best_value - self._judged(position, number, best_code, _array(bag), highest)
        for code in codes:
            value = self._judged(position, number, code, _array(bag), highest) + offset
            yield from self._placements(view, position, number, [(code, value)], sum(bag))

    def _judged(self, position: Position, kind: int, code: int, bag: Floats, highest: int) -> float:
        """Return points and worth of a placement without looking further; position is restored."""
        before = int(position.book[FACTS, POINTS])
        place_code(position, tables(), kind, code)
        gained = int(position.book[FACTS, POINTS]) - before
        value = gained + self._judge.worth(position, bag, highest)
        take_back(position, tables())
        return value

    def _placements(
        self,
        view: View,
        position: Position,
        number: int,
        ranked: Sequence[tuple[int, float]],
        tiles_to_come: float,
    ) -> Iterator[Option]:
        """Yield codes as actions, the price of their tokens taken off."""
        codes = np.array([code for code, _ in ranked], np.int64)
        for found, (_, value) in zip(decode_codes(position, number, codes), ranked, strict=True):
            price = sum(token_price(token, tiles_to_come) for token in found.tokens)
            yield (
                value - price,
                Place(
                    view.viewer,
                    number,
                    found.flipped,
                    found.rotation,
                    found.x,
                    found.y,
                    found.level,
                    found.tokens,
                ),
            )

    # --- what is optional --------------------------------------------------------------------

    def _afterwards(self, view: View) -> Action:
        """Return a reserved tile, a filler or a move that pays, or the end of the turn (8.1)."""
        bag = bag_after_taking(view)
        build = self._build(view, bag)
        if build is not None:
            return build
        if sum(bag) < 1:
            # Nothing more will be placed: neither fillers nor moves bring points.
            return Done(view.viewer)
        options = [*self._fills(view, bag), *self._moves(view, bag)]
        gain, action = max(options, key=lambda option: option[0], default=(0.0, Done(view.viewer)))
        return action if gain > 0 else Done(view.viewer)

    def _build(self, view: View, bag: Bag) -> Action | None:
        """Return where to build the reserved tile now, if now is better than later (5.8)."""
        reserved = view.state.reserved
        if reserved is None or not view.state.can_build():
            return None
        position = encode(view.state.display, self._position)
        highest = _highest(view, reserved.level_limit)
        code, value = self._judge.rank(position, reserved.number, _array(bag), highest, 0.0)[0]
        later = self._judge.worth(position, _array(_with_one_more(bag, reserved.number)), highest)
        if sum(bag) >= 1 and value < later - LEAST_GAIN:
            return None
        (found,) = decode_codes(position, reserved.number, np.array([code], np.int64))
        return Build(view.viewer, found.rotation, found.x, found.y, found.level)

    def _fills(self, view: View, bag: Bag) -> Iterator[Option]:
        """Yield what each way to lay a gap filler gains (4.1)."""
        highest = _highest(view, None)
        position = encode(view.state.display, self._position)
        now = self._judge.worth(position, _array(bag), highest)
        for size in view.state.fillers:
            kind = kind_of(GapFiller(size))
            for code in self._listed(position, kind, highest):
                gain = self._judged(position, kind, code, _array(bag), highest) - now
                (found,) = decode_codes(position, kind, np.array([code], np.int64))
                yield (
                    gain - filler_price(sum(bag)),
                    Fill(view.viewer, size, found.rotation, found.x, found.y, found.level),
                )

    def _moves(self, view: View, bag: Bag) -> Iterator[Option]:
        """Yield what each way to move a tile gains (5.7)."""
        if Token.MOVE not in view.state.usable_tokens(view.options):
            return
        display, highest = view.state.display, _highest(view, None)
        now = display.points + self._judge.worth(
            encode(display, self._position), _array(bag), highest
        )
        price = LEAST_GAIN + token_price(Token.MOVE, sum(bag))
        for index, piece in enumerate(display.pieces):
            tile = piece.tile
            if not isinstance(tile, NumberTile) or piece.flipped:
                continue
            if display.has_something_on(index) or index == view.state.turn.placed:
                continue
            position = encode(display.without(index), self._position)
            lifted = int(position.book[FACTS, POINTS])
            for code in self._listed(position, tile.number, piece.level):
                value = lifted + self._judged(position, tile.number, code, _array(bag), highest)
                (found,) = decode_codes(position, tile.number, np.array([code], np.int64))
                move = Move(view.viewer, index, found.rotation, found.x, found.y, found.level)
                if (found.rotation, found.x, found.y, found.level) != (
                    piece.rotation,
                    piece.x,
                    piece.y,
                    piece.level,
                ):
                    yield value - now - price, move

    def _listed(self, position: Position, kind: int, highest: int) -> list[int]:
        """Return the codes of all placements that cost no token."""
        count = list_placements(
            position, tables(), self._work, kind, allowance_for(highest_level=highest), self._codes
        )
        listed: list[int] = self._codes[:count].tolist()
        return listed


def _array(bag: Bag) -> Floats:
    return np.array(bag, np.float64)


def _with_one_more(bag: Bag, number: int) -> Bag:
    return tuple(count + (index == number) for index, count in enumerate(bag))


def _highest(view: View, limit: int | None) -> int:
    """Return the highest level something may go to (7.2)."""
    limits = [bound for bound in (limit, view.moment.variant.highest_level) if bound is not None]
    return min(limits, default=ANY_LEVEL)
