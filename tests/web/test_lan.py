"""Friends on one network: what the invitation says, and what goes over plain http."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from nmbr9.server.addresses import page_link, picture
from nmbr9.server.local_network import lan_addresses
from tests.server.serving import UNLIMITED, Server, serving
from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

pytestmark = pytest.mark.rest


def set_up_table(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    page.locator(".invite-way > *").first.wait_for()


def test_on_loopback_one_sentence_says_why_friends_cannot_come_and_what_to_type(
    visit: Visit,
) -> None:
    set_up_table(visit)
    told = visit.page.locator(".invite-way")
    expect(told).to_have_text(
        "Only this machine can open this page: for friends on the same Wi-Fi start the game with "
        "“nmbr9 play --lan”, or “make play ARGS=--lan”."
    )
    expect(visit.page.get_by_role("button", name="Copy link")).to_be_hidden()
    assert "127.0.0.1" not in visit.page.locator("main").inner_text()


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the network, and for this machine as `nmbr9 play --lan` has it."""
    folder = tmp_path_factory.mktemp("home")
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    home = {"NMBR9_LAN": "1", "NMBR9_HOST": "0.0.0.0", "NMBR9_HOSTS": "localhost"}
    with serving(database, folder, **UNLIMITED, **home) as server:
        yield server


@pytest.fixture
def lan(at_home: Server) -> str:
    """The address at which others come."""
    addresses = [address for address in lan_addresses() if address.version == 4]
    if not addresses:
        pytest.skip("this machine is in no network")
    return page_link(addresses[0], at_home.port, "")


def test_the_host_on_loopback_reads_and_copies_an_address_that_others_can_open(
    browser: Browser, at_home: Server, lan: str, shots: Path
) -> None:
    visitors = Visitors(browser, at_home.address)
    host = visitors.new(viewport=PHONE)
    set_up_table(host)
    link = lan + urlsplit(host.page.url).path
    expect(host.page.locator(".invite-link").first).to_have_text(link)
    shown = host.page.get_by_role("img", name="QR code of this address")
    assert shown.get_attribute("src") == picture(link)
    assert host.copy(host.page.get_by_role("button", name="Copy link")) == link
    expect(host.page.locator(".toast", has_text="Link copied.")).to_be_visible()
    for size in (PHONE, DESK, SMALLEST):
        host.page.set_viewport_size(size)  # type: ignore[arg-type]
        host.page.screenshot(path=shots / f"invitation-{size['width']}.png")
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(host.page)
    assert found.violations_count == 0, found.generate_report()
    visitors.close()


def test_over_plain_http_friends_play_copy_and_read_what_is_missing(
    browser: Browser, at_home: Server, lan: str
) -> None:
    visitors = Visitors(browser, at_home.address)
    host = visitors.new()
    set_up_table(host)
    friends = Visitors(browser, lan)
    guest = friends.new(permissions=[])
    page = guest.go(urlsplit(host.page.url).path)
    assert not page.evaluate("isSecureContext")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("The host starts the game")).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast", has_text="Link copied.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_be_focused()
    host.page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".place").wait_for()
    page.get_by_role("button", name="Menu").click()
    calls = page.locator(".toggle-row", has_text="Call me")
    expect(calls).to_contain_text("At this address the browser allows no notifications")
    # From a dialog, and for another device: the link has the address that the guest came by.
    page.get_by_role("button", name="Continue on another device").click()
    expect(page.locator(".toast", has_text="Link copied.")).to_be_visible()
    page.get_by_label("Your name").fill("")
    page.get_by_label("Your name").press("Control+V")
    assert page.get_by_label("Your name").input_value().startswith(lan[:24])
    # Over plain http a browser says that it ignores one of the headers.
    guest.problems = [one for one in guest.problems if "Opener-Policy" not in one]
    friends.close()
    visitors.close()
