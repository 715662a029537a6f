"""The page in the browser: the files of ``nmbr9/web``, and one shell for all its addresses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from nmbr9.server.brief import brief_script
from nmbr9.server.joined import beside, dependencies, joined
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

FIRST_SCRIPT = "js/first.js"
"""What the first game needs, in one file."""
FIRST_PAGES = ("js/router.js", "js/pages/start.js", "js/pages/match.js")
"""With all that they import. The script that begins, main.js, waits for pages: it stays outside."""
FIRST_STYLE = "css/first.css"
STYLES = (
    "css/themes.css",
    "css/base.css",
    "css/art.css",
    "css/pages.css",
    "css/game.css",
    "css/after.css",
    "css/learn.css",
)
"""All style sheets, in the order in which they count."""

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
    if path == FIRST_STYLE:
        return _served(path, STYLES)
    if path == FIRST_SCRIPT:
        return _served(path, first_scripts())
    try:
        file = (FOLDER / path).resolve()
        if file.suffix not in MEDIA_TYPES or not file.is_relative_to(FOLDER) or not file.is_file():
            return None
    except (OSError, ValueError):  # no name that a file can have
        return None
    return _served(_path_of(file), ())


def read_all() -> None:
    """Read every file, so that the first visitor does not wait for it."""
    for path in (FIRST_STYLE, FIRST_SCRIPT, *map(_path_of, FOLDER.rglob("*"))):
        find(path)


def first_scripts() -> list[str]:
    """Return the scripts of the first game."""
    found: list[str] = []
    todo = list(FIRST_PAGES)
    while todo:
        path = todo.pop()
        if path not in found:
            found.append(path)
            todo += _imports(path, _changed(path))
    return sorted(found)


def _path_of(file: Path) -> str:
    return file.relative_to(FOLDER).as_posix()


def _served(path: str, parts: Sequence[str]) -> Served:
    """Return a file, or several as one."""
    # By the time of change as well: whoever works on the page sees it without a restart.
    return _read(path, tuple(parts), max(map(_changed, parts or (path,))))


def _changed(path: str) -> int:
    return (FOLDER / path).stat().st_mtime_ns


@lru_cache(maxsize=500)
def _read(path: str, parts: tuple[str, ...], changed: int) -> Served:
    suffix = Path(path).suffix
    if suffix == ".css":
        content = "".join(map(_style, parts or (path,))).encode("utf-8")
    elif parts:
        content = joined(parts, _script).encode("utf-8")
    elif suffix == ".js":
        content = _alone(path).encode("utf-8")
    else:
        content = (FOLDER / path).read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Served(content, MEDIA_TYPES[suffix], tag)


def _alone(path: str) -> str:
    """Return a script that is not part of the first game: what is comes from there."""
    inside = frozenset(first_scripts())
    return _script(path) if path in inside else beside(path, _script, inside, FIRST_SCRIPT)


def _script(path: str) -> str:
    return _brief(path, _changed(path))


@lru_cache(maxsize=500)
def _brief(path: str, changed: int) -> str:
    return brief_script(lean_script((FOLDER / path).read_text("utf-8")))


@lru_cache(maxsize=500)
def _imports(path: str, changed: int) -> list[str]:
    return dependencies(path, _brief(path, changed))


def _style(path: str) -> str:
    return lean_style((FOLDER / path).read_text("utf-8"))


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
