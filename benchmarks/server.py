"""How quickly the live server answers under load, with every answer checked.

    python -m benchmarks.server --matches 500 --rate 200 --seconds 120 --turnover
    python -m benchmarks.server --rate 1000 --seconds 30 --postgresql
    python -m benchmarks.server --postgresql --workers 4
    python -m benchmarks.server --postgresql --nginx 2
    python -m benchmarks.server --matches 50 --rate 50 --seconds 60 --bot-matches 20
    python -m benchmarks.server --granian

Four people in each match, one socket each, in this process; the server is a process of its own.
Placements are sent at a steady rate whether or not earlier ones are answered, to whichever seats
can act. At the end every accepted placement must lie in a display that the server shows.

With `--turnover` the matches are first played to different rounds, and four new people begin for
every match that ends: so the server holds as much at the end as at the beginning.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import tempfile
import time
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.farm import Farm, Shape, farm
from benchmarks.load import PLAYERS, Load
from benchmarks.meters import stolen


async def measure(farm: Farm, options: argparse.Namespace) -> dict[str, object]:
    gc.disable()  # A pause of the client would be measured as one of the server.
    load = Load(farm.address, turnover=options.turnover)
    await load.prepare(options.matches)
    await load.prepare_bots(options.bot_matches)
    if options.turnover:
        await load.spread(Random(2))
    load.latencies.clear()
    before, cpu, arrived = farm.memory, farm.cpu, load.arrived
    memory: list[float] = []

    async def watch() -> None:
        while True:
            await asyncio.sleep(5)
            memory.append(farm.memory)

    watcher = asyncio.create_task(watch())
    own, taken = time.process_time(), stolen()
    sent = await load.play(options.rate, options.seconds, Random(1))
    own = time.process_time() - own
    used, arrived = farm.cpu.since(cpu), load.arrived - arrived
    watcher.cancel()
    await load.check()
    milliseconds = 1000 * np.array(load.latencies)
    load.close()
    return {
        "sockets": PLAYERS * options.matches,
        "sent": sent,
        "answered": len(load.latencies),
        "per second": round(sent / options.seconds, 1),
        **{
            f"p{share} ms": round(float(np.percentile(milliseconds, share)), 1)
            for share in (50, 90, 99)
        },
        "slowest ms": round(float(milliseconds.max()), 1),
        "p99 ms of each tenth": [
            round(float(np.percentile(part, 99))) for part in np.array_split(milliseconds, 10)
        ],
        "processor ms a placement": {
            name: round(1000 * seconds / sent, 3) for name, seconds in used._asdict().items()
        },
        "arrived meanwhile": arrived,
        "share of a core": {
            "server": round(used.server / options.seconds, 2),
            "client": round(own / options.seconds, 2),
            "taken by the host": round((stolen() - taken) / options.seconds, 2),
        },
        "pieces shown": load.pieces,
        "turns against bots": load.bot_turns,
        "memory MB": [
            round(before),
            *(round(value) for value in memory[:: max(1, len(memory) // 6)]),
        ],
        "faults": {name: count for name, count in load.faults.items() if count},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--bot-matches", type=int, default=0, help="with three strong bots each")
    parser.add_argument(
        "--postgresql", action="store_true", help="a durable server of its own; else SQLite"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes of each server")
    parser.add_argument("--nginx", type=int, default=0, help="so many servers behind it")
    parser.add_argument("--granian", action="store_true", help="instead of uvicorn")
    parser.add_argument("--turnover", action="store_true", help="a new match for each that ends")
    options = parser.parse_args()
    module = "benchmarks.with_granian" if options.granian else "nmbr9"
    shape = Shape(options.postgresql, options.workers, options.nginx, module)
    with (
        tempfile.TemporaryDirectory() as folder,
        farm(Path(folder), shape) as running,
    ):
        print(json.dumps(asyncio.run(measure(running, options)), indent=2))


if __name__ == "__main__":
    main()
