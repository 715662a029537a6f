"""What the broad tests draw from: options, positions in the middle of play, near misses, records.

Half of this is seeded and plain (`combinations`, `play`, `playing`), for tests that count; the
other half are hypothesis strategies on top of it. Whoever plays has a style, because uniformly
random play hardly ever leaves the table and spends its tokens on nothing worth a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import combinations as subsets
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from nmbr9 import (
    Action,
    Build,
    Display,
    Done,
    Fill,
    Game,
    GapFiller,
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
from nmbr9.rules.placing.legality import violations

Record = dict[str, Any]

PLAYER_LIMITS = {Variant.BASIC: 6, Variant.TWO_OUT_OF_THREE: 4, Variant.LEVEL_TO_LEVEL: 4}
"""How many can play, written down again from 1.2."""

SINGLE_TOKENS: tuple[tuple[Token, ...], ...] = tuple((token,) for token in Token)
TOKEN_PAIRS: tuple[tuple[Token, ...], ...] = tuple(subsets(Token, 2))
TOKEN_SETS = ((), *SINGLE_TOKENS, *TOKEN_PAIRS, tuple(Token))
"""The ways to play "breaking rules" that the tests try: without, one, each two, all six."""

NOTHING_TO_CHOOSE_DECK = (
    *(9, 8, 9, 0, 9, 1, 8, 2, 8, 3, 9, 8),  # after 9 9 9 and 8 8 8 the open 9 and 8 are used up
    *(number for number in range(8) for _ in range(3 if number < 4 else 4)),
)
"""Cards that make four flat players of Level to Level miss a round (7.4); chance never would."""


class Style(Enum):
    """How a random player picks among the legal actions."""

    UNIFORM = "any action, each as likely as the other"
    VARIED = "first a kind of action, with its price in tokens, then one of that kind"
    CLIMBING = "as high as possible, and close to where the display began"
    FLAT = "on the table, close together, from the first pile"
    MIXED = "mostly climbing, often varied, now and then uniform"


def combinations(
    token_sets: Sequence[tuple[Token, ...]] = TOKEN_SETS, max_players: int = 6
) -> list[Options]:
    """Return every combination of variant, player count, the two modules and these tokens."""
    return [
        Options(players, variant, starting_tiles, gap_fillers, tokens)
        for variant, limit in PLAYER_LIMITS.items()
        for players in range(1, min(limit, max_players) + 1)
        for starting_tiles, gap_fillers in product((False, True), repeat=2)
        for tokens in token_sets
    ]


def choose(random: Random, actions: Sequence[Action], style: Style) -> Action:
    """Return one of the actions, picked in that style."""
    if style is Style.MIXED:
        style = random.choices((Style.CLIMBING, Style.VARIED, Style.UNIFORM), (5, 4, 1))[0]
    if style is Style.UNIFORM:
        return random.choice(actions)
    if style is Style.VARIED:
        kinds = sorted({_kind(action) for action in actions})
        kind = random.choice(kinds)
        return random.choice([action for action in actions if _kind(action) == kind])
    upwards = 1 if style is Style.CLIMBING else -1
    return max(actions, key=lambda action: (_height(action) * upwards, _closeness(action, random)))


def _kind(action: Action) -> tuple[str, ...]:
    return (action.do, *(action.tokens if isinstance(action, Place) else ()))


def _height(action: Action) -> int:
    """The level an action leads to, or the highest it allows (7.2); moves only lose height."""
    if isinstance(action, (Place, Build)):
        return action.level
    if isinstance(action, Take):
        return action.pile or 0
    return action.level - 1 if isinstance(action, (Fill, Move)) else 0


def _closeness(action: Action, random: Random) -> float:
    if isinstance(action, (Place, Build, Fill, Move)):
        return -((action.x + 1) ** 2) - (action.y + 1) ** 2 - random.random()
    return random.uniform(-6, 0)


def own_shapes(random: Random) -> list[list[str]]:
    """Return six different starting tiles of one's own, of any size and form (3.2)."""
    shapes: list[list[str]] = []
    while len(shapes) < 6:
        squares = [(random.randrange(6), random.randrange(6))]
        count = random.choice((1, 2, 4, 8, 16))
        while len(squares) < count:
            x, y = random.choice(squares)
            dx, dy = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
            cell = (x + dx, y + dy)
            if cell not in squares and min(cell) >= 0 and max(cell) < 6:
                squares.append(cell)
        columns, rows = zip(*squares, strict=True)
        shape = [
            "".join(
                "X" if (x, y) in squares else "." for x in range(min(columns), max(columns) + 1)
            )
            for y in range(min(rows), max(rows) + 1)
        ]
        if shape not in shapes:
            shapes.append(shape)
    return shapes


def playing(
    options: Options,
    seed: int,
    style: Style,
    deck: Sequence[int] | None = None,
    shapes: Sequence[Sequence[str]] = (),
) -> Iterator[tuple[Game, int, Action]]:
    """Yield each position of a seeded game with the next player and what they are about to do.

    Players act in random order (8.2). The last position, of a game that is over, is not yielded.
    """
    random = Random(seed)
    game = Game.new(options, seed=seed, deck=deck, starting_shapes=shapes)
    while not game.is_over:
        player = random.choice(game.waiting_for)
        actions = game.legal_actions(player)
        assert actions, f"player {player} is stuck: {game.to_record()}"
        action = choose(random, actions, style)
        yield game, player, action
        game = game.apply_unchecked(player, action)


