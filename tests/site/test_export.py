"""Writing the static site: into which folder, under which addresses, what the document allows."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from nmbr9.host.first_views import first_views
from nmbr9.match.events import Joined, Started
from nmbr9.match.match import Match
from nmbr9.match.views import parts
from nmbr9.protocol.seating import WantedOptions
from nmbr9.server.page_files import Page
from nmbr9.site.export import (
    MARKER,
    SiteRefused,
    check_folder,
    checked_base,
    static_site,
    write_site,
)
from tests.host.small_host import small_host


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return small_host(tmp_path / "files")


def silent(_: str) -> None:
    pass


def test_only_an_empty_folder_or_our_own_is_written_into(tmp_path: Path, made: Path) -> None:
    folder = tmp_path / "site"
    check_folder(folder)
    folder.mkdir()
    check_folder(folder)
    site = static_site(made, "/")
    write_site(site, folder, silent)
    check_folder(folder)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Ada")
    with pytest.raises(SiteRefused, match="expected an empty folder or a site of nmbr9"):
        check_folder(tmp_path / "letters")
    with pytest.raises(SiteRefused, match="expected a folder, got the file"):
        check_folder(tmp_path / "letters" / "dear.txt")


@pytest.mark.parametrize("base", ["nmbr9", "/nmbr9", "nmbr9/", '/"/', ""])
def test_a_base_is_a_path(base: str) -> None:
    with pytest.raises(SiteRefused, match="expected a base such as"):
        checked_base(base)


@pytest.mark.parametrize("base", ["/", "/games/nmbr9/"])
def test_every_address_in_the_document_is_a_file_of_the_site(made: Path, base: str) -> None:
    site = static_site(made, base)
    document = site.files["index.html"].decode()
    addresses = re.findall(r'(?:href|src)="([^"]+)"', document)
    assert len(addresses) > 20
    for address in addresses:
        assert address.startswith(f"{base}v/{site.version}/")
        assert address.removeprefix(base) in site.files
    assert document.index("js/host/begin.js") < document.index('js/main.js"></script>')
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', document)
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors" not in policy, "a meta element may not say that"
    assert site.files["404.html"] == site.files["index.html"]


def test_workers_and_service_worker_know_every_file(made: Path) -> None:
    site = static_site(made, "/")
    told = json.loads(site.files[f"v/{site.version}/host/contents.json"])
    addresses = {name: path.removeprefix("../../") for name, path in told["files"].items()}
    for name, path in addresses.items():
        assert site.files[path] == (made / name).read_bytes()
    # Pyodide's files look for each other in their own folder.
    folders = {addresses[n].rsplit("/", 1)[0] for n in addresses if n.startswith("pyodide")}
    assert len(folders) == 1
    first, _, _ = site.files["sw.js"].partition(b";\n")
    listed = json.loads(first.removeprefix(b"self.SITE = "))
    top = {"index.html", "404.html", "sw.js", "LICENSES/MPL-2.0.txt"}
    assert {*listed["page"], *listed["host"]} == set(site.files) - top
    assert listed["version"] == site.version


def test_a_new_version_leaves_the_one_before_and_no_older_one(tmp_path: Path, made: Path) -> None:
    folder, page = tmp_path / "site", Page.read()
    folder.mkdir()
    sites = [
        static_site(made, "/", Page("", {**page.files, "css/new.css": bytes([65 + number])}))
        for number in range(3)
    ]
    for site in sites:
        write_site(site, folder, silent, is_packed=False)
        write_site(site, folder, silent, is_packed=False)
    assert {one.name for one in (folder / "v").iterdir()} == {one.version for one in sites[1:]}
    assert (folder / "index.html").read_bytes() == sites[2].files["index.html"]
    assert set(json.loads((folder / MARKER).read_text())) == {"versions"}
    for path, content in sites[2].files.items():
        assert (folder / path).read_bytes() == content


def test_twins_hold_the_same(tmp_path: Path, made: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    write_site(static_site(made, "/"), folder, silent)
    packed = list(static_site(made, "/").packed)
    assert len(packed) == 1
    for name in ("index.html", "sw.js", *packed):
        content = (folder / name).read_bytes()
        assert brotli.decompress((folder / f"{name}.br").read_bytes()) == content
        assert gzip.decompress((folder / f"{name}.gz").read_bytes()) == content


def test_the_first_views_are_what_a_referee_shows() -> None:
    setup = WantedOptions().setup()
    events = [Joined(at=1.0, seat=0, player="p"), Started(at=1.0)]
    shown = parts(Match.replayed("id", setup, events), 0, {"p": ""})
    made = first_views()[setup.deck[0]]
    assert made["match"] == {**shown["match"], "id": "", "commitment": ""}
    assert {**made, "match": 0} == {**shown, "match": 0}
