"""The page in the browser: its files as they are written, and one document for all its addresses.

The files stand below ``v/<version>/``, and the version is a hash of them all. So relative imports
hold, what is at an address never changes and may be kept for ever, and no browser mixes two
versions. Only the document is filled in: it says which version, and what to fetch beforehand.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import posixpath
import re
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import brotli  # type: ignore[import-untyped]
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from nmbr9.host import LIST, artefacts
from nmbr9.host import host_files as host
from nmbr9.host.first_views import first_views
from nmbr9.server import errors
from nmbr9.storage.damage import DAMAGE

FOLDER = (Path(__file__).parents[1] / "web").resolve()
DOCUMENT = "index.html"
WORKER = "sw.js"
"""The service worker: it outlives versions, and what is below its address is its own."""
PAGES = frozenset(
    {"", "m", "daily", "arena", "c", "history", "replay", "analysis", "learn", "rules"}
    | {"caller", "score"}
)
"""The first words of addresses with the document; the script in it shows the right page."""

BEGIN = "js/main.js"
HOST_BEGIN = "js/host/begin.js"
"""What begins before it where the referee is in the browser."""
FIRST_VIEWS = "host/first-views.json"
CUT = "cut.html"
"""The document of a version for when there is no line to the server (js/cut/keeping.js)."""
MADE = frozenset({host.CONTENTS, FIRST_VIEWS, CUT})
START, GAME = "js/pages/start.js", "js/pages/match.js"
FIRST_MODULES = {"": (BEGIN, START), "m": (BEGIN, GAME)}
"""By first word what a page begins with; elsewhere the script that begins finds the rest."""

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".npz": "application/octet-stream",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What is served; everything else in the folder is not."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""A browser keeps it and asks whether it is still the same: a new version shows at once."""
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What documents may do; it holds for all that they load."""
HOST_POLICY = POLICY | {
    "Content-Security-Policy": POLICY["Content-Security-Policy"].replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
}
"""Where the referee is in the browser, Python has to be compiled there."""

LOOK_AGAIN_SECONDS = 0.05
"""How long the files count as unchanged: to look at each takes 2 ms, in which nobody else is
answered, and documents may be asked for some hundred times a second."""
PIECE_BYTES = 65_536
"""So much of a file for playing offline, which has millions, waits for whoever reads slowly."""

BROTLI_QUALITY = 10
"""The whole page in 0.4 s; the best, 11, takes 1.2 s and saves another 3 %."""

_IMPORT = re.compile(r"^(?:import|export)\b[^;']*\bfrom '(\.[^']+)';", re.MULTILINE)
_ADDRESS = re.compile(r'\b(href|src)="')


class Page(NamedTuple):
    """All files of one version, by path."""

    version: str
    files: Mapping[str, bytes]

    @classmethod
    def read(cls, folder: Path = FOLDER) -> Page:
        """Return the page as it is on the disk."""
        found = sorted(Path(path) for path, _ in _times(folder))
        files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}
        whole = hashlib.sha256()
        for path, content in files.items():
            whole.update(b"%s\0%d\0%s" % (path.encode(), len(content), content))
        return cls(whole.hexdigest()[:16], files)

    def modules(self, *first: str) -> list[str]:
        """Return modules and all that they import at once, each before what it imports."""
        found = list(first)
        for path in found:
            for name in _IMPORT.findall(self.files[path].decode()):
                there = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                if there not in found:
                    found.append(there)
        return found

    def document(self, base: str, word: str = "") -> bytes:
        """Return the document of addresses that begin with a word."""
        files = f"{base}v/{self.version}/"

        def preloads(paths: list[str], more: str = "") -> str:
            link = f'<link rel="modulepreload" href="{files}%s"{more}>\n'
            return "".join(link % path for path in paths)

        first = self.modules(*FIRST_MODULES.get(word, (BEGIN,)))
        head = preloads(first)
        if word == "":
            # The game comes as soon as the line has nothing better to do, before Play is pressed.
            rest = [path for path in self.modules(GAME) if path not in first]
            head += preloads(rest, " fetchpriority=low")
        text = _ADDRESS.sub(rf'\1="{files}', self.files[DOCUMENT].decode())
        return text.replace("</head>", head + "</head>").encode()

    def document_with_host(self, base: str) -> bytes:
        """Return the document that begins with a referee in the browser."""
        text = self.document(base).decode()
        script = f'<script type="module" src="{base}v/{self.version}/%s"></script>'
        main = script % BEGIN
        assert main in text, "the page begins there"
        return text.replace(main, f"{script % HOST_BEGIN}\n    {main}", 1).encode()


class Site:
    """Answers with the files of the page, below a path."""

    def __init__(
        self, base: str = "/", folder: Path = FOLDER, host_folder: Path | None = None
    ) -> None:
        """`host_folder` has what plays without a line, if this copy has it; see `artefacts`."""
        self._base, self._folder, self._host_folder = base, folder, host_folder
        self._times, self._looked = self._times_now(), time.monotonic()
        self._host, self._page = self._read()
        self._documents: dict[str, bytes] = {}
        self._made: dict[str, bytes | None] = {}
        """What is made or read when it is first asked for."""
        self._brotli: dict[str, bytes] = {}

    @classmethod
    def of_this_copy(cls, base: str) -> Site:
        """Return the site with whatever this copy has."""
        return cls(base, host_folder=artefacts())

    @property
    def version(self) -> str:
        """The version of the page, by which its files are found."""
        return self._page.version

    @property
    def is_for_offline(self) -> bool:
        """Whether browsers find here what plays without a line."""
        return self._host is not None

    def compress(self) -> None:
        """Compress every file as well as can be; until then gzip, which takes no time, will do."""
        page = self._page
        packed = {path: _brotli(it) for path, it in page.files.items() if _is_text(path)}
        if page is self._page:
            self._brotli = packed

    def is_asked(self, request: Request, path: str) -> bool:
        """Whether a request is one that `answer` may have something for; costs next to nothing."""
        word = path[1:].partition("/")[0]
        is_ours = word in PAGES or word in ("v", "h") or path[1:] == WORKER
        return request.method in ("GET", "HEAD") and (is_ours or path == self._base[:-1])

    def answer(self, request: Request, path: str) -> Response | None:
        """Return a file or a document; None where neither is asked for."""
        if not self.is_asked(request, path):
            return None
        if path == self._base[:-1] != "":
            return RedirectResponse(self._base)
        word, _, rest = path[1:].partition("/")
        if word == "v":
            return self._file(request, rest)
        if word == "h":
            return self._host_file(request, path[1:])
        if word in PAGES:
            page = self._renewed()
            if word not in self._documents:
                self._documents[word] = self._marked(page.document(self._base, word), "served")
            return _checked(request, DOCUMENT, self._documents[word], POLICY)
        if path[1:] == WORKER:
            return _checked(request, WORKER, self._renewed().files[WORKER])
        return None

    def _file(self, request: Request, rest: str) -> Response | None:
        version, _, path = rest.partition("/")
        if version != self._page.version and version != self._renewed().version:
            return _gone()
        content = self._page.files.get(path)
        if content is None:
            content = self._once(self._make, path) if path in MADE else None
        if content is None:
            return None
        headers = {"Cache-Control": FOR_EVER, **(HOST_POLICY if path == CUT else {})}
        return _sent(request, path, content, headers, self._brotli.get(path))

    def _make(self, path: str) -> bytes | None:
        """Return a file that is made when it is first asked for: few ask."""
        if self._host is None:
            return None
        if path == host.CONTENTS:
            kept = [name for name in self._page.files if name not in (DOCUMENT, WORKER)]
            return self._host.contents([*kept, path, FIRST_VIEWS, CUT])
        if path == FIRST_VIEWS:
            return json.dumps(first_views()).encode()
        return self._marked(self._page.document_with_host(self._base), "cut")

    def _marked(self, document: bytes, how: str) -> bytes:
        """Return a document that says whether its page can do without a line, or has to."""
        if self._host is None:
            return document
        return document.replace(b"<html ", b'<html data-line="%s" ' % how.encode(), 1)

    def _host_file(self, request: Request, address: str) -> Response | None:
        if self._host is None:
            return None
        name = self._host.names.get(address)
        if name is None:
            return None
        headers = {"Cache-Control": FOR_EVER}
        taken = codings(request.headers.get("accept-encoding", ""))
        try:
            packed = self._once(self._host.packed, name) if "br" in taken else None
            content = packed or self._once(self._host.content, name) or b""
        except (host.Damaged, OSError) as error:
            DAMAGE.note(f"file {name}", error)
            return _gone()
        if packed is not None:
            headers |= {"Content-Encoding": "br", "Vary": "Accept-Encoding"}
        return _whole(request, name, content, headers, InPieces)

    def _once(self, make: Callable[[str], bytes | None], name: str) -> bytes | None:
        """Return what `make` makes of a name, from memory the second time.

        To read and check the largest file takes milliseconds, in which nobody else is answered.
        """
        made = f"{make.__name__} {name}"
        if made not in self._made:
            self._made[made] = make(name)
        return self._made[made]

    def _read(self) -> tuple[host.HostFiles | None, Page]:
        page = Page.read(self._folder)
        if self._host_folder is None:
            return None, page
        made = host.HostFiles.read(self._host_folder)
        # What the page is told of the host is of its version, too.
        both = hashlib.sha256(page.version.encode() + made.contents()).hexdigest()
        return made, page._replace(version=both[:16])

    def _times_now(self) -> dict[str, int]:
        times = dict(_times(self._folder))
        if self._host_folder is not None:
            listed = self._host_folder / LIST
            times[str(listed)] = listed.stat().st_mtime_ns
        return times

    def _renewed(self) -> Page:
        """Return the page of now: whoever works on it sees changes without a restart."""
        if time.monotonic() < self._looked + LOOK_AGAIN_SECONDS:
            return self._page
        times, self._looked = self._times_now(), time.monotonic()
        if times != self._times:
            self._times = times
            self._host, self._page = self._read()
            self._documents, self._made, self._brotli = {}, {}, {}
        return self._page


class InPieces(Response):
    """A large file: of what is unread a piece is in memory for each reader, and not all of it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a piece when the one before is nearly read: then uvicorn lets `send` return."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        body = bytes(self.body)
        for first in range(0, len(body), PIECE_BYTES):
            piece = body[first : first + PIECE_BYTES]
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})


