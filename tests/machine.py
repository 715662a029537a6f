"""What a machine may lack: tests that need it are left out, and counted at the end of the run."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from platformdirs import user_cache_path, user_data_path

LACKS = "this machine lacks "


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the system has to bring, and the command that brings it."""

    name: str
    debian: str
    fedora: str
    macos: str


CHROMIUM = Part(
    "Chromium",
    debian="apt-get install chromium-headless-shell libatomic1",  # Playwright's driver needs this
    fedora="dnf install chromium libatomic",
    macos=".venv/bin/playwright install chromium",
)
FIREFOX = Part(
    "Firefox",
    debian="apt-get install firefox-esr",
    fedora="dnf install firefox",
    macos="brew install --cask firefox",
)
WEBKIT = Part(
    "WebKit with its driver, and a screen for it",
    debian="apt-get install webkit2gtk-driver xvfb",
    fedora="dnf install webkitgtk6.0 xorg-x11-server-Xvfb",
    macos="not there: the driver is that of WebKitGTK",
)
POSTGRESQL = Part(
    "PostgreSQL",
    debian="apt-get install postgresql",
    fedora="dnf install postgresql-server",
    macos="brew install postgresql",
)
C_COMPILER = Part(
    "a C compiler",
    debian="apt-get install gcc libc6-dev",
    fedora="dnf install gcc glibc-devel",
    macos="xcode-select --install",
)
NGINX = Part(
    "nginx",
    debian="apt-get install nginx",
    fedora="dnf install nginx",
    macos="brew install nginx",
)
HAPROXY = Part(
    "HAProxy",
    debian="apt-get install haproxy",
    fedora="dnf install haproxy",
    macos="brew install haproxy",
)
CADDY = Part(
    "Caddy",
    debian="apt-get install caddy",
    fedora="dnf install caddy",
    macos="brew install caddy",
)
TMUX = Part(
    "tmux",
    debian="apt-get install tmux",
    fedora="dnf install tmux",
    macos="brew install tmux",
)
HOST = Part("what plays in a browser", debian="make host", fedora="make host", macos="make host")
PARTS = (
    HOST,
    CHROMIUM,
    FIREFOX,
    WEBKIT,
    POSTGRESQL,
    C_COMPILER,
    NGINX,
    HAPROXY,
    CADDY,
    TMUX,
)


def playwright_browsers() -> Path:
    """The folder in which `playwright install` puts browsers: the user's, or a named one."""
    if named := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(named)
    of_user = user_data_path if sys.platform == "win32" else user_cache_path
    return of_user("ms-playwright", appauthor=False)


def leave_out(part: Part) -> NoReturn:
    """Skip the test that needs the part; in CI, where nothing may be left out, fail it."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"expected {part.name} on this machine, got none: {part.debian}")
    pytest.skip(LACKS + part.name)


def left_out(reasons: list[str]) -> list[str]:
    """The last lines of a run, from the reasons of its skipped tests: what was left out and why."""
    count = Counter(reason.removeprefix("Skipped: ").removeprefix(LACKS) for reason in reasons)
    lines = []
    for part in PARTS:
        if number := count[part.name]:
            tests = "1 test was" if number == 1 else f"{number} tests were"
            lines += [
                f"{tests} left out, because {LACKS}{part.name}. This adds it:",
                f"  Debian: {part.debian}",
                f"  Fedora: {part.fedora}",
                f"  macOS:  {part.macos}",
            ]
    return lines
