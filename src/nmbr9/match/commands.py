"""What people can ask for in a match, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import (
    Acted,
    BotSeated,
    Event,
    HandedToBot,
    Hinted,
    Joined,
    Left,
    OptionsChanged,
    Prompted,
    Rematched,
    Returned,
    SeatOpened,
    Started,
    command_key,
)
from nmbr9.match.match import Match, Seat
from nmbr9.match.setup import Setup
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import PromptRefused
from nmbr9.rules.game import Game
from nmbr9.rules.slow_player import prompt

MOST_BESIDES = 500
"""So often people may come and go, bots be seated and options be changed: a match stays small."""
FEWEST = 2
"""How many a match among several can begin with; alone one plays without a table."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin; the host, when every seat is taken."""

    fewer: bool = False
    """Or without the seats that are open, if at least two are taken."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give an open seat to a bot; the host, before the start."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """Free a seat; the host, before the start. A person who sat there does not come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Play something else; the host, before the start, with a seat for everybody who has one."""

    setup: Setup
    """Made beforehand, with new cards."""


@dataclass(frozen=True, slots=True)
class Act:
    """Do something in the game."""

    action: Action
    revision: int
    """What the sender knew: an action chosen for an earlier state is refused."""


@dataclass(frozen=True, slots=True)
class PromptPlayer:
    """Give a slow player one minute (2.12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Go away: before the start the seat is free again, later it waits."""


@dataclass(frozen=True, slots=True)
class Return:
    """Come back, and play again if a bot stands in."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Let a bot play on: one's own seat, or for the host that of somebody who is away.

    Or for everybody who plays that of somebody whose line has been cut for a while.
    Not in contests, where everybody is ranked for what they did themselves.
    """

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again; the host, at the end. The match it leads to was made beforehand."""

    match: str


Command = (
    Start
    | SeatBot
    | OpenSeat
    | ChangeOptions
    | Act
    | PromptPlayer
    | Leave
    | Return
    | HandOver
    | Rematch
)


@dataclass(frozen=True, slots=True)
class House:
    """What a match does not know by itself."""

    now: float
    """Seconds since 1970."""
    bots: frozenset[str]
    """The names of the bots there are."""
    long_gone: frozenset[int] = frozenset()
    """Seats of people whose line has been cut for so long that others need not wait for them."""


def join(match: Match, player: str, seat: int | None, now: float) -> Joined:
    """Return that a person takes a seat, the first open one unless told which.

    Raises: Refused.
    """
    if match.game is not None:
        raise Refused(Refusal.STARTED, "expected a match that has not started, got one that has")
    if player in match.removed:
        raise Refused(Refusal.REMOVED, "expected somebody else: the host has freed your seat")
    _check_small(match)
    if match.seat_of(player) is not None:
        raise Refused(Refusal.SEATED_ALREADY, "you have a seat in this match already")
    if seat is None:
        seat = next((index for index, other in enumerate(match.seats) if other.is_open), None)
        if seat is None:
            raise Refused(Refusal.SEAT_TAKEN, "expected an open seat, got a match that is full")
    elif not _seat(match, seat).is_open:
        raise Refused(Refusal.SEAT_TAKEN, f"expected an open seat, got seat {seat}: it is taken")
    return Joined(at=now, seat=seat, player=player)


def decide(
    match: Match, sender: str | None, id: str, command: Command, house: House
) -> tuple[Event, ...]:
    """Return what comes of a command; nothing if this very command was accepted before.

    `sender` is the person whom the sender has shown to be, None for a stranger. They command the
    seat that they have in this very state: a seat that was freed may be somebody else's by now.

    Raises: Refused.
    """
    if sender is not None and (sender, id) in match.answered:
        return ()
    seat = match.seat_of(sender)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "expected a player of this match, got an onlooker")
    deciding = _Decision(match, seat, command_key(seat, id), house)
    match command:
        case Act():
            return (deciding.act(command),)
        case Start(fewer):
            return (deciding.start(fewer),)
        case SeatBot(index, bot):
            return (deciding.seat_bot(index, bot),)
        case OpenSeat(index):
            return (deciding.open_seat(index),)
        case ChangeOptions(setup):
            return (deciding.change_options(setup),)
        case PromptPlayer(index):
            return (deciding.prompt(index),)
        case Leave():
            return (deciding.leave(),)
        case Return():
            return (deciding.come_back(),)
        case HandOver(index, bot):
            return (deciding.hand_over(index, bot),)
        case Rematch(following):
            return (deciding.rematch(following),)


