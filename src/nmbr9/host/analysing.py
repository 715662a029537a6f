"""Analyses of finished games: made part by part aside, told as they grow.

The parts of several take turns. A game that nobody looks at any more is given up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from nmbr9.match.store import StorageError
from nmbr9.protocol.host import NOBODY, Dropped, Waiting
from nmbr9.protocol.requests.analysis_answers import nameless
from nmbr9.protocol.requests.denials import Denied
from nmbr9.rules.game import Game
from nmbr9.solver.analysis.findings import Analysis, Decision, best_known

if TYPE_CHECKING:
    from nmbr9.solver.analysis.analyst import Analyst

LOG = logging.getLogger(__name__)

VERSION = 2
"""Of what is stored; what an older one found is looked for again."""
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


Run = Callable[..., Awaitable[Any]]
"""Calls a function for somebody who waits, with arguments, where it keeps nobody else waiting.

Raises: Dropped.
"""

MayBegin = Callable[[Waiting], bool]
"""Whether somebody may have one more game analysed; it is counted."""


class Archive(Protocol):
    """Keeps what was found out."""

    async def find(self, id: str) -> Mapping[str, Any] | None:
        """Return what was kept of a game. Raises: StorageError."""

    async def keep(self, id: str, match: str | None, body: dict[str, Any]) -> None:
        """Keep all that was found out. Raises: StorageError."""


class Analyses:
    """The analyses of one program. Everything happens in the event loop's thread."""

    def __init__(
        self, archive: Archive, run: Run, best_seconds: float, may_begin: MayBegin | None = None
    ) -> None:
        self._archive, self._run, self._best_seconds = archive, run, best_seconds
        self._may_begin = may_begin
        self._jobs: dict[str, Job] = {}
        """Those that wait or run, and those that failed."""

    async def known(self, id: str) -> dict[str, Any] | None:
        """Return what is known of a game, or None if nobody has begun to look at it.

        Raises: StorageError.
        """
        job = self._jobs.get(id)
        if job is None:
            body = await self._archive.find(id)
            if body and body["version"] == VERSION:
                return _told(id, "complete", 1.0, body["found"])
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
        if self._may_begin is not None and not self._may_begin(who):
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
            await self._archive.keep(job.id, job.match, body)
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
        game, run, who = job.analysis.game, self._run, job.who
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


# --- aside: only there is the kernel loaded -------------------------------------------------------


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
