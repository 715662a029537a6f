"""Where a sentence of the rules decides what a player may do, and players who go there.

A position counts for a sentence when its legal actions would be others without it. The questions
are asked of the engine's own state, so that they are quick; the reference does not know them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from nmbr9 import (
    Action,
    Build,
    Display,
    Done,
    Fill,
    Game,
    Move,
    NumberTile,
    Options,
    Pass,
    Piece,
    Place,
    Reject,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.actions.turn_order import Moment
from nmbr9.rules.pieces.geometry import NEIGHBOURS
from nmbr9.rules.state import PlayerState
from tests.strategies import Style, choose

Choose = Callable[[Random, Game, int, list[Action]], Action]


def built_tile_stays(game: Game, player: int) -> bool:
    """5.7: a tile that was built in this turn lies free, and `move` can be used."""
    state = game.players[player]
    laid = state.turn.laid
    is_built = len(laid) > int(state.turn.is_settled)  # more than the own tile of the turn
    can_use = Token.MOVE in state.usable_tokens(game.options)
    return is_built and can_use and not any(map(state.display.has_something_on, laid))


def filler_does_not_count(game: Game, player: int) -> bool:
    """5.8: a tile is in reserve, and a filler lies higher than any number tile."""
    state = game.players[player]
    return state.reserved is not None and _is_filler_highest(state)


def _is_filler_highest(state: PlayerState) -> bool:
    return state.display.highest_level > state.display.highest_number_level


def nothing_built_on_a_rejected_card(game: Game, player: int) -> bool:
    """5.8: a tile is in reserve, and the card is rejected, must be, or can be no more."""
    state = game.players[player]
    if game.options.variant is not Variant.TWO_OUT_OF_THREE:
        return False
    if not state.turn.is_decided and state.turn.laid and not state.has_rejected:
        return True
    moment = Moment(game.options, game.table, player, state)
    return state.reserved is not None and not moment.has_own_tile


def filler_without_own_tile(game: Game, player: int) -> bool:
    """4.1: a filler may be laid although the tile is reserved or rejected."""
    turn = game.players[player].turn
    without = turn.is_settled and (turn.number is None or turn.has_reserved)
    return without and bool(game.players[player].fillers)


def missed_with_something_left(game: Game, player: int) -> bool:
    """7.4: a round is missed by somebody who has a filler, a reserved tile or `move`."""
    state = game.players[player]
    moment = Moment(game.options, game.table, player, state)
    has_some = state.fillers or state.reserved or Token.MOVE in state.usable_tokens(game.options)
    return moment.misses_round and bool(has_some)


def filler_limit(game: Game, player: int) -> bool:
    """7.2: a filler is in hand, and level 5 could be built on."""
    state = game.players[player]
    is_high = state.display.highest_level >= 4
    return game.options.variant is Variant.LEVEL_TO_LEVEL and is_high and bool(state.fillers)


def marker_without_its_pair(game: Game, player: int) -> bool:
    """7.3: the highest marker is active by two tiles of which one was moved away."""
    level = game.table.markers - 2
    if game.options.variant is not Variant.LEVEL_TO_LEVEL or level < 0:
        return False
    return not any(state.display.number_tiles_on(level) >= 2 for state in game.players)


def gap_closed_by_something_else(game: Game, player: int) -> bool:
    """5.3: a gap can be covered that a filler or a starting tile helps to close."""
    display = game.players[player].display
    offered = [a for a in game.legal_actions(player) if isinstance(a, Place)]
    return any(_is_closed_so(display, action) for action in offered if Token.GAP in action.tokens)


def _is_closed_so(display: Display, action: Place) -> bool:
    held = (action.level, action.rotation, action.flipped)
    piece = Piece(NumberTile(action.number), action.x, action.y, *held)
    for x, y in piece.cells:
        if (x, y, action.level - 1) in display.piece_by_cell:
            continue
        for dx, dy in NEIGHBOURS:
            beside = display.piece_by_cell.get((x + dx, y + dy, action.level - 1))
            if beside is not None and not display.pieces[beside].is_number_tile:
                return True
    return False


def ended_without_done(before: Game, after: Game, player: int) -> bool:
    """8.1: an action ended the turn although `move` or a reserved tile is left."""
    turn_is_new = after.table.drawn != before.table.drawn
    state = after.players[player]
    if not after.is_over and not turn_is_new and not state.turn.is_over:
        return False
    settled = before.players[player].turn.is_settled
    can_use = Token.MOVE in state.usable_tokens(after.options)
    has_number = any(piece.is_number_tile for piece in state.display.pieces)
    is_kept = state.reserved is not None and not before.players[player].turn.has_reserved
    last = after.actions[-1]
    if last.do in ("done", "pass") or settled:
        return False
    return (can_use and has_number) or (is_kept and isinstance(last, Reject))


SENTENCES: dict[str, Callable[[Game, int], bool]] = {
    "4.1 also when the tile is reserved or rejected": filler_without_own_tile,
    "5.3 whatever lies there closes a gap": gap_closed_by_something_else,
    "5.7 only what lay there is moved": built_tile_stays,
    "5.8 fillers do not count": filler_does_not_count,
    "5.8 not on a rejected card": nothing_built_on_a_rejected_card,
    "7.2 fillers up to level 4": filler_limit,
    "7.3 two at one moment": marker_without_its_pair,
    "7.4 nothing in a missed round": missed_with_something_left,
}
ENDED = "8.1 nobody is asked for done"


# Players who go where a sentence decides


def _first(actions: list[Action], *kinds: type[Action]) -> list[Action]:
    """Return the actions of the first of these kinds that is offered, else all."""
    for kind in kinds:
        if found := [action for action in actions if isinstance(action, kind)]:
            return found
    return actions


def keeping(random: Random, game: Game, player: int, actions: list[Action]) -> Action:
    """Reserve early, lay fillers on top, build when another tile has been laid."""
    if random.random() < 0.2:
        return choose(random, actions, Style.MIXED)
    state = game.players[player]
    kinds: tuple[type[Action], ...]
    if len(state.display.pieces) < 2:
        kinds = (Take, Place, Done)
    elif state.reserved is None:
        kinds = (Take, Reserve, Place, Done)
    else:
        kinds = random.choice(
            ((Reject, Take, Place, Done), (Take, Place, Build, Done), (Build, Take, Place, Done))
        )
    fills = [a for a in actions if isinstance(a, Fill)]
    top = [a for a in fills if a.level == state.display.highest_number_level + 1]
    if state.reserved is not None and top and random.random() < 0.2:
        return random.choice(top)
    style = Style.CLIMBING if state.reserved is None else Style.FLAT
    return choose(random, _first(actions, *kinds), style)


def building(random: Random, game: Game, player: int, actions: list[Action]) -> Action:
    """Reserve the third tile and build it in the next turn, or reject that turn's card."""
    if len(game.players[player].display.pieces) < 3:
        return choose(random, _first(actions, Take, Place, Done), Style.FLAT)
    first = random.choice((Build, Reject))
    return choose(random, _first(actions, first, Take, Reserve, Place, Done), Style.FLAT)


