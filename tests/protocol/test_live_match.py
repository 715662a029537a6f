"""One match in memory: other processes, failures and bad moments, one at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from nmbr9.match.commands import Act, PromptPlayer
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.match.store import Conflict, Receipt, Unavailable
from nmbr9.protocol.frames import PLAIN_JSON, Hint
from nmbr9.protocol.host import NOBODY, Arrival, Twin, Waiting
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.protocol.view_cache import ViewCache
from nmbr9.protocol.viewer import Viewer
from nmbr9.rules import Options
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View
from nmbr9.server.live.host import durable
from tests.match.playing import some_action, started
from tests.server.client import run


class Shelf:
    """A host whose store does what a test says, when it says so."""

    json, bots, stored = PLAIN_JSON, frozenset({"greedy"}), staticmethod(durable)
    has_lines = True

    def __init__(self, length: int) -> None:
        self.first = length
        self.events: list[dict[str, Any]] = []
        self.waiting: list[tuple[int, list[dict[str, Any]], Receipt]] = []
        self.holds = False
        self.is_down = False
        self.failed = asyncio.Event()
        self.reading = asyncio.Event()
        self.reading.set()
        self._tasks: set[asyncio.Future[None]] = set()

    keeps_arrivals = False

    def append(
        self,
        before: Match,
        after: Match,
        events: Sequence[Event],
        newest: Receipt | None,
        arrival: Arrival | None = None,
    ) -> Receipt:
        assert after.length == before.length + len(events)
        receipt: Receipt = Receipt()
        receipt.set_running_or_notify_cancel()
        self.waiting.append((before.length, [event.to_dict() for event in events], receipt))
        if not self.holds:
            self.answer()
        return receipt

    def answer(self) -> None:
        """Store, or refuse, what waits first."""
        length, events, receipt = self.waiting.pop(0)
        if self.is_down:
            receipt.set_exception(Unavailable("down"))
            self.failed.set()
        elif length != self.first + len(self.events):
            receipt.set_exception(Conflict("another process was quicker"))
        else:
            self.events += events
            receipt.set_result(None)

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        found = self.events[start - self.first :]
        await self.reading.wait()
        if self.is_down:
            self.failed.set()
            raise Unavailable("down")
        return found

    async def names_of(self, players: Sequence[str]) -> dict[str, str]:
        return {}

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        return seen.legal_actions()[0]

    def choose_for_slow(self, game: Game, seat: int) -> Action:
        return game.legal_actions(seat)[0]

    async def open_rematch(self, match: Match, *, same_deck: bool) -> str:
        raise AssertionError("no test of this file plays a rematch")

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        async def quietly() -> None:
            with suppress(Unavailable):
                await work

        task = asyncio.ensure_future(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ring(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, call)


class Onlooker(Viewer):
    """Keeps the states that it is shown."""

    def __init__(self) -> None:
        super().__init__(PLAIN_JSON)
        self.shown: list[Match] = []

    def show(self, match: Match, views: ViewCache, names: Mapping[str, str]) -> None:
        self.shown.append(match)

    def write(self, text: str) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Stay."""


def live(players: int = 2, shelf: Shelf | None = None) -> tuple[LiveMatch, Shelf, list[Match]]:
    match, viewer = started(Options(players)), Onlooker()
    shelf = shelf or Shelf(match.length)
    table = LiveMatch(match, shelf)
    table.names = {f"p{seat}": "" for seat in range(players)}
    table.viewers[viewer] = None
    return table, shelf, viewer.shown


async def settled() -> None:
    """Let the loop run until everybody waits for the storage: nothing here takes time."""
    for _ in range(100):
        await asyncio.sleep(0)


def act(match: Match, seat: int) -> Act:
    return Act(some_action(match, seat, Random(seat)), match.seats[seat].revision)


def test_nothing_is_shown_before_it_is_stored() -> None:
    async def story() -> None:
        table, shelf, shown = live()
        shelf.holds = True
        asking = asyncio.create_task(table.command("p0", "a", act(table.match, 0)))
        await settled()
        assert not asking.done()
        assert not shown
        shelf.answer()
        await asking
        assert [match.length for match in shown] == [shelf.first + 1]

    run(story())


def test_the_same_command_while_it_is_on_its_way_waits_for_it() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        shelf.holds = True
        command = act(table.match, 0)
        both = [asyncio.create_task(table.command("p0", "a", command)) for _ in range(2)]
        await settled()
        assert len(shelf.events) == 0
        shelf.answer()
        await settled()
        shelf.answer()
        assert await both[0] == await both[1]
        assert len(shelf.events) == 1

    run(story())


def test_who_stops_waiting_does_not_stop_the_write() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        shelf.holds = True
        command = act(table.match, 0)
        first, again = (asyncio.create_task(table.command("p0", "a", command)) for _ in range(2))
        await settled()
        first.cancel()
        await settled()
        shelf.answer()
        shelf.answer()
        await again
        assert first.cancelled()
        assert len(shelf.events) == 1
        assert table.match.length == shelf.first + 1

    run(story())


def test_another_process_may_be_quicker() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        other, _, _ = live(shelf=shelf)
        await other.command("p1", "b", act(other.match, 1))
        await table.command("p0", "a", act(table.match, 0))
        assert len(shelf.events) == 2
        assert table.match.game is not None
        assert table.match.game.table.round_number == 2

    run(story())


