"""What a match is played with: chosen when it is made, and by its host until it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from nmbr9.match.commitment import commitment, new_salt
from nmbr9.match.errors import EventError
from nmbr9.rules import chance
from nmbr9.rules.errors import Nmbr9Error, shown
from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.pieces.starting_shapes import Rows, StartingShape, parse_shapes, shape_data
from nmbr9.rules.record import read_options


@dataclass(frozen=True, slots=True)
class Setup:
    """Options, chance and house rules of a match."""

    options: Options
    deck: tuple[int, ...]
    """All cards, top first: nobody sees them before the end."""
    starting_tiles: tuple[StartingShape, ...]
    salt: str
    """Secret until the end, like the deck."""
    is_hidden: bool = True
    """Whether what others do in the running round is shown only to those who have done the same."""
    contest: str | None = None
    """The contest whose deck this is (daily deck, challenge, arena)."""
    is_listed: bool = False
    """Whether strangers find it in the lobby."""
    shapes: tuple[Rows, ...] = ()
    """Starting tiles of one's own (3.2), those that nobody got as well: a rematch draws again."""
    is_known: bool = False
    """Whether those who play have had these cards before: what comes of it is no record."""

    @classmethod
    def new(
        cls,
        options: Options,
        random: Random,
        *,
        is_hidden: bool = True,
        contest: str | None = None,
        is_listed: bool = False,
        shapes: tuple[Rows, ...] = (),
    ) -> Setup:
        """Return a setup with cards shuffled by `random`, in play a `secrets.SystemRandom`.

        Raises: OptionsError, when the shapes are too few or not wanted.
        """
        deck = chance.shuffled_deck(options, random)
        tiles = chance.drawn_starting_tiles(options, random, shapes)
        return cls(options, deck, tiles, new_salt(), is_hidden, contest, is_listed, shapes)

    @property
    def commitment(self) -> str:
        """The hash that is published at the start."""
        return commitment(self.salt, self.deck, self.starting_tiles)

    @property
    def options_key(self) -> str:
        """The same text for games that can be compared by score, whoever plays.

        >>> Setup(Options(gap_fillers=True), (), (), "").options_key
        'basic gap-fillers'
        """
        options = self.options
        words = [str(options.variant)]
        if options.starting_tiles:
            words.append("own-starting-tiles" if self.shapes else "starting-tiles")
        words += ["gap-fillers"] * options.gap_fillers
        words += [str(token) for token in options.special_tokens]
        return " ".join(words)

    def with_players(self, players: int) -> Setup:
        """Return the same cards for fewer players.

        All starting tiles stay in it, because the hash that was published is of them, too.
        """
        return replace(self, options=replace(self.options, players=players))

    def new_game(self) -> Game:
        """Return the game at its start; the names of people are not part of a match."""
        return Game.new(self.options, deck=self.deck, starting_tiles=self._dealt)

    @property
    def _dealt(self) -> tuple[StartingShape, ...]:
        """The starting tiles of those who play."""
        return self.starting_tiles[: self.options.players]

    def to_dict(self) -> dict[str, Any]:
        """Return the setup as it is stored."""
        return {
            "options": self.options.to_dict(),
            "deck": list(self.deck),
            "starting_tiles": [shape_data(shape) for shape in self._dealt],
            "shapes": [list(rows) for rows in self.shapes],
            "salt": self.salt,
            "is_hidden": self.is_hidden,
            "contest": self.contest,
            "is_listed": self.is_listed,
            "is_known": self.is_known,
            "options_key": self.options_key,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Setup:
        """Return the setup that was stored.

        Raises: EventError.
        """
        try:
            options = read_options(data["options"])
            setup = cls(
                options,
                chance.check_deck(options, data["deck"]),
                chance.check_starting_tiles(options, data["starting_tiles"]),
                str(data["salt"]),
                bool(data["is_hidden"]),
                data["contest"],
                bool(data["is_listed"]),
                parse_shapes(data["shapes"]) if data.get("shapes") else (),
                bool(data.get("is_known")),
            )
        except (KeyError, TypeError, Nmbr9Error) as error:
            raise EventError(f"expected the setup of a match, got {shown(data)}: {error}") from None
        return setup
