"""Random games over everything the kernel covers, and what the rules offer in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nmbr9.kernel.convert import FoundPlacement
from nmbr9.rules import Game, Options, Token, Variant
from nmbr9.rules.actions.kinds import Action, Build, Fill, Move, Place
from nmbr9.rules.actions.turn_order import Moment
from nmbr9.rules.pieces.tiles import GapFiller, NumberTile
from nmbr9.rules.placing.display import Display
from tests.strategies import own_shapes

HIGHEST_LEVEL = {Variant.LEVEL_TO_LEVEL: 4}
"""Nothing is built on level 5 (7.2)."""


class Question(NamedTuple):
    """What may be placed in a display, and what the rules answer."""

    display: Display
    tile: NumberTile | GapFiller
    tokens: tuple[Token, ...]
    markers: int
    highest_level: int | None
    answer: list[FoundPlacement]


def positions(seed: int, count: int) -> Iterator[list[Question]]:
    """Yield the questions about each of so many positions."""
    rng = random.Random(seed)
    while True:
        for questions in _game(rng):
            if count == 0:
                return
            count -= 1
            yield questions


def _game(rng: random.Random) -> Iterator[list[Question]]:
    """Play one game, and yield the questions at every step where something can be placed."""
    options = Options(
        variant=rng.choice(list(Variant)),
        starting_tiles=rng.random() < 0.5,
        gap_fillers=rng.random() < 0.5,
        special_tokens=tuple(rng.sample(list(Token), rng.choice((0, 2, 3, 6)))),
    )
    # Every second game with starting tiles has some that the kernel has never met.
    shapes = own_shapes(rng) if options.starting_tiles and rng.random() < 0.5 else ()
    game = Game.new(options, seed=rng.randrange(1 << 30), starting_shapes=shapes)
    ambition = rng.choice((1, 3, 10, 40))
    while not game.is_over:
        actions = game.legal_actions(0)
        asked = _with_all_tokens(game) if rng.random() < 0.2 else game
        questions = _questions(asked, asked.legal_actions(0))
        if questions:
            yield questions
        game = game.apply_unchecked(0, _chosen(rng, actions, ambition))


def _with_all_tokens(game: Game) -> Game:
    """The same game with every token in play and none used: real games spend them early."""
    options = replace(game.options, special_tokens=tuple(Token))
    return replace(game, options=options, players=(replace(game.players[0], used_tokens=()),))


def _questions(game: Game, actions: list[Action]) -> list[Question]:
    state, top = game.players[0], HIGHEST_LEVEL.get(game.options.variant)
    turn, display = state.turn, state.display
    moment = Moment(game.options, game.table, 0, state)
    questions = []
    if turn.number is not None and not turn.is_settled and not turn.is_over:
        tokens, limit = state.usable_tokens(game.options), _lower(top, turn.level_limit)
        answer = [
            FoundPlacement(a.flipped, a.rotation, a.x, a.y, a.level, a.tokens)
            for a in actions
            if isinstance(a, Place)
        ]
        tile = NumberTile(turn.number)
        questions.append(Question(display, tile, tokens, state.markers_left, limit, answer))
    for size in state.fillers if not turn.is_over else ():
        answer = [
            FoundPlacement(False, a.rotation, a.x, a.y, a.level, ())
            for a in actions
            if isinstance(a, Fill) and a.size == size
        ]
        # Tokens are offered to the kernel all the same: none may help a filler (4.2).
        tokens = state.usable_tokens(game.options)
        questions.append(
            Question(display, GapFiller(size), tokens, state.markers_left, top, answer)
        )
    if state.reserved is not None and moment.can_build and not turn.is_over:
        answer = [
            FoundPlacement(False, a.rotation, a.x, a.y, a.level, ())
            for a in actions
            if isinstance(a, Build)
        ]
        limit = _lower(top, state.reserved.level_limit)
        questions.append(Question(display, NumberTile(state.reserved.number), (), 0, limit, answer))
    return questions


def _lower(one: int | None, other: int | None) -> int | None:
    limits = [limit for limit in (one, other) if limit is not None]
    return min(limits) if limits else None


def _chosen(rng: random.Random, actions: list[Action], ambition: int) -> Action:
    """Choose a kind of action, then the highest and innermost of a few: displays of all forms."""
    kinds = sorted({type(action).__name__ for action in actions})
    kind = rng.choice(kinds)
    among = [action for action in actions if type(action).__name__ == kind]
    costly = [action for action in among if isinstance(action, Place) and action.tokens]
    if costly and rng.random() < 0.15:
        price = rng.choice(sorted({action.tokens for action in costly}))
        among = [action for action in costly if action.tokens == price]
    some = rng.sample(among, min(ambition, len(among)))
    return max(some, key=_height_and_closeness)


def _height_and_closeness(action: Action) -> tuple[int, int]:
    if isinstance(action, Place | Build | Fill | Move):
        return action.level, -abs(action.x) - abs(action.y)
    return 0, 0
