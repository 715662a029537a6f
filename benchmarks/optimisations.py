"""What each optimisation of the live server buys: processor time per placement, with and without.

    python -m benchmarks.optimisations
    python -m benchmarks.optimisations --matches 150 --rate 150 --pairs 4 --window 2.5

One server plays on while its optimisations are switched off and on again, one at a time, in pairs
of windows; which of a pair comes first alternates. Only `wire`, which belongs to a connection, has
a second server beside the first. Counted is the processor time of the server's process, so that
others on the machine matter little.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.load import Load
from tests.server.serving import UNLIMITED, Server, serving

SWITCHED_OFF = "NMBR9_SWITCHED_OFF"
"""A file with the name of the optimisation that is off."""


def measure_pairs(options: argparse.Namespace, folder: Path) -> dict[str, list[float]]:
    """Return for each optimisation how much more a placement costs without it, pair by pair."""
    switch = folder / "switch"
    switch.write_text("")
    names = [name for name in SWITCHES if name in options.only] if options.only else list(SWITCHES)
    with ExitStack() as stack:
        servers = []
        for way in ("", "wire"):
            below = folder / f"server{way}"
            below.mkdir()
            environment = {SWITCHED_OFF: str(switch), "NMBR9_WAY": way, **UNLIMITED}
            database = f"sqlite:///{below}/games.sqlite3"
            module = "benchmarks.optimisations"
            servers.append(stack.enter_context(serving(database, below, module, **environment)))
        return asyncio.run(_measure(servers, switch, names, options))


async def _measure(
    servers: list[Server], switch: Path, names: list[str], options: argparse.Namespace
) -> dict[str, list[float]]:
    gc.disable()
    loads = [Load(server.address, turnover=False) for server in servers]
    with_wire = not options.only or "wire" in options.only
    for load in loads if with_wire else loads[:1]:
        await load.prepare(options.matches)
    random, found = Random(1), dict[str, list[float]]()

    async def window(off: str) -> float:
        index = int(off == "wire")
        switch.write_text("" if off == "wire" else off)
        await asyncio.sleep(0.3)
        server, load = servers[index], loads[index]
        started = cpu_of(server.pid)
        sent = await load.play(options.rate, options.window, random)
        load.latencies.clear()
        if load.faults["nobody could act"]:
            sys.exit("expected matches that last to the end, got some that are over: --matches")
        return (cpu_of(server.pid) - started) / sent

    for pair in range(options.pairs):
        for name in [*names, *(["wire"] if with_wire else [])]:
            order = ["", name] if pair % 2 else [name, ""]
            costs = {off: await window(off) for off in order}
            gain = costs[name] / costs[""] - 1
            found.setdefault(name, []).append(gain)
            print(
                f"pair {pair + 1}, {name:12} with {costs['']:6.3f}, without {costs[name]:6.3f}"
                f" ms a placement: {100 * gain:+6.1f} %",
                flush=True,
            )
    return found


def cpu_of(pid: int) -> float:
    """Return the processor time of all threads of a process, in milliseconds."""
    return sum(
        int(file.read_text().split()[0]) / 1e6
        for file in Path(f"/proc/{pid}/task").glob("*/schedstat")
    )


# --- the server with switches --------------------------------------------------------------------


def switches() -> dict[str, list[tuple[object, str, object]]]:
    """Return for each optimisation what is put in its place: object, attribute, value."""
    from nmbr9.match.views import parts
    from nmbr9.protocol.view_cache import EncodedParts, ViewCache
    from nmbr9.storage.database import Database

    class Statements:
        def __init__(self, connection: Any, is_postgresql: bool) -> None:
            self._connection, self.is_postgresql = connection, is_postgresql

        def rows(self, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
            found: Sequence[Any] = self._connection.execute(statement, values).all()
            return found

        def each(self, statement: Any, values: Iterable[Mapping[str, Any]]) -> None:
            self._connection.execute(statement, list(values))

        def ids(self, ids: Iterable[str]) -> Mapping[str, Any]:
            import json

            return {"ids": json.dumps(list(ids))}

    @contextmanager
    def write(self: Database) -> Iterator[Statements]:
        with self.write() as connection:
            yield Statements(connection, self.is_postgresql)

    def encoded(self: ViewCache, match: Any, viewer: Any, names: Any) -> EncodedParts:
        return {
            name: tuple(self._write(piece) for piece in part["pieces"])
            if name.startswith("displays")
            else self._write(part)
            for name, part in parts(match, viewer, names).items()
        }

    return {
        "raw_sql": [(Database, "write_directly", write)],
        "view_cache": [(ViewCache, "parts", encoded)],
    }


SWITCHES = ("raw_sql", "view_cache", "garbage")


def watch(file: Path) -> None:
    """Switch as the file says, all the time."""
    replaced, undo, now = switches(), list[tuple[object, str, object]](), ""
    young = gc.get_threshold()
    while True:
        wanted = file.read_text()
        if wanted != now:
            for place in undo:
                setattr(*place)
            undo, now = [], wanted
            if now == "garbage":
                gc.set_threshold(700, 10, 10)
                gc.unfreeze()
            else:
                gc.set_threshold(*young)
            for owner, name, value in replaced.get(now, ()):
                undo.append((owner, name, getattr(owner, name)))
                setattr(owner, name, value)
        time.sleep(0.02)


def serve() -> None:
    """Serve like `nmbr9 serve`."""
    from nmbr9.cli.main import main as run
    from nmbr9.server import main

    application = main.app

    def app() -> Any:
        made = application()
        file = Path(os.environ[SWITCHED_OFF])
        threading.Thread(target=watch, args=(file,), daemon=True).start()
        return made

    main.app = app
    if os.environ["NMBR9_WAY"]:
        setattr(main, "Wire", "websockets-sansio")  # noqa: B010 - a name of that module
    run()


def main() -> None:
    """Measure, and say for each optimisation what a placement costs more without it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=150)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--window", type=float, default=3, help="seconds")
    parser.add_argument("--only", nargs="*", help="some of " + ", ".join((*SWITCHES, "wire")))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure_pairs(options, Path(folder))
    for name, gains in found.items():
        shown = ", ".join(f"{100 * gain:+.1f}" for gain in gains)
        print(f"without {name:12} {100 * median(gains):+6.1f} % (of {shown})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve()
    else:
        main()
