"""How hard property tests try, a home and a database of the run's own, and what was left out."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from nmbr9.kernel import cache_folder
from tests.machine import left_out, playwright_browsers
from tests.postgresql import PostgreSQL, running_postgresql

# No deadline: the time of one example depends on what else the machine does. In CI the examples are
# the same on each run, so that a failure is the change's fault and not the dice's.
settings.register_profile("nmbr9", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("long", parent=settings.get_profile("nmbr9"), max_examples=5_000)
settings.load_profile("nmbr9")

DAY_SECONDS = 24 * 60 * 60
LONGEST_TEST_SECONDS = 120
"""How long a test of the deck of the day may take on a busy machine."""

HOME = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Give the run an empty home: no test sees what the user keeps, or leaves something there.

    Processes that a test starts inherit it, as do the workers of pytest-xdist. Only compiled code
    and the list of fonts are kept from run to run, in the folder of pytest's own cache.
    """
    if hasattr(config, "workerinput"):
        return
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(playwright_browsers())  # not in the empty home
    home = config.stash[HOME] = tempfile.mkdtemp(prefix="nmbr9-home-")
    os.environ["HOME"] = os.environ["USERPROFILE"] = home
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{kind}_HOME"] = str(Path(home, kind.lower()))
    for variable in [name for name in os.environ if name.startswith("NMBR9_")]:
        del os.environ[variable]
    if (cache := getattr(config, "cache", None)) is not None:
        kept = cache_folder.prepared(cache.mkdir("kernel"), *cache_folder.SOURCES)
        os.environ["NUMBA_CACHE_DIR"] = str(kept)
        os.environ["MPLCONFIGDIR"] = str(cache.mkdir("matplotlib"))


def pytest_unconfigure(config: pytest.Config) -> None:
    if home := config.stash.get(HOME, None):
        shutil.rmtree(home, ignore_errors=True)


def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: tests of servers and browsers wait now and then."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the page: a game there takes longest, and would be waited for at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with running_postgresql() as server:
        yield server


@pytest.fixture
def within_one_day() -> None:
    """Wait for tomorrow if today is nearly over: the deck of the day changes at midnight, UTC."""
    left = DAY_SECONDS - time.time() % DAY_SECONDS
    if left < LONGEST_TEST_SECONDS:
        time.sleep(left + 1)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("skipped")
    reasons = [report.longrepr[2] for report in reports if isinstance(report.longrepr, tuple)]
    if lines := left_out(reasons):
        terminalreporter.section("left out")
        for line in lines:
            terminalreporter.write_line(line)
