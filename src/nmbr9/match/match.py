"""A match as a value: its setup and everything that happened so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from nmbr9.match.events import (
    Acted,
    BotSeated,
    Event,
    HandedToBot,
    Joined,
    Left,
    Prompted,
    Rematched,
    Returned,
    SeatOpened,
    Started,
    from_command_key,
)
from nmbr9.match.setup import Setup
from nmbr9.rules.game import Game
from nmbr9.rules.slow_player import Prompt


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a display."""

    player: str | None = None
    """The person's id."""
    is_person: bool = False
    """Whether a person sits here; their id may be gone when their data was deleted."""
    bot: str | None = None
    """The bot that plays: its own seat, or for a person who is away."""
    is_away: bool = False
    revision: int = 0
    """Grows whenever what this seat may do changes, so not when others act in their own turns."""
    prompt: Prompt | None = None
    """The minute that runs (2.12)."""
    clocked: int | None = None
    """How many cards were drawn when the clock played here; until the next card is over."""

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here."""
        return not self.is_person and self.bot is None


@dataclass(frozen=True)
class Match:
    """One state of one match, immutable: `after` returns the next."""

    id: str
    setup: Setup
    seats: tuple[Seat, ...]
    game: Game | None = None
    """None before the start."""
    host: int | None = None
    """The seat that may start, fill seats and ask for a rematch."""
    length: int = 0
    """How many events there were."""
    rematch: str | None = None
    """The match that came of this one."""
    answered: dict[tuple[str | None, str], int] = field(default_factory=dict)
    """The commands that were accepted, by player and id, and their seat's revision afterwards.

    Not by seat: ids are a person's own, and whoever takes a seat later may choose the same.
    """
    by_others: frozenset[int] = frozenset()
    """Indices of actions that a bot in a person's place, or the clock, chose."""

    @classmethod
    def new(cls, id: str, setup: Setup) -> Match:
        """Return a match with all its seats open."""
        return cls(id, setup, (Seat(),) * setup.options.players)

    @classmethod
    def replayed(cls, id: str, setup: Setup, events: Iterable[Event]) -> Match:
        """Return a match after everything that was stored of it."""
        match = cls.new(id, setup)
        for event in events:
            match = match.after(event)
        return match

    @property
    def is_running(self) -> bool:
        """Whether it has started and is not over."""
        return self.game is not None and not self.game.is_over

    @property
    def is_over(self) -> bool:
        """Whether the last turn was played."""
        return self.game is not None and self.game.is_over

    @property
    def helped(self) -> frozenset[int]:
        """Seats for which a bot in a person's place, or the clock, has chosen something."""
        if self.game is None:
            return frozenset()
        return frozenset(self.game.actions[index].player for index in self.by_others)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a person has now, None for whoever only looks on."""
        if player is None:
            return None
        seats = (index for index, seat in enumerate(self.seats) if seat.player == player)
        return next(seats, None)

    def after(self, event: Event) -> Match:
        """Return the match after an event, which was allowed when it was written."""
        match = self._after(event)
        answered = match.answered
        if event.command is not None:
            seat, id = from_command_key(event.command)
            # The sender as they sat before: by leaving, the seat is nobody's.
            sender = (self.seats[seat].player, id)
            answered = {**answered, sender: match.seats[seat].revision}
        match = replace(match, length=self.length + 1, answered=answered)
        return match._with_host()

    def _after(self, event: Event) -> Match:
        match event:
            case Acted():
                return self._acted(event)
            case Joined(seat=seat, player=player):
                return self._with_seat(seat, player=player, is_person=True)
            case BotSeated(seat=seat, bot=bot) | HandedToBot(seat=seat, bot=bot):
                return self._with_seat(seat, bot=bot)
            case SeatOpened(seat=seat):
                return self._with_seat(seat, player=None, is_person=False, bot=None)
            case Started():
                return replace(self, game=self.setup.new_game())._with_all_revised()
            case Prompted():
                return self._prompted(event)
            case Left(seat=seat):
                return self._with_seat(seat, is_away=True)
            case Returned(seat=seat):
                return self._with_seat(seat, is_away=False, bot=None)
            case Rematched(match=match):
                return replace(self, rematch=match)
        raise AssertionError(f"an event without a meaning: {event}")

    def _acted(self, event: Acted) -> Match:
        assert self.game is not None, "only a started match is played"
        player, before = event.action.player, self.game
        game = before.apply_unchecked(player, event.action)
        match = replace(self, game=game)
        if event.by is not None:
            match = replace(match, by_others=match.by_others | {len(before.actions)})
        if event.by == "clock":
            seat = replace(self.seats[player], clocked=before.table.drawn)
            match = replace(match, seats=_replaced(self.seats, player, seat))
        if game.table.drawn != before.table.drawn or game.is_over:
            return match._with_all_revised(before.table.drawn)
        over = game.players[player].turn.is_over
        return match._with_seat(player, prompt=None if over else match.seats[player].prompt)

    def _prompted(self, event: Prompted) -> Match:
        """A prompt leaves the revision as it is: an action on its way still counts."""
        assert self.game is not None, "only in a started match somebody waits"
        prompt = Prompt(event.seat, self.game.table.drawn, event.deadline)
        seat = replace(self.seats[event.seat], prompt=prompt)
        return replace(self, seats=_replaced(self.seats, event.seat, seat))

    def _with_seat(self, index: int, **changes: object) -> Match:
        """Return the match with a seat changed, and so one revision further."""
        seat = replace(self.seats[index], **changes)  # type: ignore[arg-type]
        seat = replace(seat, revision=seat.revision + 1)
        return replace(self, seats=_replaced(self.seats, index, seat))

    def _with_all_revised(self, drawn: int = 0) -> Match:
        """Return the match with new cards revealed: prompts are over, everybody may do more.

        `drawn` is how many there were before.
        """
        seats = tuple(
            replace(
                seat,
                revision=seat.revision + 1,
                prompt=None,
                clocked=seat.clocked if seat.clocked == drawn else None,
            )
            for seat in self.seats
        )
        return replace(self, seats=seats)

    def _with_host(self) -> Match:
        """Return the match with a host who is present, if anybody is."""
        if self.host is not None and _is_present(self.seats[self.host]):
            return self
        present = (index for index, seat in enumerate(self.seats) if _is_present(seat))
        return replace(self, host=next(present, self.host))


def _is_present(seat: Seat) -> bool:
    return seat.is_person and not seat.is_away


def _replaced(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])
