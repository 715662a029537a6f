"""What goes over the wire tells nobody what they should not know yet."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from nmbr9.match.views import Part, merged
from nmbr9.protocol.ids import CODE_LENGTH
from tests.match.playing import random_options
from tests.server.client import Person, Viewer, run
from tests.server.keys import FRAMES, documented, named, unknown_keys
from tests.server.serving import Server


class Witness:
    """Follows the frames of one viewer and complains of what they should not contain."""

    def __init__(self, viewer: Viewer, result: dict[str, Any], secrets: list[str]) -> None:
        self._frames, self._deck = viewer.frames, result["deck"]
        self._secrets = [*secrets, result["salt"]]

    def check(self) -> int:
        """Return how many frames there were before the end."""
        known: dict[str, Part] = {}
        count = 0
        for frame in self._frames:
            assert unknown_keys(frame) == []
            if frame["type"] not in ("state", "changed"):
                assert not any(secret in json.dumps(frame) for secret in self._secrets)
                continue
            before = known
            known = frame["parts"] if frame["type"] == "state" else merged(known, frame["parts"])
            if "result" in known:
                return count
            count += 1
            self._check_cards(known)
            self._check_round(before, known, frame["parts"])
            assert not any(secret in json.dumps(frame) for secret in self._secrets)
        raise AssertionError("the match did not end")

    def _check_cards(self, known: dict[str, Part]) -> None:
        table = known.get("table")
        if table is None:
            return
        drawn = len(self._deck) - sum(table["cards_left"])
        assert table["revealed"] == self._deck[drawn - len(table["revealed"]) : drawn]
        rest = self._deck[drawn:]
        assert table["cards_left"] == [rest.count(number) for number in range(10)]
        if len(rest) > 4:  # Fewer may look like the open cards, or fillers.
            assert json.dumps(rest) not in json.dumps(known)

    def _check_round(
        self, before: dict[str, Part], known: dict[str, Part], sent: dict[str, Any]
    ) -> None:
        """While a viewer has something to do, nothing new of the others is shown."""
        if "table" not in before or before["table"] != known["table"]:
            return
        you = known.get("you")
        seat = None if you is None else you["seat"]
        if you is not None and not you["legal"]:
            return
        others = {name for name in sent if name.startswith("displays/")} - {f"displays/{seat}"}
        assert not others
        for name, part in sent.items():
            if name.startswith("seats/") and name != f"seats/{seat}":
                changed = {key for key in part if part[key] != before[name][key]}
                assert changed <= {
                    "is_done",
                    "deadline",
                    "is_clocked",
                    "bot",
                    "is_away",
                    "is_gone",
                }, (
                    name,
                    changed,
                )


async def play_watched(server: Server, seed: int, *, is_one_device: bool = False) -> int:
    """Play a match, each at their own device or all at one."""
    random = Random(seed)
    options = random_options(random)
    people: list[Person] = []
    viewers: list[Viewer] = []
    secrets: list[str] = []
    try:
        for seat in range(1 if is_one_device else options.players):
            people.append(await Person(server.address, f"P{seat}").__aenter__())
        others = [f"P{seat}" for seat in range(1, options.players)] if is_one_device else []
        made = await people[0].post(
            "/api/matches", options=options.to_dict(), people=others, is_listed=True
        )
        match = made["match"]
        seats = [await who.post(f"/api/matches/{match}/join") for who in people[1:]]
        tokens = [*made["tokens"], *[told["token"] for told in seats]]
        assert len(tokens) == options.players
        secrets = tokens + [who.cookie.split("=")[1] for who in people]
        viewers = [Viewer(server.address, match, token) for token in tokens]
        viewers.append(Viewer(server.address, match))
        for viewer in viewers:
            viewer.keeps_frames = True
            await viewer.connect()
        link = f"{server.address}/m/{match}"
        own = ["/api/tables", "/api/me", "/api/me/history", "/api/me/records", "/healthz"]
        ways = [
            f"/api/codes/{match[:CODE_LENGTH]}",
            f"/api/invitation?link={link}",
            f"/api/matches/{match}",
            *own,
        ]
        doors = [(await people[0].http.get(way)).text for way in ways]
        players = viewers[: options.players]
        if len(people) > 1:
            # The same once more, with other cards: those of before are nobody's business either.
            again = await players[0].command("change-options", options=options.to_dict())
            assert again["type"] == "accepted"
            assert (await players[0].command("start"))["type"] == "accepted"
        for viewer in players:
            await viewer.until(lambda parts: "table" in parts)
        async with asyncio.TaskGroup() as group:
            for viewer in players:
                group.create_task(viewer.take_turns(random))
            asked = await people[0].http.get(f"/api/matches/{match}/record")
            shown = (await people[0].http.get(f"/api/matches/{match}")).text
            doors += [(await people[0].http.get(way)).text for way in own]
        for viewer in viewers:
            await viewer.until(lambda parts: "result" in parts)
        result = viewers[0].parts["result"]
        cards = [result["salt"], '"deck"', '"starting_tiles":[']
        assert not [secret for secret in [*secrets, *cards] for door in doors if secret in door]
        # Who sits down is told the token of their seat, and of no other.
        told = [json.dumps(answer, separators=(",", ":")) for answer in (made, *seats)]
        assert not [secret for secret in cards for answer in told if secret in answer]
        told_to_all = {"type": "state", "n": 1, "parts": json.loads(shown)}
        assert unknown_keys(told_to_all) == []
        if asked.status_code != 200:
            assert asked.json()["code"] == "match/not-over"
            assert result["salt"] not in shown or '"result"' in shown
        return sum(Witness(viewer, result, secrets).check() for viewer in viewers)
    finally:
        for viewer in viewers:
            await viewer.close()
        for who in people:
            await who.http.aclose()


@pytest.mark.parametrize(
    "matches",
    [
        1,
        pytest.param(3, marks=pytest.mark.rest),
        pytest.param(1000, marks=pytest.mark.long),
    ],
)
def test_no_frame_tells_a_secret(server: Server, matches: int) -> None:
    async def story() -> None:
        gate = asyncio.Semaphore(5)

        async def one(seed: int) -> int:
            async with gate:
                return await play_watched(server, seed, is_one_device=seed % 3 == 1)

        counts = await asyncio.gather(*(one(seed) for seed in range(matches)))
        assert min(counts) >= 10

    run(story(), 60 + 5 * matches)


def test_no_frame_tells_a_secret_to_people_at_one_device(server: Server) -> None:
    async def story() -> None:
        # The first seed from which several people come.
        seed = next(seed for seed in range(100) if random_options(Random(seed)).players > 1)
        assert await play_watched(server, seed, is_one_device=True) >= 10

    run(story())


def test_every_key_that_a_frame_may_have_is_documented() -> None:
    assert {*FRAMES, *named(FRAMES)} - documented() == set()


def test_a_key_that_nobody_has_described_is_found() -> None:
    seat = {"name": "Ada", "next_card": 7}
    frame = {"type": "changed", "n": 2, "parts": {"seats/1": seat, "deck": [1]}}
    assert unknown_keys(frame) == ["changed.parts.seats.next_card", "changed.parts.deck"]
    offer = {"player": 0, "do": "take", "at": {"x": 1, "next": 2}}
    frame = {"type": "state", "n": 1, "parts": {"you": {"legal": [offer]}}}
    assert unknown_keys(frame) == ["state.parts.you.legal.at.next"]
    assert unknown_keys({"type": "secret"}) == ["secret"]