def _gone() -> Response:
    gone = errors.error_response(410, "page/outdated", "expected the page of now: load it again")
    # While servers of two versions take turns, the next one may have it.
    gone.headers["Cache-Control"] = "no-store"
    return gone


def _times(folder: str | Path) -> Iterator[tuple[str, int]]:
    """Yield where each file is and when it was changed last."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _times(entry.path)
        elif os.path.splitext(entry.name)[1] in MEDIA_TYPES:
            yield entry.path, entry.stat().st_mtime_ns


def _checked(
    request: Request, path: str, content: bytes, headers: Mapping[str, str] | None = None
) -> Response:
    """Return what may change, nothing but its headers when the browser has it already."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    # Weak, because the same tag stands for each way to compress.
    caching = {"ETag": f"W/{tag}", "Cache-Control": ASK_AGAIN}
    known = request.headers.get("if-none-match", "")
    if tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(status_code=304, headers=caching)
    return _sent(request, path, content, {**caching, **(headers or {})})


def _sent(
    request: Request,
    path: str,
    content: bytes,
    headers: dict[str, str],
    packed: bytes | None = None,
) -> Response:
    """Return a file as the browser takes it; `packed` is what Brotli makes of it."""
    if _is_text(path):
        headers["Vary"] = "Accept-Encoding"
        taken = codings(request.headers.get("accept-encoding", ""))
        if packed is not None and "br" in taken:
            headers["Content-Encoding"], content = "br", packed
        elif "gzip" in taken:
            headers["Content-Encoding"], content = "gzip", _gzip(content)
    return _whole(request, path, content, headers)


def _whole(
    request: Request,
    path: str,
    content: bytes,
    headers: dict[str, str],
    how: type[Response] = Response,
) -> Response:
    headers |= {"Content-Type": MEDIA_TYPES[Path(path).suffix], "Content-Length": str(len(content))}
    return how(b"" if request.method == "HEAD" else content, headers=headers)


def codings(accepted: str) -> set[str]:
    """Return the ways to compress that a browser takes.

    >>> sorted(codings("gzip, br;q=0.5, zstd;q=0"))
    ['br', 'gzip']
    """
    parts = (part.replace(" ", "").partition(";q=") for part in accepted.split(","))
    return {name for name, _, weight in parts if not re.fullmatch(r"0(\.0*)?", weight)}


def _is_text(path: str) -> bool:
    return not path.endswith(".png")


@lru_cache(maxsize=500)
def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _brotli(content: bytes) -> bytes:
    packed: bytes = brotli.compress(content, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY)
    return packed