def test_the_same_command_at_two_processes_is_carried_out_once() -> None:
    async def story() -> None:
        table, shelf, _ = live()
        other, _, _ = live(shelf=shelf)
        command = act(table.match, 0)
        answers = [await table.command("p0", "a", command), await other.command("p0", "a", command)]
        assert answers[0] == answers[1]
        assert len(shelf.events) == 1

    run(story())


@pytest.mark.parametrize("was_stored", [False, True])
def test_a_failure_leaves_it_to_the_database_what_happened(was_stored: bool) -> None:
    async def story() -> None:
        table, shelf, _ = live()
        command = act(table.match, 0)
        shelf.holds = shelf.is_down = True
        asking = asyncio.create_task(table.command("p0", "a", command))
        await settled()
        if was_stored:
            shelf.events += shelf.waiting[0][1]
        shelf.answer()
        with pytest.raises(Unavailable):
            await asking
        with pytest.raises(Unavailable):
            await table.command("p0", "a", command)
        shelf.holds = shelf.is_down = False
        revision = await table.command("p0", "a", command)
        assert len(shelf.events) == 1
        assert table.match.seats[0].revision == revision

    run(story())


def test_reading_again_just_before_an_append_is_stored_loses_nothing() -> None:
    """The newest state was left behind once, and the next action refused as stale."""

    async def story() -> None:
        table, shelf, _ = live(players=1)
        shelf.holds = True
        asking = asyncio.create_task(table.command("p0", "a", act(table.match, 0)))
        await settled()
        shelf.reading.clear()
        reading = asyncio.create_task(table.read_again())
        await settled()
        shelf.reading.set()
        await reading
        shelf.answer()
        await asking
        shelf.holds = False
        await table.command("p0", "b", act(table.match, 0))
        assert len(shelf.events) == 2

    run(story())


def test_a_refusal_rests_on_what_is_stored() -> None:
    """A prompt is refused while the prompter's own turn is only on its way, and fails."""

    async def story() -> None:
        table, shelf, _ = live()
        other, _, _ = live(shelf=shelf)
        # Seat 0 is done, but this process has not heard of it yet.
        await other.command("p0", "a", act(other.match, 0))
        await table.command("p0", "p", PromptPlayer(1))
        assert table.match.seats[1].prompt is not None
        with pytest.raises(Refused) as caught:
            await table.command("p0", "q", PromptPlayer(1))
        assert caught.value.code == Refusal.PROMPT_REFUSED

    run(story())


def test_the_clock_plays_for_a_slow_player(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("nmbr9.rules.slow_player.PROMPT_SECONDS", 0.05)
        table, _, _ = live()
        await table.command("p0", "a", act(table.match, 0))
        await table.command("p0", "p", PromptPlayer(1))
        await until_round_2(table)

    run(story())


def test_the_clock_plays_also_when_it_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("nmbr9.rules.slow_player.PROMPT_SECONDS", 0.05)
        table, _, _ = live()
        await table.command("p0", "a", act(table.match, 0))
        await table.command("p0", "p", PromptPlayer(1))
        true_time = time.time
        monkeypatch.setattr(time, "time", lambda: true_time() - 3600)
        await until_round_2(table)

    run(story())


def test_the_clock_plays_also_when_the_database_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("nmbr9.rules.slow_player.PROMPT_SECONDS", 0.05)
        table, shelf, _ = live()
        await table.command("p0", "a", act(table.match, 0))
        await table.command("p0", "p", PromptPlayer(1))
        shelf.is_down = True
        await shelf.failed.wait()
        shelf.is_down = False
        await until_round_2(table)

    run(story())


async def until_round_2(table: LiveMatch) -> None:
    async with asyncio.timeout(30):
        while table.match.game is None or table.match.game.table.round_number < 2:
            await asyncio.sleep(0.005)


def test_what_another_process_stored_is_taken_in_once() -> None:
    async def story() -> None:
        table, shelf, shown = live()
        other, _, _ = live(shelf=shelf)
        await other.command("p1", "b", act(other.match, 1))
        await asyncio.gather(*(table.heard(shelf.first + 1) for _ in range(3)))
        assert [match.length for match in shown] == [shelf.first + 1]
        assert table.match.game == other.match.game

    run(story())


def test_a_hint_is_kept_before_it_is_told_and_once() -> None:
    class Asker(Onlooker):
        told: list[str]

        def send(self, frame: Mapping[str, Any]) -> None:
            self.told.append(frame["type"])

    async def story() -> None:
        table, shelf, _ = live(players=1)
        asker, shelf.holds = Asker(), True
        asker.player, asker.told = "p0", []
        table.viewers[asker] = None
        await table.answer(Hint("h1"), asker)
        await settled()
        assert [event["do"] for event in shelf.waiting[0][1]] == ["hinted"]
        assert asker.told == []
        shelf.answer()
        await settled()
        assert asker.told == ["hinted"]
        await table.answer(Hint("h2"), asker)
        await settled()
        assert asker.told == ["hinted"] * 2
        assert [event["do"] for event in shelf.events] == ["hinted"]
        assert table.match.marks(0) == ("hints",)
        shelf.holds = False
        assert await table.command("p0", "a", act(table.match, 0))

    run(story())