class _Decision:
    """One command of one seat."""

    def __init__(self, match: Match, sender: int, key: str, house: House) -> None:
        self._match, self._sender, self._key, self._house = match, sender, key, house

    def act(self, command: Act) -> Event:
        game = self._running_game()
        seat = self._match.seats[self._sender]
        if seat.bot is not None:
            self._refuse(Refusal.BOT_PLAYS, f"{seat.bot} plays for you: come back first")
        if command.revision != seat.revision:
            self._refuse(
                Refusal.STALE, f"expected revision {seat.revision}, got {command.revision}"
            )
        check_legal(game, self._sender, command.action)
        return Acted(at=self._house.now, command=self._key, action=command.action)

    def start(self, fewer: bool) -> Event:
        self._check_host()
        self._check_not_started()
        seats = self._match.seats
        taken = sum(not seat.is_open for seat in seats)
        if taken == len(seats):
            return Started(at=self._house.now, command=self._key)
        if not fewer:
            self._refuse(Refusal.SEATS_OPEN, "expected every seat taken, got an open one")
        if taken < FEWEST:
            self._refuse(Refusal.SEATS_OPEN, f"expected at least {FEWEST} players, got {taken}")
        return Started(at=self._house.now, command=self._key, fewer=True)

    def seat_bot(self, index: int, bot: str) -> Event:
        self._check_host()
        self._check_not_started()
        self._check_bot(bot)
        if not _seat(self._match, index).is_open:
            self._refuse(Refusal.SEAT_TAKEN, f"expected an open seat, got seat {index}")
        _check_small(self._match)
        return BotSeated(at=self._house.now, command=self._key, seat=index, bot=bot)

    def open_seat(self, index: int) -> Event:
        self._check_host()
        self._check_not_started()
        if _seat(self._match, index).is_open:
            self._refuse(Refusal.SEAT_EMPTY, f"expected a taken seat, got seat {index}")
        return SeatOpened(at=self._house.now, command=self._key, seat=index)

    def change_options(self, setup: Setup) -> Event:
        self._check_host()
        self._check_not_started()
        seats, taken = setup.options.players, sum(not seat.is_open for seat in self._match.seats)
        if seats < taken:
            self._refuse(
                Refusal.SEATS_TAKEN, f"expected a seat for each of {taken} players, got {seats}"
            )
        if seats < FEWEST:
            self._refuse(
                Refusal.OPTIONS_IMPOSSIBLE, f"expected at least {FEWEST} seats, got {seats}"
            )
        _check_small(self._match)
        return OptionsChanged(at=self._house.now, command=self._key, setup=setup)

    def prompt(self, index: int) -> Event:
        game = self._running_game()
        slow = _seat(self._match, index)
        if slow.prompt is not None:
            self._refuse(Refusal.PROMPT_REFUSED, "their minute is running already")
        # However large the match is: for each card a player has one minute, and without it whoever
        # made the match so large could keep the others waiting for ever.
        try:
            given = prompt(game, self._sender, index, self._house.now)
        except PromptRefused as error:
            self._refuse(Refusal.PROMPT_REFUSED, str(error))
        return Prompted(at=self._house.now, command=self._key, seat=index, deadline=given.deadline)

    def leave(self) -> Event:
        if self._match.game is None:
            return SeatOpened(at=self._house.now, command=self._key, seat=self._sender)
        _check_small(self._match)
        return Left(at=self._house.now, command=self._key, seat=self._sender)

    def come_back(self) -> Event:
        seat = self._match.seats[self._sender]
        if not seat.is_away and seat.bot is None:
            self._refuse(Refusal.NOT_AWAY, "you are here already")
        return Returned(at=self._house.now, command=self._key, seat=self._sender)

    def hand_over(self, index: int, bot: str) -> Event:
        self._running_game()
        if self._match.setup.contest is not None:
            self._refuse(
                Refusal.HAND_OVER_REFUSED,
                "expected a game outside of contests, got one of a contest",
            )
        seat = _seat(self._match, index)
        self._check_bot(bot)
        if seat.bot is not None:
            self._refuse(Refusal.BOT_PLAYS, f"expected a person, got {seat.bot}")
        _check_small(self._match)
        is_long_gone = seat.is_gone and index in self._house.long_gone
        if index != self._sender and not is_long_gone:
            self._check_host()
            if not seat.is_away:
                self._refuse(Refusal.NOT_AWAY, "expected a player who is away, got one who is here")
        return HandedToBot(at=self._house.now, command=self._key, seat=index, bot=bot)

    def rematch(self, match: str) -> Event:
        self._check_host()
        if not self._match.is_over:
            self._refuse(Refusal.NOT_OVER, "expected a match that is over, got a running one")
        if self._match.rematch is not None:
            self._refuse(Refusal.REMATCH_MADE, "there is a rematch already")
        return Rematched(at=self._house.now, command=self._key, match=match)

    def _running_game(self) -> Game:
        game = self._match.game
        if game is None:
            self._refuse(Refusal.NOT_STARTED, "the match has not started")
        if game.is_over:
            self._refuse(Refusal.OVER, "the match is over")
        return game

    def _check_host(self) -> None:
        if self._sender != self._match.host:
            self._refuse(Refusal.NOT_HOST, f"only the host may do this, seat {self._match.host}")

    def _check_not_started(self) -> None:
        if self._match.game is not None:
            self._refuse(Refusal.STARTED, "the match has started")

    def _check_bot(self, bot: str) -> None:
        if bot not in self._house.bots:
            known = ", ".join(sorted(self._house.bots))
            self._refuse(Refusal.NO_SUCH_BOT, f"expected a bot of {known}, got {bot!r}")

    def _refuse(self, code: Refusal, message: str) -> NoReturn:
        raise Refused(code, message)


