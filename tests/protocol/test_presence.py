"""A line that is cut is seen by the others, who need not wait for ever; and it may come back."""

from __future__ import annotations

import asyncio
import time

import pytest

from nmbr9.match.commands import MOST_BESIDES, HandOver
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Left, LineBack, LineCut
from nmbr9.match.happenings import MOST_CUTS, lines_back, lines_cut
from nmbr9.match.match import Match
from nmbr9.protocol import presence
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.rules import Options
from tests.match.playing import started
from tests.protocol.test_live_match import Onlooker, Shelf, act, live, settled
from tests.server.client import run


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for seconds here, and whoever was cut off was so for long enough."""
    for name in ("GRACE_SECONDS", "RESTART_SECONDS", "LONG_SECONDS"):
        monkeypatch.setattr(presence, name, 0.0)


def sitting(player: str) -> Onlooker:
    viewer = Onlooker()
    viewer.player = player
    return viewer


async def come(table: LiveMatch, player: str) -> Onlooker:
    viewer = sitting(player)
    await table.watch(viewer)
    return viewer


def done(shelf: Shelf) -> list[tuple[str, int]]:
    """What happened besides the game, and at which seat."""
    return [(event["do"], event["seat"]) for event in shelf.events if event["do"] != "acted"]


async def rung() -> None:
    """Let all alarms ring that are due at once, and what they start be done."""
    for _ in range(5):
        await asyncio.sleep(0.001)
        await settled()


def test_others_may_call_a_bot_until_the_line_is_back() -> None:
    async def story() -> None:
        table, shelf, _ = live(players=3)
        viewers = [await come(table, f"p{seat}") for seat in range(3)]
        await rung()
        assert done(shelf) == []
        with pytest.raises(Refused) as caught:
            await table.command("p2", "a", HandOver(1, "greedy"))
        assert caught.value.code == Refusal.NOT_HOST
        table.leave(viewers[1])
        await rung()
        assert done(shelf) == [("line-cut", 1)]
        assert [seat.is_gone for seat in table.match.seats] == [False, True, False]
        # Not only the host.
        await table.command("p2", "b", HandOver(1, "greedy"))
        await rung()
        assert table.match.seats[1].bot == "greedy"
        assert table.match.game is not None
        assert 1 not in table.match.game.waiting_for
        await come(table, "p1")
        await rung()
        assert done(shelf) == [("line-cut", 1), ("handed-to-bot", 1), ("line-back", 1)]
        seat = table.match.seats[1]
        assert (seat.bot, seat.is_gone) == (None, False)
        for other in (0, 2):
            await table.command(f"p{other}", "c", act(table.match, other))
        await table.command("p1", "d", act(table.match, 1))

    run(story())


def test_whoever_called_a_bot_themselves_keeps_it_when_the_line_is_back() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        both = [await come(table, f"p{seat}") for seat in range(2)]
        await table.command("p1", "a", HandOver(1, "greedy"))
        table.leave(both[1])
        await rung()
        await come(table, "p1")
        await rung()
        assert done(shelf) == [("handed-to-bot", 1), ("line-cut", 1), ("line-back", 1)]
        assert table.match.seats[1].bot == "greedy"

    run(story())


def test_a_page_that_is_loaded_again_was_never_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        table, shelf, _ = live()
        both = [await come(table, f"p{seat}") for seat in range(2)]
        second = await come(table, "p1")
        table.leave(both[1])  # There is another line.
        await rung()
        monkeypatch.setattr(presence, "GRACE_SECONDS", 0.001)
        table.leave(second)
        await come(table, "p1")
        await asyncio.sleep(0.01)
        await rung()
        assert done(shelf) == []

    run(story())


def test_nobody_may_call_a_bot_before_some_time_whatever_the_clock_is_set_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        monkeypatch.setattr(presence, "LONG_SECONDS", 0.2)
        table, _, _ = live()
        both, true_time = [await come(table, f"p{seat}") for seat in range(2)], time.time
        table.leave(both[0])  # The host is gone, and somebody else may call all the same.
        await rung()
        for jump in (3600, -3600):
            monkeypatch.setattr(time, "time", lambda: true_time() + jump)  # noqa: B023
            if jump > 0:
                with pytest.raises(Refused):
                    await table.command("p1", "a", HandOver(0, "greedy"))
                await asyncio.sleep(0.25)
        await table.command("p1", "b", HandOver(0, "greedy"))

    run(story())


def test_who_does_not_come_after_a_restart_and_who_was_deleted_are_gone() -> None:
    async def story() -> None:
        match = started(Options(3))
        # Seat 2 was deleted: what is stored does not say any more who joined there.
        seats = (*match.seats[:2], type(match.seats[2])(is_person=True))
        match = Match(**{**vars(match), "seats": seats})
        table = LiveMatch(match, shelf := Shelf(match.length))
        await come(table, "p0")
        await rung()
        assert done(shelf) == [("line-cut", 1), ("line-cut", 2)]
        await table.command("p0", "a", HandOver(2, "greedy"))

    run(story())


def test_onlookers_at_another_process_say_nothing_of_who_plays() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        elsewhere, _, _ = live(shelf=shelf)
        for seat in range(2):
            await come(table, f"p{seat}")
        for onlooker in (Onlooker(), sitting("stranger")):
            await elsewhere.watch(onlooker)
            await rung()
            elsewhere.leave(onlooker)
            await rung()
        assert done(shelf) == []
        # The first who plays looks for the others all the same.
        await come(elsewhere, "p0")
        await rung()
        assert done(shelf) == [("line-cut", 1)]

    run(story())


def test_another_process_knows_better() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        other, _, _ = live(shelf=shelf)
        ada = await come(table, "p0")
        await come(other, "p0")
        await come(other, "p1")
        await rung()
        table.leave(ada)
        await rung()
        await other.heard(shelf.first + len(shelf.events))
        await rung()
        cut, back = ("line-cut", 0), ("line-back", 0)
        assert [event for event in done(shelf) if event[1] == 0][-2:] == [cut, back]
        assert not other.match.seats[0].is_gone

    run(story())


def test_alone_and_at_one_device_no_line_is_followed() -> None:
    async def story() -> None:
        table, shelf, _ = live(players=1)
        table.leave(await come(table, "p0"))
        await rung()
        assert shelf.events == []

    run(story())
    match = started(Options(2))
    people = ("ada", "ada-ben")
    seats = tuple(
        type(seat)(player=who, is_person=True)
        for seat, who in zip(match.seats, people, strict=True)
    )
    assert lines_cut(Match(**{**vars(match), "seats": seats}), people, 1.0) == ()


def test_who_flaps_is_gone_in_the_end() -> None:
    match = started(Options(2))
    match = match.after(LineCut(at=1.0, seat=1))
    for _ in range(MOST_CUTS - 1):
        assert lines_back(match, {"p1"}, 2.0) == (LineBack(at=2.0, seat=1),)
        match = match.after(LineBack(at=1.0, seat=1), LineCut(at=1.0, seat=1))
    assert lines_back(match, {"p1"}, 2.0) == ()
    # Nobody else is because of them, whatever they do besides.
    while match.besides < MOST_BESIDES - 1:
        match = match.after(Left(at=1.0, seat=1))
    match = match.after(*lines_cut(match, {"p0"}, 2.0))
    assert lines_back(match, {"p0", "p1"}, 2.0) == (LineBack(at=2.0, seat=0),)
    match = match.after(LineBack(at=2.0, seat=0))
    assert lines_cut(match, {"p0"}, 2.0) == ()
