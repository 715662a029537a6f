"""`referee.zip` and `bots.zip`: bytecode and data, the same bytes from the same sources.

Nothing in them is compressed, because they are on their way: Brotli does better with the contents.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from nmbr9.host.build import pyodide
from nmbr9.host.build.kernel_module import DESCRIPTION, MODULE
from nmbr9.host.build.module_list import SOURCES, Modules, path_in_bundle
from nmbr9.judge.linear import LINEAR_FILE, WEIGHTS_FOLDER
from nmbr9.judge.network import VALUE_FILE
from nmbr9.solver.known_deck.beam import WEIGHTS_FILE as BEAM_FILE

_HERE = Path(__file__).parent
_STAND_IN = _HERE.parent / "thin_numpy"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def further_values() -> dict[str, Path]:
    """Return the value nets that are fetched when they are played, by the name of the file."""
    found = sorted(WEIGHTS_FOLDER.glob("*.npz"))
    return {file.name: file for file in found if file not in (LINEAR_FILE, VALUE_FILE)}


def data_files(bundles: Mapping[str, Modules]) -> dict[str, Path]:
    """Return what is no module, by bundle and place in it."""
    referee = set(bundles["referee"].ours)
    texts = sorted((SOURCES / "nmbr9").rglob("*.json"))
    named = [
        ("referee", path)
        for path in texts
        if ".".join(path.parent.relative_to(SOURCES).parts) in referee
    ]
    named += [("bots", path) for path in (LINEAR_FILE, VALUE_FILE, BEAM_FILE)]
    return {f"{bundle}/{path.relative_to(SOURCES).as_posix()}": path for bundle, path in named}


def packages_in_both(bundles: Mapping[str, Modules]) -> list[str]:
    """Return the packages of the referee that the bots' bundle adds modules to."""
    referee = set(bundles["referee"].ours)
    parents = {name.rpartition(".")[0] for name in bundles["bots"].ours}
    return sorted(parents & referee)


def write_bundles(
    bundles: Mapping[str, Modules], kernel: Path, package: Path, target: Path
) -> None:
    """Write the bundles, with the kernel in a folder, by the Pyodide in another.

    Raises: CannotBuild.
    """
    contents = _bytecode(bundles, package)
    for name, path in data_files(bundles).items():
        bundle, in_bundle = name.split("/", 1)
        contents[bundle][in_bundle] = path.read_bytes()
    for name in (MODULE, DESCRIPTION):
        contents["bots"][f"nmbr9/kernel/{name}"] = (kernel / name).read_bytes()
    for bundle, files in contents.items():
        (target / f"{bundle}.zip").write_bytes(_zipped(files))


def _bytecode(bundles: Mapping[str, Modules], package: Path) -> dict[str, dict[str, bytes]]:
    """Return by bundle the compiled modules, by their paths."""
    sources: dict[str, bytes] = {}
    for bundle, modules in bundles.items():
        for module in modules.ours:
            path = path_in_bundle(module)
            sources[f"{bundle}/{path}"] = (SOURCES / path).read_bytes()
    for file in sorted(_STAND_IN.glob("*.py")):
        sources[f"bots/numpy/{file.name}"] = file.read_bytes()
    standard = {bundle: modules.standard for bundle, modules in bundles.items()}
    sources["bundles.json"] = json.dumps(standard).encode()
    with tempfile.TemporaryDirectory() as scratch:
        given, made = Path(scratch, "input.zip"), Path(scratch, "output.zip")
        given.write_bytes(_zipped(sources))
        pyodide.run_deno(
            "run",
            f"--allow-read={package},{_HERE},{scratch}",
            f"--allow-write={scratch}",
            *("--no-config", "--no-lock", "--quiet"),
            str(_HERE / "run_in_pyodide.js"),
            *(str(package), str(_HERE / "compile_modules.py"), str(given), str(made)),
        )
        found: dict[str, dict[str, bytes]] = {bundle: {} for bundle in bundles}
        with zipfile.ZipFile(made) as output:
            for path in output.namelist():
                bundle, name = path.split("/", 1)
                found[bundle][name] = output.read(path)
    return found


def _zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(name, _LONG_AGO), files[name])
    return content.getvalue()
