"""The kernel and the artefacts for browsers: made once, and kept until a source changes."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from nmbr9.host.build import build, kernel_module
from nmbr9.kernel.cache_folder import SOURCES, fingerprint


@pytest.fixture(scope="session")
def kernel(pytestconfig: pytest.Config) -> Path:
    """The folder of kernel.wasm and kernel.json."""
    builder = Path(kernel_module.__file__).parent
    name = f"{fingerprint(*SOURCES, builder)}-{numba.__version__}"
    return kept(pytestconfig, "kernel-wasm", name, kernel_module.make_kernel)


@pytest.fixture(scope="session")
def artefacts(pytestconfig: pytest.Config, kernel: Path) -> Path:
    """The folder of everything that `make host` makes; fetches Pyodide the first time."""
    assert pytestconfig.cache is not None

    def make(folder: Path) -> None:
        folder.rmdir()
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("DENO_DIR", str(pytestconfig.cache.mkdir("deno")))
            patched.setattr(
                build, "make_kernel", lambda made: shutil.copytree(kernel, made, dirs_exist_ok=True)
            )
            build.make(target=folder)

    return kept(pytestconfig, "host-files", build.fingerprint(), make)


def kept(config: pytest.Config, kind: str, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that is made if it is not there; others of its kind are of old sources."""
    assert config.cache is not None
    root = config.cache.mkdir(kind)
    folder = root / name
    with (root / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in root.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            made = root / "new"
            made.mkdir()
            make(made)
            made.rename(folder)
    return folder
