"""The model against servers of one, two and four processes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.farm import Farm, Shape, farm
from benchmarks.load import Load
from benchmarks.scale.measuring import at_rest, placements
from benchmarks.scale.model import Units, database_ms, server_ms

MATCHES = 120
SHAPES = (
    Shape(),
    Shape(is_postgresql=True),
    Shape(is_postgresql=True, workers=2),
    Shape(is_postgresql=True, workers=4),
    Shape(is_postgresql=True, behind_nginx=2),
    Shape(is_postgresql=True, behind_nginx=4),
)


def check(units: Mapping[str, Units], shapes: Sequence[Shape], seconds: float, rate: float) -> None:
    """Print what a placement costs, as measured and as the model says."""
    print(f"{rate:g} placements a second in {MATCHES} matches, ms of processor time a placement")
    for shape in shapes:
        of = units["postgresql" if shape.is_postgresql else "sqlite"]
        with tempfile.TemporaryDirectory() as folder, farm(Path(folder), shape) as running:
            server, database, proxy, p99 = asyncio.run(_measured(running, seconds, rate))
        said = server_ms(of, rate, shape.processes)
        of_database = database_ms(of, rate, shape.processes)
        off = 100 * (server / said - 1)
        print(
            f"{shape!s:<28} server {server:6.3f} (model {said:6.3f}, {off:+5.1f} %)"
            f"  database {database:6.3f} (model {of_database:6.3f})  nginx {proxy:6.3f}"
            f"  p99 {p99:4.0f} ms",
            flush=True,
        )


async def _measured(
    running: Farm, seconds: float, rate: float
) -> tuple[float, float, float, float]:
    load = Load(running.address, turnover=False)
    await load.prepare(MATCHES)
    await load.spread(Random(2))
    rest = await at_rest(running, 3)
    used = await placements(running, load, rate, seconds, rest)
    latencies = 1000 * np.array(load.latencies)
    await load.check()
    load.close()
    assert not +load.faults, load.faults
    return *used.cpu, float(np.percentile(latencies, 99))
