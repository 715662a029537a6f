"""All games of a browser as one file, from one shelf to another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from nmbr9.host.game_file import VERSION
from nmbr9.host.match_store import FORMAT
from tests.host.memory_shelf import MemoryShelf
from tests.host.test_browser_house import Page, told


async def begun(page: Page, bots: tuple[str, ...] = (), people: tuple[str, ...] = ()) -> Any:
    body = {"options": {"players": 1 + len(bots) + len(people)}, "bots": bots, "people": people}
    made = await page.ask("POST", "/matches", {**body, "name": "Ada"})
    await page.watch(made["match"], made["token"])
    return made


async def with_games() -> tuple[Page, str, str]:
    """A page with a game that is over and one that is not, both of Ada and greedy."""
    page = await Page(MemoryShelf()).open()
    over = (await begun(page, ("greedy",)))["match"]
    await page.play()
    page.desk.hang_up(1)
    await asyncio.sleep(0.01)
    running = (await begun(page, ("greedy",)))["match"]
    for _ in range(3):
        await page.act()
    return page, over, running


async def refused(page: Page, content: str) -> dict[str, Any]:
    before = deepcopy(page.shelf.tables)
    status, data = json.loads(await page.desk.ask("POST", "/games", content))
    assert status in (409, 422, 503), data
    assert page.shelf.tables == before
    return dict(data)


def test_games_go_on_in_an_empty_browser() -> None:
    async def story() -> None:
        page, over, running = await with_games()
        file = await page.ask("GET", "/games")
        other = await Page(MemoryShelf()).open()
        came = await other.ask("POST", "/games", file)
        player = await page.ask("GET", "/me")
        assert came == {"came": 2, "known": 0, "player": player, "tables": []}
        history = await page.ask("GET", "/me/history")
        assert await other.ask("GET", "/me/history") == history
        for path in (f"/matches/{over}/replay", f"/matches/{over}/record"):
            assert await other.ask("GET", path) == await page.ask("GET", path)
        # What was read is also what a worker finds that begins anew.
        again = await Page(other.shelf).open()
        await again.watch(running)
        assert again.parts["displays/0"] == page.parts["displays/0"]
        await again.play()
        lines = await again.ask("GET", "/me/history")
        assert all(line["finished"] for line in lines)
        assert [line["match"] for line in lines] == [running, over]

    told(story)


def test_games_of_another_browser_become_those_of_its_owner() -> None:
    async def story() -> None:
        page, over, running = await with_games()
        other = await Page(MemoryShelf()).open()
        own = await begun(other)
        other.desk.hang_up(1)
        await asyncio.sleep(0.01)
        came = await other.ask("POST", "/games", await page.ask("GET", "/games"))
        assert (came["came"], came["player"]) == (2, own["player"])
        lines = await other.ask("GET", "/me/history")
        assert {line["match"] for line in lines} == {over, running, own["match"]}
        await other.watch(running)
        await other.play()

    told(story)


def test_what_is_there_stays_as_it_is_and_is_counted() -> None:
    async def story() -> None:
        page, _, running = await with_games()
        file = await page.ask("GET", "/games")
        await page.act()
        header = json.loads(page.shelf.tables["headers"][running])
        newer = {**header, "match": "newer", "format": FORMAT + 1}
        page.shelf.tables["headers"]["newer"] = json.dumps(newer)
        again = await Page(page.shelf).open()
        file["matches"].append({**deepcopy(file["matches"][0]), "match": "newer"})
        file["matches"].append({**deepcopy(file["matches"][0]), "match": "another"})
        before = dict(page.shelf.tables["events"])
        came = await again.ask("POST", "/games", file)
        assert (came["came"], came["known"]) == (1, 3)
        kept = page.shelf.tables["events"]
        assert {match: kept[match] for match in before} == before
        assert set(kept) - set(before) == {"another"}
        # A file without it would not be whole.
        status, data = json.loads(await again.desk.ask("GET", "/games", ""))
        assert (status, data["code"]) == (409, "match/newer")

    told(story)


def test_people_at_one_device_have_their_seats_again() -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        made = await begun(page, people=("Ben",))
        match = made["match"]
        await page.act()
        other = await Page(MemoryShelf()).open()
        file = await page.ask("GET", "/games")
        assert not any(token in json.dumps(file) for token in made["tokens"])
        (table,) = (await other.ask("POST", "/games", file))["tables"]
        assert table["match"] == match
        for seat, token in enumerate(table["tokens"]):
            await other.watch(match, token)
            assert (other.parts["you"]["seat"], other.parts["seats/1"]["name"]) == (seat, "Ben")
            other.desk.hang_up(1)
            await asyncio.sleep(0.01)

    told(story)


def test_a_file_of_a_newer_page_is_refused() -> None:
    async def story() -> None:
        page, *_ = await with_games()
        file = {"format": "nmbr9-games", "version": VERSION + 1, "news": []}
        said = await refused(page, json.dumps(file))
        assert said["code"] == "games/newer"
        assert said["message"].endswith(f"version {VERSION} or older, got version {VERSION + 1}")

    told(story)


@pytest.mark.parametrize(
    "content",
    ["", "hello", "[1]", "{}", '{"format": "nmbr9"}', '{"format": "nmbr9-games"}', "[" * 9999],
)
def test_what_is_no_such_file_is_refused(content: str) -> None:
    async def story() -> None:
        said = await refused(await Page(MemoryShelf()).open(), content)
        assert said["code"] == "games/refused"
        assert said["message"].startswith("expected a file of the format nmbr9-games, version 1")

    told(story)


Damage = Callable[[dict[str, Any]], object]

DAMAGES: dict[str, Damage] = {
    "no matches": lambda file: file.pop("matches"),
    "something more": lambda file: file.update(news=1),
    "a match twice": lambda file: file["matches"].append(file["matches"][0]),
    "a strange id": lambda file: file["matches"][1].update(match="../x"),
    "no date": lambda file: file["matches"][1].update(created="today"),
    "an endless date": lambda file: file["matches"][1].update(created=1e300),
    "no events": lambda file: file["matches"][1].update(events=[]),
    "a missing event": lambda file: file["matches"][1]["events"].pop(3),
    "a strange event": lambda file: file["matches"][1]["events"][3].update(do=["acted"]),
    "an event without a time": lambda file: file["matches"][1]["events"][3].pop("at"),
    "a strange seat": lambda file: file["matches"][1]["events"][0].update(seat=9),
    "a strange bot": lambda file: file["matches"][1]["events"][1].update(bot="nobody"),
    "a missing card": lambda file: file["matches"][1]["setup"]["deck"].pop(),
    "strange options": lambda file: file["matches"][1]["setup"].update(options=[]),
    "somebody else": lambda file: file["people"][0].update(id="somebody"),
    "two owners": lambda file: file["people"].append({**file["people"][0], "id": "somebody"}),
    "no name": lambda file: file["people"][0].update(name=""),
}


def test_a_damaged_file_is_refused_whole() -> None:
    async def story() -> None:
        page, *_ = await with_games()
        file = await page.ask("GET", "/games")
        other = await Page(MemoryShelf()).open()
        for name, damage in DAMAGES.items():
            damaged = deepcopy(file)
            damage(damaged)
            said = await refused(other, json.dumps(damaged))
            assert said["code"] == "games/refused", (name, said)
            assert said["message"].startswith("expected games as this page saves them, got others")
        other.shelf.is_full = True
        assert (await refused(other, json.dumps(file)))["code"] == "storage/unavailable"

    told(story)
