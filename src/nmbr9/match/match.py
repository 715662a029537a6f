"""A match as a value: its setup and everything that happened so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nmbr9.match.answers import Answers
from nmbr9.match.errors import EventError
from nmbr9.match.events import (
    Acted,
    BotSeated,
    Event,
    HandedToBot,
    Hinted,
    Joined,
    Left,
    LineBack,
    LineCut,
    OptionsChanged,
    Prompted,
    Rematched,
    Returned,
    SeatOpened,
    Started,
    from_command_key,
)
from nmbr9.match.setup import Setup
from nmbr9.rules.errors import IllegalAction, Nmbr9Error
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
    is_gone: bool = False
    """Whether their line is cut."""
    cuts: int = 0
    """How many times it was."""
    is_held: bool = False
    """Whether the bot plays only until the line is back: others have called it."""
    revision: int = 0
    """Grows whenever what this seat may do changes, so not when others act in their own turns."""
    prompt: Prompt | None = None
    """The minute that runs (2.12)."""
    clocked: int | None = None
    """How many cards were drawn when the clock played here; until the next card is over."""
    is_hinted: bool = False
    """Whether the person was shown what a bot would do."""

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
    since: float = 0.0
    """When its first event was; once started, when that was. Seconds since 1970."""
    rematch: str | None = None
    """The match that came of this one."""
    answered: Answers = field(default_factory=Answers)
    """The commands that were accepted, by player and id, and their seat's revision afterwards.

    Not by seat: ids are a person's own, and whoever takes a seat later may choose the same.
    """
    removed: frozenset[str] = frozenset()
    """People whose seat the host freed: they do not come back to this match."""
    by_others: frozenset[int] = frozenset()
    """Indices of actions that a bot in a person's place, or the clock, chose."""

    @classmethod
    def new(cls, id: str, setup: Setup) -> Match:
        """Return a match with all its seats open."""
        return cls(id, setup, (Seat(),) * setup.options.players)

    @classmethod
    def replayed(cls, id: str, setup: Setup, events: Iterable[Event]) -> Match:
        """Return a match after everything that was stored of it, every action checked.

        What is stored may be older than the rules: then the match cannot go on.

        Raises: EventError.
        """
        match = cls.new(id, setup)
        for event in events:
            try:
                match._check(event)
                match = match.after(event)
            except _DAMAGED as error:
                raise EventError(f"event {match.length} of match {id}: {error}") from error
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
    def besides(self) -> int:
        """How many events there were besides the game: who came, went and was seated."""
        return self.length - (0 if self.game is None else len(self.game.actions))

    @property
    def helped(self) -> frozenset[int]:
        """Seats whose score is neither ranked nor a record: those that `marks` has something of."""
        return frozenset(seat for seat in range(len(self.seats)) if self.marks(seat))

    def marks(self, seat: int) -> tuple[str, ...]:
        """Return why the score of a seat is neither ranked nor a record; nothing if it is."""
        actions = () if self.game is None else self.game.actions
        is_helped = any(actions[index].player == seat for index in self.by_others)
        marks = {
            "helped": is_helped,
            "hints": self.seats[seat].is_hinted,
            "known-deck": self.setup.is_known,
        }
        return tuple(mark for mark, is_so in marks.items() if is_so)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a person has now, None for whoever only looks on."""
        if player is not None:
            for index, seat in enumerate(self.seats):
                if seat.player == player:
                    return index
        return None

    def after(self, *events: Event) -> Match:
        """Return the match after some events, which were allowed when they were written."""
        now = self
        for event in events:
            changes = _CHANGES[type(event)](now, event)
            changes["length"] = now.length + 1
            if now.length == 0 or isinstance(event, Started):
                changes["since"] = event.at
            seats = changes.get("seats", now.seats)
            if event.command is not None:
                seat, id = from_command_key(event.command)
                # The sender as they sat before: by leaving, the seat is nobody's.
                sender = (now.seats[seat].player, id)
                if len(seats) < len(now.seats):
                    seat = kept_seats(now.seats, len(seats)).index(seat)
                changes["answered"] = now.answered.including(sender, seats[seat].revision)
            host = changes.get("host", now.host)
            if host is None or not _is_present(seats[host]):
                # Somebody who is present is host, if anybody is.
                present = (index for index, each in enumerate(seats) if _is_present(each))
                changes["host"] = next(present, host)
            now = replace(now, **changes)
        return now

    def _check(self, event: Event) -> None:
        """Refuse an action that the rules do not allow.

        Raises: EventError; IllegalAction; UnknownPlayer.
        """
        if not isinstance(event, Acted):
            return
        if self.game is None:
            raise EventError("expected the start of the game, got an action")
        player, action = event.action.player, event.action
        if not self.game.is_plain_placement(player, action):
            found = self.game.violations(player, action)
            if found:
                raise IllegalAction(player, action, found)

    def _started(self, event: Started) -> dict[str, Any]:
        """Turn up the first card; with fewer than planned, the open seats are taken away."""
        if not event.fewer:
            return {"game": self.setup.new_game(), "seats": _all_revised(self.seats)}
        taken = sum(not seat.is_open for seat in self.seats)
        setup = self.setup.with_players(taken)
        changes = self._seats_for(taken)
        seats = _all_revised(changes["seats"])
        return {**changes, "setup": setup, "game": setup.new_game(), "seats": seats}

    def _seats_for(self, count: int) -> dict[str, Any]:
        """Have so many seats: new ones are open, and who stays closes up in their order."""
        kept = kept_seats(self.seats, count)
        added = (Seat(),) * (count - len(kept))
        return {
            "seats": tuple(self.seats[seat] for seat in kept) + added,
            "host": None if self.host is None else kept.index(self.host),
        }

    def _seat_opened(self, event: SeatOpened) -> dict[str, Any]:
        """Free a seat; whose it was is kept out if it was not they who left."""
        changes = self._seat_changes(
            event.seat, player=None, is_person=False, bot=None, is_gone=False, cuts=0
        )
        player = self.seats[event.seat].player
        is_own = event.command is None or from_command_key(event.command)[0] == event.seat
        if player is None or is_own:
            return changes
        return {**changes, "removed": self.removed | {player}}

    def _acted(self, event: Acted) -> dict[str, Any]:
        assert self.game is not None, "only a started match is played"
        player, before = event.action.player, self.game
        game = before.apply_unchecked(player, event.action)
        changes: dict[str, Any] = {"game": game}
        if event.by is not None:
            changes["by_others"] = self.by_others | {len(before.actions)}
        seat = self.seats[player]
        if event.by == "clock":
            seat = replace(seat, clocked=before.table.drawn)
        if game.table.drawn != before.table.drawn or game.is_over:
            seats = _replaced(self.seats, player, seat)
            return {**changes, "seats": _all_revised(seats, before.table.drawn)}
        prompt = None if game.players[player].turn.is_over else seat.prompt
        seat = replace(seat, prompt=prompt, revision=seat.revision + 1)
        return {**changes, "seats": _replaced(self.seats, player, seat)}

    def _handed_to_bot(self, event: HandedToBot) -> dict[str, Any]:
        """Let a bot play on; whoever did not ask for it themselves has their seat back at once."""
        is_own = event.command is None or from_command_key(event.command)[0] == event.seat
        is_held = self.seats[event.seat].is_gone and not is_own
        return self._seat_changes(event.seat, bot=event.bot, is_held=is_held)

    def _line_cut(self, event: LineCut) -> dict[str, Any]:
        """What may be done stays as it is, and so does the revision."""
        seat = self.seats[event.seat]
        seat = replace(seat, is_gone=True, cuts=seat.cuts + 1)
        return {"seats": _replaced(self.seats, event.seat, seat)}

    def _line_back(self, event: LineBack) -> dict[str, Any]:
        if self.seats[event.seat].is_held:
            return self._seat_changes(event.seat, is_gone=False, bot=None, is_held=False)
        seat = replace(self.seats[event.seat], is_gone=False)
        return {"seats": _replaced(self.seats, event.seat, seat)}

    def _hinted(self, event: Hinted) -> dict[str, Any]:
        """A hint leaves the revision as it is: what may be done is the same."""
        seat = replace(self.seats[event.seat], is_hinted=True)
        return {"seats": _replaced(self.seats, event.seat, seat)}

    def _prompted(self, event: Prompted) -> dict[str, Any]:
        """A prompt leaves the revision as it is: an action on its way still counts."""
        assert self.game is not None, "only in a started match somebody waits"
        prompt = Prompt(event.seat, self.game.table.drawn, event.deadline)
        seat = replace(self.seats[event.seat], prompt=prompt)
        return {"seats": _replaced(self.seats, event.seat, seat)}

    def _seat_changes(self, index: int, **changes: Any) -> dict[str, Any]:
        """Change a seat, which so is one revision further."""
        seat = self.seats[index]
        seat = replace(seat, revision=seat.revision + 1, **changes)
        return {"seats": _replaced(self.seats, index, seat)}


# What comes of facts that cannot be: a seat that is none, a name in the place of a number.
_DAMAGED = (Nmbr9Error, LookupError, TypeError, ValueError, AttributeError, AssertionError)


def kept_seats(seats: Sequence[Seat], count: int) -> tuple[int, ...]:
    """Return which seats stay when there are to be no more than `count`, and not fewer than taken.

    The last open ones go first.
    """
    surplus = len(seats) - count
    kept = list(range(len(seats)))
    for index in reversed(range(len(seats))):
        if surplus > 0 and seats[index].is_open:
            kept.remove(index)
            surplus -= 1
    return tuple(kept)


def _all_revised(seats: Iterable[Seat], drawn: int = 0) -> tuple[Seat, ...]:
    """Return the seats with new cards revealed: prompts are over, everybody may do more.

    `drawn` is how many there were before.
    """
    return tuple(
        replace(
            seat,
            revision=seat.revision + 1,
            prompt=None,
            clocked=seat.clocked if seat.clocked == drawn else None,
        )
        for seat in seats
    )


def _is_present(seat: Seat) -> bool:
    return seat.is_person and not seat.is_away


def _replaced(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])


Changes = dict[str, Any]
"""The fields of a match that an event gives another value."""

_CHANGES: dict[type[Event], Callable[[Match, Any], Changes]] = {
    Acted: Match._acted,
    Joined: lambda match, event: match._seat_changes(
        event.seat, player=event.player, is_person=True
    ),
    BotSeated: lambda match, event: match._seat_changes(event.seat, bot=event.bot),
    HandedToBot: Match._handed_to_bot,
    SeatOpened: Match._seat_opened,
    OptionsChanged: lambda match, event: {
        "setup": event.setup,
        **match._seats_for(event.setup.options.players),
    },
    Started: Match._started,
    Prompted: Match._prompted,
    Left: lambda match, event: match._seat_changes(event.seat, is_away=True),
    LineCut: Match._line_cut,
    LineBack: Match._line_back,
    Returned: lambda match, event: match._seat_changes(
        event.seat, is_away=False, bot=None, is_gone=False, is_held=False
    ),
    Hinted: Match._hinted,
    Rematched: lambda match, event: {"rematch": event.match},
}
"""What each kind of event changes."""
