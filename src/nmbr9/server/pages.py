"""The page in the browser: the files of ``nmbr9/web``, and one shell for all its addresses."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from nmbr9.server.brief import brief_script
from nmbr9.server.lean import lean_script, lean_style

FOLDER = (Path(__file__).parents[1] / "web").resolve()
SHELL = "index.html"
PAGES = frozenset({"m", "daily", "arena", "c", "history", "replay", "analysis", "learn", "rules"})
"""The first words of addresses that the shell answers; the script in it shows the right page."""

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What is served; everything else in the folder is not."""

LEAN: dict[str, Callable[[str], str]] = {
    ".css": lean_style,
    ".js": lambda text: brief_script(lean_script(text)),
}

CACHING = "no-cache"
"""A browser keeps every file and asks whether it is still the same: a new version shows at once."""


class Served(NamedTuple):
    """A file as it goes out."""

    content: bytes
    media_type: str
    tag: str
    """The ETag: the same for the same content, on every server."""


def find(path: str) -> Served | None:
    """Return the file at an address without its leading slash, or the shell for a page of ours."""
    if not path or path.split("/", 1)[0] in PAGES:
        path = SHELL
    try:
        file = (FOLDER / path).resolve()
        if file.suffix not in MEDIA_TYPES or not file.is_relative_to(FOLDER) or not file.is_file():
            return None
    except (OSError, ValueError):  # no name that a file can have
        return None
    # By the time of change as well: whoever works on the page sees it without a restart.
    return _read(file, file.stat().st_mtime_ns)


def read_all() -> None:
    """Read every file, so that the first visitor does not wait for it."""
    for file in FOLDER.rglob("*"):
        find(file.relative_to(FOLDER).as_posix())


FIRST_SCRIPTS = ("js/main.js", "js/pages/start.js", "js/pages/match.js")
"""What a first game needs; with all that they import."""
_MODULES_HERE = re.compile(r"<!-- modules:.*?-->")
_IMPORT = re.compile(r"""^(?:import|export)[^'"]*?['"](\.{1,2}/[^'"]+)['"]""", re.MULTILINE)


def modules_of(*scripts: str) -> list[str]:
    """Return the scripts and everything that they import, each once."""
    found, todo = list(scripts), list(scripts)
    while todo:
        path = FOLDER / todo.pop()
        for name in _IMPORT.findall(path.read_text("utf-8")):
            module = (path.parent / name).resolve().relative_to(FOLDER).as_posix()
            if module not in found:
                found.append(module)
                todo.append(module)
    return found


def _with_modules(shell: str) -> str:
    """Return the shell with the modules of the first game, which else are found one by one."""
    links = (f'<link rel="modulepreload" href="/{path}">' for path in modules_of(*FIRST_SCRIPTS))
    return _MODULES_HERE.sub("\n".join(links), shell)


@lru_cache(maxsize=500)
def _read(file: Path, changed: int) -> Served:
    content = file.read_bytes()
    if file.name == SHELL:
        content = _with_modules(content.decode("utf-8")).encode("utf-8")
    lean = LEAN.get(file.suffix)
    if lean is not None:
        content = lean(content.decode("utf-8")).encode("utf-8")
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Served(content, MEDIA_TYPES[file.suffix], tag)


def answer(request: Request) -> Response | None:
    """Return a file of the page, nothing but its headers when the browser has it already.

    None where no file is asked for.
    """
    if request.method not in ("GET", "HEAD"):
        return None
    served = find(request.scope["path"][1:])
    if served is None:
        return None
    headers = {"ETag": served.tag, "Cache-Control": CACHING}
    known = request.headers.get("if-none-match", "")
    if served.tag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    if request.method == "HEAD":
        headers["Content-Length"] = str(len(served.content))
        return Response(b"", headers=headers, media_type=served.media_type)
    return Response(served.content, headers=headers, media_type=served.media_type)
