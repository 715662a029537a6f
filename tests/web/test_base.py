"""The game below a path, behind a real nginx with the configuration of docs/deploy.md."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.machine import NGINX, leave_out
from tests.server.serving import SECONDS, UNLIMITED, serving
from tests.web.visitor import Visit

pytestmark = pytest.mark.rest

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
BASE = "/nmbr9"
AROUND = """
daemon off;
pid nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    {server}
}}
"""
"""What the system has around the example, here in a folder of the test."""


def example(port: int, server: int) -> str:
    """The example, at a port of this machine and without a certificate."""
    [text] = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
    text, listens = re.subn(r"listen 443 [^;]*;", f"listen 127.0.0.1:{port};", text)
    assert listens == 1
    return text.replace("127.0.0.1:8099", f"127.0.0.1:{server}")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin") or shutil.which("nginx")
    if program is None:
        leave_out(NGINX)
    folder = tmp_path_factory.mktemp("nginx")
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    settings = {**UNLIMITED, "NMBR9_BASE": f"{BASE}/", "NMBR9_TRUSTS_PROXY": "1"}
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder, **settings) as server:
        config = folder / "nginx.conf"
        config.write_text(AROUND.format(server=example(port, server.port)))
        command = [program, "-p", str(folder), "-c", str(config), "-e", "stderr"]
        with subprocess.Popen(command) as nginx:
            try:
                _wait_for(port)
                yield f"http://127.0.0.1:{port}{BASE}"
            finally:
                nginx.terminate()
        assert '"level": "error"' not in server.logs(), server.logs()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("expected nginx to listen, got nothing")


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
