"""What is left to chance: the order of the cards, the starting tiles, the tokens drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from nmbr9.rules.about import is_text
from nmbr9.rules.errors import OptionsError, shown
from nmbr9.rules.options import USUAL_TOKEN_COUNT, Options, Token
from nmbr9.rules.pieces.starting_shapes import Rows, StartingShape, parse_shape, shape_data
from nmbr9.rules.pieces.tiles import NUMBERS, STARTING_TILE_COUNT, StartingTile


def shuffled_deck(options: Options, random: Random) -> tuple[int, ...]:
    """Return the cards of the variant in random order, top first (2.1, 6.1, 7.1)."""
    deck = [number for number in NUMBERS for _ in range(options.copies)]
    random.shuffle(deck)
    return tuple(deck)


def drawn_starting_tiles(
    options: Options, random: Random, shapes: Sequence[Rows] = ()
) -> tuple[StartingShape, ...]:
    """Return a starting tile for each player, all different (3.1); none without the module.

    They are drawn from shapes of one's own where there are some (3.2).

    Raises: OptionsError, when these are too few, or there is no module for them.
    """
    if not options.starting_tiles:
        if shapes:
            raise OptionsError("expected starting tiles only with their module, got some without")
        return ()
    if not shapes:
        return tuple(random.sample(range(STARTING_TILE_COUNT), options.players))
    if len(shapes) < options.players:
        raise OptionsError(
            f"expected a starting tile for each of {options.players} players, got {len(shapes)}"
        )
    return tuple(random.sample(shapes, options.players))


def drawn_tokens(random: Random, count: int = USUAL_TOKEN_COUNT) -> tuple[Token, ...]:
    """Return so many special tokens at random, normally two (5.1)."""
    return tuple(sorted(random.sample(list(Token), count)))


def tokens_of_seed(seed: int, count: int = USUAL_TOKEN_COUNT) -> tuple[Token, ...]:
    """Return the special tokens that belong to a seed.

    They are part of the options, so that `Game.new` is given them. They have a generator of their
    own: a seed deals the same deck with tokens and without.
    """
    return drawn_tokens(Random(f"tokens/{seed}"), count)


def check_deck(options: Options, deck: Sequence[object]) -> tuple[int, ...]:
    """Return a deck after checking that it holds exactly the cards of the variant.

    Raises: OptionsError, naming the first number that is wrong.
    """
    if not isinstance(deck, Sequence):
        raise OptionsError(f"expected a list of cards as the deck, got {shown(deck)}")
    for card in deck:
        if not isinstance(card, int) or isinstance(card, bool) or card not in NUMBERS:
            raise OptionsError(f"expected cards of 0 to 9 in the deck, got {shown(card)}")
    cards = [card for card in deck if isinstance(card, int)]
    counted = Counter(cards)
    for number in NUMBERS:
        if counted[number] != options.copies:
            raise OptionsError(
                f"expected {options.copies} cards of each number in the {options.variant} deck, "
                f"got {counted[number]} of number {number}"
            )
    return tuple(cards)


def check_starting_tiles(options: Options, tiles: Sequence[object]) -> tuple[StartingShape, ...]:
    """Return the starting tiles after checking that each player has another one (3.1, 3.2).

    Raises: OptionsError.
    """
    expected = options.players if options.starting_tiles else 0
    if len(tiles) != expected:
        raise OptionsError(f"expected {expected} starting tiles, got {len(tiles)}")
    checked = tuple(_checked_starting_tile(player, tile) for player, tile in enumerate(tiles))
    if len({StartingTile(tile).shape for tile in checked}) != len(checked):
        came = shown([shape_data(tile) for tile in checked])
        raise OptionsError(f"expected different starting tiles, got {came}")
    return checked


def _checked_starting_tile(player: int, tile: object) -> StartingShape:
    if isinstance(tile, (list, tuple)):
        return parse_shape(f"the starting tile of player {player}", tile)
    if (
        not isinstance(tile, int)
        or isinstance(tile, bool)
        or tile not in range(STARTING_TILE_COUNT)
    ):
        raise OptionsError(
            f"expected starting tiles of 0 to {STARTING_TILE_COUNT - 1}, or as rows of X and ., "
            f"got {shown(tile)}"
        )
    return tile


def check_names(options: Options, names: Sequence[object]) -> tuple[str, ...]:
    """Return the players' names after checking that each player has one.

    Raises: OptionsError.
    """
    if len(names) != options.players:
        raise OptionsError(f"expected {options.players} names, got {len(names)}")
    for name in names:
        if not is_text(name):
            raise OptionsError(f"expected names as text that UTF-8 can write, got {shown(name)}")
    return tuple(name for name in names if isinstance(name, str))
