"""The files that `make host` has made, as whoever hands them out has them: by address, packed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from nmbr9.host import LIST
from nmbr9.rules.errors import Nmbr9Error

FOLDER = "h/"
"""Below the base: what is at an address with a hash in it never changes."""
LICENSES = "LICENSES/"
CONTENTS = "host/contents.json"
"""Among the files of the page: tells its workers where the files of the host are."""
PYODIDE = "pyodide."
"""The names of those of its files that look for each other begin so."""


class Damaged(Nmbr9Error):
    """A file that is not the one that was made."""


class HostFiles(NamedTuple):
    """The files of the host, which are read when they are asked for."""

    folder: Path
    made: Mapping[str, Any]
    addresses: Mapping[str, str]
    """By name, below the base."""
    names: Mapping[str, str]
    """By address."""

    @classmethod
    def read(cls, folder: Path) -> HostFiles:
        """Return what is listed in a folder that `artefacts` has found."""
        made = json.loads((folder / LIST).read_text("utf-8"))
        addresses = _addresses(made["files"])
        return cls(folder, made, addresses, {address: name for name, address in addresses.items()})

    @property
    def licenses(self) -> list[str]:
        """The names of the files that belong beside the others."""
        return [name for name in self.made["files"] if name.startswith(LICENSES)]

    def contents(self, page: Iterable[str] = ()) -> bytes:
        """Return what the workers are told, from the folder of the page on.

        `page` names what else of the page a browser keeps that is to do without a line.
        """
        files = self.made["files"]
        told = {
            "files": {name: f"../../{address}" for name, address in self.addresses.items()},
            "bytes": {name: files[name]["bytes"] for name in self.addresses},
            "lock": self.made["lock"],
            "shared": self.made["shared"],
            "values": self.made["values"],
            "page": sorted(page),
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

    def content(self, name: str) -> bytes:
        """Return a file. Raises: Damaged; OSError."""
        return self._checked(name, self.made["files"][name]["sha256"])

    def packed(self, name: str) -> bytes | None:
        """Return a file as Brotli packs it, if it shrinks. Raises: Damaged; OSError."""
        digest = self.made["files"][name].get("packed")
        return None if digest is None else self._checked(f"{name}.br", digest)

    def _checked(self, name: str, digest: str) -> bytes:
        """While `make host` runs, or after a bad disk, it may be another one than is listed."""
        content = (self.folder / name).read_bytes()
        got = hashlib.sha256(content).hexdigest()
        if got != digest:
            raise Damaged(f"expected {name} with SHA-256 {digest}, got {got}: run make host")
        return content


def _addresses(files: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return where each file stands; those of Pyodide look for each other."""
    served = {name: one for name, one in files.items() if not name.startswith(LICENSES)}
    pyodide = hashlib.sha256()
    for name in sorted(served):
        if name.startswith(PYODIDE):
            pyodide.update(served[name]["sha256"].encode())
    together = pyodide.hexdigest()
    return {
        name: f"{FOLDER}{(together if name.startswith(PYODIDE) else one['sha256'])[:16]}/{name}"
        for name, one in served.items()
    }
