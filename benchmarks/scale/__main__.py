"""What a player costs, and so what a hundred thousand cost: docs/scale.md.

    python -m benchmarks.scale                  measure one of each, on both databases
    python -m benchmarks.scale --check          hold the model against 1, 2 and 4 processes
    python -m benchmarks.scale --plan           what 100,000 and 1,000,000 players at once need

The first writes down what it has found, `benchmarks/scale/units.json` and the tables of
docs/scale.md; the second and the third calculate with it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
from pathlib import Path

from benchmarks.farm import Shape, farm
from benchmarks.scale.checking import SHAPES, check
from benchmarks.scale.found import FILE, found, keep
from benchmarks.scale.measuring import measure
from benchmarks.scale.telling import PAGE, page, plan_table, units_table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8, help="of each measurement")
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--check", nargs="*", type=int, metavar="N", choices=range(len(SHAPES)))
    parser.add_argument("--rate", type=float, default=200, help="placements a second, to check")
    parser.add_argument("--plan", action="store_true")
    options = parser.parse_args()
    gc.disable()  # A pause of the client would be measured as one of the server.
    if options.plan:
        print(plan_table(found()["postgresql"]))
    elif options.check is not None:
        shapes = [SHAPES[n] for n in options.check] or SHAPES
        check(found(), shapes, options.seconds, options.rate)
    else:
        units = found() if FILE.exists() else {}
        for name in [options.only] if options.only else ["sqlite", "postgresql"]:
            shape = Shape(is_postgresql=name == "postgresql")
            with tempfile.TemporaryDirectory() as folder, farm(Path(folder), shape) as running:
                units[name] = asyncio.run(measure(running, options.matches, options.seconds))
            keep(units)
        print(units_table(units))
        if len(units) == 2:
            PAGE.write_text(page(units), encoding="utf-8")


if __name__ == "__main__":
    main()
