"""A host and a guest who share nothing but a cable: two browsers in two network namespaces."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from nmbr9.server.addresses import picture
from tests.web.conftest import FLAGS, system_chromium
from tests.web.test_together import join, play_on
from tests.web.visitor import Visitors

pytestmark = pytest.mark.long

HOST, GUEST = "nmbr9-host", "nmbr9-guest"
HOST_ADDRESS, GUEST_ADDRESS = "10.77.0.1", "10.77.0.2"
CUT_SECONDS = 20


def ip(*words: str, space: str | None = None) -> None:
    inside = ["-netns", space] if space else []
    subprocess.run(["ip", *inside, *words], check=True, capture_output=True)


@pytest.fixture
def cable() -> Iterator[None]:
    """A pair of ends, one in each namespace; no router, no other network."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root of a Linux makes network namespaces")
    try:
        for space in (HOST, GUEST):
            ip("netns", "add", space)
        ip("link", "add", "end", "netns", HOST, "type", "veth", "peer", "end", "netns", GUEST)
        for space, address in ((HOST, HOST_ADDRESS), (GUEST, GUEST_ADDRESS)):
            ip("address", "add", f"{address}/24", "dev", "end", space=space)
            for device in ("lo", "end"):
                ip("link", "set", device, "up", space=space)
        yield
    finally:
        for space in (HOST, GUEST):
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)


@pytest.fixture
def game(cable: None, tmp_path: Path) -> Iterator[str]:
    """`nmbr9 play --lan` in the host's namespace; what it prints."""
    del cable
    process = subprocess.Popen(
        ["ip", "netns", "exec", HOST, sys.executable, "-m", "nmbr9", "play", "--lan"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
        start_new_session=True,
    )
    assert process.stdout is not None
    printed = ""
    while "The game is at" not in printed:
        line = process.stdout.readline()
        assert line, printed
        printed += line
    yield printed
    os.killpg(process.pid, signal.SIGTERM)
    process.communicate(timeout=20)


def inside(browser: Browser, space: str, folder: Path) -> Browser:
    """A browser in a namespace."""
    program = system_chromium() or browser.browser_type.executable_path
    wrapper = folder / f"chromium-in-{space}"
    wrapper.write_text(f'#!/bin/sh\nexec ip netns exec {space} {program} "$@"\n')
    wrapper.chmod(0o755)
    return browser.browser_type.launch(executable_path=wrapper, args=FLAGS)


def asked(address: str, *flags: str) -> str:
    """The status that the guest's machine is answered with."""
    command = ["ip", "netns", "exec", GUEST, sys.executable, "-c"]
    script = (
        "import sys, httpx; a, *h = sys.argv[1:]; client = httpx.Client(trust_env=False);"
        "headers = dict(zip(h[::2], h[1::2]));"
        "print(client.post(a, json={'name': 'Eve'}, headers=headers).status_code)"
    )
    asking = [*command, script, address, *flags]
    return subprocess.run(asking, check=True, capture_output=True, text=True).stdout.strip()


def test_a_whole_game_over_a_cable_that_is_pulled_in_the_middle(
    browser: Browser, game: str, tmp_path: Path
) -> None:
    lan = re.search(r"play at (http://\S+)/", game)
    own = re.search(r"is at (http://\S+)", game)
    assert lan is not None
    assert own is not None
    assert lan[1].startswith(f"http://{HOST_ADDRESS}:")
    assert "█▀" in game
    players = f"{lan[1]}/api/players"
    assert asked(players) == "201"
    assert asked(players, "Host", "evil.example") == "421"
    assert asked(players, "Origin", "http://evil.example") == "403"
    here, there = inside(browser, HOST, tmp_path), inside(browser, GUEST, tmp_path)
    visitors, friends = Visitors(here, own[1]), Visitors(there, lan[1])
    host, guest = visitors.new(), friends.new()
    page = host.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    link = page.locator(".invite-link").first.inner_text()
    assert link.startswith(lan[1])
    shown = page.get_by_role("img", name="QR code of this address")
    assert shown.get_attribute("src") == picture(link)
    join(guest, link.removeprefix(lan[1]), "Ben")
    expect(guest.page.get_by_text("The host starts the game")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for visit in (host, guest):
        visit.page.locator(".place").wait_for()
    for _ in range(5):
        play_on(host, guest)
    ip("link", "set", "end", "down", space=GUEST)
    pulled = time.monotonic()
    before = host.round
    for visit in (host, guest):
        visit.page.keyboard.press("Tab")
        visit.press_place()
    expect(guest.page.get_by_text("The line is cut")).to_be_visible()
    guest.page.wait_for_timeout(1000 * (CUT_SECONDS - (time.monotonic() - pulled)))
    ip("link", "set", "end", "up", space=GUEST)
    for visit in (host, guest):
        visit.wait_for_change(before)
    expect(guest.page.get_by_text("The line is cut")).to_be_hidden()
    while not host.is_over:
        play_on(host, guest)
    for visit in (host, guest):
        expect(visit.page.locator(".result h1")).to_be_visible()
    # What a browser says of a dead line, and of plain http, is no fault of ours.
    known = ("WebSocket", "ERR_", "Opener-Policy")
    guest.problems = [one for one in guest.problems if not any(word in one for word in known)]
    visitors.close()
    friends.close()
    here.close()
    there.close()
