"""The game below a path, behind a real nginx with the configuration of docs/deploy.md."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.nginx import examples, free_port, running_nginx
from tests.server.serving import UNLIMITED, serving
from tests.web.visitor import Visit

pytestmark = pytest.mark.rest

BASE = "/nmbr9"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    settings = {**UNLIMITED, "NMBR9_BASE": f"{BASE}/", "NMBR9_TRUSTS_PROXY": "1"}
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder, **settings) as server:
        example = examples(port)[0].replace("127.0.0.1:8099", f"127.0.0.1:{server.port}")
        with running_nginx(folder, example, port):
            yield f"http://127.0.0.1:{port}{BASE}"
        assert '"level": "error"' not in server.logs(), server.logs()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    visit = Visit(browser, address)
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    yield visit
    visit.context.close()
    assert not visit.problems
    outside = [url for url in asked if not url.startswith((f"{address}/", "blob:", "data:"))]
    assert outside in ([], [address])


def test_a_game_is_played_through(visit: Visit, address: str) -> None:
    page = visit.start_alone()
    assert page.url.startswith(f"{address}/m/")
    visit.place_at_first_spot()
    page.reload()
    page.locator(".game .place").wait_for()
    visit.finish()
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"^{address}/replay/"))
    page.get_by_role("button", name="Share").click()
    # On this machine the server is asked first for an address that others can open.
    copied = visit.copy(page.get_by_role("button", name="Copy the link"))
    assert copied.startswith(f"{address}/replay/")


def test_the_way_in_needs_no_slash_and_links_stay_below_the_base(visit: Visit) -> None:
    page = visit.go("")
    expect(page).to_have_title("nmbr9")
    page.get_by_role("link", name="Learn").click()
    expect(page).to_have_title("Learn to play · nmbr9")
    page.get_by_role("link", name="rules").first.click()
    expect(page.locator(".rule").first).to_be_visible()
    page.go_back()
    expect(page).to_have_title("Learn to play · nmbr9")
    page.get_by_role("link", name="nmbr9").first.click()
    expect(page).to_have_title("nmbr9")


def test_it_opens_without_the_server(visit: Visit) -> None:
    visit.go("/")
    visit.open_without_line()
