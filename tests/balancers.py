"""Real balancers with the configurations of docs/deploy.md that keep a match at one server."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.machine import CADDY, HAPROXY, Part, leave_out
from tests.nginx import PAGE, examples, running_nginx, wait_for

Running = Callable[[Path, list[int], int], AbstractContextManager[None]]
"""Runs a balancer at a port of this machine in front of servers at others, two of them."""

WRITTEN = (8099, 8100)
"""Where the examples say that the servers are."""


def in_front_of(text: str, ports: list[int]) -> str:
    """An example with other servers."""
    for written, port in zip(WRITTEN, ports, strict=True):
        assert f"127.0.0.1:{written}" in text
        text = text.replace(f"127.0.0.1:{written}", f"127.0.0.1:{port}")
    return text


@contextmanager
def nginx(folder: Path, ports: list[int], port: int) -> Iterator[None]:
    with running_nginx(folder, in_front_of(examples(port)[1], ports), port):
        yield


@contextmanager
def haproxy(folder: Path, ports: list[int], port: int) -> Iterator[None]:
    [text] = re.findall(r"```\n(defaults\n.*?)```", PAGE.read_text(), re.DOTALL)
    text, count = re.subn(r"bind :8080", f"bind 127.0.0.1:{port}", text)
    assert count == 1
    config = _written(folder / "haproxy.cfg", in_front_of(text, ports))
    with _running(HAPROXY, "haproxy", "-db", "-f", config, port=port):
        yield


@contextmanager
def caddy(folder: Path, ports: list[int], port: int) -> Iterator[None]:
    texts = re.findall(r"```\n(games.example.org \{.*?)```", PAGE.read_text(), re.DOTALL)
    text, count = re.subn(r"^games.example.org", f"http://127.0.0.1:{port}", texts[-1])
    assert count == 1
    alone = "{\n    admin off\n    auto_https off\n}\n"
    config = _written(folder / "Caddyfile", alone + in_front_of(text, ports))
    arguments = ("run", "--adapter", "caddyfile", "--config", config)
    with _running(CADDY, "caddy", *arguments, port=port):
        yield


BALANCERS: dict[str, Running] = {"nginx": nginx, "haproxy": haproxy, "caddy": caddy}


def _written(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


@contextmanager
def _running(part: Part, program: str, *arguments: str, port: int) -> Iterator[None]:
    """A program for as long as the context lasts; left out where it is not installed."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        leave_out(part)
    with subprocess.Popen([found, *arguments], stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            yield
        finally:
            process.terminate()
