"""Tables that strangers find, join and watch, and options that their host changes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nmbr9.match.commands import ChangeOptions, Leave, SeatBot, Start, join
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol import viewer as viewers
from nmbr9.protocol.frames import PLAIN_JSON
from nmbr9.rules.options import Options
from nmbr9.server.http.schemas import TableLine
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.listing import changed_listing, listing_of
from nmbr9.server.live.seating import open_match
from nmbr9.server.settings import Settings
from nmbr9.storage.database import open_database
from nmbr9.storage.listings import State, listed
from nmbr9.storage.players import PlayerRow, create_player
from tests.match.playing import HOUSE, done
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server


async def line_of(person: Person, match: str, kind: str = "open") -> dict[str, Any] | None:
    tables = await person.get("/api/tables")
    return next((line for line in tables[kind] if line["match"] == match), None)


def test_a_table_is_listed_only_if_its_host_said_so(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            shown = await ada.post("/api/matches", options={"players": 2}, is_listed=True)
            private = await ada.post("/api/matches", options={"players": 2})
            line = await line_of(ben, shown["match"])
            assert line is not None
            assert set(line) == set(TableLine.model_fields)
            assert (line["host"], line["open"], line["seats"]) == ("Ada", 1, 2)
            assert 0 <= line["seconds"] < 60
            assert await line_of(ben, private["match"]) is None
            await ben.post(f"/api/matches/{shown['match']}/join")
            assert await line_of(ben, shown["match"]) is None
            async with (
                Viewer(server.address, shown["match"], cookie=ada.cookie) as host,
                Viewer(server.address, shown["match"], cookie=ben.cookie) as guest,
            ):
                await host.command("start")
                running = await line_of(ben, shown["match"], "running")
                assert running is not None
                assert running["open"] == 0
                await asyncio.gather(host.take_turns(), guest.take_turns())
            assert await line_of(ben, shown["match"], "running") is None

    run(story())


def test_the_host_changes_options_and_everybody_sees_it(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            match = made["match"]
            await ben.post(f"/api/matches/{match}/join")
            async with (
                Viewer(server.address, match, cookie=ada.cookie) as host,
                Viewer(server.address, match, cookie=ben.cookie) as guest,
            ):
                options = {"players": 4, "variant": "two-out-of-three", "draw_tokens": 2}
                refused = await guest.command("change-options", options=options)
                assert refused["code"] == "seat/not-host"
                answer = await host.command("change-options", options=options, is_listed=True)
                assert answer["type"] == "accepted"
                await guest.until(lambda parts: "seats/3" in parts)
                told = guest.parts["match"]["options"]
                assert told["variant"] == "two-out-of-three"
                assert len(told["special_tokens"]) == 2
                line = await line_of(ben, match)
                assert line is not None
                assert (line["options"], line["open"]) == (told, 2)
                for impossible, code in (
                    ({"players": 1}, "match/seats-taken"),
                    ({"players": 6, "variant": "two-out-of-three"}, "options/impossible"),
                ):
                    answer = await host.command("change-options", options=impossible)
                    assert answer["code"] == code
                # A seat that was not planned can be taken, moved to, and opened by its token.
                async with Person(server.address, "Cy") as cy:
                    joined = await cy.post(f"/api/matches/{match}/join", seat=3)
                    await host.command("change-options", options={"players": 3})
                    await guest.until(lambda parts: "seats/3" not in parts)
                    assert await line_of(ben, match) is None
                    again = await cy.post(f"/api/matches/{match}/join")
                    assert again["seat"] == 2
                    async with Viewer(server.address, match, again["token"]) as third:
                        assert third.parts["you"]["seat"] == 2
                    async with Viewer(server.address, match, joined["token"]) as nobody:
                        assert nobody.closed_with == 1008
                    await host.command("open-seat", seat=2)
                await host.command("start", fewer=True)
                answer = await host.command("change-options", options={"players": 2})
                assert answer["code"] == "match/started"
            # Three were planned at the end, four before, and two play.
            (line,) = await ada.get("/api/me/history")
            assert line["options"]["players"] == 2
            assert line["options"]["variant"] == "basic"
            async with Viewer(server.address, match, cookie=ada.cookie) as later:
                assert later.parts["match"]["options"]["players"] == 2

    run(story())


def listed_match() -> Match:
    """A match of two with its host, who lets strangers find it."""
    match = Match.new("m", Setup.new(Options(players=2), Random(1), is_listed=True))
    return match.after(join(match, "p0", None, HOUSE.now))


def test_the_list_says_what_strangers_can_do() -> None:
    match = listed_match()
    states = []
    for command in (SeatBot(1, "greedy"), Start(), Leave()):
        after = done(match, 0, str(command), command)[0]
        listing = changed_listing(match, after)
        states.append(listing and listing.state)
        match = after
    # Who leaves a running game may come back to it.
    assert states == [State.FULL, State.RUNNING, None]


def test_a_table_without_people_or_for_friends_leaves_the_list() -> None:
    match = listed_match()
    left = changed_listing(match, done(match, 0, "leave", Leave())[0])
    private = ChangeOptions(Setup.new(Options(players=2), Random(1)))
    hidden = changed_listing(match, done(match, 0, "change", private)[0])
    assert left is not None
    assert hidden is not None
    assert {left.state, hidden.state} == {State.GONE}
    assert listing_of(done(match, 0, "change", private)[0]) is None


def test_a_table_where_nobody_is_leaves_the_list_until_somebody_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(f"sqlite:///{tmp_path}/games.sqlite3")
    create_player(database, PlayerRow("p0", "Ada", HOUSE.now), "hash")
    setup = listed_match().setup

    def is_listed() -> bool:
        return bool(listed(database, State.OPEN, since=0.0, limit=9))

    async def story() -> None:
        hub = Hub(Settings(heartbeat_seconds=0.01), database)
        id, _ = open_match(database, setup, PlayerRow("p0", "P0", 0.0), [], [])

        async def visited_by(player: str | None) -> None:
            viewer, live = SilentViewer(player), await hub.match(id)
            await live.watch(viewer)
            await hub.welcome(viewer, live)
            live.leave(viewer)
            with monkeypatch.context() as patch:
                patch.setattr("nmbr9.server.live.hub.KEPT_SECONDS", 0.0)
                while hub.watched[0]:
                    await asyncio.sleep(0.01)

        try:
            assert is_listed()
            await visited_by("p0")
            while is_listed():
                await asyncio.sleep(0.01)
            await visited_by(None)
            assert not is_listed()
            await hub.welcome(SilentViewer("p0"), await hub.match(id))
            assert is_listed()
        finally:
            await hub.close()

    run(story())
    database.close()


class SilentViewer(viewers.Viewer):
    """Somebody who only is there."""

    def __init__(self, player: str | None) -> None:
        super().__init__(PLAIN_JSON, player)

    def write(self, text: str) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Go on saying nothing."""
