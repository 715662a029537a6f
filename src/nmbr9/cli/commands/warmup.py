"""`nmbr9 warmup`: compile everything now, so that nobody waits later."""

from __future__ import annotations

import sys
import time

from nmbr9.cli.output.files import AsJson, print_json


def command(as_json: AsJson = False) -> None:
    """Compile the search kernel and keep the result for later runs."""
    from nmbr9.judge.warmup import warmup

    started = time.perf_counter()
    warmup(lambda step, index, of: print(f"{index + 1}/{of} {step}", file=sys.stderr))
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"seconds": seconds})
    else:
        print(f"ready after {seconds:.1f} s")
