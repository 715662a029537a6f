"""A plain file server behind a line as of a phone: so many bytes a second, so long a way."""

from __future__ import annotations

import time
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from threading import Lock, Thread
from typing import Any

BYTES_A_SECOND = 9_000_000 / 8
WAY_SECONDS = 0.085
"""There and back."""
PIECE = 8_192


class Wire:
    """What all connections share, and what went over it, by address."""

    def __init__(self) -> None:
        self.is_slow = True
        self.bytes: dict[str, int] = {}
        self._lock = Lock()
        self._free = 0.0

    def send(self, address: str, count: int) -> None:
        """Return when so many bytes have gone out."""
        with self._lock:
            self.bytes[address] = self.bytes.get(address, 0) + count
            begin = max(time.monotonic(), self._free)
            self._free = begin + (count / BYTES_A_SECOND if self.is_slow else 0)
            wait = self._free - time.monotonic()
        if wait > 0:
            time.sleep(wait)


class _Slow(BufferedIOBase):
    """What a handler writes to: heads and contents alike go over the wire, piece by piece."""

    def __init__(self, handler: _Files) -> None:
        self._handler, self._way = handler, handler.wfile

    def writable(self) -> bool:
        return True

    def write(self, content: Any, /) -> int:
        for begin in range(0, len(content), PIECE):
            piece = content[begin : begin + PIECE]
            self._handler.wire.send(self._handler.path, len(piece))
            self._way.write(piece)
        return len(content)


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wire: Wire

    def setup(self) -> None:
        super().setup()
        self.wfile = _Slow(self)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        elif not path.is_file():
            path = Path(self.directory) / "404.html"
        packed = path.with_name(f"{path.name}.br")
        is_packed = packed.is_file() and "br" in self.headers.get("Accept-Encoding", "")
        content = (packed if is_packed else path).read_bytes()
        if self.wire.is_slow:
            time.sleep(WAY_SECONDS)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        if "/v/" in self.path or "/h/" in self.path:
            self.send_header("Cache-Control", "public, max-age=31536000, immutable")
        if is_packed:
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        self.wfile.write(content)


class SlowFileServer:
    """Serves a folder until it is closed."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        handler = type("_FilesOfOne", (_Files,), {"wire": self.wire})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
