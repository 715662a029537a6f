"""The kernel for browsers: made once for all workers and kept until a source of it changes."""

from __future__ import annotations

import fcntl
from pathlib import Path

import numba
import pytest

from nmbr9.host.build import kernel_module
from nmbr9.kernel import cache_folder


@pytest.fixture(scope="session")
def kernel(pytestconfig: pytest.Config) -> Path:
    """The folder of kernel.wasm and kernel.json."""
    assert pytestconfig.cache is not None
    sources = (*cache_folder.SOURCES, Path(kernel_module.__file__).parent)
    root = pytestconfig.cache.mkdir("kernel-wasm")
    with (root / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = root / f"{cache_folder.fingerprint(*sources)}-{numba.__version__}"
        if not folder.exists():
            made = folder.with_suffix(".new")
            made.mkdir(exist_ok=True)
            kernel_module.make_kernel(made)
            made.rename(folder)
    return folder
