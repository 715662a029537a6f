"""Making matches: what is played, with which cards, and who sits down first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from secrets import SystemRandom
from typing import Any

from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import BotSeated, Event, Joined, Started
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.fields import (
    Check,
    Field,
    FieldError,
    flag,
    object_schema,
    read_object,
    sequence,
    text,
    whole,
)
from nmbr9.rules import chance
from nmbr9.rules.options import Options
from nmbr9.rules.pieces.starting_shapes import Rows, parse_shapes

CHANCE: Random = SystemRandom()
"""Cards are shuffled by the operating system's generator: nobody can compute the next deck."""


@dataclass(frozen=True, slots=True)
class WantedOptions:
    """Options as in a record, possible or not, and what chance is to do."""

    players: int = 1
    variant: str = "basic"
    starting_tiles: bool = False
    gap_fillers: bool = False
    special_tokens: Sequence[str] = ()
    draw_tokens: int = 0
    """So many special tokens are drawn at random (5.1)."""
    starting_shapes: Sequence[Any] = ()
    """Starting tiles of one's own to draw from, up to six lists of rows of X and `.` (3.2)."""

    def options(self) -> Options:
        """Return the options of the rules, with tokens drawn.

        Raises: OptionsError.
        """
        options = Options(
            self.players,
            self.variant,  # type: ignore[arg-type]
            self.starting_tiles,
            self.gap_fillers,
            tuple(self.special_tokens),  # type: ignore[arg-type]
        )
        if self.draw_tokens:
            drawn = chance.drawn_tokens(CHANCE, self.draw_tokens)
            options = replace(options, special_tokens=drawn)
        return options

    def setup(
        self, *, is_hidden: bool = True, is_listed: bool = False, contest: str | None = None
    ) -> Setup:
        """Return a setup with what was chosen, and cards nobody knows.

        Raises: OptionsError, saying what is wrong with which.
        """
        return new_setup(
            self.options(),
            is_hidden=is_hidden,
            is_listed=is_listed,
            contest=contest,
            shapes=parse_shapes(self.starting_shapes) if self.starting_shapes else (),
        )


LONGEST_TOKEN = 4096
"""Characters of a name that is perhaps no token's; what it should have been the rules say."""

_OPTIONS = (
    Field("players", whole(1, 6), 1),
    Field("variant", text(most=40), "basic"),
    Field("starting_tiles", flag, False),
    Field("gap_fillers", flag, False),
    Field("special_tokens", sequence(text(most=LONGEST_TOKEN), most=6), ()),
    Field("draw_tokens", whole(0, 6), 0),
    Field("starting_shapes", sequence(), ()),
)


def _options(value: object) -> WantedOptions:
    if type(value) is not dict:
        raise FieldError("Input should be a valid dictionary or instance of OptionsBody")
    return WantedOptions(**read_object(value, _OPTIONS))


options_check = Check(_options, object_schema(_OPTIONS))
"""Options as a client sends them."""


def new_setup(
    options: Options,
    *,
    is_hidden: bool = True,
    is_listed: bool = False,
    contest: str | None = None,
    shapes: tuple[Rows, ...] = (),
) -> Setup:
    """Return a setup with cards nobody knows.

    Raises: OptionsError, when starting tiles of one's own do not suit the options.
    """
    return Setup.new(
        options, CHANCE, is_hidden=is_hidden, contest=contest, is_listed=is_listed, shapes=shapes
    )


def first_events(
    setup: Setup, people: Sequence[str], bots: Sequence[str], known: Collection[str], now: float
) -> list[Event]:
    """Return how a match begins: people and bots sit down; with all seats taken it starts.

    `known` are the names of the bots there are.

    Raises: Refused.
    """
    seats = setup.options.players
    if len(people) + len(bots) > seats:
        raise Refused(Refusal.SEAT_TAKEN, f"expected at most {seats} players, got more")
    events: list[Event] = [
        Joined(at=now, seat=seat, player=player) for seat, player in enumerate(people)
    ]
    for seat, bot in enumerate(bots, len(people)):
        if bot not in known:
            listed = ", ".join(sorted(known))
            raise Refused(Refusal.NO_SUCH_BOT, f"expected a bot of {listed}, got {bot!r}")
        events.append(BotSeated(at=now, seat=seat, bot=bot))
    if len(events) == seats:
        # Nobody else is to come: the first card can be turned up at once.
        events.append(Started(at=now))
    return events


def rematch_of(match: Match, now: float, *, same_deck: bool) -> tuple[Setup, list[Event]]:
    """Return how another match begins for the same people and bots; its host will start it."""
    setup = replace(match.setup, contest=None, is_known=True)
    if not same_deck:
        setup = new_setup(
            setup.options,
            is_hidden=setup.is_hidden,
            is_listed=setup.is_listed,
            shapes=setup.shapes,
        )
    events: list[Event] = []
    for index, seat in enumerate(match.seats):
        if seat.player is not None and not seat.is_away:
            events.append(Joined(at=now, seat=index, player=seat.player))
        elif seat.bot is not None:
            events.append(BotSeated(at=now, seat=index, bot=seat.bot))
    return setup, events