def waiting(random: Random, game: Game, player: int, actions: list[Action]) -> Action:
    """Take the first card and lay it flat; keep fillers and `move` for later."""
    takes = [a for a in actions if isinstance(a, Take) and not a.pile]
    return choose(random, takes or _first(actions, Place, Pass, Done), Style.FLAT)


def thinning(random: Random, game: Game, player: int, actions: list[Action]) -> Action:
    """Build two tiles on the highest level allowed, then move one of them away; then flat."""
    state, level = game.players[player], game.table.markers - 1
    display = state.display
    if level and display.number_tiles_on(level) >= 2:
        moves = [
            a
            for a in actions
            if isinstance(a, Move) and a.level < level == display.pieces[a.piece].level
        ]
        if moves:
            return random.choice(moves)
    if Token.MOVE not in state.usable_tokens(game.options):
        return waiting(random, game, player, actions)
    return choose(random, _first(actions, Take, Place), Style.CLIMBING)


def closing(random: Random, game: Game, player: int, actions: list[Action]) -> Action:
    """Close gaps beside fillers and starting tiles, and leave them open; build on top."""
    cheap = [a for a in actions if not isinstance(a, Place) or Token.GAP not in a.tokens]
    if random.random() < 0.2 or not cheap:
        return choose(random, cheap or actions, Style.MIXED)
    fills: list[Action] = [a for a in cheap if isinstance(a, Fill) and a.level == 0]
    if fills and len(game.players[player].display.pieces) > 3:
        return choose(random, fills, Style.FLAT)
    return choose(random, _first(cheap, Take, Place), Style.FLAT)


def options_for(tokens: tuple[Token, ...], variant: Variant, players: int = 1) -> Options:
    """Return options with both modules and these tokens."""
    return Options(players, variant, True, True, tokens)
