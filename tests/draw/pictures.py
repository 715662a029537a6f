"""Displays to draw: small ones by hand, and what random games leave on the table."""

from random import Random

from nmbr9 import (
    Action,
    Display,
    Done,
    Fill,
    Game,
    GapFiller,
    NumberTile,
    Options,
    Piece,
    Place,
    StartingTile,
    Token,
)
from nmbr9.rules.pieces.tiles import Tile


def lay(tile: Tile | int, x: int, y: int, level: int = 0, rotation: int = 0) -> Piece:
    return Piece(NumberTile(tile) if isinstance(tile, int) else tile, x, y, level, rotation)


# Two 9s side by side: equal numbers on one level that must be told apart.
TWINS = Display((lay(9, 0, 0), lay(9, 3, 0)))

# A 1 lies across both, over the home of neither digit.
STACKED = Display((*TWINS.pieces, lay(1, 1, 0, 1, rotation=1)))

# Everything that scores nothing.
ODD_ONES = Display(
    (
        lay(StartingTile(0), 0, 0),
        lay(GapFiller(1), 1, 2),
        lay(GapFiller(2), 2, 2),
        Piece(NumberTile(7), 3, -2, 0, flipped=True),
    )
)

ALL_MODULES = Options(players=2, starting_tiles=True, gap_fillers=True, special_tokens=tuple(Token))


def random_game(seed: int, options: Options, actions: int = 1000) -> Game:
    """A game after so many random actions, or its end; it builds upwards more often than not."""
    random = Random(seed)
    game = Game.new(options, seed)
    for _ in range(actions):
        if game.is_over:
            break
        player = random.choice(game.waiting_for)
        choices = game.legal_actions(player)
        upwards: list[Action] = [a for a in choices if isinstance(a, Place | Fill) and a.level > 0]
        # Fillers and moves are most of what is legal; now and then is enough.
        plain: list[Action] = [a for a in choices if isinstance(a, Place | Done)]
        offered = random.choice([upwards, upwards, plain, plain, choices])
        game = game.apply(player, random.choice(offered or choices))
    return game
