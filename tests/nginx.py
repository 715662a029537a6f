"""A real nginx with the configurations of docs/deploy.md."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.machine import NGINX, leave_out
from tests.server.serving import SECONDS

PAGE = Path(__file__).parents[1] / "docs" / "deploy.md"
AROUND = """
daemon off;
pid nginx.pid;
worker_rlimit_nofile 65536;
events {{ worker_connections 16384; }}
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


def examples(port: int) -> list[str]:
    """The examples, at a port of this machine and without a certificate."""
    texts = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
    changed = [re.subn(r"listen 443 [^;]*;", f"listen 127.0.0.1:{port};", text) for text in texts]
    assert [listens for _, listens in changed] == [1, 1]
    return [text for text, _ in changed]


@contextmanager
def running_nginx(folder: Path, server: str, port: int) -> Iterator[int]:
    """nginx, by its process, for as long as the context lasts; left out where it is not there."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin") or shutil.which("nginx")
    if program is None:
        leave_out(NGINX)
    config = folder / "nginx.conf"
    config.write_text(AROUND.format(server=server))
    command = [program, "-p", str(folder), "-c", str(config), "-e", "stderr"]
    with subprocess.Popen(command) as nginx:
        try:
            wait_for(port)
            yield nginx.pid
        finally:
            nginx.terminate()


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Return as soon as somebody listens."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"expected somebody to listen at {port}")