def play(options: Options, seed: int, style: Style, count: int | None = None) -> Game:
    """Return a seeded game after so many actions, or complete."""
    game = Game.new(options, seed=seed)
    for done, (position, player, action) in enumerate(playing(options, seed, style)):
        if done == count:
            return position
        game = position.apply_unchecked(player, action)
    return game


def _snugness(display: Display, piece: Piece) -> int:
    """How many edges of a piece meet an edge on its level."""
    cells = piece.cells
    around = [(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return sum((x, y, piece.level) in display.piece_by_cell for x, y in around)


def tower(seed: int, fillers: bool = False) -> Display:
    """Return a display with tiles on levels 0 to 4, which a random game hardly ever reaches.

    It takes more tiles and fillers than a player has; the placement rules do not mind.
    """
    random = Random(seed)
    display = Display()
    for level, tiles in enumerate((16, 9, 6, 4, 2)):
        for _ in range(tiles):
            numbers = random.sample(range(10), 10)
            spots = [
                Piece(NumberTile(number), spot.x, spot.y, level, spot.rotation)
                for number in numbers[: 3 if level == 0 else 10]
                for spot in display.legal_placements(number)
                if spot.level == level
            ]
            if spots:
                display = display.place(max(spots, key=lambda piece: _snugness(display, piece)))
        for size in (1, 2, 1, 2, 1, 2) if fillers else ():
            spots = _filler_spots(display, size, level)
            if spots:
                display = display.place(max(spots, key=lambda piece: _snugness(display, piece)))
    return display


def _filler_spots(display: Display, size: int, level: int) -> list[Piece]:
    """Return where a filler fits on a level, tried everywhere in the display's box."""
    columns = range(min(p.x for p in display.pieces), max(p.x for p in display.pieces) + 4)
    rows = range(min(p.y for p in display.pieces), max(p.y for p in display.pieces) + 4)
    pieces = [Piece(GapFiller(size), x, y, level) for x in columns for y in rows]
    return [piece for piece in pieces if not violations(display, piece)]


# Hypothesis strategies


def all_options(max_players: int = 6) -> st.SearchStrategy[Options]:
    """Any combination of variant, modules and player count; simple ones first."""
    ordered = sorted(
        combinations(max_players=max_players),
        key=lambda options: (options.players, len(options.special_tokens)),
    )
    return st.sampled_from(ordered)


def games(max_players: int = 2, max_actions: int = 40) -> st.SearchStrategy[Game]:
    """Positions that random play reaches, some of them over."""
    return st.builds(
        play,
        all_options(max_players),
        st.integers(0, 999),
        st.sampled_from(Style),
        st.integers(0, max_actions),
    )


@st.composite
def positions(draw: st.DrawFn, max_players: int = 2, max_actions: int = 40) -> tuple[Game, int]:
    """A game that is not over, and a player whose turn is not."""
    game = draw(games(max_players, max_actions).filter(lambda game: not game.is_over))
    return game, draw(st.sampled_from(game.waiting_for))


def displays(max_actions: int = 30) -> st.SearchStrategy[Display]:
    """Displays of random games, with every sort of piece in them; empty ones too."""
    return games(max_players=1, max_actions=max_actions).map(lambda game: game.players[0].display)


def records(max_actions: int = 30) -> st.SearchStrategy[Record]:
    """Records of random games, running or over."""
    return games(max_actions=max_actions).map(Game.to_record)


_rotations = st.integers(0, 3)
_coordinates = st.integers(-12, 12)
_levels = st.integers(0, 4)
_token_lists = st.lists(st.sampled_from(Token), max_size=3).map(tuple)
_spots = (_rotations, _coordinates, _coordinates, _levels)


def any_action(player: int) -> st.SearchStrategy[Action]:
    """Well-formed actions of a player, few of them legal anywhere."""
    seat = st.just(player)
    numbers = st.integers(0, 9)
    return st.one_of(
        st.builds(Take, seat, st.none() | st.integers(0, 5)),
        st.sampled_from((Reject(player), Reserve(player), Pass(player), Done(player))),
        st.builds(Place, seat, numbers, st.booleans(), *_spots, _token_lists),
        st.builds(Build, seat, *_spots),
        st.builds(Fill, seat, st.integers(0, 3), *_spots),
        st.builds(Move, seat, st.integers(0, 20), *_spots),
    )


_CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "player": st.integers(0, 1),
    "pile": st.none() | st.integers(-1, 5),
    "number": st.integers(-1, 10),
    "flipped": st.booleans(),
    "rotation": st.integers(-1, 4),
    "tokens": _token_lists,
    "size": st.integers(0, 3),
    "piece": st.integers(-1, 20),
}
_STEPS = ("x", "y", "level")


@st.composite
def near_misses(draw: st.DrawFn, game: Game, player: int) -> Action:
    """A legal action with up to two of its fields changed a little, or any action at all."""
    legal = game.legal_actions(player)
    if not legal or draw(st.integers(0, 4)) == 0:
        return draw(any_action(player))
    action = choose(Random(draw(st.integers(0, 999))), legal, Style.VARIED)
    names = sorted(action.to_dict().keys() & {*_CHANGES, *_STEPS})
    for name in draw(st.lists(st.sampled_from(names), max_size=2)):
        value = (
            getattr(action, name) + draw(st.integers(-2, 2))
            if name in _STEPS
            else draw(_CHANGES[name])
        )
        action = replace(action, **{name: value})
    return action
