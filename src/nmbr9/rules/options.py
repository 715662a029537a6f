"""What a game is played with: players, variant and modules (1.2, sections 3 to 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from nmbr9.rules.errors import OptionsError, shown


class Variant(StrEnum):
    """How cards are dealt and chosen."""

    BASIC = "basic"
    TWO_OUT_OF_THREE = "two-out-of-three"
    LEVEL_TO_LEVEL = "level-to-level"


class Token(StrEnum):
    """The six special tokens (5.3 to 5.8), in the order records list them."""

    APART = "apart"
    BLACK = "black"
    GAP = "gap"
    MOVE = "move"
    RESERVE = "reserve"
    SINGLE = "single"


MAX_PLAYERS = {Variant.BASIC: 6, Variant.TWO_OUT_OF_THREE: 4, Variant.LEVEL_TO_LEVEL: 4}
"""How many can play with both boxes (1.2)."""

COPIES = {Variant.BASIC: 2, Variant.TWO_OUT_OF_THREE: 3, Variant.LEVEL_TO_LEVEL: 4}
"""How many cards of each number the deck has (2.1, 6.1, 7.1)."""

MARKERS_PER_PLAYER = 2
"""Markers for special tokens (5.1); the third one of 6 is only a memory aid for rejecting."""

TILES_TO_ACTIVATE = 2
"""Number tiles of one player on a level that activate the marker of the next (7.3)."""

USUAL_TOKEN_COUNT = 2
"""How many tokens are normally drawn at random (5.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The fixed facts of a game; refuses what does not exist together when built (1.2).

    Examples:
        >>> Options(players=2, special_tokens=("move", "gap")).special_tokens
        (<Token.GAP: 'gap'>, <Token.MOVE: 'move'>)
    """

    players: int = 1
    variant: Variant = Variant.BASIC
    starting_tiles: bool = False
    gap_fillers: bool = False
    special_tokens: tuple[Token, ...] = ()
    """The tokens in play, sorted; none means that the module is not used."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variant", _parse_variant(self.variant))
        object.__setattr__(self, "special_tokens", _parse_tokens(self.special_tokens))
        for name in ("starting_tiles", "gap_fillers"):
            value: object = getattr(self, name)
            if not isinstance(value, bool):
                raise OptionsError(f"expected {name} to be true or false, got {shown(value)}")
        limit = MAX_PLAYERS[self.variant]
        players: object = self.players
        if not isinstance(players, int) or isinstance(players, bool) or not 1 <= players <= limit:
            raise OptionsError(
                f"expected 1 to {limit} players in the {self.variant} game, got {shown(players)}"
            )

    @property
    def copies(self) -> int:
        """How many cards of each number are in the deck."""
        return COPIES[self.variant]

    def to_dict(self) -> dict[str, object]:
        """Return the options as in a record (section 9)."""
        return {
            "players": self.players,
            "variant": str(self.variant),
            "starting_tiles": self.starting_tiles,
            "gap_fillers": self.gap_fillers,
            "special_tokens": [str(token) for token in self.special_tokens],
        }


def _parse_variant(value: object) -> Variant:
    for variant in Variant:
        if value == variant:
            return variant
    raise OptionsError(f"expected a variant of {', '.join(Variant)}, got {shown(value)}")


def _parse_tokens(values: object) -> tuple[Token, ...]:
    if not isinstance(values, (tuple, list, set, frozenset)):
        raise OptionsError(f"expected a list of special tokens, got {shown(values)}")
    tokens = sorted(parse_token(value) for value in values)
    for one, next_one in pairwise(tokens):
        if one == next_one:
            raise OptionsError(f"expected each special token once, got {one} twice")
    return tuple(tokens)


def parse_token(value: object) -> Token:
    """Return the special token of that name.

    Raises: OptionsError, listing the six names.
    """
    for token in Token:
        if value == token:
            return token
    raise OptionsError(f"expected a special token of {', '.join(Token)}, got {shown(value)}")
