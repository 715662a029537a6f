"""Analyses of finished games: made part by part in a process beside, told as they grow.

The parts of several take turns. A game that nobody looks at any more is given up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nmbr9.protocol.host import NOBODY, Dropped, Waiting
from nmbr9.rules.game import Game
from nmbr9.server.background.process_pool import Processes
from nmbr9.server.background.quotas import Quotas
from nmbr9.server.errors import Denied
from nmbr9.solver.analysis.findings import Analysis, Decision, best_known
from nmbr9.storage.analyses import find_analysis, keep_analysis
from nmbr9.storage.database import Database
from nmbr9.storage.errors import StorageError

if TYPE_CHECKING:
    from nmbr9.solver.analysis.analyst import Analyst

LOG = logging.getLogger(__name__)

VERSION = 2
"""Of what is stored; what an older one found is looked for again."""
AT_ONCE = 1
MOST_WAITING = 400
"""In all. Each takes some ten seconds of their process."""
MOST_AT_ADDRESS = 8
"""Of one address: more would wait for minutes, and others with them."""
WATCHED_SECONDS = 30.0
"""A page asks every second how far it is; after so long without a question nobody looks."""
MOST_FAILED = 100
"""Games that could not be analysed and are not tried again until the server is."""
MOVES_IN_A_PART = 4
"""Actions weighed before they are told: about five parts a second."""


@dataclass(eq=False)
class Job:
    """A game that is looked at, and what is known of it so far."""

    id: str
    match: str | None
    analysis: Analysis
    who: Waiting
    done: int = 0
    asked: float = field(default_factory=time.monotonic)
    """When somebody has last wanted to know."""
    state: str = "waiting"
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def parts(self) -> int:
        """How many parts there are in all."""
        game = self.analysis.game
        return len(_ranges(game)) + len(game.players) + 2

    @property
    def is_waiting(self) -> bool:
        """Whether it waits, or computes, for its first turn or for the next."""
        return self.state in ("waiting", "computing")

    @property
    def is_watched(self) -> bool:
        """Whether anybody still looks."""
        return time.monotonic() - self.asked < WATCHED_SECONDS

    def found(self, **more: object) -> None:
        """Take what a part has found out."""
        self.state = "computing"
        self.analysis = replace(self.analysis, **more)  # type: ignore[arg-type]
        self.done += 1

    def told(self) -> dict[str, Any]:
        """Return what is known so far, as JSON-ready data, to somebody who looks."""
        self.asked = time.monotonic()
        return _told(self.id, self.state, self.done / self.parts, self.analysis.to_dict())


class Analyses:
    """The analyses of one server process. Everything happens in the event loop's thread."""

    def __init__(
        self, database: Database, best_seconds: float, quotas: Quotas | None = None
    ) -> None:
        self._database, self._best_seconds, self._quotas = database, best_seconds, quotas
        self._processes = Processes(AT_ONCE)
        self._jobs: dict[str, Job] = {}
        """Those that wait or run, and those that failed."""

    async def known(self, id: str) -> dict[str, Any] | None:
        """Return what is known of a game, or None if nobody has begun to look at it.

        Raises: StorageError.
        """
        job = self._jobs.get(id)
        if job is None:
            stored = await asyncio.to_thread(find_analysis, self._database, id)
            if stored is not None and stored.body and stored.body["version"] == VERSION:
                return _told(id, "complete", 1.0, stored.body["found"])
            job = self._jobs.get(id)  # It may have begun meanwhile.
        return None if job is None else job.told()

    async def begin(
        self, id: str, game: Game, match: str | None, who: Waiting = NOBODY
    ) -> dict[str, Any]:
        """Return what is known of a finished game; if that is nothing, begin to look at it.

        Raises: Denied, when too many wait; StorageError.
        """
        told = await self.known(id)
        if told is not None:
            return told
        waiting = [job for job in self._jobs.values() if job.is_waiting]
        own = [job for job in waiting if job.who.address == who.address]
        for most, count in ((MOST_AT_ADDRESS, len(own)), (MOST_WAITING, len(waiting))):
            if count >= most:
                raise Denied(
                    503,
                    "analysis/busy",
                    f"expected fewer than {most} waiting analyses, got {count}: try later",
                )
        if self._quotas is not None and not self._quotas.take(who):
            raise Denied(429, "analysis/too-many", "expected fewer analyses: wait a minute")
        job = self._jobs[id] = Job(id, match, _nothing_yet(game), who)
        job.who = who._replace(is_wanted=lambda: job.is_watched)
        job.task = asyncio.create_task(self._look(job))
        return job.told()

    async def follow(
        self, id: str, game: Game, match: str | None, who: Waiting = NOBODY
    ) -> dict[str, Any]:
        """Return what is known of a finished game; it is begun if there is room.

        Whoever follows may have begun it at another process, or before a restart.

        Raises: StorageError.
        """
        try:
            return await self.begin(id, game, match, who)
        except Denied:
            return Job(id, match, _nothing_yet(game), who).told()

    async def _look(self, job: Job) -> None:
        try:
            await self._find_out(job)
            job.state = "complete"
            body = {"version": VERSION, "found": job.analysis.to_dict()}
            await asyncio.to_thread(
                keep_analysis, self._database, job.id, job.match, body, time.time()
            )
        except Dropped:
            LOG.info("an analysis was given up: nobody looked at it")
        except StorageError as error:
            LOG.warning("an analysis was not kept: %s", error)
        except Exception:
            LOG.exception("an analysis failed")
            job.state = "failed"
            self._forget_old_failures()
            return
        del self._jobs[job.id]

    async def _find_out(self, job: Job) -> None:
        """Find out everything, what players look at first comes first."""
        game, run, who = job.analysis.game, self._processes.run, job.who
        for among in _ranges(game):
            moves = await run(who, _moves, game, among)
            job.found(moves=(*job.analysis.moves, *moves))
        job.found(par=await run(who, _par, game))
        for player in range(len(game.players)):
            hindsight = list(job.analysis.hindsight)
            hindsight[player] = await run(who, _hindsight, game, player)
            job.found(hindsight=tuple(hindsight))
        best = await run(who, _best_found, game, self._best_seconds)
        known = best_known(best, job.analysis.par, job.analysis.hindsight)
        job.found(best_found=known)

    def _forget_old_failures(self) -> None:
        failed = [id for id, job in self._jobs.items() if job.state == "failed"]
        for id in failed[:-MOST_FAILED]:
            del self._jobs[id]

    def close(self) -> None:
        """Stop, at once."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        self._processes.close()


def nameless(game: Game) -> Game:
    """Return a game played by nobody in particular: what is stored of it names no person."""
    return replace(game, names=tuple(f"Player {seat + 1}" for seat in range(len(game.players))))


def _nothing_yet(game: Game) -> Analysis:
    return Analysis(nameless(game), (), (None,) * len(game.players), None, None)


def _told(id: str, state: str, progress: float, found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": id,
        "state": state,
        "is_complete": state == "complete",
        "progress": round(progress, 3),
        **found,
    }


def _ranges(game: Game) -> list[range]:
    count = len(game.actions)
    return [
        range(start, min(start + MOVES_IN_A_PART, count))
        for start in range(0, count, MOVES_IN_A_PART)
    ]


# --- in the process beside: only there is Numba loaded --------------------------------------------


def _analyst(game: Game) -> Analyst:
    from nmbr9.solver.analysis.analyst import Analyst

    return Analyst(game)


def _moves(game: Game, among: range) -> list[Decision]:
    return list(_analyst(game).moves(among=among))


def _hindsight(game: Game, player: int) -> list[int] | None:
    return _analyst(game).hindsight(player)


def _par(game: Game) -> int | None:
    return _analyst(game).par()


def _best_found(game: Game, seconds: float) -> int | None:
    end = time.process_time() + seconds
    return _analyst(game).best_found(lambda: end - time.process_time())
