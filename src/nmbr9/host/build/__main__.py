"""`make host`: make the artefacts, and say what is done."""

from __future__ import annotations

import sys

from nmbr9.host.build.build import make
from nmbr9.host.build.errors import CannotBuild


def main() -> None:
    """Make them, and say where they are."""
    try:
        folder = make(lambda step: print(f"{step} ...", file=sys.stderr))
    except CannotBuild as problem:
        sys.exit(str(problem))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
