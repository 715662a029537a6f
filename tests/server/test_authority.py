"""Over real sockets: strangers, onlookers, other seats and the host try everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.match.authority import (
    DESERTED,
    FULL,
    LOSSES,
    ORDERS,
    OVER,
    RUNNING,
    SEATS,
    WAITING,
    Order,
    Standing,
    is_allowed,
)
from tests.postgresql import PostgreSQL
from tests.server.client import Answer, Person, Viewer, run
from tests.server.serving import UNLIMITED, Server, serving
from tests.tiers import first


class Table(NamedTuple):
    """A match, and everybody who has something to do with it."""

    seats: list[Viewer]
    onlookers: dict[str, Viewer]
    """A stranger, one with a cookie, one who has a seat in another match."""

    async def tell(self, sender: int | str, order: Order) -> Answer:
        viewer = self.seats[sender] if isinstance(sender, int) else self.onlookers[sender]
        return await told(viewer, order)


async def told(viewer: Viewer, order: Order) -> Answer:
    rest: dict[str, Any] = {} if order.seat is None else {"seat": order.seat}
    if order.do in ("seat-bot", "hand-over"):
        rest["bot"] = "greedy"
    if order.do == "change-options":
        rest["options"] = {"players": 3}
    return await viewer.command(order.do, **rest)


@asynccontextmanager
async def table(server: Server, standing: Standing) -> AsyncIterator[Table]:
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(Person(server.address, name))
            for name in ("Ada", "Ben", "Cy", "Eve")
        ]
        made = await people[0].post("/api/matches", options={"players": 3})
        match = made["match"]
        taken = [seat for seat in SEATS if seat not in standing.open]
        tokens = [made["token"]]
        for person in people[1 : len(taken)]:
            tokens.append((await person.post(f"/api/matches/{match}/join"))["token"])
        seats = [Viewer(server.address, match, token) for token in tokens]
        await people[3].post("/api/matches", options={"players": 1})
        onlookers = {
            "stranger": Viewer(server.address, match),
            "seated elsewhere": Viewer(server.address, match, cookie=people[3].cookie),
        }
        for viewer in (*seats, *onlookers.values()):
            await stack.enter_async_context(viewer)
        await bring(seats, standing)
        yield Table(seats, onlookers)


async def bring(seats: list[Viewer], standing: Standing) -> None:
    """Play until the match is so far."""
    if standing in (WAITING, FULL):
        return
    assert (await seats[0].command("start"))["type"] == "accepted"
    for seat in seats:
        await seat.until(lambda parts: "table" in parts)
    if standing == RUNNING:
        action = seats[1].first_action()
        assert action is not None
        assert (await seats[1].act(action))["type"] == "accepted"
    elif standing == DESERTED:
        assert (await seats[1].command("leave"))["type"] == "accepted"
        assert (await seats[2].command("hand-over", seat=2, bot="greedy"))["type"] == "accepted"
        await seats[2].until(lambda parts: parts["seats/2"]["is_done"], 60)
    else:
        assert standing == OVER
        await asyncio.gather(*(seat.take_turns(Random(1)) for seat in seats))


@pytest.mark.parametrize(
    "standing",
    [
        pytest.param(RUNNING, marks=pytest.mark.rest),
        *(pytest.param(one, marks=pytest.mark.long) for one in (WAITING, FULL, DESERTED, OVER)),
    ],
    ids=lambda standing: standing.name,
)
def test_everybody_tries_everything(server: Server, standing: Standing) -> None:
    senders: list[int | str] = ["stranger", "seated elsewhere"]
    senders += [seat for seat in SEATS if seat not in standing.open]
    tried = [(sender, order) for sender in senders for order in ORDERS]

    def is_wanted(sender: int | str, order: Order) -> bool:
        return is_allowed(standing, sender if isinstance(sender, int) else None, order)

    async def refused() -> None:
        async with table(server, standing) as people:
            for sender, order in tried:
                if not is_wanted(sender, order):
                    answer = await people.tell(sender, order)
                    assert answer["type"] == "rejected", (sender, order)
                    if isinstance(sender, str):
                        assert answer["code"] == "seat/not-seated"

    async def accepted() -> None:
        for sender, order in tried:
            if is_wanted(sender, order):
                async with table(server, standing) as people:
                    answer = await people.tell(sender, order)
                    assert answer["type"] == "accepted", (sender, order, answer)

    run(refused())
    run(accepted(), 120)


@pytest.mark.parametrize(
    "standing", first(1, [RUNNING, DESERTED]), ids=lambda standing: standing.name
)
def test_nobody_places_for_another_seat(server: Server, standing: Standing) -> None:
    async def story() -> None:
        async with table(server, standing) as people:
            legal = people.seats[0].first_action()
            assert legal is not None
            for player in SEATS:
                for sender, viewer in enumerate([*people.seats, *people.onlookers.values()]):
                    if player == sender:
                        continue
                    revision = viewer.parts.get("you", {"revision": 1})["revision"]
                    answer = await viewer.command(
                        "act", revision=revision, action={**legal, "player": player}
                    )
                    assert answer["type"] == "rejected", (player, sender)
            answer = await people.seats[0].act(legal)
            assert answer["type"] == "accepted"

    run(story())


async def send_away(host_at: Server, guest_at: Server, loss: str) -> None:
    """The host frees the seat of somebody who stays connected, and goes on without them."""
    async with (
        Person(host_at.address, "Ada") as ada,
        Person(guest_at.address, "Ben") as ben,
        Person(host_at.address, "Cy") as cy,
    ):
        made = await ada.post("/api/matches", options={"players": 2})
        match = made["match"]
        token = (await ben.post(f"/api/matches/{match}/join"))["token"]
        async with (
            Viewer(host_at.address, match, made["token"]) as host,
            Viewer(guest_at.address, match, token) as former,
            Viewer(guest_at.address, match, cookie=ben.cookie) as other_device,
        ):
            assert former.parts["you"]["seat"] == other_device.parts["you"]["seat"] == 1
            former.keeps_frames = True
            assert (await host.command("open-seat", seat=1))["type"] == "accepted"
            for viewer in (former, other_device):
                await viewer.until(lambda parts: "you" not in parts)
            frames = [frame for frame in former.frames if frame["type"] != "ping"]
            assert frames[-1]["type"] == "state"
            if loss == "given to a bot":
                await host.command("seat-bot", seat=1, bot="greedy")
            elif loss == "given to another person":
                await cy.post(f"/api/matches/{match}/join")
            if loss != "left open":
                assert (await host.command("start"))["type"] == "accepted"
                await former.until(lambda parts: "table" in parts)
            for viewer in (former, other_device):
                assert "you" not in viewer.parts
                for order in ORDERS:
                    answer = await told(viewer, order)
                    assert answer.get("code") == "seat/not-seated", order
                legal = host.first_action() or {"do": "done"}
                answer = await viewer.command("act", revision=3, action={**legal, "player": 1})
                assert answer.get("code") == "seat/not-seated"
                await viewer.send_text('{"type": "emote", "emote": "hello"}')
                while not viewer.errors:
                    await asyncio.sleep(0.01)
                assert viewer.errors[-1]["code"] == "seat/not-seated"
            stranger = Viewer(guest_at.address, match, token)
            await stranger.connect()
            assert stranger.closed_with == 1008, "the token opens nothing any more"
            refused = await ben.http.post(f"/api/matches/{match}/join", json={})
            wanted = "seat/removed" if loss == "left open" else "match/started"
            assert (refused.status_code, refused.json()["code"]) == (409, wanted)
            async with Viewer(guest_at.address, match, cookie=ben.cookie) as again:
                assert "you" not in again.parts
        assert await ben.get("/api/me/history") == []
        assert len(await cy.get("/api/me/history")) == (loss == "given to another person")


@pytest.mark.rest
@pytest.mark.parametrize("loss", LOSSES)
def test_who_was_sent_away_looks_on(server: Server, loss: str) -> None:
    run(send_away(server, server, loss))


@pytest.mark.long
def test_who_was_sent_away_at_another_process_looks_on(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    url = postgresql.new_database()
    (tmp_path / "other").mkdir()
    with (
        serving(url, tmp_path, **UNLIMITED) as one,
        serving(url, tmp_path / "other", **UNLIMITED) as other,
    ):
        for loss in LOSSES:
            run(send_away(one, other, loss))


def test_who_leaves_before_the_start_may_come_back_elsewhere(server: Server) -> None:
    """Their open connection goes with them: it shows and commands the seat that they have now."""

    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 3})
            match = made["match"]
            await ben.post(f"/api/matches/{match}/join")
            async with Viewer(server.address, match, cookie=ben.cookie) as viewer:
                assert (await viewer.command("leave"))["type"] == "accepted"
                await viewer.until(lambda parts: "you" not in parts)
                again = await ben.post(f"/api/matches/{match}/join", seat=2)
                await viewer.until(lambda parts: parts.get("you", {}).get("seat") == 2)
                assert (await viewer.command("start"))["code"] == "seat/not-host"
                async with Viewer(server.address, match, again["token"]) as by_token:
                    assert by_token.parts["you"]["seat"] == 2
            assert [line["seat"] for line in await ben.get("/api/me/history")] == [2]

    run(story())
