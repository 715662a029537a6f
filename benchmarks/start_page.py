"""How quickly the start page is answered while thousands wait and play.

    python -m benchmarks.start_page
    python -m benchmarks.start_page --postgresql

A database is filled with tables that wait for strangers and with running games, and the server is
asked for what the start page asks: the document, the tables, and for somebody who has played here
also their records, their last games and the game that is not over. The answers are checked. The
exit code is 1 when one of them takes longer than the limit at the 95th percentile.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import numpy as np
from sqlalchemy import Table, insert

from nmbr9.match.events import Event, Joined, Started
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.ids import new_id, new_match_id
from nmbr9.rules.options import Options, Variant
from nmbr9.server.http.open_tables import MOST_LISTED
from nmbr9.server.live.listing import listing_of
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.event_json import event_row, to_text
from nmbr9.storage.listings import row_of
from nmbr9.storage.matches import compared
from nmbr9.storage.tables import events, listings, matches, players, seats
from tests.postgresql import running_postgresql
from tests.server.serving import UNLIMITED, Server, serving

LIMIT_MILLISECONDS = 20.0
WAITING, RUNNING = 10_000, 2_000
AT_ONCE = 500
"""Matches in one transaction."""
SECONDS = 3000
"""Since when the oldest of them wait: all of them are young enough to be listed."""


Made = tuple[Match, list[Event], list[str]]
"""A match, its events, and who plays."""


def games(count: int, now: float, *, is_running: bool) -> Iterator[Made]:
    """Yield matches with people of their own, all listed, the oldest first."""
    random = Random(1)
    for number in range(count):
        at = now - SECONDS * (count - number) / count
        options = Options(random.randint(2, 4), random.choice(list(Variant)))
        match = Match.new(new_match_id(), Setup.new(options, random, is_listed=True))
        people = [new_id() for _ in range(options.players if is_running else 1)]
        events: list[Event] = [
            Joined(at=at, seat=seat, player=player) for seat, player in enumerate(people)
        ]
        if is_running:
            events.append(Started(at=at))
        for event in events:
            match = match.after(event)
        yield match, events, people


def fill(database: Database, now: float) -> None:
    """Store tables that wait and games that run."""
    for is_running, count in ((False, WAITING), (True, RUNNING)):
        made = games(count, now, is_running=is_running)
        while part := list(islice(made, AT_ONCE)):
            with database.write() as connection:
                for table in (players, matches, events, seats, listings):
                    connection.execute(
                        insert(table), [row for one in part for row in rows(table, one)]
                    )


def rows(table: Table, made: Made) -> Iterator[dict[str, Any]]:
    """Yield what a table has of a match; all tables at once take a tenth of the time."""
    match, happened, people = made
    if table is players:
        for id in people:
            yield {"id": id, "name": "Ada", "created": match.since, "token_hash": id}
    elif table is matches:
        setup = match.setup.to_dict()
        row = {"id": match.id, "created": match.since, "length": len(happened)}
        yield {**row, "setup": to_text(setup), **compared(setup)}
    elif table is events:
        for seq, event in enumerate(happened):
            yield event_row(match.id, seq, event.to_dict())
    elif table is seats:
        for seat, player in enumerate(people):
            yield {"match": match.id, "seat": seat, "player": player}
    else:
        listing = listing_of(match)
        assert listing is not None, "it was made to be found"
        yield row_of(match.id, listing)


def milliseconds(http: httpx.Client, path: str, times: int) -> float:
    """Return how long an answer takes at the 95th percentile."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        answer = http.get(path)
        took.append(1000 * (time.perf_counter() - started))
        assert answer.status_code == 200, answer.text
    return float(np.percentile(took, 95))


def measure(server: Server, times: int) -> bool:
    """Print how long each request of the start page takes; return whether all are quick enough."""
    with httpx.Client(base_url=server.address, timeout=60) as http:
        tables = http.get("/api/tables").json()
        assert [len(tables[kind]) for kind in ("open", "running")] == [MOST_LISTED] * 2
        assert all(line["host"] == "Ada" for line in [*tables["open"], *tables["running"]])
        made = http.post("/api/matches", json={"name": "Ben"}).json()["match"]
        paths = ["/", "/api/tables", "/api/me/records", "/api/me/history?limit=20"]
        is_kept = True
        for path in [*paths, f"/api/matches/{made}"]:
            took = milliseconds(http, path, times)
            end = "" if took <= LIMIT_MILLISECONDS else "  MISSED"
            is_kept = is_kept and not end
            limit = f"at most {LIMIT_MILLISECONDS:g} ms"
            print(
                f"{path.replace(made, '...'):<28} {took:7.2f} ms at p95  {limit}{end}", flush=True
            )
    return is_kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--times", type=int, default=500)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{folder / 'games.sqlite3'}"
        if arguments.postgresql:
            url = stack.enter_context(running_postgresql(is_durable=True)).new_database()
        database = open_database(url)
        fill(database, time.time())
        database.close()
        server = stack.enter_context(serving(url, folder, **UNLIMITED))
        print(f"{WAITING} tables wait, {RUNNING} games run", flush=True)
        sys.exit(not measure(server, arguments.times))


if __name__ == "__main__":
    main()
