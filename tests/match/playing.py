"""Matches to test with: filled, started and played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from nmbr9.match.commands import (
    Act,
    ChangeOptions,
    Command,
    HandOver,
    House,
    Leave,
    OpenSeat,
    PromptPlayer,
    Rematch,
    Return,
    SeatBot,
    Start,
    decide,
    join,
)
from nmbr9.match.events import BotSeated, Event
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.rules import Action, Options, Token, Variant
from tests.match.authority import Order

BOTS = frozenset({"greedy", "random"})
HOUSE = House(now=1000.0, bots=BOTS)


def random_options(random: Random, players: int | None = None) -> Options:
    variant = random.choice(list(Variant))
    most = 6 if variant is Variant.BASIC else 4
    tokens = random.sample(list(Token), random.choice([0, 2, 6]))
    return Options(
        players or random.randint(1, most),
        variant,
        starting_tiles=random.random() < 0.3,
        gap_fillers=random.random() < 0.3,
        special_tokens=tuple(tokens),
    )


def filled(options: Options, seed: int = 1, *, is_hidden: bool = True, bots: int = 0) -> Match:
    """A match with a person at every seat, named p0, p1...; the last ones are bots."""
    match = Match.new("match", Setup.new(options, Random(seed), is_hidden=is_hidden))
    for seat in range(options.players - bots):
        match = match.after(join(match, f"p{seat}", seat, HOUSE.now))
    for seat in range(options.players - bots, options.players):
        match = match.after(BotSeated(at=HOUSE.now, seat=seat, bot="greedy"))
    return match


def started(options: Options, seed: int = 1, *, is_hidden: bool = True, bots: int = 0) -> Match:
    match = filled(options, seed, is_hidden=is_hidden, bots=bots)
    return done(match, 0, "start", Start())[0]


def command_of(order: Order) -> Command:
    """The command that an order stands for."""
    seat = order.seat if order.seat is not None else -1
    commands: dict[str, Command] = {
        "start": Start(),
        "leave": Leave(),
        "return": Return(),
        "rematch": Rematch("next"),
        "change-options": ChangeOptions(Setup.new(Options(players=3), Random(2))),
        "seat-bot": SeatBot(seat, "greedy"),
        "open-seat": OpenSeat(seat),
        "prompt": PromptPlayer(seat),
        "hand-over": HandOver(seat, "greedy"),
    }
    return commands[order.do]


def person_at(match: Match, seat: int | None) -> str | None:
    """Who has a seat; nobody has the seat None."""
    return None if seat is None else match.seats[seat].player


def done(match: Match, sender: int, id: str, command: object) -> tuple[Match, tuple[Event, ...]]:
    """The match after a command of the person at a seat that is accepted, and its events."""
    events = decide(match, person_at(match, sender), id, command, HOUSE)  # type: ignore[arg-type]
    for event in events:
        match = match.after(event)
    return match, events


def act(match: Match, action: Action) -> Match:
    seat = action.player
    id = f"a{match.length}"
    return done(match, seat, id, Act(action, match.seats[seat].revision))[0]


def some_action(match: Match, seat: int, random: Random) -> Action:
    """Any legal action, each kind as likely, so that rare ones happen."""
    assert match.game is not None
    by_kind: dict[str, list[Action]] = {}
    for action in match.game.legal_actions(seat):
        by_kind.setdefault(action.do, []).append(action)
    return random.choice(by_kind[random.choice(sorted(by_kind))])


def played(match: Match, random: Random, most: int = 10_000) -> Iterator[Match]:
    """The match after every action of a random game; players act in any order."""
    while match.is_running and most:
        assert match.game is not None
        seat = random.choice(match.game.waiting_for)
        match = act(match, some_action(match, seat, random))
        most -= 1
        yield match
