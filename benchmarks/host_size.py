"""What a browser fetches to play without a server: bytes as Brotli sends them, against the limits.

``make host`` first; then ``python -m benchmarks.host_size``.
"""

from __future__ import annotations

import json
import sys

import brotli  # type: ignore[import-untyped]

from nmbr9 import host

REFEREE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "referee.zip")
LIMITS = {"referee": 3_800_000, "bots and kernel": 700_000}
EACH_VALUE = 500_000


def main() -> None:
    folder = host.artefacts()
    if folder is None:
        sys.exit("expected the files that make host makes, got none")
    values = json.loads((folder / host.LIST).read_text("utf-8"))["values"]
    parts = {"referee": REFEREE, "bots and kernel": ("bots.zip",)} | {
        name: (name,) for name in values
    }
    failed = False
    for part, names in parts.items():
        total = 0
        for name in names:
            content = (folder / name).read_bytes()
            size = len(brotli.compress(content))
            total += size
            print(f"  {name:<26} {len(content):>10,} {size:>10,}")
        limit = LIMITS.get(part, EACH_VALUE)
        failed |= total > limit
        print(f"{part:<28} {total:>21,}, at most {limit:,}{'  TOO MUCH' * (total > limit)}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
