"""Everything that a page needs to go on without a server, made from nothing."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]

from nmbr9 import host
from nmbr9.host.build import pyodide
from nmbr9.host.build.bundle import data_files, further_values, packages_in_both, write_bundles
from nmbr9.host.build.kernel_module import make_kernel
from nmbr9.host.build.module_list import SOURCES, modules_of_bundles, path_in_bundle

Progress = Callable[[str], None]
"""Is told in a few words what is done next."""

LICENCES = Path(__file__).parent / "licences"


def make(progress: Progress = lambda _: None, target: Path = host.FILES) -> Path:
    """Make the artefacts, unless they are there and of these sources; return their folder.

    Raises: CannotBuild; then everything is as it was.
    """
    if is_current(target):
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        made, kernel = Path(scratch, "made"), Path(scratch, "kernel")
        made.mkdir()
        kernel.mkdir()
        progress(f"fetching Pyodide {pyodide.VERSION}")
        package = pyodide.fetched()
        progress("compiling the kernel to WebAssembly, half a minute")
        make_kernel(kernel)
        progress("packing the modules")
        _fill(made, package, kernel)
        progress("packing what browsers fetch, half a minute")
        _pack(made)
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)
    return target


def is_current(target: Path = host.FILES) -> bool:
    """Whether the artefacts are there, and made of these sources."""
    try:
        listed = json.loads((target / host.LIST).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(listed.get("sources") == fingerprint())


def fingerprint() -> str:
    """Return a short name for the contents of everything that goes into the artefacts."""
    build, bundles = Path(__file__).parent, modules_of_bundles()
    modules = [path_in_bundle(name) for bundle in bundles.values() for name in bundle.ours]
    files = [SOURCES / path for path in modules]
    for folder in (build, build.parent / "thin_numpy"):
        files += folder.rglob("*.*")
    files += data_files(bundles).values()
    files += further_values().values()
    digest = hashlib.sha256()
    for path in sorted({file for file in files if file.suffix != ".pyc"}):
        name = path.relative_to(SOURCES).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _fill(made: Path, package: Path, kernel: Path) -> None:
    """Write every artefact, and at last the list of them."""
    for name in pyodide.SERVED:
        shutil.copyfile(package / name, made / name)
    bundles, values = modules_of_bundles(), further_values()
    write_bundles(bundles, kernel, package, made)
    for name, file in values.items():
        shutil.copyfile(file, made / name)
    shutil.copytree(LICENCES, made / "LICENSES")
    info = json.loads((package / "pyodide-lock.json").read_text("utf-8"))["info"]
    listed: dict[str, Any] = {
        "pyodide": pyodide.VERSION,
        "python": info["python"],
        "lock": {"info": info, "packages": {}},
        "shared": packages_in_both(bundles),
        "values": {name: file.relative_to(SOURCES).as_posix() for name, file in values.items()},
        "sources": fingerprint(),
        "files": {
            path.relative_to(made).as_posix(): {
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                "bytes": path.stat().st_size,
            }
            for path in sorted(made.rglob("*"))
            if path.is_file()
        },
    }
    _write_list(made, listed)


def _pack(made: Path) -> None:
    """Put beside every file that shrinks what a browser is sent of it: no server packs it again."""
    listed = json.loads((made / host.LIST).read_text("utf-8"))
    for name, told in listed["files"].items():
        content = (made / name).read_bytes()
        packed = brotli.compress(content)
        if len(packed) < len(content):
            (made / f"{name}.br").write_bytes(packed)
            told["packed"] = hashlib.sha256(packed).hexdigest()
    _write_list(made, listed)


def _write_list(made: Path, listed: dict[str, Any]) -> None:
    (made / host.LIST).write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