def _seat(match: Match, index: int) -> Seat:
    if index not in range(len(match.seats)):
        last = len(match.seats) - 1
        raise Refused(Refusal.NO_SUCH_SEAT, f"expected a seat of 0 to {last}, got {index}")
    return match.seats[index]


def _check_small(match: Match) -> None:
    """Refuse what could go on without end; nobody who plays comes near the limit.

    What only takes back, such as freeing a seat or coming back to one, ends by itself.

    Raises: Refused.
    """
    if match.besides >= MOST_BESIDES:
        raise Refused(
            Refusal.TOO_MANY,
            f"expected fewer than {MOST_BESIDES} changes around a game, got {match.besides}",
        )


def check_legal(game: Game, seat: int, action: Action) -> None:
    """Refuse what the rules do not allow; what they list as legal is not checked once more.

    Raises: Refused.
    """
    if game.is_plain_placement(seat, action):
        return
    violations = game.violations(seat, action)
    if violations:
        raise Refused(Refusal.ILLEGAL, "; ".join(map(str, violations)), violations)


def hint(match: Match, sender: str | None, now: float) -> tuple[Event, ...]:
    """Return that a person is shown a hint; nothing if that is known of this game already.

    Raises: Refused.
    """
    seat = match.seat_of(sender)
    if seat is None or not match.is_running:
        raise Refused(Refusal.HINT_REFUSED, "expected a game of one's own that runs, got another")
    return () if match.seats[seat].is_hinted else (Hinted(at=now, seat=seat),)
