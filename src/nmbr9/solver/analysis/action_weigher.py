"""What a player could have done instead, and how much more that promised: with what they knew.

Every variant and module is weighed as `strong` weighs it: points now, points expected to come, and
the price of what is used up.
"""

from __future__ import annotations

import numpy as np

from nmbr9.bots.outlook import after_taking
from nmbr9.bots.planner import Option, Planner, highest_level
from nmbr9.judge.judge import ValueJudge
from nmbr9.judge.search import NOTHING, STRONG, Branch, Plan, rank
from nmbr9.kernel.codes import pack
from nmbr9.kernel.convert import TOKEN_BITS, encode
from nmbr9.kernel.layout import FACTS, ORIGIN_X, ORIGIN_Y, DoesNotFit, Position
from nmbr9.kernel.tables import TURNABLE, Integers, kind_of, outline_id, tables, tile_of
from nmbr9.rules.actions.kinds import Action, Build, Fill, Move, Place
from nmbr9.rules.knowledge import View
from nmbr9.rules.pieces.tiles import NumberTile
from nmbr9.solver.analysis.findings import Verdict, Weighed

COMPARED = 5
"""How many of the best ways are looked at as closely as the one played."""
DEPTHS = 2
"""Cards looked ahead."""
REPLIES = ((3, 3), (5, 2))


class ActionWeigher:
    """Weighs actions; keeps its arrays. One thread uses it at a time."""

    def __init__(self) -> None:
        self._judge = _Including()
        self._planner = Planner("weigher", 1, self._judge)

    def weigh(self, view: View, action: Action) -> Verdict:
        """Return how a legal action compares with what else the viewer could do.

        Uses only what the viewer knows.
        """
        try:
            return self._weigh(view, action)
        except DoesNotFit:
            return _by_points(view, action)

    def hint(self, view: View) -> tuple[Weighed, ...]:
        """Return the best ways to go on, best first; nothing when the viewer has nothing to do."""
        legal = view.legal_actions()
        if not legal:
            return ()
        return self.weigh(view, legal[0]).best

    def _weigh(self, view: View, action: Action) -> Verdict:
        self._judge.played = action
        options = self._planner.options(view, action)
        if not any(
            option.action(code) == action
            for option in options
            for code in option.branch.codes.tolist()
        ):
            options.append(_afterwards(view, action))
        highest = highest_level(view)
        piles = after_taking(view).piles
        scratch = self._judge.scratch(piles)
        points = view.state.display.points
        wide = Plan(0, (24,), REPLIES)
        first = rank(scratch, [option.branch for option in options], highest, wide, piles=piles)
        ways = list(zip(first.branches.tolist(), first.codes.tolist(), strict=True))
        close = _closest(options, ways, action)
        branches = [
            _only(options[index].branch, [code for branch, code in close if branch == index])
            for index in range(len(options))
        ]
        losses = []
        values: dict[Action, float] = {}
        for depth in range(DEPTHS + 1):
            plan = Plan(0, (len(close),) * depth, REPLIES)
            ranking = rank(scratch, branches, highest, plan, piles=piles)
            values = {}
            for index, code, value in zip(
                ranking.branches.tolist(),
                ranking.codes.tolist(),
                ranking.values.tolist(),
                strict=True,
            ):
                way = options[index].action(code)
                # Rounded, because turned displays differ in the last bits.
                values[way] = max(values.get(way, -np.inf), round(points + value, 4))
            losses.append(max(values.values()) - values[action])
        ordered = sorted(values, key=lambda way: (-values[way], way != action))
        return Verdict(
            tuple(Weighed(way, values[way], _gained(view, way)) for way in ordered[:COMPARED]),
            values[action],
            losses[-1],
            min(losses),
            max(losses),
        )


def _gained(view: View, action: Action) -> int:
    return view.state_after(action).display.points - view.state.display.points


def _afterwards(view: View, action: Action) -> Option:
    """Return an action that bots never think of, judged by the display it leaves."""
    display = view.state_after(action).display
    outlook = after_taking(view)
    turn = view.state.turn
    if turn.number is not None and not turn.is_settled:
        outlook = outlook.with_one_more(turn.number)
    gain = float(display.points - view.state.display.points)
    return Option(
        Branch(encode(display), NOTHING, np.zeros(1, np.int64), outlook.bag, gain), lambda _: action
    )


class _Including(ValueJudge):
    """Lists the action that was played, however little it promises."""

    def __init__(self) -> None:
        super().__init__(STRONG)
        self.played: Action | None = None

    def shortlist(
        self,
        position: Position,
        kind: int,
        tiles: float,
        highest: int,
        given: Integers | None = None,
    ) -> Integers:
        codes = super().shortlist(position, kind, tiles, highest, given)
        code = _code_of(position, kind, self.played)
        if code is None or code in codes:
            return codes
        if given is not None and code not in given:
            return codes
        if given is None and isinstance(self.played, Place) and self.played.tokens:
            return codes
        return np.append(codes, code)


def _code_of(position: Position, kind: int, action: Action | None) -> int | None:
    """Return the code of where an action lays something of a kind, or None if it does not."""
    if not isinstance(action, (Place, Build, Fill, Move)):
        return None
    tile = tile_of(kind)
    if isinstance(action, Place) and tile != NumberTile(action.number):
        return None
    if isinstance(action, Fill) != (not isinstance(tile, NumberTile)):
        return None
    flipped, tokens = False, 0
    if isinstance(action, Place):
        flipped = action.flipped
        tokens = sum(TOKEN_BITS[token] for token in action.tokens)
    outline = outline_id(tile, flipped, action.rotation)
    kinds = tables().kinds[kind_of(tile)]
    ways = kinds[: kinds[TURNABLE]].tolist()
    if outline not in ways:
        return None
    x = int(position.book[FACTS, ORIGIN_X]) + action.x
    y = int(position.book[FACTS, ORIGIN_Y]) + action.y
    if not (0 <= x < 64 and 0 <= y < 80):
        return None
    return int(pack(x, y, action.level, ways.index(outline), tokens))


def _closest(
    options: list[Option], ways: list[tuple[int, int]], action: Action
) -> list[tuple[int, int]]:
    """Return the best ways, one for each action, and that of the action in question."""
    chosen: dict[Action, tuple[int, int]] = {}
    for index, code in ways:
        way = options[index].action(code)
        if way not in chosen and (len(chosen) < COMPARED or way == action):
            chosen[way] = index, code
    return list(chosen.values())


def _only(branch: Branch, codes: list[int]) -> Branch:
    return branch._replace(codes=np.array(codes, np.int64))


def _by_points(view: View, action: Action) -> Verdict:
    """Compare points at once: all that is left for a display too large for the kernel."""
    now = {way: float(view.state_after(way).display.points) for way in view.legal_actions()}
    ordered = sorted(now, key=lambda way: -now[way])
    loss = now[ordered[0]] - now[action]
    best = tuple(Weighed(way, now[way], _gained(view, way)) for way in ordered[:COMPARED])
    return Verdict(best, now[action], loss, 0.0, loss)
