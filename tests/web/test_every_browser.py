"""The static site in Chromium, Firefox and WebKit: everything with a line, and without."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.machine import FIREFOX, WEBKIT, leave_out
from tests.web.test_static_site import Serve, serve
from tests.web.tour import Tour, tables
from tests.web.windows.chromium import ChromiumWindow
from tests.web.windows.firefox import FirefoxWindow
from tests.web.windows.webkit import WebKitWindow
from tests.web.windows.window import Window

pytestmark = [pytest.mark.rest, pytest.mark.long]

__all__ = ["serve"]  # a fixture, which pytest looks for here

Opened = Callable[[str], Window]
"""Opens a window for the site at an address."""


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    windows: list[Window] = []

    def opened(address: str) -> Window:
        windows.append(window_of(request, tmp_path / f"browser-{len(windows)}", address))
        return windows[-1]

    yield opened
    for window in windows:
        window.close()
    assert [window.problems for window in windows] == [[]] * len(windows)


def window_of(request: pytest.FixtureRequest, folder: Path, address: str) -> Window:
    if request.param == "chromium":
        return ChromiumWindow(request.getfixturevalue("browser"), address)
    if request.param == "firefox":
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        return FirefoxWindow(program, folder) if program else leave_out(FIREFOX)
    is_there = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    return WebKitWindow(folder) if is_there else leave_out(WEBKIT)


def play_everything(tour: Tour) -> None:
    """Whole games alone and with each bot, each variant and all modules, and all around them."""
    tour.start_alone()
    tour.ask_for_hint()
    tour.play_to_the_end()
    told = tour.analyse()
    assert told["state"] == "complete"
    assert len(told["players"][0]["moves"]) == 20
    assert told["best_found"] >= told["scores"][0]
    for table in tables():
        tour.start(table)
        tour.play_to_the_end()
        tour.look_again()
    tour.start_with_others()
    tour.play_to_the_end()
    tour.learn()
    assert sorted(tour.find_games()) == sorted(tour.played)


@pytest.mark.parametrize("base", ["/", "/games/nmbr9/"])
def test_everything_is_played_with_a_line_and_again_without(
    opened: Opened, serve: Serve, base: str
) -> None:
    server = serve(base)
    address = server.address + base
    window = opened(address)
    tour = Tour(window, address)
    play_everything(tour)
    tour.start_alone()
    for _ in range(3):
        tour.take_turn()
    tour.wait_until_kept()
    server.stop()
    window.reload()
    window.see(".round", "Round 4 ")
    tour.play_to_the_end()
    play_everything(tour)
