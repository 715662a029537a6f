"""A match does not grow without end, and a state does not copy what the one before has."""

from __future__ import annotations

import time

import pytest

from nmbr9.match.answers import Answers
from nmbr9.match.commands import (
    MOST_BESIDES,
    ChangeOptions,
    Command,
    HandOver,
    Leave,
    OpenSeat,
    PromptPlayer,
    Return,
    SeatBot,
    Start,
    decide,
    join,
)
from nmbr9.match.errors import EventError, Refusal, Refused
from nmbr9.match.events import BotSeated, Event, Joined, SeatOpened, command_key
from nmbr9.match.match import Match
from nmbr9.rules import Options
from tests.match.playing import HOUSE, act, done, filled, started


def _again_and_again(match: Match, *commands: Command) -> tuple[Match, Refusal]:
    """What a match is when the first player's commands are refused at last, and why."""
    for count in range(10 * MOST_BESIDES):
        try:
            command = commands[count % len(commands)]
            match = match.after(*decide(match, "p0", f"c{count}", command, HOUSE))
        except Refused as refused:
            return match, refused.code
    raise AssertionError(f"{match.length} events and no end")


@pytest.mark.parametrize("ready", [True, False])
def test_a_table_is_not_changed_without_end_and_can_be_started(ready: bool) -> None:
    match = filled(Options(players=2), bots=1).after(
        *decide(filled(Options(players=2), bots=1), "p0", "o", OpenSeat(1), HOUSE)
    )
    match, why = _again_and_again(match, SeatBot(1, "greedy"), OpenSeat(1))
    assert why is Refusal.TOO_MANY
    assert match.length <= MOST_BESIDES + 1
    with pytest.raises(Refused) as refused:
        join(match, "p9", None, HOUSE.now)
    assert refused.value.code is Refusal.TOO_MANY
    with pytest.raises(Refused) as refused:
        decide(match, "p0", "x", ChangeOptions(match.setup), HOUSE)
    assert refused.value.code is Refusal.TOO_MANY
    if ready:
        full = match.after(BotSeated(at=HOUSE.now, seat=1, bot="greedy"))
        assert full.after(*decide(full, "p0", "s", Start(), HOUSE)).game is not None


def test_nobody_comes_and_goes_without_end_and_nobody_is_kept_out() -> None:
    begun = started(Options(players=2))
    for commands in ((Leave(),), (Leave(), Return()), (HandOver(0, "greedy"), Return())):
        match, why = _again_and_again(begun, *commands)
        assert why is Refusal.TOO_MANY
        assert match.besides <= MOST_BESIDES + 1
        if match.seats[0].is_away:
            match = match.after(*decide(match, "p0", "back", Return(), HOUSE))
        assert not match.seats[0].is_away


def test_whoever_fills_a_match_with_comings_and_goings_is_given_their_minute_all_the_same() -> None:
    match, _ = _again_and_again(started(Options(players=2)), Leave(), Return())
    assert match.game is not None
    match = act(match, match.game.legal_actions(1)[0])
    prompted, _ = done(match, 1, "b", PromptPlayer(0))
    assert prompted.seats[0].prompt is not None
    with pytest.raises(Refused) as refused:
        done(prompted, 1, "c", PromptPlayer(0))
    assert refused.value.code is Refusal.PROMPT_REFUSED


def test_answers_of_each_state_are_its_own() -> None:
    before = Answers().including(("ada", "a"), 1)
    one, other = before.including(("ada", "b"), 2), before.including(("ada", "c"), 3)
    assert dict(before) == {("ada", "a"): 1}
    assert dict(one) == {("ada", "a"): 1, ("ada", "b"): 2}
    assert dict(other) == {("ada", "a"): 1, ("ada", "c"): 3}
    assert ("ada", "b") not in before
    assert len(one.including(("ben", "a"), 4)) == 3


def test_a_long_match_is_read_in_the_time_of_its_events() -> None:
    """One of before there was a limit: each event took as long as all before it together."""

    def seconds(count: int) -> float:
        started = time.process_time()
        Match.replayed("m", filled(Options(players=2)).setup, _seating(count))
        return time.process_time() - started

    seconds(1000)
    few, many = (min(seconds(count) for _ in range(3)) for count in (4_000, 32_000))
    assert many < 16 * few  # 8 times as many; their squares are 64 times as many


def _seating(count: int) -> list[Event]:
    events: list[Event] = [Joined(at=1.0, seat=0, player="p0")]
    for number in range(count // 2):
        key = [command_key(0, f"{do}{number}") for do in "so"]
        events.append(BotSeated(at=1.0, command=key[0], seat=1, bot="greedy"))
        events.append(SeatOpened(at=1.0, command=key[1], seat=1))
    return events


@pytest.mark.parametrize("seat", ["1", None, 7, -9, 1.5])
def test_an_event_that_makes_no_sense_is_told_as_damage(seat: object) -> None:
    wrong = BotSeated(at=1.0, seat=seat, bot="greedy")  # type: ignore[arg-type]
    with pytest.raises(EventError, match="event 0 of match m"):
        Match.replayed("m", filled(Options(players=2)).setup, [wrong])
