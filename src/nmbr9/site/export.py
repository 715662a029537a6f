"""Writing the static site: every address but the document's has a hash in it.

The page's files stand below ``v/<version>/`` as a server has them, and those of the host below
``h/<hash>/``, so that a new version fetches only what has changed. The files of the version before
stay, for pages that are open; those of older ones go.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import brotli  # type: ignore[import-untyped]

from nmbr9.host.first_views import first_views
from nmbr9.host.host_files import CONTENTS, HostFiles
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.server.page_files import DOCUMENT, FIRST_VIEWS, HOST_POLICY, WORKER, Page
from nmbr9.whole_files import write_whole

MARKER = "nmbr9-site.json"
"""Says that a folder is ours, and what the last two versions wrote into it."""
NOT_FOUND = "404.html"
"""What file hosts answer for addresses that are no files: the document finds the right page."""
SERVICE_WORKER = "js/host/service-worker.js"
PACKED = (".html", ".css", ".js", ".mjs", ".json", ".webmanifest", ".svg", ".wasm", ".zip", ".npz")

Say = Callable[[str], None]
"""Tells one sentence of progress."""


class SiteRefused(Nmbr9Error, ValueError):
    """A site that cannot be written there, or so."""


class Site(NamedTuple):
    """All that is written."""

    version: str
    files: Mapping[str, bytes]
    """By address below the base."""
    packed: Mapping[str, bytes]
    """Those by Brotli that are packed already."""


def checked_base(base: str) -> str:
    """Return the path of a site.

    Raises: SiteRefused.

    >>> checked_base("/games/nmbr9/")
    '/games/nmbr9/'
    """
    if not (base.startswith("/") and base.endswith("/")) or set(base) & set('"<>?#\\ '):
        raise SiteRefused(f"expected a base such as / or /games/nmbr9/, got {base!r}")
    return base


def check_folder(folder: Path) -> None:
    """Refuse a folder with anything that is not ours.

    Raises: SiteRefused.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteRefused(f"expected a folder, got the file {folder}")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise SiteRefused(f"expected an empty folder or a site of nmbr9, got {folder} with others")


def static_site(artefacts: Path, base: str, page: Page | None = None) -> Site:
    """Return the files of a site: the page, and the host that `make host` has made.

    Raises: Damaged.
    """
    page = page or Page.read()
    made = HostFiles.read(artefacts)
    host = {address: made.content(name) for name, address in made.addresses.items()}
    files = {**page.files, FIRST_VIEWS: _json(first_views()), CONTENTS: made.contents()}
    version = hashlib.sha256(
        b"".join(
            b"%s\0%d\0%s" % (path.encode(), len(files[path]), files[path]) for path in sorted(files)
        )
        + base.encode()
    ).hexdigest()[:16]
    page = Page(version, files)
    document = _document(page, base)
    own = {f"v/{version}/{path}": content for path, content in files.items() if path != DOCUMENT}
    licenses = {name: made.content(name) for name in made.licenses}
    worker = _worker(page, [*own], [*host])
    packed = {address: made.packed(name) for name, address in made.addresses.items()}
    return Site(
        version,
        {DOCUMENT: document, NOT_FOUND: document, WORKER: worker, **own, **host, **licenses},
        {address: content for address, content in packed.items() if content is not None},
    )


def write_site(site: Site, folder: Path, say: Say, *, is_packed: bool = True) -> None:
    """Write a site into a folder that `check_folder` accepts, the document last.

    Raises: OSError.
    """
    marker = folder / MARKER
    before = json.loads(marker.read_text("utf-8")) if marker.is_file() else {"versions": []}
    written: list[str] = []
    last = [path for path in site.files if "/" not in path]
    for path in [*(path for path in site.files if "/" in path), *last]:
        content, file = site.files[path], folder / path
        names = [path]
        if is_packed and path.endswith(PACKED):
            names += [f"{path}.br", f"{path}.gz"]
        written += names
        if "/" in path and all((folder / name).is_file() for name in names):
            continue  # What is at such an address never changes.
        say(f"{path}, {len(content):,} bytes")
        file.parent.mkdir(parents=True, exist_ok=True)
        if len(names) > 1:
            write_whole(folder / names[1], site.packed.get(path) or brotli.compress(content))
            write_whole(folder / names[2], gzip.compress(content, mtime=0))
        write_whole(file, content)
    versions = [written, *before["versions"]][:2]
    if before["versions"][:1] == [written]:
        versions = before["versions"]
    write_whole(marker, json.dumps({"versions": versions}))
    _remove_old(folder, {path for one in versions for path in one})


def _remove_old(folder: Path, kept: set[str]) -> None:
    for part in ("v", "h"):
        for file in sorted((folder / part).rglob("*"), reverse=True):
            if file.is_file() and file.relative_to(folder).as_posix() not in kept:
                file.unlink()
            elif file.is_dir() and not any(file.iterdir()):
                file.rmdir()


def _document(page: Page, base: str) -> bytes:
    """Return the document: as a server has it, with the policy, and the host before the page."""
    policy = HOST_POLICY["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
    text = page.document_with_host(base).decode()
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    charset = '<meta charset="utf-8">'
    return text.replace(charset, f"{charset}\n    {meta}", 1).encode()


def _worker(page: Page, own: list[str], host: list[str]) -> bytes:
    told = {"version": page.version, "page": own, "host": host}
    return b"self.SITE = " + _json(told) + b";\n" + page.files[SERVICE_WORKER]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
