"""Whole games through the referee in plain Python: no event loop, a dictionary as store."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from nmbr9.lessons.lessons import all_lessons
from nmbr9.match.match import Match
from nmbr9.match.replay import replay_of
from nmbr9.match.setup import Setup
from nmbr9.match.store import NotFound, Receipt, Unavailable
from nmbr9.match.views import Part, merged, parts
from nmbr9.protocol.host import Twin
from nmbr9.protocol.lesson_tries import tried
from nmbr9.protocol.referee import LocalViewer, Referee, finished
from nmbr9.protocol.seating import WantedOptions
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.knowledge import View
from nmbr9.rules.record import read_record
from tests.protocol.encoded import plain
from tests.spots import random_spot


class Shelf:
    """A dictionary that keeps matches."""

    def __init__(self) -> None:
        self.matches: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {}
        self.is_down = False

    async def create(self, match: Match, events: list[dict[str, Any]]) -> None:
        setup = match.setup.to_dict()
        self.matches[match.id] = (plain(setup), plain(events))  # type: ignore[arg-type]

    def append(self, match: Match, events: list[dict[str, Any]]) -> Receipt:
        receipt: Receipt = Receipt()
        if self.is_down:
            receipt.set_exception(Unavailable("down"))
        else:
            self.matches[match.id][1].extend(plain(events))  # type: ignore[arg-type]
            receipt.set_result(None)
        return receipt

    async def load(self, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        if match not in self.matches:
            raise NotFound(match)
        return self.matches[match]


def first_legal(bot: str, seen: View, twin: Twin | None) -> Action:
    """A bot that thinks little: in an order of its own, so that not all build the same."""
    assert bot in ("greedy", "strong")
    return Random(len(seen.state.display.pieces)).choice(seen.legal_actions())


REFEREES: list[Referee] = []


def new_referee(shelf: Shelf) -> Referee:
    REFEREES.append(Referee(shelf, first_legal, ["greedy", "strong"]))
    return REFEREES[-1]


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    """What bots have not done yet is given up."""
    yield
    while REFEREES:
        REFEREES.pop().close()


class Page:
    """Somebody who plays: keeps what frames say, and does whatever is legal."""

    def __init__(self, referee: Referee, match: str, player: str | None, seed: int = 0) -> None:
        self.parts: dict[str, Part] = {}
        self.frames: list[dict[str, Any]] = []
        self._referee, self._random, self._count = referee, Random(seed), 0
        self.viewer: LocalViewer = finished(referee.watch(match, player, self._hear))

    def _hear(self, text: str) -> None:
        frame = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "state":
            self.parts = frame["parts"]
        elif frame["type"] == "changed":
            self.parts = merged(self.parts, frame["parts"])

    def say(self, type: str, **rest: object) -> dict[str, Any]:
        """Send a frame; return what came last."""
        finished(self._referee.hear(self.viewer, json.dumps({"type": type, **rest})))
        return self.frames[-1]

    def command(self, do: str, **rest: object) -> dict[str, Any]:
        self._count += 1
        return self.say("command", id=f"c{self._count}", do=do, **rest)

    @property
    def legal(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.parts["you"].get("legal", [])
        return found

    def act(self) -> dict[str, Any]:
        offer = dict(self._random.choice(self.legal))
        if "at" in offer:
            offer |= random_spot(offer.pop("at"), self._random)
        return self.command("act", revision=self.parts["you"]["revision"], action=offer)


def play(referee: Referee, pages: list[Page]) -> None:
    """Let everybody act whenever they can, until the match is over."""
    while "result" not in pages[0].parts:
        is_moving = referee.work()
        for page in pages:
            if page.legal:
                assert page.act()["type"] == "accepted"
                is_moving = True
        assert is_moving, "somebody must have something to do"


GAMES = [
    (WantedOptions(players=3), ["greedy"]),
    (
        WantedOptions(
            players=2,
            variant="two-out-of-three",
            starting_tiles=True,
            gap_fillers=True,
            special_tokens=["gap", "move", "reserve"],
        ),
        [],
    ),
    (WantedOptions(players=2, variant="level-to-level", draw_tokens=2), ["strong"]),
]


@pytest.mark.parametrize(("wanted", "bots"), GAMES, ids=["basic", "modules", "level-to-level"])
def test_a_whole_game(wanted: WantedOptions, bots: list[str]) -> None:
    shelf = Shelf()
    referee = new_referee(shelf)
    people = [f"p{seat}" for seat in range(wanted.players - len(bots))]
    referee.names = {player: player.upper() for player in people}
    id = finished(referee.new_match(wanted.setup(), people, bots))
    pages = [Page(referee, id, player, seed) for seed, player in enumerate(people)]
    onlooker = Page(referee, id, None)
    play(referee, pages)
    match = finished(referee.live(id)).match
    for seat, page in [*enumerate(pages), (None, onlooker)]:
        assert page.parts == plain(parts(match, seat, referee.names))
    assert pages[0].parts["seats/0"]["name"] == "P0"
    # What is stored is the whole match: another referee finds it, and the rules agree with it.
    again = new_referee(shelf)
    assert finished(again.live(id)).match == match
    assert match.game is not None
    assert read_record(match.game.to_record()).scores == pages[0].parts["result"]["scores"]
    told = replay_of(match, referee.names)
    assert told["scores"] == pages[0].parts["result"]["scores"]
    assert told["names"] == [*(player.upper() for player in people), *bots]
    assert len(told["steps"]) == len(match.game.actions)


def table(players: int = 2, **options: Any) -> tuple[Referee, Shelf, list[Page]]:
    """A match that waits, with its pages."""
    shelf = Shelf()
    referee = new_referee(shelf)
    id = finished(referee.new_match(WantedOptions(players=players, **options).setup(), ["p0"]))
    return referee, shelf, [Page(referee, id, "p0")]


def test_a_host_seats_bots_and_changes_the_options() -> None:
    referee, _, (page,) = table()
    assert page.command("start")["code"] == "match/seats-open"
    assert page.command("change-options", options={"players": 3})["type"] == "accepted"
    assert page.command("change-options", options={"variant": "chess"})["type"] == "rejected"
    for seat in (1, 2):
        assert page.command("seat-bot", seat=seat, bot="greedy")["type"] == "accepted"
    assert page.command("start")["type"] == "accepted"
    play(referee, [page])
    assert page.command("rematch", same_deck=True)["type"] == "accepted"
    ids = [page.parts["match"][name] for name in ("id", "rematch")]
    setups = [finished(referee.live(id)).match.setup for id in ids]
    assert setups[0].deck == setups[1].deck


def test_questions_are_answered_and_nonsense_is_told() -> None:
    referee, _, (page,) = table()
    page.command("seat-bot", seat=1, bot="strong")
    page.command("start")
    told = page.say("explain", id="q1", action={"player": 0, "do": "done"})
    assert told["violations"][0]["code"] == "turn/not-settled"
    page.say("hint", id="q2")
    while not any(frame["type"] == "hinted" for frame in page.frames):
        assert referee.work()
    assert page.say("watch", match="x")["code"] == "frame/malformed"
    assert page.say("emote", emote="hello") == {"type": "emote", "seat": 0, "emote": "hello"}
    assert page.say("sync")["type"] == "state"


def test_a_store_that_fails_is_told_and_nothing_is_lost() -> None:
    _, shelf, (page,) = table(players=1)
    shelf.is_down = True
    assert page.act()["code"] == "storage/unavailable"
    assert not page.parts["displays/0"]["pieces"]
    shelf.is_down = False
    assert page.act()["type"] == "accepted"
    assert len(page.parts["displays/0"]["pieces"]) == 1


def test_the_clock_plays_for_a_slow_player(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = new_referee(Shelf())
    id = finished(referee.new_match(WantedOptions(players=2).setup(), ["p0", "p1"]))
    first, second = Page(referee, id, "p0"), Page(referee, id, "p1")
    first.act()
    assert referee.ring_due(time.time()) is None
    first.command("prompt", seat=1)
    due = referee.ring_due(time.time())
    assert due is not None
    assert due == pytest.approx(second.parts["seats/1"]["deadline"], abs=5)
    # It rings too early: nothing is done, and it will ring again.
    referee.ring_due(due)
    assert referee.work()
    assert second.parts["table"]["round"] == 1
    monkeypatch.setattr(time, "time", lambda: due + 1)
    assert referee.ring_due(due + 1) is None
    assert referee.work()
    assert second.parts["table"]["round"] == 2
    assert second.parts["seats/1"]["is_clocked"]


def test_who_asks_for_nothing_or_waits_has_no_answer() -> None:
    referee = new_referee(Shelf())
    with pytest.raises(NotFound):
        finished(referee.watch("nowhere", None, print))

    class Slowly:
        def __await__(self) -> Any:
            yield

    async def slow() -> None:
        await Slowly()

    with pytest.raises(RuntimeError, match="lets nobody wait"):
        finished(slow())


def test_lessons_need_nobody_else() -> None:
    lesson = next(iter(all_lessons().values()))
    told = tried(lesson, [])
    assert (told["done"], told["is_solved"]) == (0, False)
    assert tried(lesson, [], text="nonsense")["violations"][0]["code"] == "action/malformed"


def test_a_setup_is_read_as_it_was_stored() -> None:
    _, shelf, _ = table(players=2)
    ((setup, _),) = shelf.matches.values()
    assert Setup.from_dict(setup).to_dict() == setup
