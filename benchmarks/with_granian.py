"""The same application served by granian instead of uvicorn, to compare the two.

    python -m benchmarks.server --granian

Started by that benchmark; takes the flags `--port` and `--database` of `nmbr9 serve`.
"""

from __future__ import annotations

import argparse
import os
import socket

import uvloop
from granian.constants import Interfaces
from granian.server.embed import Server

from nmbr9.server.main import BACKLOG, app
from nmbr9.server.settings import variable_of


def free_port() -> int:
    """Return a port that nobody has; granian's in-process server takes no open socket."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def serve(port: int) -> None:
    server = Server(app(), port=port, interface=Interfaces.ASGI, backlog=BACKLOG, log_enabled=False)
    print(f"listening at http://127.0.0.1:{port}", flush=True)
    await server.serve()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--database", required=True)
    options = parser.parse_args()
    port = options.port or free_port()
    os.environ[variable_of("database")] = options.database
    uvloop.run(serve(port))


if __name__ == "__main__":
    main()
